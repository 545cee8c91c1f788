/**
 * The error codes, each written once. Anything else about a code is a `Record` of these codes in the file that needs it, so
 * the type checker names every place that a new code is missing from. The order doesn't matter.
 *
 * The page loads this file, so it imports nothing and holds only what a page needs.
 */

/**
 * Says whether trying again may help: no, yes, or only later because a limit was reached. After `yes`, a text message may already
 * be on its way. After `unsent`, it can't be.
 */
export type Retry = 'no' | 'yes' | 'unsent' | 'later';

const [no, yes, unsent, later] = ['no', 'yes', 'unsent', 'later'] as const satisfies Retry[];

/** The codes that the proxy responds with. `src/proxy/problems.ts` has their status and sentence. */
export const proxyErrors = {
  'invalid-json': no,
  'invalid-request': no,
  'idempotency-key-required': no,
  unauthorized: no,
  'origin-not-allowed': no,
  'purchase-not-verified': no,
  'sms-not-allowed': no,
  'location-not-allowed': no,
  'department-not-allowed': no,
  'source-platform-not-allowed': no,
  'not-found': no,
  'location-not-found': no,
  'method-not-allowed': no,
  'location-exists': no,
  'body-too-large': no,
  'unsupported-media-type': no,
  'service-refused': no,
  'invalid-phone-number': no,
  'invalid-email': no,
  'application-unavailable': no,
  'state-not-supported': no,
  'vertical-not-supported': no,
  'idempotency-key-reused': no,
  'redirect-not-allowed': no,
  'bad-credentials': no,
  'body-timeout': yes,
  'verification-failed': yes,
  'in-progress': yes,
  'duplicate-send': yes,
  'service-error': yes,
  'service-unreachable': yes,
  'invalid-service-response': yes,
  'service-busy': yes,
  'service-timeout': yes,
  'outcome-unknown': yes,
  overloaded: unsent,
  'store-unavailable': unsent,
  'rate-limited': later,
  'sms-limit': later,
} as const satisfies Record<string, Retry>;

/** The codes of the failures that the page itself finds. Their sentences are short, because the first script contains them. */
export const pageErrors = {
  network: [yes, 'The proxy could not be reached.'],
  timeout: [yes, 'The proxy did not respond in time.'],
  'invalid-response': [yes, 'The response is not valid.'],
  'invalid-amount': [no, 'The amount is not valid.'],
  'invalid-selector': [no, 'The selector is not valid.'],
  'invalid-endpoint': [no, 'The endpoint is not valid.'],
  'invalid-details': [no, 'The details are not valid.'],
  'missing-location': [no, 'The location is missing.'],
  'missing-transaction-id': [no, 'The transaction is missing.'],
  'popup-blocked': [no, 'The window was blocked.'],
  'unknown-error': [no, 'The proxy refused the request.'],
} as const satisfies Record<string, readonly [retry: Retry, sentence: string]>;

export const proxyErrorCodes = /* @__PURE__ */ Object.keys(
  proxyErrors,
) as readonly ProxyErrorCode[];

export const pageErrorCodes = /* @__PURE__ */ Object.keys(pageErrors) as readonly PageErrorCode[];

/** The code of a failure that the proxy responds with. */
export type ProxyErrorCode = keyof typeof proxyErrors;

/** The code of a failure that the page itself finds. */
export type PageErrorCode = keyof typeof pageErrors;

/** The code of every failure that a page can encounter. */
export type FinancingErrorCode = PageErrorCode | ProxyErrorCode;
