import { describeProject } from './project.js';

describeProject('nuxt', { readsEstimate: true, priceUrl: '/api/sofa', checksTypes: true });
