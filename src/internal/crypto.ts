/** HMAC-SHA256 and its encodings. Uses only the web's `crypto`, because the proxy also runs on platforms other than Node. */

const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const;
const encoder = new TextEncoder();

/** Bytes, or a string to encode as UTF-8. */
type Content = string | Uint8Array<ArrayBuffer>;

/** HMAC-SHA256 (RFC 2104) with one secret. Both functions reject if the secret is empty. */
export interface Mac {
  /** Returns the 32 bytes of the content's MAC. */
  sign(content: Content): Promise<Uint8Array>;
  /** True if `mac` is the content's MAC. The time doesn't depend on where a wrong MAC differs. */
  verify(mac: Uint8Array<ArrayBuffer>, content: Content): Promise<boolean>;
}

/**
 * Creates the MAC functions of a secret. The key is imported on first use, because some worker runtimes allow no asynchronous
 * work while modules load.
 */
export function createMac(secret: string): Mac {
  const usages = ['sign', 'verify'] as const;
  let imported: Promise<CryptoKey> | undefined;
  const key = () =>
    (imported ??= crypto.subtle.importKey('raw', toBytes(secret), algorithm, false, usages));
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
 * Maps content to 43 characters of base64url. The hash is the same on all replicas with the secret, and reveals nothing without
 * the secret.
 */
export type KeyedHash = (content: Content) => Promise<string>;

/** Creates the keyed hash of a secret. */
export function createKeyedHash(secret: string): KeyedHash {
  const { sign } = createMac(secret);
  return async (content) => toBase64Url(await sign(content));
}

/** Encodes bytes as base64url without padding (RFC 4648 section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Decodes base64url without padding. Returns undefined for any other text, including a second spelling of the same bytes. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = fromBase64(base64);
  return toBase64Url(bytes) === text ? bytes : undefined;
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Encodes bytes as lowercase hexadecimal. */
export function toHex(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** True if the bytes are equal. For values of the same length, the time doesn't depend on where they differ. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  return (
    left.reduce((difference, byte, index) => difference | (byte ^ (right[index] ?? 0)), 0) === 0
  );
}

function toBytes(content: Content): Uint8Array<ArrayBuffer> {
  return typeof content === 'string' ? encoder.encode(content) : content;
}
