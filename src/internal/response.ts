/** Creates responses, and holds the headers that every response has. */

/** A complete response body: text, or bytes that are sent unchanged. */
export type ResponseContent = string | Uint8Array<ArrayBuffer> | null;

type ResponseClass = new (body: ResponseContent, init?: ResponseInit) => Response;

/**
 * The class of all responses. It's module state, because responses are created deep inside the proxy and only the Node adapter
 * has a class that Node can send without web streams. Those streams cost more than everything else in a cached response.
 */
let CurrentClass: ResponseClass = Response;

/** Creates a response like `new Response(body, init)`, using the class that this process sends fastest. */
export function createResponse(body: ResponseContent, init?: ResponseInit): Response {
  return new CurrentClass(body, init);
}

/** Sets the class of all later responses. The Node adapter calls it when it creates a server. */
export function useResponseClass(replacement: ResponseClass): void {
  CurrentClass = replacement;
}

/** The headers of every response. Some responses replace them with their own, such as the script and the OpenAPI document. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
