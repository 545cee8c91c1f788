import type { OperationName } from '../contract/routes.js';
import { FinancingError, type ProxyErrorCode } from './financing-error.js';
import { toJson } from './json.js';

/** Sends a request, as the browser's own `fetch` does. */
export type Fetch = (request: Request) => Promise<Response>;

export interface PostOptions {
  operation: OperationName;
  fetch: Fetch;
  /** In ms, from the request to the last byte of the answer. */
  timeout: number;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** A successful answer. Its JSON is not checked yet. */
export interface JsonAnswer {
  readonly json: unknown;
  readonly headers: Headers;
}

/**
 * Posts JSON and returns the JSON of the answer.
 * Throws a `FinancingError`: `timeout`, `network`, the proxy's own code, or `invalid-response` for an answer
 * without JSON, or a failure without a code. Throws the signal's reason when the caller aborts.
 */
export function postJson(url: string, body: object, options: PostOptions): Promise<JsonAnswer> {
  const { operation, timeout, signal } = options;
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    // Rejects by itself, too: the page's own `fetch` may not listen to its signal.
    const giveUp = (reason: unknown) => {
      reject(reason);
      controller.abort();
    };
    const timer = setTimeout(() => giveUp(new FinancingError('timeout', operation)), timeout);
    signal?.addEventListener('abort', () => giveUp(signal.reason), { once: true });
    exchange(url, body, options, controller.signal)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });
}

async function exchange(
  url: string,
  body: object,
  { operation, fetch, headers }: PostOptions,
  signal: AbortSignal,
): Promise<JsonAnswer> {
  let response: Response;
  try {
    response = await fetch(
      new Request(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: toJson(body),
        credentials: 'same-origin',
        redirect: 'error',
        signal,
      }),
    );
  } catch {
    throw new FinancingError('network', operation);
  }
  // Undefined: the answer is no JSON, or was cut off.
  const json: unknown = await response.json().catch(() => undefined);
  if (response.ok && json !== undefined) return { json, headers: response.headers };
  // The proxy writes a problem (RFC 9457) with one of its codes. Of the two forms of Retry-After (RFC 9110, section 10.2.3) it sends seconds.
  // Its `service` member says that the service answered; so does the code of an answer without a link.
  const { code, service } = Object(json) as { code?: unknown; service?: { status?: unknown } };
  const seconds = Number(response.headers.get('Retry-After'));
  throw new FinancingError(
    typeof code === 'string' ? (code as ProxyErrorCode) : 'invalid-response',
    operation,
    seconds > 0 ? seconds * 1000 : undefined,
    code === 'invalid-service-response' || typeof service?.status === 'number',
  );
}
