import { describeProject } from './project.js';

describeProject('astro', { readsEstimate: true, knowsAddress: true, checksTypes: true });
