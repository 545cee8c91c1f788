import { LRUCache } from 'lru-cache';
import { createKeyedHashes, type Secrets } from '../../internal/keyed-hash.js';
import { ProblemError } from '../http/index.js';
import { countRecord, createMemoryStore, type Store } from '../stores/index.js';
import { addressBlock } from './address-block.js';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Length of an IPv6 address in brackets with a port. */
const longestAddress = 64;

/** Options of `createRateGate`. */
export interface RateOptions {
  /**
   * Requests a minute for each client address. Clients with an unknown address share ten times as many.
   * @default 120
   */
  readonly rateLimit?: number | undefined;
  /** Keys the hashes. Replicas that share a store have one in common. */
  readonly secret: Secrets;
  /** Called with the error when the store is unavailable, for each request that is counted in this process instead. */
  readonly onStoreUnavailable?: ((cause: unknown) => void) | undefined;
  /**
   * A monotonic clock in ms.
   * @default performance.now
   */
  readonly now?: (() => number) | undefined;
}

/** The keys that the requests of an address are counted under, one for each secret, and how many a minute may come. */
interface Client {
  readonly keys: readonly string[];
  /** One of the keys, by which this process remembers the client. */
  readonly id: string;
  readonly limit: number;
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
  const hashes = createKeyedHashes(secret, 22);
  const clock = { perf: { now }, ttlResolution: 0 };
  // The same addresses come again and again, and a hash costs more than a look-up.
  const knownClients = new LRUCache<string, Client>({ max: 1_000 });
  const refusedKeys = new LRUCache<string, true>({ max: 10_000, ...clock });
  const exemptKeys = new LRUCache<string, true>({ max: 1_000, ttl: day, ...clock });
  let unknownClient: Promise<Client> | undefined;
  let local: Pick<Store, 'count'> | undefined;

  async function createClient(content: string, limit: number): Promise<Client> {
    const keys = (await hashes(content)).map((hash) => `limit:address:${hash}`);
    return { keys, id: keys[0] ?? '', limit };
  }

  async function clientOf(address = ''): Promise<Client> {
    const known = knownClients.get(address);
    if (known !== undefined) return known;
    const block = addressBlock(address);
    if (block === undefined) {
      return (unknownClient ??= createClient('unknown address', rateLimit * 10));
    }
    const client = await createClient(`address ${block}`, rateLimit);
    // A zone after `%` can make an address of any length.
    if (address.length <= longestAddress) knownClients.set(address, client);
    return client;
  }

  async function count({ keys }: Client) {
    try {
      return await countRecord(store, keys, minute);
    } catch (cause) {
      onStoreUnavailable?.(cause);
      local ??= createMemoryStore({ maxEntries: 10_000 });
      return countRecord(local, keys, minute);
    }
  }

  async function checkRate(address: string | undefined): Promise<void> {
    const client = await clientOf(address);
    const { count: requests, remainingMs } = await count(client);
    if (requests <= client.limit) return;
    refusedKeys.set(client.id, true, { ttl: Math.max(1, remainingMs) });
    throw rateLimited(remainingMs);
  }

  async function checkRefused(address: string | undefined): Promise<void> {
    const { id } = await clientOf(address);
    if (refusedKeys.has(id) && !exemptKeys.has(id))
      throw rateLimited(refusedKeys.getRemainingTTL(id));
  }

  async function exempt(address: string | undefined): Promise<void> {
    exemptKeys.set((await clientOf(address)).id, true);
  }

  return Object.assign(checkRate, { checkRefused, exempt });
}

function rateLimited(remainingMs: number): ProblemError {
  return new ProblemError('rate-limited', 'Too many requests from this address.', {
    retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1_000)),
  });
}
