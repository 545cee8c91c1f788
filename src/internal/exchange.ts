/**
 * The interface between a service client and a transport that is faster than `fetch`. On Node, creating the web's `Request` and
 * `Response` takes longer than the call itself, so `createPooledFetch` adds an exchange to its `fetch`.
 */

/**
 * A `fetch`. It gets a second argument for a request that must be sent only once. On Bun, this argument has to reach Bun's
 * `fetch`.
 */
export type ServiceFetch = (
  request: Request,
  init?: { readonly keepalive: false },
) => Promise<Response>;

/** A request to the service as plain values. */
export interface ServiceRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  /** False if the request must reach the service at most once, regardless of its method. */
  readonly retryable: boolean;
  /** The maximum size of the response body, in bytes. */
  readonly maxResponseBytes: number;
}

/** The header in which the sandbox, and nothing else, says why it refused a request. Has none of the request's values. */
export const sandboxReasonHeader = 'sandbox-reason';

/** The parts of a response that a service client reads. */
export interface ServiceResponse {
  readonly status: number;
  /** The `Retry-After` header. */
  readonly retryAfter: string | null;
  /** The value of `sandboxReasonHeader`, or null. */
  readonly sandboxReason: string | null;
  /** Resolves with the body as UTF-8, without a byte order mark. Rejects if the body is too large, truncated, or not UTF-8. */
  text(): Promise<string>;
}

/** Sends a request. Stops when `signal` aborts. */
export type Exchange = (request: ServiceRequest, signal: AbortSignal) => Promise<ServiceResponse>;

const exchangeKey: unique symbol = Symbol.for('financing-elements.exchange');

/** Returns the exchange that was added to a transport, if any. */
export function exchangeOf(transport: object): Exchange | undefined {
  return (transport as { readonly [exchangeKey]?: Exchange })[exchangeKey];
}

/** Adds an exchange to a transport, and returns the transport. */
export function withExchange<T extends object>(transport: T, exchange: Exchange): T {
  return Object.assign(transport, { [exchangeKey]: exchange });
}

const beforeSendingKey: unique symbol = Symbol.for('financing-elements.before-sending');

/** Marks an error as one that occurred before anything was sent, and returns the error. */
export function markBeforeSending(error: Error): Error {
  return Object.assign(error, { [beforeSendingKey]: true });
}

/** True if the transport marked the error with `markBeforeSending`. */
export function failedBeforeSending(error: Error): boolean {
  return (error as { readonly [beforeSendingKey]?: true })[beforeSendingKey] === true;
}
