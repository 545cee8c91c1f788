/** What a page asks its proxy, without the elements: the batch, its cache, its errors. */
export { parseAmount } from './amount.js';
export type { EstimateQuestion } from './estimate-batch.js';
export type { EstimateCacheMode, EstimateStorage } from './estimate-cache.js';
export { isFinanced } from './estimate-result.js';
export {
  createFinancingClient,
  type EstimateOptions,
  type FinancingClient,
} from './financing-client.js';
export { FinancingError, type FinancingErrorCode, type PageErrorCode } from './financing-error.js';
export { createIdempotencyKey } from './idempotency-key.js';
export type { FinancingLink, LinkOptions, PayOverTimeLinkOptions } from './links.js';
export type { FinalStatus } from './link-status.js';
export type { Fetch } from './post-json.js';
export type { FinancingClientOptions } from './proxy-access.js';
