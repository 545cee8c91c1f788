import { LRUCache } from 'lru-cache';
import type { Store } from './store.js';

/** Options of `createMemoryStore`. */
export interface MemoryStoreOptions {
  /**
   * Most values, and again most counters of each window, that are kept; beyond it, those unused for longest go.
   * @default 30_000
   */
  maxEntries?: number | undefined;
  /**
   * Milliseconds since some moment. Never runs backwards, so that a corrected wall clock ends no window.
   * @default performance.now
   */
  now?: (() => number) | undefined;
}

/**
 * Creates a store in the memory of this process, which forgets everything when the process ends.
 * Each operation does its work before anything else runs: that is what makes it atomic.
 */
export function createMemoryStore({
  maxEntries = 30_000,
  now = () => performance.now(),
}: MemoryStoreOptions = {}): Store {
  // A resolution of 0 looks at the clock each time, where any other sets timers.
  const options = { max: maxEntries, perf: { now }, ttlResolution: 0 };
  const values = new LRUCache<string, string>(options);
  // Apart from the values, so that a flood of counters never drives out a claim: that would text somebody twice.
  // And by window, of which there are few: the addresses of a minute must not drive out the texts of an hour.
  const countersByWindow = new Map<number, LRUCache<string, { count: number }>>();

  function countersOf(window: number) {
    const known = countersByWindow.get(window);
    if (known) return known;
    const counters = new LRUCache<string, { count: number }>(options);
    countersByWindow.set(window, counters);
    return counters;
  }

  return {
    async get(key) {
      return values.get(key);
    },

    async set(key, value, ttl) {
      values.set(key, value, { ttl });
    },

    async claim(key, value, ttl) {
      if (values.has(key)) return false;
      values.set(key, value, { ttl });
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
      return { count: counter.count, left: Math.max(0, counters.getRemainingTTL(key)) };
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
