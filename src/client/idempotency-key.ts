/** A key that no other request has: 128 random bits, in digits and dashes. */
export function createIdempotencyKey(): string {
  // Not randomUUID, which pages on plain http do not have (secure contexts only).
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
