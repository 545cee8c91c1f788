/** What a whole body consists of: a text, or bytes that stay as they are. */
export type ResponseContent = string | Uint8Array<ArrayBuffer> | null;

type ResponseClass = new (body: ResponseContent, init?: ResponseInit) => Response;

/**
 * Module state, since each answer is created deep inside the proxy, and only the Node adapter knows a class that Node sends
 * without the web's streams: they cost more than the rest of an answer from memory.
 */
let CurrentClass: ResponseClass = Response;

/** Creates an answer, as `new Response(body, init)` does, in the way that this process sends fastest. */
export function createResponse(body: ResponseContent, init?: ResponseInit): Response {
  return new CurrentClass(body, init);
}

/** Replaces the class of all later answers. Called by the Node adapter when a server is made. */
export function useResponseClass(replacement: ResponseClass): void {
  CurrentClass = replacement;
}
