/** An answer larger than this is a fault: 500 estimates need about 100 kB. */
const maxBytes = 4 * 1024 * 1024;

/**
 * Reads a body as UTF-8 text, whatever its headers say, without a byte order mark.
 * Rejects when it is larger than 4 MiB, cut short, or no UTF-8.
 */
export async function readText(response: Response): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = response.body.getReader();
  let text = '';
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > maxBytes) throw new RangeError('The body is too large');
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    // A body that is given up must not hold its connection. After the end this does nothing.
    reader.cancel().catch(() => undefined);
  }
}

/** The value of a JSON text, or undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
