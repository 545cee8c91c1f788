import { securityHeaders as headers } from '../internal/security-headers.js';

/** What answers requests: the proxy, the sandbox, or anything with an unbound `fetch`. */
export interface FetchHandler {
  fetch(request: Request): Response | Promise<Response>;
}

/** Told of an error that a handler let through. The caller of the server sees an empty 500. */
export type HandlerFailure = (error: unknown) => void;

/**
 * Makes of a handler one that never rejects, so that a defect costs one answer and not the process, and that only
 * sees requests with a URL: Node takes it from `Host`, and hands on what is none (`Host: shop.example:99999`). Throws a
 * `TypeError` for what is no handler.
 */
export function guard(
  handler: FetchHandler,
  // eslint-disable-next-line no-console -- where nobody listens, stderr is where people look
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
    try {
      return await handler.fetch(request);
    } catch (error) {
      onFailure(error);
      return new Response(null, { status: 500, headers });
    }
  };
}
