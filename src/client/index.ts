/** The client for pages, with or without the elements. Amounts are in dollars, times in ms. */
export { parseAmount } from '../internal/dollars.js';
export type { EstimateStorage, Timeouts } from './context.js';
export type { EstimateCacheMode } from './estimate-client.js';
export {
  describeEstimate,
  type EstimateDescription,
  type EstimateDescriptionOptions,
} from '../words/describe-estimate.js';
export { isFinanced } from '../words/financed.js';
export type { Text } from '../words/script-text.js';
export {
  createFinancingClient,
  type ClientEstimateRequest,
  type ClientPayOverTimeLinkRequest,
  type ClientPrequalLinkRequest,
  type EstimateOptions,
  type FinancingClient,
  type FinancingClientOptions,
} from './client.js';
export {
  FinancingError,
  type FailureDetails,
  type FieldError,
  type FinancingErrorCode,
  type PageErrorCode,
  type ProxyErrorCode,
} from './financing-error.js';
export { pageErrorCodes, proxyErrorCodes } from '../contract/error-codes.js';
export { InvalidOptionError } from '../internal/options.js';
export { createIdempotencyKey } from './link-client.js';
export type { FinancingLink, LinkOptions, PayOverTimeLinkOptions } from './link-client.js';
export type { FinalStatus } from '../contract/link-tracking.js';
export type { Fetch } from './post-json.js';
