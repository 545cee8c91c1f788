/**
 * Caches estimates for five minutes: in memory, and in sessionStorage so that the next page of a visit needs no request.
 * Estimates for a representative stay in memory because they name a person. Beyond 500, the oldest are dropped. If the
 * storage is missing, full, forbidden, or corrupt, the page only sends one more request.
 */
import type { EstimateResult } from '../contract/estimate.js';
import { toJson } from '../internal/natives.js';
import { isEstimate } from '../words/financed.js';
import type { EstimateStorage } from './context.js';
import type { ResolvedRequest } from './estimate-request.js';

/** The time that an estimate is cached. */
export const estimateMaxAgeMs = 5 * 60_000;
const maxEntries = 500;
const storageKey = 'financing-estimates';

interface Entry {
  readonly estimate: EstimateResult;
  /** In milliseconds since 1970. A monotonic clock would start again on the next page. */
  readonly expiresAt: number;
  readonly isPersonal: boolean;
}

interface EstimateCache {
  get(request: ResolvedRequest): EstimateResult | undefined;
  /** Adds the estimates of one call by amount. `request` is any request of that call. */
  add(request: ResolvedRequest, estimates: ReadonlyMap<number, EstimateResult>): void;
}

/** Creates a cache. `storage` may throw. */
export function createEstimateCache(
  storage: () => EstimateStorage | undefined,
  now: () => number,
): EstimateCache {
  const entries = load(storage);

  return {
    get({ url, amount }) {
      const entry = entries.get(keyOf(url, amount));
      const remainingMs = Number(entry?.expiresAt) - now();
      // More than the maximum means that the clock was set back.
      const isFresh = remainingMs > 0 && remainingMs <= estimateMaxAgeMs;
      return isFresh && isEstimate(entry?.estimate) ? entry.estimate : undefined;
    },
    add({ url, isPersonal }, estimates) {
      const expiresAt = now() + estimateMaxAgeMs;
      for (const [amount, estimate] of estimates) {
        const key = keyOf(url, amount);
        entries.delete(key); // moves the entry to the end, where the newest ones are
        entries.set(key, { estimate, expiresAt, isPersonal });
      }
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break;
        entries.delete(oldest);
      }
      try {
        const shared = [...entries].filter((entry) => !entry[1].isPersonal);
        storage()?.setItem(storageKey, toJson(shared));
      } catch {
        // The storage is forbidden or full.
      }
    },
  };
}

function keyOf(url: string, amount: number): string {
  return `${amount} ${url}`;
}

// The stored text may be anything. Each entry is checked when it's used.
function load(storage: () => EstimateStorage | undefined): Map<string, Entry> {
  try {
    return new Map(JSON.parse(storage()?.getItem(storageKey) ?? '[]') as [string, Entry][]);
  } catch {
    return new Map();
  }
}
