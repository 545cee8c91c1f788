const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const;
const encoder = new TextEncoder();

/** The key of HMAC-SHA256 (RFC 2104) that a secret is. Rejects for an empty one. */
export function importHmacKey(secret: string): Promise<CryptoKey> {
  const bytes = encoder.encode(secret);
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify']);
}

/** The 32 bytes of a text's MAC. */
export async function macOf(key: CryptoKey, text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign(algorithm, key, encoder.encode(text)));
}

/** True when it is the text's MAC. Takes the same time wherever a wrong one differs. */
export function isMacOf(
  key: CryptoKey,
  mac: Uint8Array<ArrayBuffer>,
  text: string,
): Promise<boolean> {
  return crypto.subtle.verify(algorithm, key, mac, encoder.encode(text));
}
