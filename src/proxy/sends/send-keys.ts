/** The keys of sends in the store. They're keyed hashes, so the store contains no phone numbers. */
import type { OperationName } from '../../contract/index.js';
import type { KeyedHash } from '../../internal/crypto.js';
import { valueKey } from '../store-keys.js';

/** Returns the key of the claim of an `Idempotency-Key`, which belongs to one operation and location. */
export async function sendKeyOf(
  hash: KeyedHash,
  operation: OperationName,
  location: string,
  idempotencyKey: string,
): Promise<string> {
  return valueKey('once', await hashOf(hash, 'key', operation, location, idempotencyKey));
}

/** Returns the key of the claim of a text message about one purchase. */
export async function textKeyOf(
  hash: KeyedHash,
  operation: OperationName,
  location: string,
  reference: string | undefined,
  smsRecipient: string | undefined,
): Promise<string> {
  const about = [operation, normalize(location), normalize(reference), smsRecipient];
  return valueKey('text', await hashOf(hash, 'text', ...about));
}

/** Returns the hash of a body. The order of its fields doesn't matter. */
export function bodyHashOf(hash: KeyedHash, body: unknown): Promise<string> {
  return hashOf(hash, 'body', body);
}

/** Hashes several parts. JSON keeps them separate, no matter which characters they contain. */
function hashOf(hash: KeyedHash, ...parts: readonly unknown[]): Promise<string> {
  return hash(JSON.stringify(parts, sortFields));
}

/** A replacer for `JSON.stringify` that writes equal objects as equal strings. */
function sortFields(_field: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Removes differences that people can't see, such as full-width digits, invisible characters, and spaces at the ends.
 * Otherwise, two spellings of one reference would send two text messages.
 */
function normalize(text: string | undefined): string | undefined {
  return text
    ?.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .trim();
}
