/** HMAC-SHA256 and the texts around it, with the web's `crypto` alone: the proxy also runs where there is no Node. */

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

/** Maps content to 43 characters of base64url: the same on all replicas with the secret, and without it they reveal nothing. */
export type KeyedHash = (content: Content) => Promise<string>;

/** Creates the hash of a secret. */
export function createKeyedHash(secret: string): KeyedHash {
  const { sign } = createMac(secret);
  return async (content) => toBase64Url(await sign(content));
}

/** Encodes bytes as base64url without padding (RFC 4648 section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Decodes base64url without padding. Undefined for any other text, also for a second spelling of the same bytes. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return toBase64Url(bytes) === text ? bytes : undefined;
}

/** True for equal bytes. Takes the same time wherever two values of the same length differ. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  return (
    left.reduce((difference, byte, index) => difference | (byte ^ (right[index] ?? 0)), 0) === 0
  );
}

function toBytes(content: Content): Uint8Array<ArrayBuffer> {
  return typeof content === 'string' ? encoder.encode(content) : content;
}
