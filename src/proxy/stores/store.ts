/**
 * What the proxy remembers from one request to another: claims and answers of idempotent requests, counters of
 * limits, and estimates where replicas share them. One process keeps it in memory; replicas that share a store act as one.
 * Times to live and windows are in ms. A store that cannot be reached rejects within 250 ms with
 * `StoreUnavailableError`, whatever the operation.
 */
export interface Store {
  /** The value of a key, or undefined. */
  get(key: string): Promise<string | undefined>;
  /** Sets a value, over an older one too. */
  set(key: string, value: string, ttl: number): Promise<void>;
  /** Sets a value unless the key has one. Atomic: of many calls at once, exactly one resolves with true. */
  claim(key: string, value: string, ttl: number): Promise<boolean>;
  /** Forgets a key. */
  delete(key: string): Promise<void>;
  /** Counts one more in a window that begins with the first. Resolves with the count and the ms that are left. */
  count(key: string, window: number): Promise<{ readonly count: number; readonly left: number }>;
  /** Takes one count of a window back, if that still lasts. Absent where counts only grow. */
  uncount?(key: string, window: number): Promise<void>;
  /** What may be forgotten at any time. Absent where nobody shares: each process has a cache of its own besides. */
  readonly cache?: SharedCache | undefined;
  /** Lets go of connections and timers. */
  close(): Promise<void>;
}

/** A cache that replicas share. Each call is one round trip, whatever the number of keys. */
export interface SharedCache {
  /** What there is of each key, in the order of the keys. */
  getMany(keys: readonly string[]): Promise<readonly (CachedValue | undefined)[]>;
  /** Sets values by their keys, over older ones too. */
  setMany(values: ReadonlyMap<string, string>, ttl: number): Promise<void>;
}

/** A value, and the ms for which it is still kept. */
export interface CachedValue {
  readonly value: string;
  readonly left: number;
}

/** The store could not be reached in time, is full, or takes no writes. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';

  constructor(cause?: unknown) {
    super('The store is not available', { cause });
  }
}
