import type { OperationName } from '../contract/operations.js';

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
  'unknown-error',
] as const;

/**
 * The codes that the proxy answers with, in the order of their status. Buttons take those from `service-error` on for
 * temporary.
 */
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

/** A field that the proxy refused. */
export interface FieldError {
  /** Where it is in the request: `[0].totalAmount`. */
  readonly path: string;
  /** What is wrong with it. */
  readonly message: string;
}

/** What is known of a failure besides its code. */
export interface FailureDetails {
  /** What the failure came from, such as the `TypeError` of a lost connection. */
  readonly cause?: unknown;
  /** The HTTP status of the proxy's answer. */
  readonly status?: number | undefined;
  /** A sentence about the failure, from the proxy or the client. It never repeats a value of the request. */
  readonly detail?: string | undefined;
  /** The id under which the proxy has logged the request. */
  readonly requestId?: string | undefined;
  /** The fields that the proxy refused. */
  readonly errors?: readonly FieldError[] | undefined;
  /** How long the proxy asks to wait before the next try, in ms; undefined where it does not say. */
  readonly retryAfterMs?: number | undefined;
  /** True when the service answered: asking again with the same idempotency key would only repeat the failure. */
  readonly isFromService?: boolean;
}

/** Short, because the first script contains them. The proxy sends a sentence with each of its codes. */
const sentences: Record<PageErrorCode, string> & Partial<Record<ProxyErrorCode, string>> = {
  network: 'The proxy could not be reached.',
  timeout: 'The proxy did not respond in time.',
  'invalid-response': 'The response is not valid.',
  'invalid-amount': 'The amount is not valid.',
  'invalid-selector': 'The selector is not valid.',
  'invalid-endpoint': 'The endpoint is not valid.',
  'invalid-details': 'The details are not valid.',
  'missing-location': 'The location is missing.',
  'missing-transaction-id': 'The transaction is missing.',
  'popup-blocked': 'The window was blocked.',
  'unknown-error': 'The proxy refused the request.',
};

/**
 * A failure to get an estimate or a link. Its message is a sentence with the code. An abort by the caller isn't a failure:
 * it rejects with the signal's reason.
 */
export class FinancingError extends Error implements FailureDetails {
  /** What went wrong. */
  declare readonly code: FinancingErrorCode;
  /** What was asked for. */
  declare readonly operation: OperationName;
  declare readonly status: number | undefined;
  declare readonly detail: string | undefined;
  declare readonly requestId: string | undefined;
  declare readonly errors: readonly FieldError[] | undefined;
  declare readonly retryAfterMs: number | undefined;
  declare readonly isFromService: boolean;

  constructor(code: FinancingErrorCode, operation: OperationName, details: FailureDetails = {}) {
    super(`${details.detail ?? sentences[code] ?? sentences['unknown-error']} (${code})`);
    Object.assign(this, { name: 'FinancingError', code, operation }, details);
  }
}
