const decoder = new TextDecoder('utf-8', { fatal: true });

/** Returns the value of a JSON text, or undefined when the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns the value of JSON in UTF-8, or undefined for any other bytes. */
export function tryParseJsonBytes(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}
