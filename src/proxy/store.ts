/**
 * What the proxy must not lose or double between requests: sends, limits of texts, events and the status of links.
 * Replicas that share a store act as one.
 */
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { checkOptions, isCallback, isWhole } from '../contract/options.js';
import { withTimeLimit } from '../internal/deadline.js';
import { ProblemError } from './problems.js';
import type { Report, StoreOperation } from './report.js';

/**
 * Holds records and counters. Times to live and windows are in ms. While the store cannot be reached, every operation
 * rejects within its time limit with `StoreUnavailableError`: 250 ms for Redis.
 */
export interface Store {
  /** Resolves with the value of a key, or undefined. */
  get(key: string): Promise<string | undefined>;
  /** Sets a value, and replaces an older one. */
  set(key: string, value: string, ttl: number): Promise<void>;
  /** Sets a value unless the key has one. Atomic: of many calls at once, exactly one resolves with true. */
  claim(key: string, value: string, ttl: number): Promise<boolean>;
  /**
   * Forgets a key; with a value, only while the key has this value, in one step: a claim that came late must not be deleted
   * by the holder of an earlier one.
   */
  delete(key: string, value?: string): Promise<void>;
  /** Counts one more in a window that begins with the first. Resolves with the count and the rest of the window. */
  count(
    key: string,
    window: number,
  ): Promise<{
    /** Counts of this window, this one included. */
    readonly count: number;
    /** Milliseconds until the window ends. */
    readonly remainingMs: number;
  }>;
  /** Takes back one count of a window that has not ended. Absent when counts can only grow. */
  uncount?(key: string, window: number): Promise<void>;
  /** Closes connections and timers. */
  close(): Promise<void>;
}

/** The store could not be reached in time, is full, or refuses writes. */
export class StoreUnavailableError extends Error {
  /** Says which error it is, as `instanceof` does. */
  override readonly name = 'StoreUnavailableError';

  constructor(cause?: unknown) {
    super('The store is not available', { cause });
  }
}

/** Operations that a full Redis and a read-only replica refuse, though they answer others. */
const writes: ReadonlySet<StoreOperation> = new Set(['set', 'claim', 'count']);

/** Milliseconds after which a store of the integrator that does not keep a time limit of its own is unavailable. */
const longestOperation = 5_000;

/** What makes sense as an answer of each operation; the others answer nothing. */
const answerSchemas = {
  get: z.string().optional(),
  claim: z.boolean(),
  // Below 1, no limit would ever be reached.
  count: z.object({ count: z.number().min(1), remainingMs: z.number() }),
};

/**
 * Makes each failure of a store one thing: a rejection, silence, and an answer that makes no sense become the 503 of a store
 * that is unavailable. Reports each operation, and each write that succeeded.
 */
export function guardStore(
  store: Store,
  { observe, worked }: Pick<Report, 'observe' | 'worked'>,
): Required<Store> {
  async function run<T>(
    operation: StoreOperation,
    work: () => Promise<T>,
    schema?: z.ZodType<T>,
  ): Promise<T> {
    const start = performance.now();
    let outcome: 'success' | 'failure' = 'failure';
    try {
      const answer = await withTimeLimit(longestOperation, work());
      schema?.parse(answer);
      outcome = 'success';
      return answer;
    } catch (cause) {
      throw new ProblemError('store-unavailable', { retryAfterSeconds: 5, cause });
    } finally {
      observe({ type: 'store', operation, outcome, durationMs: performance.now() - start });
      if (outcome === 'success' && writes.has(operation)) worked('store');
    }
  }
  const { get, claim, count } = answerSchemas;
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
   * The maximum number of values, and of counters of each kind and window. Beyond that, the least recently used ones go.
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

const memoryStoreChecks = {
  maxEntries: isWhole(1, 100_000_000),
  maxBytes: isWhole(1, 2 ** 40),
  now: isCallback,
};

/** The default of `maxEntries`. */
const mostEntries = 30_000;

/** The stores of `createMemoryStore`. */
const memoryStores = new WeakSet<Store>();

/** True for a store in the memory of this process, which no other process shares. */
export function isMemoryStore(store: Store): boolean {
  return memoryStores.has(store);
}

/**
 * Creates a store in the memory of this process. Each operation does its work in one turn of the event loop, which makes
 * it atomic. Throws `InvalidOptionError`.
 */
export function createMemoryStore(given: MemoryStoreOptions = {}): Store {
  checkOptions(memoryStoreChecks, given);
  const {
    maxEntries = mostEntries,
    maxBytes = 64 * 1024 * 1024,
    now = () => performance.now(),
  } = given;
  const createValues = () =>
    new LRUCache<string, string>({
      ...clockOf(now),
      maxSize: maxBytes,
      sizeCalculation: sizeOf,
    });
  const values = createValues();
  // Callers can create any number of links. They must not evict the claim of a text or a webhook, which could then be
  // sent or handled twice.
  const limitedClaims = createValues();
  const valuesOf = (key: string) => (limitedClaim.test(key) ? limitedClaims : values);
  // Separate from the values, so that a flood of counters never evicts a claim, which could text a shopper twice.
  const counters = createCounters(maxEntries, now);

  function setValue(key: string, value: string, ttl: number): void {
    // The cache would drop the current value of the key, and with it a claim.
    if (sizeOf(value, key) > maxBytes) throw new StoreUnavailableError();
    const cache = valuesOf(key);
    cache.set(key, value, { ttl });
    if (cache.size > maxEntries) cache.pop(); // replaces the library's `max`, as with the counters
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
      limitedClaims.clear();
      counters.clear();
    },
  };
  memoryStores.add(store);
  return store;
}

/** Keys of small claims whose number is limited by the limits of texts and by signatures. */
const limitedClaim = /^(?:text|webhook):/;

/**
 * Creates counters in the memory of this process, at most `maxEntries` of each kind and window. Beyond that, the least
 * recently used ones go. The kind is the first part of a key such as `limit:phone:…`. Callers choose how many addresses and
 * phones are counted, so these never compete with the counter of all texts, nor with each other.
 */
export function createCounters(
  maxEntries = mostEntries,
  now = () => performance.now(),
): Required<Pick<Store, 'count' | 'uncount'>> & { clear(): void } {
  const byKind = new Map<string, LRUCache<string, { count: number }>>();

  function countersOf(key: string, window: number) {
    const kind = `${window} ${/^limit:[a-z-]+:/.exec(key)?.[0] ?? ''}`;
    const known = byKind.get(kind);
    if (known) return known;
    const counters = new LRUCache<string, { count: number }>({
      ...clockOf(now),
      maxSize: maxEntries, // with `max`, the library would allocate all entries at once, which takes 10 ms
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
      // Rejected requests must not fill the memory with counters of zero, which would evict those in use.
      if (counter.count === 0) counters.delete(key);
    },

    clear: () => byKind.clear(),
  };
}

/** With a resolution of 0 the cache reads the clock each time; with any other it sets timers. */
const clockOf = (now: () => number) => ({ perf: { now }, ttlResolution: 0 });

/** Bytes of an entry at most, with about 100 for the entry itself. */
function sizeOf(value: string, key: string): number {
  return 100 + 2 * (key.length + value.length);
}
