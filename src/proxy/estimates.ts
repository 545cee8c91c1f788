/**
 * Keeps estimates, so that a shop's pages cost the service one question per amount and not one per shopper.
 * An estimate belongs to its location, time zone, representative and amount in cents: whatever these contain, two
 * that differ never share an entry. Credentials are no part of it, since a proxy has one pair; what replicas share
 * tells them apart. "Inapplicable" (-1) is an answer and is kept; what the service left out, and failures, are not.
 *
 * A request whose items are all kept is answered in a few loops: no call, no timer, no promise for an item. Time is
 * read from a monotonic clock, once a request: a wall clock that jumps would empty the cache or freeze it.
 */
import type { EstimateItem, EstimateQuery, EstimateResult } from '../contract/index.js';
import type { FinancingService } from '../service/index.js';
import type { CallerSignal } from './caller-signal.js';
import {
  createEstimateCalls,
  type Answers,
  type EstimateGroup,
  type EstimateQuestion,
} from './estimate-calls.js';
import { createKeptEstimates } from './kept-estimates.js';
import type { SharedEstimates } from './shared-estimates.js';

/** Options of `createEstimates`. */
export interface EstimatesOptions {
  /** Seconds for which an estimate is kept; 0 keeps none, and still asks equal questions once at a time. */
  readonly ttl: number;
  /**
   * Beyond this, the older half is forgotten, as it is beyond 5,000 different queries. One takes about 100 bytes.
   * @default 100_000
   */
  readonly maxEntries?: number;
  /** Where other replicas keep theirs. Asked for what is not kept here, and told what the service answers. */
  readonly shared?: SharedEstimates | undefined;
  /** A monotonic clock in ms. */
  readonly now?: () => number;
}

/** An estimation that keeps what it was told. */
export interface Estimates {
  /** As a service client does it, for as long as the caller is there. */
  estimatePayments(
    items: readonly EstimateItem[],
    query?: EstimateQuery,
    options?: { readonly signal?: CallerSignal | undefined },
  ): Promise<EstimateResult[]>;
  /** Until when, by the clock, all of these are kept; undefined when one is not. */
  keptUntil(items: readonly EstimateItem[], query: EstimateQuery): number | undefined;
}

/**
 * Puts a cache before the estimation of a service client; amounts are to the cent. Results come in the order of
 * the items, with the items' own ids; an item that the service left out is left out.
 */
export function createEstimates(
  service: Pick<FinancingService, 'estimatePayments'>,
  { ttl, maxEntries = 100_000, shared, now = () => performance.now() }: EstimatesOptions,
): Estimates {
  const kept = createKeptEstimates(maxEntries);
  const calls = createEstimateCalls(service, {
    ...(shared && { find: (group, questions) => findShared(shared, group, questions) }),
    keep(group, questions) {
      if (ttl === 0) return;
      kept.keep(group.key, questions, now() + ttl * 1_000);
      shared?.keep(group.key, questions);
    },
  });

  async function findShared(
    { find }: SharedEstimates,
    group: EstimateGroup,
    questions: readonly EstimateQuestion[],
  ): Promise<Answers> {
    const asked = now();
    const found = await find(group.key, questions);
    const answers = new Map<number, EstimateResult>();
    for (const [cents, { estimate, left }] of found) {
      answers.set(cents, estimate);
      // Counted from before it was asked for, so that no copy outlives the original.
      kept.keep(group.key, [{ cents, answer: estimate }], asked + left);
    }
    return answers;
  }

  return {
    async estimatePayments(items, query = {}, { signal } = {}) {
      const key = groupKey(query);
      const questions = items.map(({ id, totalAmount }) => ({ id, cents: toCents(totalAmount) }));
      const results = kept.find(key, questions, now());
      const misses = questions.filter((_, index) => !results[index]);
      if (misses.length > 0) {
        const answers = await calls.ask({ key, query }, misses, signal);
        let next = 0;
        questions.forEach(({ id }, index) => {
          if (results[index]) return;
          const answer = answers[next++];
          if (answer) results[index] = { ...answer, id };
        });
      }
      return results.filter((result) => result !== undefined);
    },

    keptUntil(items, query) {
      const key = groupKey(query);
      let end = Infinity;
      for (const { totalAmount } of items) {
        const until = kept.until(key, toCents(totalAmount));
        // What is new is new at its first item, mostly: a flood of such is not to be looked at twice.
        if (until === undefined) return undefined;
        end = Math.min(end, until);
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
