import { proxyErrors, type ProxyErrorCode } from '../contract/error-codes.js';
import { FinancingError } from './financing-error.js';
import type { OperationName } from '../contract/operations.js';
import { NativeURL } from '../internal/natives.js';

/** Sends a request, as the browser's own `fetch` does. */
export type Fetch = (request: Request) => Promise<Response>;

/** The same with an address instead of a `Request`: a theme that has wrapped `fetch` for its cart often takes it for a text. */
export type Send = (url: string, request: RequestInit) => Promise<Response>;

/** Sends requests with a given `fetch`. */
export function sendBy(fetch: Fetch): Send {
  return (url, request) => fetch(new Request(url, request));
}

interface PostOptions {
  operation: OperationName;
  fetch: Send;
  /** In ms, from the request to the last byte of the answer. */
  timeout: number;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** A successful answer. Its JSON is not checked yet. */
interface JsonAnswer {
  readonly json: unknown;
  readonly headers: Headers;
}

/**
 * Posts JSON and returns the JSON of the answer.
 * Throws a `FinancingError`: `timeout`, `network`, the proxy's own code, or `invalid-response` for an answer
 * without JSON, or a failure without a code. Throws the signal's reason when the caller aborts.
 */
export async function postJson(
  url: string,
  body: string,
  { operation, fetch, timeout, headers, signal }: PostOptions,
): Promise<JsonAnswer> {
  const controller = new AbortController();
  let giveUp: (reason: unknown) => void;
  // Rejects by itself, too: the page's own `fetch` may not listen to its signal.
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
): Promise<JsonAnswer> {
  let response: Response;
  try {
    response = await fetch(url, request);
  } catch (cause) {
    throw new FinancingError('network', operation, { cause });
  }
  // Undefined: the answer is no JSON, or was cut off.
  const json: unknown = await response.json().catch(() => undefined);
  if (response.ok && json !== undefined) return { json, headers: response.headers };
  // The proxy writes a problem (RFC 9457) with one of its codes. Its `service` member says that the service answered; so
  // does the code of an answer without a link.
  const { code, detail, requestId, errors, service } = Object(json) as Partial<Problem>;
  const isProblem = typeof code === 'string';
  // A newer proxy may have codes that this version doesn't know.
  const isKnown = isProblem && Object.hasOwn(proxyErrors, code);
  const known = isKnown ? (code as ProxyErrorCode) : 'unknown-error';
  // Of the two forms of Retry-After (RFC 9110, section 10.2.3), the proxy sends seconds.
  const seconds = Number(response.headers.get('Retry-After'));
  throw new FinancingError(isProblem ? known : 'invalid-response', operation, {
    status: response.status,
    ...(isProblem && { detail, requestId, errors }),
    retryAfterMs: seconds > 0 ? seconds * 1000 : undefined,
    isFromService: code === 'invalid-service-response' || typeof service?.status === 'number',
  });
}

/** What the proxy answers when it fails. */
interface Problem extends Pick<FinancingError, 'detail' | 'requestId' | 'errors'> {
  readonly code: unknown;
  readonly service: { readonly status?: unknown };
}

/**
 * The page's own origin. A page's own `var origin` replaces that of the window, but not that of the location, which in turn
 * does not know that a frame has none (`sandbox`), or its parent's (`srcdoc`).
 */
export function pageOrigin(): string | undefined {
  const { origin, location } = globalThis as Partial<typeof globalThis>;
  return origin === 'null' || location?.origin === 'null' ? origin : location?.origin;
}

/**
 * Resolves a URL of the page, such as the target of a link. A `<base>` on another origin doesn't apply: many pages load their
 * images from there. Returns undefined if the URL isn't one of http or https, or contains user info.
 */
export function resolvePageUrl(url: string): URL | undefined {
  return parse(url, pageBase());
}

/** The base URL of the document if it's on the page's own origin, otherwise the address of the page. */
function pageBase(): string | undefined {
  const { document, location } = globalThis as Partial<typeof globalThis>;
  return [document?.baseURI, location?.href].find((base) => parse(base)?.origin === pageOrigin());
}

/** Memo of the last normalized endpoint; most pages have one. */
let resolvedLast: string | undefined;

/**
 * The absolute URL of an endpoint, without a slash at its end; undefined for an endpoint that is refused.
 *
 * A path is one on the page's own origin. Another origin has to be a complete URL, `https://…`: a protocol-relative
 * `//host` is refused, and so is every scheme but https. Plain http is allowed on pages that are served by it
 * themselves, and on loopback.
 */
export function resolveEndpoint(endpoint: string): string | undefined {
  if (endpoint === resolvedLast) return endpoint;
  const url = parse(endpoint, pageBase());
  const isWrittenOut = /^https?:\/\/[^/\\]/i.test(endpoint);
  if (!url || (!isWrittenOut && url.origin !== pageOrigin())) return undefined;
  const isSafe = isEncrypted(url) || globalThis.location?.protocol !== 'https:';
  if (!isSafe) return undefined;
  return (resolvedLast = url.origin + url.pathname.replace(/\/+$/, ''));
}

/** The URL of a link that a shopper may be sent to: https, or http on loopback, without user info. */
export function resolveLink(link: unknown): string | undefined {
  const url = parse(link);
  return url && isEncrypted(url) ? url.href : undefined;
}

/** A URL of http or https without user info. */
function parse(text: unknown, base?: string): URL | undefined {
  try {
    const url = new NativeURL(text as string, base);
    return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : undefined;
  } catch {
    return undefined;
  }
}

function isEncrypted({ protocol, hostname }: URL): boolean {
  const isLoopback = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'https:' || isLoopback;
}
