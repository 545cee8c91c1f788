import { LRUCache } from 'lru-cache';
import { StoreUnavailableError, type Store } from './store.js';

/** Options of `createMemoryStore`. */
export interface MemoryStoreOptions {
  /**
   * Most values, and most counters of each window; beyond it, those unused for longest go.
   * @default 30_000
   */
  maxEntries?: number | undefined;
  /**
   * Most bytes of all keys and values, at two bytes a character; beyond it, values unused for longest go. A value that is
   * larger by itself is refused with `StoreUnavailableError`.
   * @default 67_108_864
   */
  maxBytes?: number | undefined;
  /**
   * A monotonic clock in ms, so that a corrected wall clock ends no window.
   * @default performance.now
   */
  now?: (() => number) | undefined;
}

/**
 * Creates a store in the memory of this process. Each operation does its work in one turn of the event loop, which makes
 * it atomic.
 */
export function createMemoryStore({
  maxEntries = 30_000,
  maxBytes = 64 * 1024 * 1024,
  now = () => performance.now(),
}: MemoryStoreOptions = {}): Store {
  // With a resolution of 0 the cache reads the clock each time; with any other it sets timers.
  const options = { max: maxEntries, perf: { now }, ttlResolution: 0 };
  const values = new LRUCache<string, string>({
    ...options,
    maxSize: maxBytes,
    sizeCalculation: sizeOf,
  });
  // Separate from the values, so that a flood of counters never evicts a claim, which could text a shopper twice. And
  // separate for each window, so that the addresses of a minute never evict the texts of an hour.
  const countersByWindow = new Map<number, LRUCache<string, { count: number }>>();

  function countersOf(window: number) {
    const known = countersByWindow.get(window);
    if (known) return known;
    const counters = new LRUCache<string, { count: number }>(options);
    countersByWindow.set(window, counters);
    return counters;
  }

  function setValue(key: string, value: string, ttl: number): void {
    // The cache would drop the value that the key has, and with it a claim.
    if (sizeOf(value, key) > maxBytes) throw new StoreUnavailableError();
    values.set(key, value, { ttl });
  }

  return {
    async get(key) {
      return values.get(key);
    },

    async set(key, value, ttl) {
      setValue(key, value, ttl);
    },

    async claim(key, value, ttl) {
      if (values.has(key)) return false;
      setValue(key, value, ttl);
      return true;
    },

    async delete(key) {
      values.delete(key);
    },

    async count(key, window) {
      const counters = countersOf(window);
      const counter = counters.get(key) ?? { count: 0 };
      if (counter.count === 0) counters.set(key, counter, { ttl: window });
      counter.count += 1;
      const remainingMs = Math.max(0, counters.getRemainingTTL(key));
      return { count: counter.count, remainingMs };
    },

    async uncount(key, window) {
      const counter = countersOf(window).get(key);
      if (counter && counter.count > 0) counter.count -= 1;
    },

    async close() {
      values.clear();
      countersByWindow.clear();
    },
  };
}

/** Bytes of an entry at most, with about 100 for the entry itself. */
function sizeOf(value: string, key: string): number {
  return 100 + 2 * (key.length + value.length);
}
