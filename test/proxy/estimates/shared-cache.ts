import type { SharedCache } from '../../../src/proxy/stores/store.js';

/** A shared cache whose entries a test can see and change; time passes in it only by a test's hand. */
export function createTestCache() {
  const entries = new Map<string, { value: string; remainingMs: number }>();
  /** The keys of each look-up. */
  const asked: (readonly string[])[] = [];
  const cache: SharedCache = {
    async getMany(keys) {
      asked.push(keys);
      return keys.map((key) => entries.get(key));
    },
    async setMany(values, ttl) {
      for (const [key, value] of values) entries.set(key, { value, remainingMs: ttl });
    },
  };
  return { cache, entries, asked };
}

/** A shared cache that answers nothing until it is let. */
export function hangingCache() {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let asked = 0;
  const cache: SharedCache = {
    async getMany(keys) {
      asked += 1;
      await held;
      return keys.map(() => undefined);
    },
    setMany: () => held,
  };
  return { cache, let: release, asked: () => asked };
}
