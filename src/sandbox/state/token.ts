/** Creates an unguessable token: `bytes` random bytes in hexadecimal. */
export function createToken(bytes = 16): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
