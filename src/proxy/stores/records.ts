/**
 * Records that have one key in the store for each store secret: while a secret is replaced, replicas with the old list and
 * replicas with the new one have a secret in common, and so a key. Keys come in the same order on all replicas, so that of
 * two replicas that claim a record at once, one gets all keys that both know.
 */
import type { Store } from './store.js';

/** Claims a record: true when none of its keys had a value. Releases what it has claimed otherwise. */
export async function claimRecord(
  store: Store,
  keys: readonly string[],
  value: string,
  ttl: number,
): Promise<boolean> {
  const claimed: string[] = [];
  try {
    for (const key of keys) {
      if (!(await store.claim(key, value, ttl))) break;
      claimed.push(key);
    }
  } catch (error) {
    // Those that cannot be deleted expire by themselves.
    await deleteRecord(store, claimed).catch(() => undefined);
    throw error;
  }
  if (claimed.length === keys.length) return true;
  await deleteRecord(store, claimed).catch(() => undefined);
  return false;
}

/** Resolves with the value of the first key that has one. */
export async function getRecord(
  store: Store,
  keys: readonly string[],
): Promise<string | undefined> {
  for (const key of keys) {
    const value = await store.get(key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Sets the value of all keys. */
export async function setRecord(
  store: Store,
  keys: readonly string[],
  value: string,
  ttl: number,
): Promise<void> {
  await Promise.all(keys.map((key) => store.set(key, value, ttl)));
}

/** Deletes all keys. */
export async function deleteRecord(store: Store, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => store.delete(key)));
}

/** Counts one more under each key. Resolves with the highest count, and the rest of its window. */
export async function countRecord(
  store: Pick<Store, 'count'>,
  keys: readonly string[],
  window: number,
) {
  const [only, ...others] = keys;
  if (only !== undefined && others.length === 0) return store.count(only, window);
  const counts = await Promise.all(keys.map((key) => store.count(key, window)));
  return counts.reduce((highest, each) => (each.count > highest.count ? each : highest));
}

/** Takes back one count under each key. Never rejects. */
export async function uncountRecord(
  store: Pick<Store, 'uncount'>,
  keys: readonly string[],
  window: number,
): Promise<void> {
  await Promise.allSettled(keys.map(async (key) => store.uncount?.(key, window)));
}
