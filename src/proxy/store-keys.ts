/**
 * Makes the keys of the store, and says what a memory store needs to know about them. Different versions of the proxy share a
 * store, so a key can't change.
 */
import type { KeyedHash } from '../internal/crypto.js';

/**
 * The kinds of keys with a value. True if the limits of text messages or the signatures of webhooks bound the number of keys.
 * Callers can create any number of the others.
 */
const isBounded = { once: false, link: false, text: true, webhook: true };

/** Returns the key of a value. */
export function valueKey(kind: keyof typeof isBounded, name: string): string {
  return `${kind}:${name}`;
}

/** True for the key of a value whose number is bounded. */
export function isBoundedKey(key: string): boolean {
  const kind = key.slice(0, key.indexOf(':'));
  return Object.hasOwn(isBounded, kind) && isBounded[kind as keyof typeof isBounded];
}

const counterKinds = [
  'address',
  'unknown',
  'webhook-address',
  'webhook-unknown',
  'sender',
  'unknown-sender',
  'sender-network',
  'sender-provider',
  'phone',
  'prefix',
  'texts',
] as const;

/** The kind of a counter. */
export type CounterKind = (typeof counterKinds)[number];

/** Returns the key of a counter in memory. */
export function counterKey(kind: CounterKind, name: string): string {
  return `limit:${kind}:${name}`;
}

/** Returns the key of a counter in the store. A collision of the hash's 132 bits would cost one count. */
export async function hashedCounterKey(
  hash: KeyedHash,
  kind: CounterKind,
  name: string,
): Promise<string> {
  return counterKey(kind, (await hash(name)).slice(0, 22));
}

/** Returns the kind of a counter, or undefined for any other key. */
export function counterKindOf(key: string): CounterKind | undefined {
  return counterKinds.find((kind) => key.startsWith(counterKey(kind, '')));
}
