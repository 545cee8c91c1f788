/**
 * Caches estimates for five minutes: in memory, and in sessionStorage so that the next page of a visit needs no
 * call. Estimates for a representative stay in memory, since an employee is personal data. Beyond 500, the oldest
 * are dropped. A storage that is absent, full, forbidden or corrupt costs a call and nothing else.
 */
import type { EstimateResult } from '../contract/estimate.js';
import { isEstimate } from './estimate-result.js';
import { groupKey, type AmountGroup, type AmountRequest, type Estimates } from './turn-batcher.js';

/** Milliseconds for which an estimate is cached. */
export const maxAge = 5 * 60_000;
const capacity = 500;
const storageKey = 'financing-estimates';

interface Entry {
  readonly estimate: EstimateResult;
  /** In ms since 1970: it outlives the page, which a monotonic clock does not. */
  readonly expiresAt: number;
  readonly isPersonal: boolean;
}

/** What the cache needs of `Storage`. */
export type EstimateStorage = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Whether a cached estimate may answer: of the Fetch standard's `RequestCache`, `default` lets it, and `reload` asks
 * again and caches the new one.
 */
export type EstimateCacheMode = Extract<RequestCache, 'default' | 'reload'>;

export interface EstimateCache {
  get(request: AmountRequest): EstimateResult | undefined;
  /** Adds the answers of a call. */
  add(group: AmountGroup, estimates: Estimates): void;
}

/** Creates a cache. `storage` may throw. */
export function createEstimateCache(
  storage: () => EstimateStorage | undefined,
  now: () => number,
): EstimateCache {
  const entries = load(storage);

  return {
    get(request) {
      const entry = entries.get(keyOf(request, request.amount));
      const remainingMs = Number(entry?.expiresAt) - now();
      // More than the maximum means that the clock was set back.
      const isFresh = remainingMs > 0 && remainingMs <= maxAge;
      return isFresh && isEstimate(entry?.estimate) ? entry.estimate : undefined;
    },
    add(group, estimates) {
      const expiresAt = now() + maxAge;
      const isPersonal = Boolean(group.representative);
      for (const [amount, estimate] of estimates) {
        const key = keyOf(group, amount);
        entries.delete(key); // so that it becomes the youngest
        entries.set(key, { estimate, expiresAt, isPersonal });
      }
      for (const oldest of entries.keys()) {
        if (entries.size <= capacity) break;
        entries.delete(oldest);
      }
      try {
        const shared = [...entries].filter((entry) => !entry[1].isPersonal);
        storage()?.setItem(storageKey, JSON.stringify(shared));
      } catch {
        // Forbidden or full.
      }
    },
  };
}

function keyOf(group: AmountGroup, amount: number): string {
  return `${groupKey(group)} $${amount}`;
}

// The stored text may be anything; an entry is checked when it is used.
function load(storage: () => EstimateStorage | undefined): Map<string, Entry> {
  try {
    return new Map(JSON.parse(storage()?.getItem(storageKey) ?? '[]') as [string, Entry][]);
  } catch {
    return new Map();
  }
}
