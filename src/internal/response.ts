/** Creates an answer; a server adapter may have a class that it sends faster than the web's. */
export function createResponse(
  body: string | Uint8Array<ArrayBuffer> | null,
  init?: ResponseInit,
): Response {
  return new Response(body, init);
}
