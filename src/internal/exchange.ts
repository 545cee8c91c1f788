/**
 * The seam between a service client and a transport that has something faster than `fetch`. On Node, creating the web's
 * `Request` and `Response` takes longer than the call itself, so `createPooledFetch` offers an exchange beside its `fetch`.
 */

/** A `fetch`. The second argument comes with a request that must go out once; on Bun it has to reach Bun's `fetch`. */
export type ServiceFetch = (
  request: Request,
  init?: { readonly keepalive: false },
) => Promise<Response>;

/** A request to the service in plain parts. */
export interface ServiceRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  /** False for a request that must reach the service at most once, whatever its method. */
  readonly retryable: boolean;
  /** Most bytes of the answer's body. */
  readonly maxAnswerBytes: number;
}

/** The parts of an answer that a service client reads. */
export interface ServiceAnswer {
  readonly status: number;
  /** The `Retry-After` header. */
  readonly retryAfter: string | null;
  /** The `sandbox-reason` header, which only the sandbox sends: why it refuses the request, without any value of it. */
  readonly sandboxReason: string | null;
  /** Resolves with the body as UTF-8, without a byte order mark. Rejects when it is too large, cut short or not UTF-8. */
  text(): Promise<string>;
}

/** Sends a request, and stops when `signal` aborts. */
export type Exchange = (request: ServiceRequest, signal: AbortSignal) => Promise<ServiceAnswer>;

const exchangeKey: unique symbol = Symbol.for('financing-elements.exchange');

/** Returns the exchange that comes with a transport, if any. */
export function exchangeOf(transport: object): Exchange | undefined {
  return (transport as { readonly [exchangeKey]?: Exchange })[exchangeKey];
}

/** Adds an exchange to a transport, and returns the transport. */
export function withExchange<T extends object>(transport: T, exchange: Exchange): T {
  return Object.assign(transport, { [exchangeKey]: exchange });
}

const beforeSendingKey: unique symbol = Symbol.for('financing-elements.before-sending');

/** Marks an error of a transport that knows that nothing was sent, and returns the error. */
export function markBeforeSending(error: Error): Error {
  return Object.assign(error, { [beforeSendingKey]: true });
}

/** True for an error that its transport has marked. */
export function failedBeforeSending(error: Error): boolean {
  return (error as { readonly [beforeSendingKey]?: true })[beforeSendingKey] === true;
}
