import type { OperationName } from '../contract/routes.js';

/** The codes of the failures that the page itself finds. */
export const pageErrorCodes = [
  'network',
  'timeout',
  'invalid-response',
  'invalid-amount',
  'invalid-selector',
  'invalid-endpoint',
  'invalid-details',
  'missing-location',
  'missing-transaction-id',
  'popup-blocked',
] as const;

/** The codes that the proxy answers with, in the order of their status. */
export const proxyErrorCodes = [
  'invalid-json',
  'invalid-request',
  'idempotency-key-required',
  'body-timeout',
  'unauthorized',
  'origin-not-allowed',
  'purchase-not-verified',
  'sms-not-allowed',
  'location-not-allowed',
  'department-not-allowed',
  'source-platform-not-allowed',
  'verification-failed',
  'not-found',
  'location-not-found',
  'method-not-allowed',
  'in-progress',
  'duplicate-send',
  'location-exists',
  'body-too-large',
  'unsupported-media-type',
  'service-refused',
  'invalid-phone-number',
  'invalid-email',
  'application-unavailable',
  'state-not-supported',
  'vertical-not-supported',
  'idempotency-key-reused',
  'redirect-not-allowed',
  'rate-limited',
  'sms-limit',
  'bad-credentials',
  'service-error',
  'service-unreachable',
  'invalid-service-response',
  'service-busy',
  'overloaded',
  'store-unavailable',
  'service-timeout',
  'outcome-unknown',
] as const;

/** The code of a failure that the page itself finds. */
export type PageErrorCode = (typeof pageErrorCodes)[number];

/** The code of a failure that the proxy answers with. */
export type ProxyErrorCode = (typeof proxyErrorCodes)[number];

/** The code of every failure that a page can meet. */
export type FinancingErrorCode = PageErrorCode | ProxyErrorCode;

/** A failure to get an estimate or a link. An abort by the caller is not one: it rejects with the signal's reason. */
export class FinancingError extends Error {
  /** What went wrong. */
  declare readonly code: FinancingErrorCode;
  /** What was asked for. */
  declare readonly operation: OperationName;
  /** How long the proxy asks to wait before the next try, in ms; undefined where it does not say. */
  declare readonly retryAfterMs: number | undefined;
  /** True when the service answered: asking again with the same idempotency key would only repeat the failure. */
  declare readonly isFromService: boolean;

  constructor(
    code: FinancingErrorCode,
    operation: OperationName,
    retryAfterMs?: number,
    isFromService = false,
  ) {
    super(`${operation}: ${code}`);
    Object.assign(this, { name: 'FinancingError', code, operation, retryAfterMs, isFromService });
  }
}
