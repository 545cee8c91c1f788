import { describeProject } from './project.js';

describeProject('sveltekit', { checksTypes: true });
