/**
 * Remembers the requests whose body was parsed before they got here, as behind `express.json()`. Their bytes are written
 * again from the parsed body, so a signature over the original bytes can't match.
 */
const parsed = new WeakSet<object>();

/** Marks a request, or Node's message behind it. */
export function markParsed(request: object): void {
  parsed.add(request);
}

/** True for a request, or Node's message behind it, whose body was parsed. */
export function isParsed(request: object): boolean {
  return parsed.has(request);
}
