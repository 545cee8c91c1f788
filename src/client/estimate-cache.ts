/**
 * Keeps estimates for five minutes: in memory, and in sessionStorage so that the next page of a visit needs no
 * call. Estimates for a representative stay in memory, since an employee is personal data. It forgets the oldest
 * beyond 500. A storage that is absent, full, forbidden or corrupt costs a call and nothing else.
 */
import type { EstimateResult } from '../contract/estimate.js';
import { groupKey, type EstimateGroup } from './estimate-batch.js';
import { isEstimate } from './estimate-result.js';

const lifetime = 5 * 60_000;
const capacity = 500;
const storageKey = 'financing-estimates';

interface Entry {
  readonly estimate: EstimateResult;
  /** When the answer came, in ms since 1970: it outlives the page, which a monotonic clock does not. */
  readonly at: number;
  readonly isPersonal: boolean;
}

/** What the cache needs of `Storage`. */
export type EstimateStorage = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Whether an estimate that is kept may answer: of the Fetch standard's `RequestCache`, `default` lets it, and `reload`
 * asks again and keeps what comes.
 */
export type EstimateCacheMode = Extract<RequestCache, 'default' | 'reload'>;

export interface EstimateCache {
  get(group: EstimateGroup, cents: number): EstimateResult | undefined;
  /** Adds the answers of a call, by their id, the cents as text. */
  keep(group: EstimateGroup, answers: ReadonlyMap<string, EstimateResult>): void;
}

/** Creates a cache. `storage` may throw. */
export function createEstimateCache(
  storage: () => EstimateStorage | undefined,
  now: () => number,
): EstimateCache {
  const entries = load(storage);

  return {
    get(group, cents) {
      const entry = entries.get(groupKey(group) + cents);
      const age = now() - Number(entry?.at);
      const isFresh = age >= 0 && age < lifetime;
      return isFresh && isEstimate(entry?.estimate) ? entry.estimate : undefined;
    },
    keep(group, answers) {
      const key = groupKey(group);
      const at = now();
      const isPersonal = Boolean(group.representative);
      for (const [id, estimate] of answers) {
        entries.delete(key + id); // so that it becomes the youngest
        entries.set(key + id, { estimate, at, isPersonal });
      }
      for (const oldest of entries.keys()) {
        if (entries.size <= capacity) break;
        entries.delete(oldest);
      }
      try {
        const kept = [...entries].filter((entry) => !entry[1].isPersonal);
        storage()?.setItem(storageKey, JSON.stringify(kept));
      } catch {
        // Forbidden or full.
      }
    },
  };
}

// What it reads may be anything; an entry is looked at when it is asked for.
function load(storage: () => EstimateStorage | undefined): Map<string, Entry> {
  try {
    return new Map(JSON.parse(storage()?.getItem(storageKey) ?? '[]') as [string, Entry][]);
  } catch {
    return new Map();
  }
}
