const encoder = new TextEncoder();

/**
 * Returns the bytes that the signature of an event covers: `timestamp`, a dot, and the raw body. Doesn't use `Blob`, because the
 * one of jsdom, where component tests run, has no `arrayBuffer()`.
 */
export function signedBytesOf(
  timestamp: number | string,
  body: string | Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const prefix = encoder.encode(`${timestamp}.`);
  const content = typeof body === 'string' ? encoder.encode(body) : body;
  const bytes = new Uint8Array(prefix.length + content.length);
  bytes.set(prefix);
  bytes.set(content, prefix.length);
  return bytes;
}
