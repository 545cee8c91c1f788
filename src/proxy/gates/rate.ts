import { LRUCache } from 'lru-cache';
import { createKeyedHash } from '../../internal/keyed-hash.js';
import { ProblemError } from '../http/index.js';
import { createMemoryStore, type Store } from '../stores/index.js';
import { addressBlock } from './address-block.js';

const minute = 60_000;
const day = 24 * 60 * minute;

/** The key that requests without an address share. */
const unknownAddressKey = 'limit:address:unknown';

/** Length of an IPv6 address in brackets with a port. */
const longestAddress = 64;

/** Options of `createRateGate`. */
export interface RateOptions {
  /**
   * Requests a minute for each client address. Clients with an unknown address share ten times as many.
   * @default 120
   */
  readonly rateLimit?: number | undefined;
  /** Keys the hashes. The same on all replicas that share a store. */
  readonly secret: string;
  /** Called with the error when the store is unavailable, for each request that is counted in this process instead. */
  readonly onStoreUnavailable?: ((cause: unknown) => void) | undefined;
  /**
   * A monotonic clock in ms.
   * @default performance.now
   */
  readonly now?: (() => number) | undefined;
}

/** Limits the requests of each client address. Text that is not an address counts as unknown. */
export interface RateGate {
  /** Counts a request of this address. Throws 429 `rate-limited`. */
  (address: string | undefined): Promise<void>;
  /** Throws the same without counting, for an address that this process has refused within the same minute. */
  checkRefused(address: string | undefined): Promise<void>;
  /** Exempts an address from `checkRefused` for a day. Its requests are counted as before. */
  exempt(address: string | undefined): Promise<void>;
}

/**
 * Creates the rate gate. Windows are fixed: they begin with the first request and end after a minute, so that a client
 * that keeps sending is admitted again like any other. While the store is unavailable, requests are counted in this
 * process, since estimates must go on. The store gets keyed hashes, never an address.
 */
export function createRateGate(
  store: Pick<Store, 'count'>,
  { rateLimit = 120, secret, onStoreUnavailable, now = () => performance.now() }: RateOptions,
): RateGate {
  const hash = createKeyedHash(secret, 22);
  const clock = { perf: { now }, ttlResolution: 0 };
  // The same addresses come again and again, and a hash costs more than a look-up.
  const knownKeys = new LRUCache<string, string>({ max: 1_000 });
  const refusedKeys = new LRUCache<string, true>({ max: 10_000, ...clock });
  const exemptKeys = new LRUCache<string, true>({ max: 1_000, ttl: day, ...clock });
  let local: Pick<Store, 'count'> | undefined;

  async function keyOf(address: string | undefined): Promise<string> {
    if (!address) return unknownAddressKey;
    const known = knownKeys.get(address);
    if (known !== undefined) return known;
    const block = addressBlock(address);
    if (block === undefined) return unknownAddressKey;
    const key = `limit:address:${await hash(`address ${block}`)}`;
    // A zone after `%` can make an address of any length.
    if (address.length <= longestAddress) knownKeys.set(address, key);
    return key;
  }

  async function count(key: string) {
    try {
      return await store.count(key, minute);
    } catch (cause) {
      onStoreUnavailable?.(cause);
      local ??= createMemoryStore({ maxEntries: 10_000 });
      return local.count(key, minute);
    }
  }

  async function checkRate(address: string | undefined): Promise<void> {
    const key = await keyOf(address);
    const limit = key === unknownAddressKey ? rateLimit * 10 : rateLimit;
    const { count: requests, remainingMs } = await count(key);
    if (requests <= limit) return;
    refusedKeys.set(key, true, { ttl: Math.max(1, remainingMs) });
    throw rateLimited(remainingMs);
  }

  async function checkRefused(address: string | undefined): Promise<void> {
    const key = await keyOf(address);
    if (refusedKeys.has(key) && !exemptKeys.has(key))
      throw rateLimited(refusedKeys.getRemainingTTL(key));
  }

  async function exempt(address: string | undefined): Promise<void> {
    exemptKeys.set(await keyOf(address), true);
  }

  return Object.assign(checkRate, { checkRefused, exempt });
}

function rateLimited(remainingMs: number): ProblemError {
  return new ProblemError('rate-limited', 'Too many requests from this address.', {
    retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1_000)),
  });
}
