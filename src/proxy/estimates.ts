/**
 * Keeps estimates, so that a shop's pages cost the service one question per amount and not one per shopper.
 * An estimate belongs to its location, time zone, representative and amount in cents: whatever these contain, two
 * that differ never share an entry. Credentials are no part of it, since a proxy has one pair; what replicas share
 * tells them apart. "Inapplicable" (-1) is an answer and is kept; what the service left out, and failures, are not.
 *
 * A request whose items are all kept is answered in one loop: no call, no timer, no promise for an item. Time is
 * read from a monotonic clock, once a request: a wall clock that jumps would empty the cache or freeze it.
 */
import { LRUCache } from 'lru-cache';
import type { EstimateItem, EstimateQuery, EstimateResult } from '../contract/index.js';
import type { FinancingService } from '../service/index.js';
import {
  createEstimateCalls,
  type Answers,
  type EstimateGroup,
  type EstimateQuestion,
} from './estimate-calls.js';
import type { SharedEstimates } from './shared-estimates.js';

/** Options of `createEstimates`. */
export interface EstimatesOptions {
  /** Seconds for which an estimate is kept; 0 keeps none, and still asks equal questions once at a time. */
  readonly ttl: number;
  /**
   * Beyond this the least recently used are forgotten. An entry takes about 300 bytes, with the longest texts 1 kB.
   * @default 50_000
   */
  readonly maxEntries?: number;
  /** Where other replicas keep theirs. Asked for what is not kept here, and told what the service answers. */
  readonly shared?: SharedEstimates | undefined;
  /** A monotonic clock in ms. */
  readonly now?: () => number;
}

interface Entry {
  readonly estimate: EstimateResult;
  readonly until: number;
}

/** An estimation that keeps what it was told. */
export interface Estimates extends Pick<FinancingService, 'estimatePayments'> {
  /** Until when, by the clock, all of these are kept; undefined when one is not. */
  keptUntil(items: readonly EstimateItem[], query: EstimateQuery): number | undefined;
}

/**
 * Puts a cache before the estimation of a service client; amounts are to the cent. Results come in the order of
 * the items, with the items' own ids; an item that the service left out is left out.
 */
export function createEstimates(
  service: Pick<FinancingService, 'estimatePayments'>,
  { ttl, maxEntries = 50_000, shared, now = () => performance.now() }: EstimatesOptions,
): Estimates {
  // Without the cache's own expiry, which reads the clock or sets a timer for each look-up.
  const entries = new LRUCache<string, Entry>({ max: maxEntries });
  const calls = createEstimateCalls(service, {
    ...(shared && { find: (group, keys) => findShared(shared, group, keys) }),
    keep(group, questions) {
      if (ttl === 0) return;
      const until = now() + ttl * 1_000;
      for (const { key, answer: estimate } of questions) {
        if (estimate) entries.set(key, { estimate, until });
      }
      shared?.keep(group.key, questions);
    },
  });

  async function findShared(
    { find }: SharedEstimates,
    group: EstimateGroup,
    keys: readonly string[],
  ): Promise<Answers> {
    const asked = now();
    const found = await find(group.key, keys);
    const answers = new Map<string, EstimateResult>();
    for (const [key, { estimate, left }] of found) {
      answers.set(key, estimate);
      // Counted from before it was asked for, so that no copy outlives the original.
      entries.set(key, { estimate, until: asked + left });
    }
    return answers;
  }

  return {
    async estimatePayments(items, query = {}, { signal } = {}) {
      const group = groupKey(query);
      const time = now();
      const results: (EstimateResult | undefined)[] = [];
      const misses: (EstimateQuestion & { readonly index: number })[] = [];
      for (const { id, totalAmount } of items) {
        const cents = toCents(totalAmount);
        const key = group + cents;
        const entry = entries.get(key);
        const isFresh = entry !== undefined && entry.until > time;
        if (!isFresh) misses.push({ key, cents, index: results.length, id });
        results.push(isFresh ? { ...entry.estimate, id } : undefined);
      }
      if (misses.length === 0) return results as EstimateResult[];

      const answers = await calls.ask({ key: group, query }, misses, signal);
      misses.forEach(({ index, id }, position) => {
        const estimate = answers[position];
        if (estimate) results[index] = { ...estimate, id };
      });
      return results.filter((result) => result !== undefined);
    },

    keptUntil(items, query) {
      const group = groupKey(query);
      let end = Infinity;
      for (const { totalAmount } of items) {
        const entry = entries.get(group + toCents(totalAmount));
        // What is new is new at its first item, mostly: a flood of such is not to be looked at twice.
        if (!entry) return undefined;
        end = Math.min(end, entry.until);
      }
      return end > now() ? end : undefined;
    },
  };
}

const toCents = (dollars: number) => Math.round(dollars * 100);

/** Each value with its length before it, so that no value can pass for the end of another. `-` is for none. */
function groupKey(query: EstimateQuery): string {
  return prefixed(query.location) + prefixed(query.timeZone) + prefixed(query.representative);
}

function prefixed(text: string | undefined): string {
  return text === undefined ? '-' : `${text.length}:${text}`;
}
