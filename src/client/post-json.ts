import type { OperationName } from '../contract/routes.js';
import { FinancingError } from './financing-error.js';

/** Sends a request: the browser's own `fetch`, or one that stands in for it. */
export type Fetch = (request: Request) => Promise<Response>;

export interface PostOptions {
  operation: OperationName;
  fetch: Fetch;
  /** In ms, from the request to the last byte of the answer. */
  timeout: number;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** The JSON of an answer, unread, and its headers. */
export interface Answer {
  readonly json: unknown;
  readonly headers: Headers;
}

/**
 * Posts JSON, and returns what is answered with JSON.
 * Throws a `FinancingError`: `timeout`, `network`, the proxy's own code, or `invalid-response` for an answer
 * that is no JSON and names no code. Throws the signal's reason when the caller aborts.
 */
export function postJson(url: string, body: unknown, options: PostOptions): Promise<Answer> {
  const { operation, timeout, signal } = options;
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    // Not by the signal alone: a `fetch` that stands in may not listen to it.
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
  body: unknown,
  { operation, fetch, headers }: PostOptions,
  signal: AbortSignal,
): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(
      new Request(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
        credentials: 'same-origin',
        redirect: 'error',
        signal,
      }),
    );
  } catch {
    throw new FinancingError('network', operation);
  }
  // No JSON is undefined: this is an answer that is something else, or was cut off.
  const json: unknown = await response.json().catch(() => undefined);
  if (response.ok && json !== undefined) return { json, headers: response.headers };
  // A problem (RFC 9457) as the proxy writes it; of the two forms of Retry-After (RFC 9110, section 10.2.3), it
  // sends seconds.
  const { code } = Object(json) as { code?: unknown };
  const seconds = Number(response.headers.get('Retry-After'));
  throw new FinancingError(
    typeof code === 'string' ? code : 'invalid-response',
    operation,
    seconds > 0 ? seconds * 1000 : undefined,
  );
}
