/**
 * Caches estimates, so that the pages of a shop cost the service one request for each amount, not one for each shopper.
 * On the way of an amount: the memory cache, then one batch with all requests of this turn, the cache that replicas
 * share, and last the service.
 *
 * An estimate belongs to its location, time zone, representative and amount in cents. "Inapplicable" (-1) is cached like
 * any other estimate; amounts that the service left out and failures are not.
 */
import { LRUCache } from 'lru-cache';
import type { EstimateItem, EstimateQuery, EstimateResult } from '../../contract/index.js';
import { centsOf } from '../../internal/dollars.js';
import type { FinancingService } from '../../service/index.js';
import {
  createEstimateBatcher,
  type EstimateBatcherOptions,
  type EstimateGroup,
  type EstimateRequest,
} from './batcher.js';
import type { SharedEstimateCache } from './shared-cache.js';

/** Options of `createEstimates`. */
export interface EstimatesOptions extends Pick<EstimateBatcherOptions, 'observer' | 'onMissing'> {
  /** Seconds for which an estimate is cached. With 0, only requests for the same amount at the same time share a call. */
  readonly ttl: number;
  /**
   * Most estimates in memory; beyond it, those unused for longest go. One takes about 500 bytes.
   * @default 50_000
   */
  readonly maxEntries?: number;
  /** The cache that replicas share. */
  readonly sharedCache?: SharedEstimateCache | undefined;
  /** A monotonic clock in ms: a wall clock that jumps would empty the cache or never end an entry. */
  readonly now?: () => number;
}

interface CachedEstimate {
  readonly estimate: EstimateResult;
  readonly expiresAt: number;
}

/** A cached estimation. */
export interface Estimates extends Pick<FinancingService, 'estimatePayments'> {
  /** Returns when the first of these estimates expires, by the clock; undefined unless all are in memory. */
  expiresAt(items: readonly EstimateItem[], query: EstimateQuery): number | undefined;
}

/**
 * Creates the cache in front of a service client. Amounts are to the cent. Results come in the order of the items, with
 * the items' own ids; an item that the service left out is left out.
 */
export function createEstimates(
  service: Pick<FinancingService, 'estimatePayments'>,
  {
    ttl,
    maxEntries = 50_000,
    sharedCache,
    observer,
    onMissing,
    now = () => performance.now(),
  }: EstimatesOptions,
): Estimates {
  // Not with the library's time to live: it reads the clock for each entry, not once a request.
  const cache = new LRUCache<string, CachedEstimate>({ max: maxEntries });
  const load = createEstimateBatcher(service, {
    observer,
    onMissing,
    ...(sharedCache && {
      lookUp: (group, requests) => lookUp(sharedCache, group, requests),
    }),
    onEstimates({ key }, amounts) {
      if (ttl === 0) return;
      const expiresAt = now() + ttl * 1_000;
      for (const { cents, estimate } of amounts) {
        if (estimate) cache.set(key + cents, { estimate, expiresAt });
      }
      sharedCache?.set(key, amounts);
    },
  });

  async function lookUp(
    shared: SharedEstimateCache,
    { key }: EstimateGroup,
    requests: readonly EstimateRequest[],
  ): Promise<ReadonlyMap<number, EstimateResult>> {
    const start = now();
    const found = await shared.get(key, requests);
    const estimates = new Map<number, EstimateResult>();
    for (const [cents, { estimate, remainingMs }] of found) {
      estimates.set(cents, estimate);
      // Counted from before the look-up, so that no copy outlives its original.
      cache.set(key + cents, { estimate, expiresAt: start + remainingMs });
    }
    return estimates;
  }

  return {
    async estimatePayments(items, query = {}, options = {}) {
      const key = queryKey(query);
      const time = now();
      const requests = items.map(({ id, totalAmount }) => ({
        id,
        cents: centsOf(totalAmount),
      }));
      const estimates = requests.map(({ cents }) => {
        const cached = cache.get(key + cents);
        return cached && cached.expiresAt > time ? cached.estimate : undefined;
      });
      const misses = requests.filter((_, index) => !estimates[index]);
      const count = items.length - misses.length;
      if (count > 0) observer?.({ type: 'estimates', source: 'memory', count });
      // Options are read on a miss only: the signal of a request is created on first use, which takes longer than an answer
      // from the cache.
      const loaded = misses.length > 0 ? await load({ key, query }, misses, options) : [];
      let next = 0;
      return requests.flatMap(({ id }, index) => {
        const estimate = estimates[index] ?? loaded[next++];
        return estimate ? [{ ...estimate, id }] : [];
      });
    },

    expiresAt(items, query) {
      const key = queryKey(query);
      let earliest = Infinity;
      for (const { totalAmount } of items) {
        const cached = cache.peek(key + centsOf(totalAmount));
        // Stop at the first miss: a new request usually misses on its first item.
        if (!cached) return undefined;
        earliest = Math.min(earliest, cached.expiresAt);
      }
      return earliest > now() ? earliest : undefined;
    },
  };
}

/** Writes each value after its length, so that no value can look like the end of another. `-` stands for a missing one. */
function queryKey({ location, timeZone, representative }: EstimateQuery): string {
  return `${prefixed(location)}${prefixed(timeZone)}${prefixed(representative)}:`;
}

function prefixed(text: string | undefined): string {
  return text === undefined ? '-' : `${text.length}:${text}`;
}
