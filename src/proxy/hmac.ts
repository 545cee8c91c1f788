import { toBase64Url } from './base64url.js';

const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const;
const encoder = new TextEncoder();

/** What a MAC is made of: bytes, or a text as UTF-8. */
type Content = string | Uint8Array<ArrayBuffer>;

/** The key of HMAC-SHA256 (RFC 2104) that a secret is. Rejects for an empty one. */
export function importHmacKey(secret: string): Promise<CryptoKey> {
  const bytes = encoder.encode(secret);
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify']);
}

/** The 32 bytes of a content's MAC. */
export async function macOf(key: CryptoKey, content: Content): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign(algorithm, key, toBytes(content)));
}

/** True when it is the content's MAC. Takes the same time wherever a wrong one differs. */
export function isMacOf(
  key: CryptoKey,
  mac: Uint8Array<ArrayBuffer>,
  content: Content,
): Promise<boolean> {
  return crypto.subtle.verify(algorithm, key, mac, toBytes(content));
}

/** Returns a function that makes 43 characters of a content, which tell nothing of it to who lacks the secret. */
export function createKeyedHash(secret: string): (content: Content) => Promise<string> {
  // On first use: some worker runtimes do nothing asynchronous before the first request.
  let key: Promise<CryptoKey> | undefined;
  return async (content) => {
    key ??= importHmacKey(secret);
    return toBase64Url(await macOf(await key, content));
  };
}

function toBytes(content: Content): Uint8Array<ArrayBuffer> {
  return typeof content === 'string' ? encoder.encode(content) : content;
}
