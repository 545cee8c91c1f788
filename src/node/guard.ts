import { securityHeaders as headers } from '../internal/http.js';
import { addNodeHost, hasBackslash } from './node-host.js';

/** A handler of requests: the proxy, the sandbox, or any object with a `fetch` that does not use `this`. */
export interface FetchHandler {
  /** Answers a request. */
  fetch(request: Request): Response | Promise<Response>;
}

/** Called with an error that a handler threw. The client gets an empty 500. */
export type HandlerFailure = (error: unknown) => void;

/**
 * Wraps a handler so that it never rejects: a defect costs one answer, not the process. A request without a valid URL is
 * answered before: Node builds the URL from any `Host`, as in `Host: shop.example:99999`. Throws a `TypeError` for a value
 * that is not a handler.
 */
export function guard(
  handler: FetchHandler,
  // oxlint-disable-next-line no-console -- without a callback, stderr is where operators look
  onFailure: HandlerFailure = (error) => console.error(error),
): (request: Request) => Promise<Response> {
  if (typeof (handler as Partial<FetchHandler> | undefined)?.fetch !== 'function') {
    throw new TypeError(
      'The handler has no fetch: hand over all that createFinancingProxy returns',
    );
  }
  return async (request) => {
    // RFC 9112 section 3.2: a server answers 400 to an invalid Host.
    if (!URL.canParse(request.url)) return new Response(null, { status: 400, headers });
    addNodeHost(request);
    try {
      return await handler.fetch(hasBackslash(request) ? toUnknownPath(request) : request);
    } catch (error) {
      onFailure(error);
      return new Response(null, { status: 500, headers });
    }
  };
}

/**
 * A request for a path that no handler has, so that each answers its own 404. It is a GET for any method, since a
 * `Request` cannot have the method TRACE.
 */
function toUnknownPath({ url, headers: given }: Request): Request {
  return new Request(new URL('/%5C', url), { headers: given });
}
