import { proxyErrors, type ProxyErrorCode } from '../contract/error-codes.js';
import { FinancingError } from './financing-error.js';
import type { OperationName } from '../contract/operations.js';

/** Sends a request like the browser's `fetch`. */
export type Fetch = (request: Request) => Promise<Response>;

/** Sends a request to a URL. Themes that wrap `fetch` for their cart often expect its first argument to be a string. */
export type Send = (url: string, request: RequestInit) => Promise<Response>;

/** Adapts an integrator's `fetch`. */
export function sendBy(fetch: Fetch): Send {
  return (url, request) => fetch(new Request(url, request));
}

interface PostOptions {
  operation: OperationName;
  fetch: Send;
  /** Timeout in ms, from the request to the last byte of the response. */
  timeout: number;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** A successful response whose JSON hasn't been validated. */
interface JsonResponse {
  readonly json: unknown;
  readonly headers: Headers;
}

/**
 * Posts JSON and returns the JSON of the response. Throws a `FinancingError` with the code `timeout`, `network`, a code of
 * the proxy, or `invalid-response` if a success has no JSON or a failure has no code. Throws the signal's reason when the
 * caller aborts.
 */
export async function postJson(
  url: string,
  body: string,
  { operation, fetch, timeout, headers, signal }: PostOptions,
): Promise<JsonResponse> {
  const controller = new AbortController();
  let giveUp: (reason: unknown) => void;
  // Rejects on its own, because the page's `fetch` may ignore its signal.
  const givenUp = new Promise<never>((_resolve, reject) => (giveUp = reject));
  const onAbort = () => giveUp(signal?.reason);
  signal?.addEventListener('abort', onAbort);
  const timer = setTimeout(() => giveUp(new FinancingError('timeout', operation)), timeout);
  const request: RequestInit = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
    credentials: 'same-origin',
    redirect: 'error',
    signal: controller.signal,
  };
  try {
    return await Promise.race([exchange(url, request, fetch, operation), givenUp]);
  } catch (error) {
    controller.abort();
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

async function exchange(
  url: string,
  request: RequestInit,
  fetch: Send,
  operation: OperationName,
): Promise<JsonResponse> {
  let response: Response;
  try {
    response = await fetch(url, request);
  } catch (cause) {
    throw new FinancingError('network', operation, { cause });
  }
  // Undefined if the response isn't JSON or was cut off.
  const json: unknown = await response.json().catch(() => undefined);
  if (response.ok && json !== undefined) return { json, headers: response.headers };
  // The proxy reports failures as problems (RFC 9457) with one of its codes. A `service` member, or the code
  // `invalid-service-response`, means that the service did respond.
  const { code, detail, requestId, errors, service } = Object(json) as Partial<Problem>;
  const isProblem = typeof code === 'string';
  // A newer proxy may have codes that this version doesn't know.
  const isKnown = isProblem && Object.hasOwn(proxyErrors, code);
  const known = isKnown ? (code as ProxyErrorCode) : 'unknown-error';
  // Retry-After has two forms (RFC 9110, section 10.2.3). The proxy sends seconds.
  const seconds = Number(response.headers.get('Retry-After'));
  throw new FinancingError(isProblem ? known : 'invalid-response', operation, {
    status: response.status,
    ...(isProblem && { detail, requestId, errors }),
    retryAfterMs: seconds > 0 ? seconds * 1000 : undefined,
    isFromService: code === 'invalid-service-response' || typeof service?.status === 'number',
  });
}

/** The body of the proxy's response to a failed request. */
interface Problem extends Pick<FinancingError, 'detail' | 'requestId' | 'errors'> {
  readonly code: unknown;
  readonly service: { readonly status?: unknown };
}
