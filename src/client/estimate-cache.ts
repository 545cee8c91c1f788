/**
 * Keeps estimates for five minutes: in memory, and in sessionStorage so that the next page of a visit needs no
 * call. Estimates for a representative stay in memory, since an employee is personal data. It forgets the oldest
 * beyond 500. A storage that is absent, full, forbidden or corrupt costs a call and nothing else.
 * It does not know what a key is made of.
 */
import type { EstimateResult } from '../contract/estimate.js';
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

export interface EstimateCache {
  get(key: string): EstimateResult | undefined;
  /** Adds one answer. A personal one is not written to the storage. */
  set(key: string, estimate: EstimateResult, isPersonal: boolean): void;
  /** Writes what was added to the storage. */
  save(): void;
}

/** Creates a cache. `storage` may throw. */
export function createEstimateCache(
  storage: () => EstimateStorage | undefined,
  now: () => number,
): EstimateCache {
  const entries = load(storage);

  return {
    get(key) {
      const entry = entries.get(key);
      const age = now() - Number(entry?.at);
      const isFresh = age >= 0 && age < lifetime;
      return isFresh && isEstimate(entry?.estimate) ? entry.estimate : undefined;
    },
    set(key, estimate, isPersonal) {
      entries.delete(key); // so that it becomes the youngest
      entries.set(key, { estimate, at: now(), isPersonal });
      if (entries.size > capacity) entries.delete(entries.keys().next().value as string);
    },
    save() {
      try {
        const kept = [...entries].filter(([, entry]) => !entry.isPersonal);
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
