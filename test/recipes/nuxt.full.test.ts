import { describeProject } from './project.js';

describeProject('nuxt');
