/**
 * The cache of estimates that replicas share. It only saves calls: an estimate that it does not return in time is
 * requested from the service, no request waits for a write, and a cache that fails or is slow is not used for a second.
 *
 * Keys are keyed hashes, so the cache learns no credential, location or representative. Another service, service key,
 * time to live or query has other hashes. Values are validated like the service's own answers, since other programs can
 * write to the same database.
 */
import * as z from 'zod';
import { LRUCache } from 'lru-cache';
import { EstimateResultSchema, type EstimateResult } from '../../contract/index.js';
import { withDeadline } from '../../internal/deadline.js';
import { tryParseJson } from '../../internal/json.js';
import { createKeyedHash } from '../../internal/crypto.js';
import type { SharedCache } from '../stores/index.js';
import type { EstimateRequest, EstimatedAmount } from './batcher.js';

/** Options of `createSharedEstimateCache`. */
export interface SharedEstimateCacheOptions {
  /** Keys the hashes: the service's key, so that other credentials have other estimates. */
  readonly secret: string;
  readonly baseUrl: string;
  /** Seconds for which an estimate is cached; with 0 there is no cache. */
  readonly ttl: number;
  /**
   * Milliseconds that a look-up may take.
   * @default 50
   */
  readonly timeLimit?: number;
  /**
   * Most estimates that one replica writes within a `ttl`: a flood of amounts must not fill the memory that holds the
   * claims of texts. One takes about 300 bytes in Redis.
   * @default 50_000
   */
  readonly maxWrites?: number;
  /** A monotonic clock in ms. */
  readonly now?: () => number;
}

/** An estimate of another replica. Its `id` is empty. */
export interface SharedEstimate {
  readonly estimate: EstimateResult;
  readonly remainingMs: number;
}

/** The shared cache. A group is a text that identifies a query. */
export interface SharedEstimateCache {
  /** Resolves with the cached estimates by cents. Never rejects. */
  get(
    group: string,
    requests: readonly EstimateRequest[],
  ): Promise<ReadonlyMap<number, SharedEstimate>>;
  /** Starts to write estimates, and returns at once. */
  set(group: string, amounts: readonly EstimatedAmount[]): void;
}

/** Milliseconds for which a cache that failed is not used. */
const pauseAfterFailure = 1_000;

const ValueSchema = EstimateResultSchema.safeExtend({ id: z.literal('') });

/** Creates the cache in a store's; undefined when the store has none, or nothing is cached. */
export function createSharedEstimateCache(
  cache: SharedCache | undefined,
  {
    secret,
    baseUrl,
    ttl,
    timeLimit = 50,
    maxWrites = 50_000,
    now = () => performance.now(),
  }: SharedEstimateCacheOptions,
): SharedEstimateCache | undefined {
  if (!cache || ttl === 0) return undefined;
  const maxAge = ttl * 1_000;
  const hash = createKeyedHash(secret, 22);
  const prefixes = new LRUCache<string, string>({ max: 1_000 });
  let pausedUntil = -Infinity;
  let writes = { count: 0, resetAt: -Infinity };

  /** JSON keeps the parts apart, whatever characters they contain. The amount needs no hash behind that of its group. */
  async function keysOf(
    group: string,
    amounts: readonly Pick<EstimateRequest, 'cents'>[],
  ): Promise<string[]> {
    let prefix = prefixes.get(group);
    if (prefix === undefined) {
      // In braces: a Redis Cluster keeps the estimates of a group on one node, which returns them in one round trip.
      prefix = `estimate:{${await hash(JSON.stringify(['estimate', baseUrl, ttl, group]))}}:`;
      prefixes.set(group, prefix);
    }
    return amounts.map(({ cents }) => `${prefix}${cents}`);
  }

  /** Resolves with the cache's answer, or undefined when it does not come in time or the cache is paused. */
  async function tryCache<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (now() < pausedUntil) return undefined;
    try {
      return await withDeadline(timeLimit, undefined, work);
    } catch {
      pausedUntil = now() + pauseAfterFailure;
      return undefined;
    }
  }

  function mayWrite(count: number): boolean {
    if (now() >= writes.resetAt) writes = { count: 0, resetAt: now() + maxAge };
    writes.count += count;
    return writes.count <= maxWrites;
  }

  const write = async (group: string, amounts: readonly EstimatedAmount[]) => {
    const keys = await keysOf(group, amounts);
    const texts = amounts.map(({ estimate }) => JSON.stringify({ ...estimate, id: '' }));
    const values = new Map(keys.map((key, index) => [key, texts[index] ?? '']));
    await tryCache(() => cache.setMany(values, maxAge));
  };

  return {
    async get(group, requests) {
      const keys = await keysOf(group, requests);
      const values = (await tryCache(() => cache.getMany(keys))) ?? [];
      const found = new Map<number, SharedEstimate>();
      requests.forEach(({ cents }, index) => {
        const { value = '', remainingMs = 0 } = values[index] ?? {};
        const estimate = ValueSchema.safeParse(tryParseJson(value)).data;
        if (!estimate || remainingMs <= 0) return;
        found.set(cents, { estimate, remainingMs: Math.min(remainingMs, maxAge) });
      });
      return found;
    },

    set(group, amounts) {
      const estimated = amounts.filter(({ estimate }) => estimate);
      if (estimated.length > 0 && mayWrite(estimated.length)) void write(group, estimated);
    },
  };
}
