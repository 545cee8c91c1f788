import { readText } from './read-body.js';

/** A request in plain parts. */
export interface ServiceRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  /** False for what must reach the service once at most, whatever its method. */
  readonly retryable: boolean;
}

/** What a service client looks at in an answer. */
export interface ServiceAnswer {
  readonly status: number;
  /** Its header `Retry-After`. */
  readonly retryAfter: string | null;
  /** The body as UTF-8, without a byte order mark. Rejects when it is too large, cut short, or no UTF-8. */
  text(): Promise<string>;
}

/** Sends a request, and gives it up when `signal` aborts. */
export type Exchange = (request: ServiceRequest, signal: AbortSignal) => Promise<ServiceAnswer>;

/** A `fetch`. */
export interface ServiceFetch {
  /** With an `init` for what must go out once, which on Bun has to reach its `fetch`. */
  (request: Request, init?: { readonly keepalive: false }): Promise<Response>;
  /**
   * The same without the web's `Request` and `Response`, for a transport that has it: on Node, making the two takes
   * longer than the call, and a signal inside a `Request` is watched until the garbage collector has found both.
   */
  readonly exchange?: Exchange;
}

/** How a client sends its requests by this `fetch`. */
export function exchangeBy(fetch: ServiceFetch): Exchange {
  return fetch.exchange ?? ((request, signal) => exchangeOverWeb(fetch, request, signal));
}

async function exchangeOverWeb(
  fetch: ServiceFetch,
  { url, method, headers, body, retryable }: ServiceRequest,
  signal: AbortSignal,
): Promise<ServiceAnswer> {
  const request = new Request(url, { method, headers, body, signal, redirect: 'manual' });
  // Bun sends a PUT again whose kept connection ends before the answer, which can text somebody twice. There this
  // asks for a connection of its own, in the call only; by the Fetch standard it is what holds anyway.
  const response = await (retryable ? fetch(request) : fetch(request, { keepalive: false }));
  // Looked at when asked for: what is no `Response` is a defect of the transport, and no connection that failed.
  return {
    get status() {
      return response.status;
    },
    get retryAfter() {
      return response.headers.get('retry-after');
    },
    text: () => readText(response),
  };
}
