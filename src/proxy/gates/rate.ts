import { LRUCache } from 'lru-cache';
import { createKeyedHash } from '../../internal/keyed-hash.js';
import { ProblemError } from '../http/index.js';
import { createMemoryStore, type Store } from '../stores/index.js';
import { addressBlock } from './address-block.js';

const minute = 60_000;

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
}

/** Counts a request of this address. Throws 429 `rate-limited`. Text that is not an address counts as unknown. */
export type RateGate = (address: string | undefined) => Promise<void>;

/**
 * Creates the rate gate. Windows are fixed: they begin with the first request and end after a minute, so that a client
 * that keeps sending is admitted again like any other. While the store is unavailable, requests are counted in this
 * process, since estimates must go on. The store gets keyed hashes, never an address.
 */
export function createRateGate(
  store: Pick<Store, 'count'>,
  { rateLimit = 120, secret, onStoreUnavailable }: RateOptions,
): RateGate {
  const hash = createKeyedHash(secret, 22);
  // The same addresses come again and again, and a hash costs more than a look-up.
  const knownKeys = new LRUCache<string, string>({ max: 1_000 });
  let local: Pick<Store, 'count'> | undefined;

  async function keyOf(address: string): Promise<string> {
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

  return async (address) => {
    const key = address ? (knownKeys.get(address) ?? (await keyOf(address))) : unknownAddressKey;
    const limit = key === unknownAddressKey ? rateLimit * 10 : rateLimit;
    const { count: requests, remainingMs } = await count(key);
    if (requests <= limit) return;
    throw new ProblemError('rate-limited', 'Too many requests from this address.', {
      retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1_000)),
    });
  };
}
