/**
 * The seam between the proxy and a server adapter. The proxy needs only the web's `Request` and `Response`; on Node their
 * streams cost more than the rest of a request that is answered from memory, so `src/node` offers a shorter way.
 */
export interface RequestHost {
  /** Takes the body when all of it arrived together with the head; undefined when the web's stream has to be read. */
  takeBody(): Uint8Array<ArrayBuffer> | undefined;
  /** Does the same as `new Response(body, init)`. */
  createResponse(body: ResponseContent, init: ResponseInit): Response;
}

/** What a whole body consists of: a text, or bytes that stay as they are. */
export type ResponseContent = string | Uint8Array<ArrayBuffer>;

const hostKey: unique symbol = Symbol.for('financing-elements.host');

/** Returns the host of a request, if its adapter has one. */
export function requestHostOf(request: Request): RequestHost | undefined {
  return (request as { readonly [hostKey]?: RequestHost })[hostKey];
}

/** Adds the host to a request. */
export function setHost(request: Request, host: RequestHost): void {
  (request as { [hostKey]?: RequestHost })[hostKey] = host;
}

/** Creates the answer to a request, as `new Response(body, init)` does, in the way that its host sends fastest. */
export function createResponse(
  request: Request,
  body: ResponseContent,
  init: ResponseInit = {},
): Response {
  return requestHostOf(request)?.createResponse(body, init) ?? new Response(body, init);
}
