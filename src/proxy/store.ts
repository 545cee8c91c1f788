/**
 * Keeps the state that the proxy must not lose or duplicate between requests: sends, text message limits, events, and link
 * statuses. Replicas that share a store act as one.
 */
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { checkOptions, callbackProblem, wholeNumberProblem } from '../internal/options.js';
import { withTimeLimit } from '../internal/deadline.js';
import { ProblemError } from './problems.js';
import type { StoreOperation } from './observer-events.js';
import type { Report } from './report.js';
import { counterKindOf, isBoundedKey } from './store-keys.js';

/**
 * Holds records and counters. TTLs and windows are in ms. If the store can't be reached, every operation rejects with
 * `StoreUnavailableError` within the store's time limit, which is 200 ms by default for Redis.
 */
export interface Store {
  /** Resolves with the value of a key, or undefined if the key doesn't exist. */
  get(key: string): Promise<string | undefined>;
  /** Sets a value. Replaces the previous one. */
  set(key: string, value: string, ttl: number): Promise<void>;
  /**
   * Sets a value unless the key already has one. Atomic: if many callers claim a key at once, exactly one call resolves with
   * true.
   */
  claim(key: string, value: string, ttl: number): Promise<boolean>;
  /**
   * Deletes a key. With a value, deletes it only if the key still has that value, atomically. Otherwise the holder of an expired
   * claim could delete a newer one.
   */
  delete(key: string, value?: string): Promise<void>;
  /** Adds one to a counter. The first call starts the window. Resolves with the count and the time left in the window. */
  count(
    key: string,
    window: number,
  ): Promise<{
    /** The count in this window, including this call. */
    readonly count: number;
    /** Milliseconds until the window ends. */
    readonly remainingMs: number;
  }>;
  /** Takes back one count of a window that hasn't ended. Omit it if counts can only grow. */
  uncount?(key: string, window: number): Promise<void>;
  /** Closes all connections and timers. */
  close(): Promise<void>;
}

/** Thrown if the store couldn't be reached in time, is full, or refuses writes. */
export class StoreUnavailableError extends Error {
  /** Identifies the error class, as `instanceof` does. */
  override readonly name = 'StoreUnavailableError';

  constructor(cause?: unknown) {
    super('The store is not available', { cause });
  }
}

/** Writes. A full Redis or a read-only replica refuses them, even though it still responds to other operations. */
const writes: ReadonlySet<StoreOperation> = new Set(['set', 'claim', 'count']);

/** The maximum time of an operation, in ms. Applies to an integrator's store that doesn't have its own time limit. */
const operationTimeoutMs = 5_000;

/** Schemas for the results of operations. The other operations have no result. */
const resultSchemas = {
  get: z.string().optional(),
  claim: z.boolean(),
  // With a count below 1, no limit would ever be reached.
  count: z.object({ count: z.number().min(1), remainingMs: z.number() }),
};

/**
 * Turns every failure of a store into a 503 `store-unavailable` problem: a rejection, a timeout, or an invalid result. Reports
 * each operation, and each write that succeeded.
 */
export function guardStore(
  store: Store,
  { observe, recordSuccess }: Pick<Report, 'observe' | 'recordSuccess'>,
): Required<Store> {
  async function run<T>(
    operation: StoreOperation,
    work: () => Promise<T>,
    schema?: z.ZodType<T>,
  ): Promise<T> {
    const start = performance.now();
    let outcome: 'success' | 'failure' = 'failure';
    try {
      const result = await withTimeLimit(operationTimeoutMs, work());
      schema?.parse(result);
      outcome = 'success';
      return result;
    } catch (cause) {
      throw new ProblemError('store-unavailable', { retryAfterSeconds: 5, cause });
    } finally {
      observe({ type: 'store', operation, outcome, durationMs: performance.now() - start });
      if (outcome === 'success' && writes.has(operation)) recordSuccess('store');
    }
  }
  const { get, claim, count } = resultSchemas;
  return {
    get: (key) => run('get', () => store.get(key), get),
    set: (key, value, ttl) => run('set', () => store.set(key, value, ttl)),
    claim: (key, value, ttl) => run('claim', () => store.claim(key, value, ttl), claim),
    delete: (key, value) => run('delete', () => store.delete(key, value)),
    count: (key, window) => run('count', () => store.count(key, window), count),
    async uncount(key, window) {
      if (store.uncount) await run('uncount', async () => store.uncount?.(key, window));
    },
    close: () => store.close(),
  };
}

/** Options of `createMemoryStore`. */
export interface MemoryStoreOptions {
  /**
   * The maximum number of values, and of counters of each kind and window. Beyond that, the least recently used entries are
   * evicted.
   * @default 30_000
   */
  maxEntries?: number | undefined;
  /**
   * The maximum size of all keys and values in bytes, at two bytes per character. Beyond that, the least recently used values are
   * evicted. A single value larger than this is refused with `StoreUnavailableError`.
   * @default 67_108_864
   */
  maxBytes?: number | undefined;
  /**
   * A monotonic clock in ms. A wall clock could be corrected, which would end windows early or late.
   * @default performance.now
   */
  now?: (() => number) | undefined;
}

const memoryStoreChecks = {
  maxEntries: wholeNumberProblem(1, 100_000_000),
  maxBytes: wholeNumberProblem(1, 2 ** 40),
  now: callbackProblem,
};

const defaultMaxEntries = 30_000;

/** The stores that `createMemoryStore` created. */
const memoryStores = new WeakSet<Store>();

/** True for a store in the memory of this process, which other processes can't share. */
export function isMemoryStore(store: Store): boolean {
  return memoryStores.has(store);
}

/**
 * Creates a store in the memory of this process. Each operation runs within one turn of the event loop, which makes it atomic.
 * Throws `InvalidOptionError`.
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): Store {
  checkOptions(memoryStoreChecks, options);
  const {
    maxEntries = defaultMaxEntries,
    maxBytes = 64 * 1024 * 1024,
    now = () => performance.now(),
  } = options;
  const createValues = () =>
    new LRUCache<string, string>({
      ...clockOf(now),
      maxSize: maxBytes,
      sizeCalculation: sizeOf,
    });
  const values = createValues();
  // Kept separate because callers can create any number of links. Links must not evict the claim of a text message or webhook,
  // which could then be sent or handled twice.
  const boundedValues = createValues();
  const valuesOf = (key: string) => (isBoundedKey(key) ? boundedValues : values);
  // Kept separate from the values, so that a flood of counters can't evict a claim. Otherwise a shopper could get the same text
  // message twice.
  const counters = createCounters(maxEntries, now);

  function setValue(key: string, value: string, ttl: number): void {
    // Otherwise the cache would drop the key's current value, which may be a claim.
    if (sizeOf(value, key) > maxBytes) throw new StoreUnavailableError();
    const cache = valuesOf(key);
    cache.set(key, value, { ttl });
    if (cache.size > maxEntries) cache.pop(); // instead of the library's `max`, as for the counters
  }

  const store: Store = {
    get: async (key) => valuesOf(key).get(key),
    set: async (key, value, ttl) => setValue(key, value, ttl),

    async claim(key, value, ttl) {
      if (valuesOf(key).has(key)) return false;
      setValue(key, value, ttl);
      return true;
    },

    async delete(key, value) {
      const cache = valuesOf(key);
      if (value === undefined || cache.get(key) === value) cache.delete(key);
    },

    count: counters.count,
    uncount: counters.uncount,

    async close() {
      values.clear();
      boundedValues.clear();
      counters.clear();
    },
  };
  memoryStores.add(store);
  return store;
}

/**
 * Creates counters in the memory of this process, at most `maxEntries` of each kind and window. Beyond that, the least recently
 * used counters are evicted. Callers control how many addresses and phone numbers are counted, so each kind has its own space.
 * Otherwise those counters could evict each other or the counter of all text messages.
 */
export function createCounters(
  maxEntries = defaultMaxEntries,
  now = () => performance.now(),
): Required<Pick<Store, 'count' | 'uncount'>> & { clear(): void } {
  const byKind = new Map<string, LRUCache<string, { count: number }>>();

  function countersOf(key: string, window: number) {
    const kind = `${window} ${counterKindOf(key)}`;
    const known = byKind.get(kind);
    if (known) return known;
    const counters = new LRUCache<string, { count: number }>({
      ...clockOf(now),
      maxSize: maxEntries, // with `max`, the library would allocate all entries upfront, which takes 10 ms
      sizeCalculation: () => 1,
    });
    byKind.set(kind, counters);
    return counters;
  }

  return {
    async count(key, window) {
      const counters = countersOf(key, window);
      const counter = counters.get(key) ?? { count: 0 };
      if (counter.count === 0) counters.set(key, counter, { ttl: window });
      counter.count += 1;
      const remainingMs = Math.max(0, counters.getRemainingTTL(key));
      return { count: counter.count, remainingMs };
    },

    async uncount(key, window) {
      const counters = countersOf(key, window);
      const counter = counters.get(key);
      if (!counter) return;
      counter.count -= 1;
      // Otherwise rejected requests would fill the memory with counters of zero, which would evict counters in use.
      if (counter.count === 0) counters.delete(key);
    },

    clear: () => byKind.clear(),
  };
}

/** With `ttlResolution: 0`, the cache reads the clock on each access. Otherwise it sets timers. */
const clockOf = (now: () => number) => ({ perf: { now }, ttlResolution: 0 });

/** Returns the maximum size of an entry in bytes, including about 100 bytes of overhead. */
function sizeOf(value: string, key: string): number {
  return 100 + 2 * (key.length + value.length);
}
