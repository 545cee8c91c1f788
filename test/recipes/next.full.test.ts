import { describeProject } from './project.js';

describeProject('next');
