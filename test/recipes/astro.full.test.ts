import { describeProject } from './project.js';

describeProject('astro');
