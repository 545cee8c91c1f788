import { LRUCache } from 'lru-cache';
import { createKeyedHashes, type Secrets } from '../../internal/crypto.js';
import { ProblemError } from '../http/index.js';
import { countRecord, createMemoryStore, type Store } from '../stores/index.js';
import { addressBlock } from './address-block.js';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Most requests of one address that run at once in `limitRunning`. Each can hold a body of 64 KiB. */
const mostRunning = 64;

/** Length of an IPv6 address in brackets with a port. */
const longestAddress = 64;

/** Options of `createRateGate`. */
export interface RateOptions {
  /** Requests a minute for each client address. Clients with an unknown address share ten times as many. */
  readonly rateLimit: number;
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

/** The keys that the requests of an address are counted under, one for each secret, and how many may come. */
interface Client {
  readonly keys: readonly string[];
  /** All keys as one text, by which this process remembers the client. */
  readonly id: string;
  /** How many times the limits of one address hold: 10 for all clients with an unknown address, else 1. */
  readonly factor: number;
}

/** Limits the requests of each client address. Text that is not an address counts as unknown. */
export interface RateGate {
  /** Counts a request of this address. Throws 429 `rate-limited`. */
  (address: string | undefined): Promise<void>;
  /** Throws the same without counting, for an address that this process has refused within the same minute. */
  checkRefused(address: string | undefined): Promise<void>;
  /**
   * Runs `work`, at most 64 times at once for each address. Clients with an unknown address share ten times as many. Throws
   * 429 `rate-limited` beyond that, without counting.
   */
  limitRunning<T>(address: string | undefined, work: () => Promise<T>): Promise<T>;
  /** Exempts an address from `checkRefused` and `limitRunning` for a day. Its requests are counted as before. */
  exempt(address: string | undefined): Promise<void>;
}

/**
 * Creates the rate gate. Windows are fixed: they begin with the first request and end after a minute, so that a client
 * that keeps sending is admitted again like any other. While the store is unavailable, requests are counted in this
 * process, since estimates must go on. The store gets keyed hashes, never an address.
 */
export function createRateGate(
  store: Pick<Store, 'count'>,
  { rateLimit, secret, onStoreUnavailable, now = () => performance.now() }: RateOptions,
): RateGate {
  const hashes = createKeyedHashes(secret, 22);
  const clock = { perf: { now }, ttlResolution: 0 };
  // The same addresses come again and again, and a hash costs more than a look-up.
  const knownClients = new LRUCache<string, Client>({ max: 1_000 });
  const refusedKeys = new LRUCache<string, true>({ max: 10_000, ...clock });
  const exemptKeys = new LRUCache<string, true>({ max: 1_000, ttl: day, ...clock });
  /** How many requests of a client run in `limitRunning`. */
  const running = new Map<string, number>();
  let unknownClient: Promise<Client> | undefined;
  let local: Pick<Store, 'count'> | undefined;

  async function createClient(content: string, factor: number): Promise<Client> {
    const keys = (await hashes(content)).map((hash) => `limit:address:${hash}`);
    return { keys, id: keys.join(), factor };
  }

  async function clientOf(address = ''): Promise<Client> {
    const known = knownClients.get(address);
    if (known !== undefined) return known;
    const block = addressBlock(address);
    if (block === undefined) {
      return (unknownClient ??= createClient('unknown address', 10));
    }
    const client = await createClient(`address ${block}`, 1);
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
    if (requests <= rateLimit * client.factor) return;
    refusedKeys.set(client.id, true, { ttl: Math.max(1, remainingMs) });
    throw rateLimited(remainingMs);
  }

  async function checkRefused(address: string | undefined): Promise<void> {
    const { id } = await clientOf(address);
    if (refusedKeys.has(id) && !exemptKeys.has(id))
      throw rateLimited(refusedKeys.getRemainingTTL(id));
  }

  async function limitRunning<T>(address: string | undefined, work: () => Promise<T>): Promise<T> {
    const { id, factor } = await clientOf(address);
    if (exemptKeys.has(id)) return work();
    const others = running.get(id) ?? 0;
    if (others >= mostRunning * factor) throw rateLimited(0);
    running.set(id, others + 1);
    try {
      return await work();
    } finally {
      const rest = running.get(id)! - 1;
      if (rest > 0) running.set(id, rest);
      else running.delete(id);
    }
  }

  async function exempt(address: string | undefined): Promise<void> {
    exemptKeys.set((await clientOf(address)).id, true);
  }

  return Object.assign(checkRate, { checkRefused, limitRunning, exempt });
}

function rateLimited(remainingMs: number): ProblemError {
  return new ProblemError('rate-limited', 'Too many requests from this address.', {
    retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1_000)),
  });
}
