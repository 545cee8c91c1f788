/**
 * What the proxy keeps between requests: claims and outcomes of idempotent requests, and counters of limits.
 * Replicas that share a store act as one. Times to live and windows are in ms. While the store cannot be reached, every
 * operation rejects within its time limit with `StoreUnavailableError`: 200 ms for Redis.
 */
export interface Store {
  /** Resolves with the value of a key, or undefined. */
  get(key: string): Promise<string | undefined>;
  /** Sets a value, and replaces an older one. */
  set(key: string, value: string, ttl: number): Promise<void>;
  /** Sets a value unless the key has one. Atomic: of many calls at once, exactly one resolves with true. */
  claim(key: string, value: string, ttl: number): Promise<boolean>;
  /** Forgets a key. */
  delete(key: string): Promise<void>;
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

/** A cache that replicas share. Each call is one round trip, whatever the number of keys with the same text in `{…}`. */
export interface SharedCache {
  /** Resolves with the value of each key or undefined, in the order of the keys. */
  getMany(keys: readonly string[]): Promise<readonly (CachedValue | undefined)[]>;
  /** Sets values by their keys, and replaces older ones. */
  setMany(values: ReadonlyMap<string, string>, ttl: number): Promise<void>;
}

/** A cached value, and the rest of its time to live. */
export interface CachedValue {
  /** The text as it was set. */
  readonly value: string;
  /** Milliseconds for which it is still valid. */
  readonly remainingMs: number;
}

/** The store could not be reached in time, is full, or refuses writes. */
export class StoreUnavailableError extends Error {
  /** Says which error it is, as `instanceof` does. */
  override readonly name = 'StoreUnavailableError';

  constructor(cause?: unknown) {
    super('The store is not available', { cause });
  }
}
