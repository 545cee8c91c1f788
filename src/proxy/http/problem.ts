/**
 * The error answers of the proxy, as RFC 9457 problem details. The `code` says what happened; the `detail` says it in
 * a sentence that never holds input, host names or text of the service.
 */

import { createResponse } from '../../internal/request-host.js';

/** Status of each problem code. 408 and 500 are absent on purpose: browsers re-send on 408, and 500 would be our bug. */
export const statuses = {
  'invalid-json': 400,
  'invalid-request': 400,
  'idempotency-key-required': 400,
  'body-timeout': 400,
  unauthorized: 401,
  'origin-not-allowed': 403,
  'purchase-not-verified': 403,
  'sms-not-allowed': 403,
  'location-not-allowed': 403,
  'verification-failed': 403,
  'not-found': 404,
  'location-not-found': 404,
  'method-not-allowed': 405,
  'location-exists': 409,
  'in-progress': 409,
  'duplicate-send': 409,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'service-refused': 422,
  'invalid-phone-number': 422,
  'invalid-email': 422,
  'application-unavailable': 422,
  'state-not-supported': 422,
  'vertical-not-supported': 422,
  'redirect-not-allowed': 422,
  'idempotency-key-reused': 422,
  'rate-limited': 429,
  'sms-limit': 429,
  'bad-credentials': 502,
  'service-error': 502,
  'service-unreachable': 502,
  'invalid-service-response': 502,
  'service-busy': 503,
  overloaded: 503,
  'store-unavailable': 503,
  'service-timeout': 504,
  'outcome-unknown': 504,
} as const;

/** What went wrong, for programs. */
export type ProblemCode = keyof typeof statuses;

/** Title of each status (RFC 9110 section 15). */
export const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** One thing wrong with a field. `path` as in `[0].totalAmount`; empty for the body as a whole. */
export interface FieldError {
  /** Where the field is in the request. */
  path: string;
  /** What is wrong, without the value. */
  message: string;
}

/** The body of an error answer (RFC 9457, with our `code`). */
export interface ProblemDetails {
  /** The page of the code below the option `errorPages`; `about:blank` without that option. */
  type: string;
  /** The phrase of the status, such as `Bad Request`. */
  title: string;
  /** The HTTP status of the answer. */
  status: number;
  /** What happened, in a sentence for developers. It never holds input. */
  detail: string;
  /** What happened, for programs. */
  code: ProblemCode;
  /** The identifier of the request, which the log has, too. */
  requestId: string;
  /** The fields that are wrong, at most 20. */
  errors?: readonly FieldError[];
  /** The service's own status, and its message when it is one that the contract lists. */
  service?: {
    /** The HTTP status of the service's answer. */
    status: number;
    /** Its message, when it is one that the contract lists. */
    message?: string;
    /** Postal codes of the unsupported states that the message lists. */
    states?: readonly string[];
  };
}

/** Optional parts of a problem. */
export interface ProblemExtras extends Pick<ProblemDetails, 'errors' | 'service'> {
  /** The status, when it differs from that of the code: the contract has two for an unknown location. */
  status?: number;
  /** Sent as `Retry-After` (RFC 9110 section 10.2.3), in whole seconds. */
  retryAfterSeconds?: number;
  headers?: Readonly<Record<string, string>>;
  /** The error that led to the problem. For the log, never for the answer. */
  cause?: unknown;
}

/** Thrown anywhere in the proxy to end a request with a problem. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;

  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly extras: ProblemExtras = {},
  ) {
    super(detail, { cause: extras.cause });
    this.status = extras.status ?? statuses[code];
  }
}

/** Builds the answer for a problem. `errorPages` is the URL below which each code has a page. */
export function toProblemResponse(
  request: Request,
  problem: ProblemError,
  { requestId, errorPages }: { requestId: string; errorPages: string | undefined },
): Response {
  const { code, detail, status } = problem;
  const { errors, service, headers, retryAfterSeconds } = problem.extras;
  const body: ProblemDetails = {
    type: errorPages === undefined ? 'about:blank' : errorPages + code,
    title: titles[status] ?? 'Error',
    status,
    detail,
    code,
    requestId,
    ...(errors && { errors }),
    ...(service && { service }),
  };
  return createResponse(request, JSON.stringify(body), {
    status,
    headers: {
      ...headers,
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      'content-type': 'application/problem+json',
    },
  });
}

/** Returns the 400 for input that does not have the contract's shape. */
export function invalidRequest(errors: readonly FieldError[]): ProblemError {
  return new ProblemError('invalid-request', 'The request is not valid.', { errors });
}

/** Writes a path as in `[0].totalAmount`. Quotes names that are not identifiers, and cuts long ones. */
export function toPath(path: readonly PropertyKey[]): string {
  return path
    .map((key) => {
      if (typeof key === 'number') return `[${key}]`;
      const text = String(key).slice(0, 64);
      return /^[\w$-]+$/.test(text) ? `.${text}` : `[${JSON.stringify(text)}]`;
    })
    .join('')
    .replace(/^\./, '');
}

/** Returns the 503 of a request that needs the store while the store is unavailable. */
export function storeUnavailable(
  cause: unknown,
  detail = 'The store is unavailable; nothing was sent.',
): ProblemError {
  return new ProblemError('store-unavailable', detail, { retryAfterSeconds: 5, cause });
}
