import { describeProject } from './project.js';

describeProject('sveltekit');
