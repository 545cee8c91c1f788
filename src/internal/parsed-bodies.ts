/**
 * The requests whose body was already parsed, for example by `express.json()`. Their bytes are created again from the parsed
 * body, so a signature of the original bytes can't match.
 */
const parsed = new WeakSet<object>();

/** Marks a request, or the Node message that it comes from. */
export function markParsed(request: object): void {
  parsed.add(request);
}

/** True if the body of a request, or of the Node message that it comes from, was already parsed. */
export function isParsed(request: object): boolean {
  return parsed.has(request);
}
