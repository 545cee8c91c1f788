/** Estimates: batched, and cached in memory and between replicas. */
export { createEstimates, type Estimates } from './estimates.js';
export { createSharedEstimateCache } from './shared-cache.js';
