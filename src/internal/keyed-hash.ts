import { toBase64Url } from './base64url.js';

const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const;
const encoder = new TextEncoder();

/** Bytes, or a text that stands for its UTF-8. */
type Content = string | Uint8Array<ArrayBuffer>;

/** HMAC-SHA256 (RFC 2104) under one secret. Both functions reject for an empty secret. */
export interface Mac {
  /** Returns the 32 bytes of the content's MAC. */
  sign(content: Content): Promise<Uint8Array>;
  /** True when `mac` is the content's MAC. Takes the same time wherever a wrong one differs. */
  verify(mac: Uint8Array<ArrayBuffer>, content: Content): Promise<boolean>;
}

/** Creates the MAC of a secret. The key is imported on first use: some worker runtimes allow no asynchronous work earlier. */
export function createMac(secret: string): Mac {
  let imported: Promise<CryptoKey> | undefined;
  const key = () =>
    (imported ??= crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, [
      'sign',
      'verify',
    ]));
  return {
    async sign(content) {
      return new Uint8Array(await crypto.subtle.sign(algorithm, await key(), toBytes(content)));
    },
    async verify(mac, content) {
      return crypto.subtle.verify(algorithm, await key(), mac, toBytes(content));
    },
  };
}

/**
 * Returns a function that maps content to `length` characters of base64url, at most 43, which reveal nothing of the
 * content without the secret. 22 of them are enough where a collision costs a cache entry or a count.
 */
export function createKeyedHash(
  secret: string,
  length = 43,
): (content: Content) => Promise<string> {
  const { sign } = createMac(secret);
  return async (content) => toBase64Url(await sign(content)).slice(0, length);
}

/** One secret, or several while one is replaced by another. */
export type Secrets = string | readonly string[];

/**
 * Returns the same function for several secrets: it maps content to a hash under each. The order of the hashes is that of
 * the secrets as sorted text, whatever the order in which they were given.
 */
export function createKeyedHashes(
  secrets: Secrets,
  length?: number,
): (content: Content) => Promise<readonly string[]> {
  const hashes = [...new Set([secrets].flat())].sort().map((each) => createKeyedHash(each, length));
  return (content) => Promise.all(hashes.map((hash) => hash(content)));
}

function toBytes(content: Content): Uint8Array<ArrayBuffer> {
  return typeof content === 'string' ? encoder.encode(content) : content;
}
