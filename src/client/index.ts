/** What a page asks its proxy, with or without the elements. Amounts are in dollars, times in ms. */
export { parseAmount } from './amount.js';
export type { Timeouts } from './client-context.js';
export type { EstimateCacheMode, EstimateStorage } from './estimate-cache.js';
export { isFinanced } from './estimate-result.js';
export {
  createFinancingClient,
  type ClientEstimateRequest,
  type ClientPayOverTimeLinkRequest,
  type ClientPrequalLinkRequest,
  type EstimateOptions,
  type FinancingClient,
  type FinancingClientOptions,
} from './financing-client.js';
export {
  FinancingError,
  pageErrorCodes,
  proxyErrorCodes,
  type FailureDetails,
  type FieldError,
  type FinancingErrorCode,
  type PageErrorCode,
  type ProxyErrorCode,
} from './financing-error.js';
export { createIdempotencyKey } from './idempotency-keys.js';
export type { FinancingLink, LinkOptions, PayOverTimeLinkOptions } from './link-client.js';
export type { FinalStatus } from './link-status-poller.js';
export type { Fetch } from './post-json.js';
