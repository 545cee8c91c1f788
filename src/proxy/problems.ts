/**
 * The error responses of the proxy, as RFC 9457 problem details. The `code` says what happened. The `detail` says it in a
 * sentence that never contains input, host names, or text of the service.
 */
import type { ProxyErrorCode } from '../contract/error-codes.js';
import { declaredErrors, type OperationName, type operations } from '../contract/index.js';
import {
  InvalidServiceResponseError,
  OutcomeUnknownError,
  ServiceResponseError,
  ServiceTimeoutError,
  ServiceUnreachableError,
} from '../service/index.js';
import type { PlainResponse } from './plain-response.js';

/** The response for a code. */
export interface ProblemRow {
  readonly status: number;
  /** The sentence for developers, unless the code that throws has a better one. */
  readonly detail: string;
  /** The proxy option that may be misconfigured when this problem occurs. */
  readonly option?: string;
  /** True if the service may have carried out the request, so that a text message may have been sent. */
  readonly mayHaveTexted?: true;
}

const row = (status: number, detail: string): ProblemRow => ({ status, detail });

const setting = (status: number, option: string, detail: string): ProblemRow => ({
  status,
  detail,
  option,
});

/**
 * The problem of each code. The statuses 408 and 500 are absent on purpose: browsers repeat a request after 408, and 500
 * would be our bug.
 */
const problems: Readonly<Record<ProblemCode, ProblemRow>> = {
  'invalid-json': row(400, 'The body is not valid JSON.'),
  'invalid-request': row(400, 'The request is not valid.'),
  'idempotency-key-required': row(400, 'A text message needs an Idempotency-Key header.'),
  'body-timeout': row(400, 'The body arrived too slowly.'),
  unauthorized: row(401, 'This needs authorization.'),
  'origin-not-allowed': setting(
    403,
    'allowedOrigins',
    'Requests from this origin are not allowed.',
  ),
  'purchase-not-verified': setting(
    403,
    'purchaseSecret',
    'Your server has not verified the amount. See purchaseSecret, resolvePurchase, and trustPageAmount.',
  ),
  'sms-not-allowed': setting(403, 'sms', 'Text messages are not allowed here.'),
  'location-not-allowed': setting(403, 'locations', 'This location is not served here.'),
  'department-not-allowed': setting(
    403,
    'departments',
    'This departmentId is not in your list of departments.',
  ),
  'source-platform-not-allowed': setting(
    403,
    'sourcePlatforms',
    'This sourcePlatform is not in your list of platforms.',
  ),
  'verification-failed': row(403, 'Human verification failed.'),
  'not-found': row(404, 'There is nothing at this path.'),
  'location-not-found': setting(
    404,
    'locations',
    'The service does not know this location, or needs one and got none.',
  ),
  'method-not-allowed': row(405, 'This path does not support this method.'),
  'location-exists': row(409, 'This location was already added.'),
  'in-progress': row(409, 'The first request with this key is still in progress.'),
  'duplicate-send': row(409, 'This was sent to this phone a moment ago.'),
  'body-too-large': row(413, 'The body is too large.'),
  'unsupported-media-type': row(415, 'Send application/json in UTF-8.'),
  'service-refused': row(422, 'The service refused the request.'),
  'invalid-phone-number': row(422, 'The service does not accept this phone number.'),
  'invalid-email': row(422, 'The service does not accept this email address.'),
  'application-unavailable': row(
    422,
    'This location has no online application, or it is disabled.',
  ),
  'state-not-supported': row(422, 'The service is not available in this state.'),
  'vertical-not-supported': row(422, 'The service does not support this vertical.'),
  'redirect-not-allowed': setting(
    422,
    'redirectOrigins',
    'The redirectUrl leads to an origin that is not allowed.',
  ),
  'idempotency-key-reused': row(422, 'This Idempotency-Key was used with another body.'),
  'rate-limited': row(429, 'Too many requests from this address.'),
  'sms-limit': row(429, 'Too many text messages were requested.'),
  'bad-credentials': row(502, 'The service does not accept the credentials of this proxy.'),
  'service-error': { ...row(502, 'The service failed.'), mayHaveTexted: true },
  'service-unreachable': row(502, 'The service could not be reached.'),
  'invalid-service-response': {
    ...row(502, 'The service sent an invalid response.'),
    mayHaveTexted: true,
  },
  'service-busy': row(503, 'The service is busy.'),
  overloaded: row(503, 'The service is busy.'),
  'store-unavailable': row(503, 'The store is unavailable. Nothing was sent or changed.'),
  'service-timeout': row(504, 'The service did not respond in time.'),
  'outcome-unknown': {
    ...row(504, 'The service may or may not have carried out the request.'),
    mayHaveTexted: true,
  },
};

/** The error code, for programs. */
export type ProblemCode = ProxyErrorCode;

/** The codes, in the order of the rows above. */
export const problemCodes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]];

/** Returns the row of a code. */
export function problemRow(code: ProblemCode): ProblemRow {
  return problems[code];
}

/** The title of each status (RFC 9110 section 15). */
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

/** A problem with a field. `path` is empty if the problem is with the entire body. */
export interface FieldError {
  /** The path of the field in the request, such as `[0].totalAmount`. */
  path: string;
  /** The problem, without the value. */
  message: string;
}

/** The body of an error response (RFC 9457, with our `code`). */
export interface ProblemDetails {
  /** The URL of the code's section on the page in `errorPages`, or `about:blank` without that option. */
  type: string;
  /** The phrase of the status, such as `Bad Request`. */
  title: string;
  /** The HTTP status of the response. */
  status: number;
  /** A sentence for developers that says what happened. It never contains input. */
  detail: string;
  /** The code of the problem, for programs. */
  code: ProblemCode;
  /** The identifier of the request, which is also in the log. */
  requestId: string;
  /** The fields that are wrong, at most 20. */
  errors?: readonly FieldError[];
  /** The service's own status, and its message if the contract lists it. */
  service?: {
    /** The HTTP status of the service's response. */
    status: number;
    /** The service's message, if the contract lists it. */
    message?: string;
    /** Postal codes of the unsupported states that the message lists. */
    states?: readonly string[];
  };
}

/** Optional parts of a problem. */
export interface ProblemExtras extends Pick<ProblemDetails, 'errors' | 'service'> {
  /** The status, if it differs from the status of the code. The contract has two for an unknown location. */
  readonly status?: number;
  /** The sentence, if it differs from the sentence of the code. */
  readonly detail?: string;
  /** The option to name in the log, if it differs from the option of the code. */
  readonly option?: string;
  /** The reason for the refusal, for the log. Up to 60 such refusals per minute are logged. */
  readonly reason?: string | undefined;
  /** Sent as `Retry-After` (RFC 9110 section 10.2.3), in whole seconds. */
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The error that led to the problem. For the log, never for the response. */
  readonly cause?: unknown;
}

/** Thrown anywhere in the proxy to end a request with a problem. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly detail: string;

  constructor(
    readonly code: ProblemCode,
    readonly extras: ProblemExtras = {},
  ) {
    const { detail = problems[code].detail, status = problems[code].status, cause } = extras;
    super(detail, { cause });
    this.status = status;
    this.detail = detail;
  }
}

/** Returns the response for a problem. `errorPages` is the URL of a page on which each code has a section. */
export function problemResponse(
  { code, detail, status, extras }: ProblemError,
  requestId: string,
  errorPages: string | undefined,
): PlainResponse {
  const { errors, service, headers, retryAfterSeconds } = extras;
  const details: ProblemDetails = {
    type: errorPages === undefined ? 'about:blank' : `${errorPages}#${code}`,
    title: titles[status] ?? 'Error',
    status,
    detail,
    code,
    requestId,
    ...(errors && { errors }),
    ...(service && { service }),
  };
  return {
    status,
    headers: {
      ...headers,
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      'content-type': 'application/problem+json',
    },
    body: JSON.stringify(details),
  };
}

/** Returns the 400 for input that doesn't have the contract's shape. */
export function invalidRequest(errors: readonly FieldError[]): ProblemError {
  return new ProblemError('invalid-request', { errors });
}

/** Formats a path, such as `[0].totalAmount`. Quotes names that aren't identifiers, and truncates long ones. */
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

/** Thrown for a link that is valid except for its host, which `linkHosts` doesn't list. */
export class UnknownLinkHostError extends InvalidServiceResponseError {}

type Condition = {
  [Name in OperationName]: keyof (typeof operations)[Name]['errors'];
}[OperationName];

/**
 * The code of each condition that the contract declares, regardless of the operation. Bad credentials are the proxy's
 * fault, never the shopper's.
 */
const codeOfCondition: Readonly<Record<Condition, ProblemCode>> = {
  badCredentials: 'bad-credentials',
  allianceNotAllowed: 'bad-credentials',
  unauthorized: 'bad-credentials',
  badRequest: 'invalid-request',
  locationRequired: 'location-not-found',
  locationNotFound: 'location-not-found',
  verticalNotFound: 'location-not-found',
  locationExists: 'location-exists',
  invalidPhoneNumber: 'invalid-phone-number',
  invalidEmail: 'invalid-email',
  applicationMissing: 'application-unavailable',
  applicationDisabled: 'application-unavailable',
  verticalNotSupported: 'vertical-not-supported',
  stateNotSupported: 'state-not-supported',
  serverError: 'service-error',
};

/**
 * Turns any error into a problem. An unforeseen error gets the response of a failing service, because the shopper can't do
 * anything about either.
 */
export function toProblem(error: unknown): ProblemError {
  const problem = toServiceProblem(error);
  if (problem instanceof ProblemError) return problem;
  return new ProblemError('service-error', {
    detail: 'The request could not be carried out.',
    cause: problem,
  });
}

/** Turns an error of the service client into a problem. Returns other errors unchanged. */
export function toServiceProblem(error: unknown): unknown {
  if (error instanceof ServiceResponseError) return problemFromService(error);
  const code = codeOfFailure(error);
  return code ? new ProblemError(code, { cause: error }) : error;
}

function codeOfFailure(error: unknown): ProblemCode | undefined {
  if (error instanceof ServiceUnreachableError) return 'service-unreachable';
  if (error instanceof InvalidServiceResponseError) return 'invalid-service-response';
  if (error instanceof ServiceTimeoutError) return 'service-timeout';
  return error instanceof OutcomeUnknownError ? 'outcome-unknown' : undefined;
}

function problemFromService(error: ServiceResponseError): ProblemError {
  const code = codeOfServiceError(error);
  const { status, contractMessage: message, states, retryAfterSeconds = 1 } = error;
  return new ProblemError(code, {
    service: {
      status,
      ...(message !== undefined && { message }),
      ...(states.length > 0 && { states }),
    },
    cause: error,
    ...(code === 'invalid-request' && {
      detail: 'The service found input that is missing or invalid.',
    }),
    // For an unknown location, the contract has 422 on estimation and 404 elsewhere.
    ...(code === 'location-not-found' && { status }),
    // A wrong header must not flood the service or stop all requests for hours.
    ...(code === 'service-busy' && {
      retryAfterSeconds: Math.min(Math.max(retryAfterSeconds, 1), 60),
    }),
  });
}

function codeOfServiceError({ operation, status, conditions }: ServiceResponseError): ProblemCode {
  // Some operations declare a 403. For them, a 403 with a body that the contract doesn't list comes from a gateway.
  const isDeclared = declaredErrors(operation).some((error) => error.status === status);
  if (status === 401 || (status === 403 && !isDeclared)) return 'bad-credentials';
  if (status === 429 || status === 503) return 'service-busy';
  const [code, ...others] = new Set(
    conditions.map((condition) => codeOfCondition[condition as Condition]),
  );
  if (code === undefined) return 'service-error';
  return others.length === 0 ? code : 'service-refused';
}
