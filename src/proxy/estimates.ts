/**
 * Estimates, so that the pages of a shop cost the service one request for each amount, not one for each shopper.
 *
 * An amount is looked up in the memory of this replica, then among the calls that wait or are in flight; what is left
 * joins one call for all requests of this turn of the event loop, of up to 500 amounts. Where several calls of its group are in
 * flight, it collects until one of them has ended, for a moment at most. Both are for the instant after a deploy, when the cold
 * pages of many shoppers come at once. A caller that goes away does not affect the others, and a call without any caller left is
 * aborted. A failed call fails for all its callers.
 *
 * An estimate belongs to its location, time zone, representative and amount in cents. "Inapplicable" (-1) is cached like
 * any other estimate; amounts that the service left out and failures are not.
 */
import { LRUCache } from 'lru-cache';
import { type EstimateQuery, estimateQueryFields } from '../contract/estimate-query.js';
import type { EstimateItem, EstimateResult } from '../contract/index.js';
import { withDeadline, withTimeLimit } from '../internal/deadline.js';
import { maxCents, maxEstimateItems, roundToCents } from '../internal/dollars.js';
import type { CallOptions, FinancingService } from '../service/index.js';
import type { Answer } from './problems.js';
import type { Report } from './report.js';

/** Most estimates in memory; beyond it, those unused for longest go. One takes about 500 bytes. */
const mostEstimates = 50_000;

/**
 * Most calls of a group in flight, but for those that are full. A shop that is not cold needs one now and then. Of a hundred
 * different cold pages, over real connections, the turn alone made 58 to 85 calls, and this makes 13 to 29.
 */
const mostAtOnce = 4;

/** Most milliseconds for which a call collects: while the service hangs, shoppers must not wait for two time limits. */
const longestCollecting = 200;

/**
 * "An amount that cannot be financed is not an error; it yields -1 values" (service document, "Errors"), so that one odd
 * amount costs no other its estimate.
 */
const inapplicable = {
  estimate: { id: '', monthlyAmount: -1, amountFinanced: -1, downPayment: -1, apr: -1 },
} as const;

/** An amount, and the id that its first caller chose. */
interface Amount {
  readonly id: string;
  readonly cents: number;
}

/** A call of the service that collects amounts, or is in flight. */
interface Call {
  /** The text that identifies its query. */
  readonly group: string;
  readonly query: EstimateQuery;
  readonly amounts: Amount[];
  readonly controller: AbortController;
  /** The estimates by cents, once the call has succeeded. */
  readonly estimates: Map<number, EstimateResult>;
  readonly done: Promise<void>;
  settle(done: Promise<void>): void;
  /** Resolves when it need not collect any longer. */
  readonly isDue: Promise<void>;
  endCollecting(): void;
  /** That of the first caller that has one: a call belongs to one trace. */
  traceparent: string | undefined;
  /** Number of requests that wait for it. */
  callers: number;
  isInFlight: boolean;
}

/** The answer to an estimation. */
export interface EstimateAnswer {
  /** In the order of the items, with their ids. An item that the service left out is left out. */
  readonly results: readonly EstimateResult[];
  /** The number of these estimates that came from memory. */
  readonly hits: number;
  /** When the first of these estimates expires, by `performance.now()`; undefined unless all came from memory. */
  readonly expiresAt: number | undefined;
}

/**
 * Estimates amounts. Reads the options only where a call is needed. Rejects with the error of a call, or with the signal's
 * reason.
 */
export type EstimatePayments = (
  items: readonly EstimateItem[],
  query: EstimateQuery,
  options: CallOptions,
) => Promise<EstimateAnswer>;

/** Runs a task at the end of the turn: by `setImmediate` where it exists, since a timer adds a millisecond. */
const atEndOfTurn: (task: () => void) => unknown = globalThis.setImmediate ?? globalThis.setTimeout;

/**
 * Creates the cache in front of a service client. `ttl`: the seconds for which an estimate is cached; with 0, only requests
 * for the same amount at the same time share a call.
 */
export function createEstimates(
  service: Pick<FinancingService, 'estimatePayments'>,
  ttl: number,
  { observe, log }: Pick<Report, 'observe' | 'log'>,
): EstimatePayments {
  // Not with the library's time to live: it reads the clock for each entry, not once a request.
  const cached = new LRUCache<string, { estimate: EstimateResult; expiresAt: number }>({
    maxSize: mostEstimates, // with `max`, the library would lay out all its room at once, which takes 10 ms
    sizeCalculation: () => 1,
  });
  /** The call of each amount that waits or is in flight, by its group and cents. */
  const pending = new Map<string, Call>();
  /** The call of each group that collects amounts. */
  const collecting = new Map<string, Call>();
  /** How many calls of each group are in flight. */
  const inFlight = new Map<string, number>();

  function join(group: string, query: EstimateQuery, amount: Amount): Call {
    const known = pending.get(group + amount.cents);
    if (known) {
      observe({ type: 'estimates', source: 'in-flight', count: 1 });
      return known;
    }
    const call = collecting.get(group) ?? collect(group, query);
    call.amounts.push(amount);
    pending.set(group + amount.cents, call);
    if (call.amounts.length >= maxEstimateItems) {
      collecting.delete(group);
      call.endCollecting();
    }
    return call;
  }

  function collect(group: string, query: EstimateQuery): Call {
    let settle!: Call['settle'];
    let endCollecting!: Call['endCollecting'];
    const done = new Promise<void>((resolve) => (settle = resolve));
    const isDue = new Promise<void>((resolve) => (endCollecting = resolve));
    const call: Call = {
      ...{ group, query, done, settle, isDue, endCollecting },
      amounts: [],
      controller: new AbortController(),
      estimates: new Map(),
      traceparent: undefined,
      callers: 0,
      isInFlight: false,
    };
    collecting.set(group, call);
    atEndOfTurn(() => void begin(call));
    return call;
  }

  /**
   * Always on behalf of the request that opened the call, and with a timer of its own: Cloudflare Workers end what a request
   * has begun together with it, and a request that waits for nothing of its own.
   */
  async function begin(call: Call): Promise<void> {
    const { group } = call;
    const count = () => inFlight.get(group) ?? 0;
    const isCollecting = () => collecting.get(group) === call;
    if (isCollecting() && count() >= mostAtOnce) {
      await withTimeLimit(longestCollecting, call.isDue).catch(() => undefined);
    }
    if (isCollecting()) collecting.delete(group);
    if (call.callers === 0) return forget(call);
    call.isInFlight = true;
    inFlight.set(group, count() + 1);
    call.settle(request(call).finally(() => end(call)));
  }

  function end(call: Call): void {
    const { group } = call;
    forget(call);
    const others = inFlight.get(group)! - 1;
    if (others > 0) inFlight.set(group, others);
    else inFlight.delete(group);
    if (others < mostAtOnce) collecting.get(group)?.endCollecting();
  }

  async function request({ group, query, amounts, controller, traceparent, estimates }: Call) {
    observe({ type: 'estimates', source: 'service', count: amounts.length });
    const items = itemsOf(amounts);
    const { signal } = controller;
    const results = await service.estimatePayments(items, query, { signal, traceparent });
    const missing = items.length - results.length;
    if (missing > 0) log('estimates-missing', { amounts: items.length, missing });
    const byId = new Map(results.map((result) => [result.id, result]));
    const expiresAt = performance.now() + ttl * 1_000;
    amounts.forEach(({ cents }, index) => {
      const estimate = byId.get(items[index]!.id);
      if (!estimate) return;
      estimates.set(cents, estimate);
      if (ttl > 0) cached.set(group + cents, { estimate, expiresAt });
    });
  }

  function forget(call: Call): void {
    for (const { cents } of call.amounts) {
      if (pending.get(call.group + cents) === call) pending.delete(call.group + cents);
    }
  }

  function leave(call: Call): void {
    call.callers -= 1;
    if (call.callers > 0 || !call.isInFlight) return;
    // Before the abort, so that no request joins a call that is being aborted.
    forget(call);
    call.controller.abort();
  }

  async function waitFor(
    calls: ReadonlySet<Call>,
    { signal, traceparent }: CallOptions,
  ): Promise<void> {
    for (const call of calls) {
      call.callers += 1;
      call.traceparent ??= traceparent;
    }
    try {
      await withDeadline(undefined, signal, () => Promise.all([...calls].map(({ done }) => done)));
    } catch (error) {
      calls.forEach(leave);
      throw error;
    }
  }

  return async (items, query, options) => {
    const group = groupOf(query);
    const now = performance.now();
    const amounts = items.map(({ id, totalAmount }) => ({ id, cents: roundToCents(totalAmount) }));
    const calls = new Set<Call>();
    let expiresAt = Infinity;
    let hits = 0;
    /** Where the estimate of each amount is, or will be. */
    const sources = amounts.map((amount) => {
      if (amount.cents <= 0 || amount.cents > maxCents) return inapplicable;
      const known = cached.get(group + amount.cents);
      if (known && known.expiresAt > now) {
        expiresAt = Math.min(expiresAt, known.expiresAt);
        hits += 1;
        return known;
      }
      const call = join(group, query, amount);
      calls.add(call);
      return call;
    });
    if (hits > 0) observe({ type: 'estimates', source: 'memory', count: hits });
    // The signal of a request is created on first use, which takes longer than an answer from memory.
    if (calls.size > 0) await waitFor(calls, options);
    const results = sources.flatMap((source, index) => {
      const { id, cents } = amounts[index]!;
      const estimate = 'estimate' in source ? source.estimate : source.estimates.get(cents);
      return estimate ? [{ ...estimate, id }] : [];
    });
    return { results, hits, expiresAt: calls.size > 0 ? undefined : expiresAt };
  };
}

/** An id that no service stumbles over. */
const plainId = /^[\w.:-]{1,64}$/;

/**
 * Uses the callers' ids, or positions where two callers chose the same id for different amounts, and where an id is odd: a
 * service that fails for one must not fail for the others of the call, and close the circuit of their location.
 */
function itemsOf(amounts: readonly Amount[]): EstimateItem[] {
  const plainIds = new Set(amounts.map(({ id }) => id).filter((id) => plainId.test(id)));
  const areUsable = plainIds.size === amounts.length;
  return amounts.map(({ id, cents }, index) => ({
    id: areUsable ? id : String(index),
    totalAmount: cents / 100,
  }));
}

/** Returns a string that is different for different queries. */
function groupOf(query: EstimateQuery): string {
  return JSON.stringify(estimateQueryFields.map((field) => query[field]));
}

/** Whole answers to estimations, by the query and the body. */
export interface KeptAnswers {
  /** Returns the answer to the same request, while all its estimates are fresh. */
  find(search: string, text: string): Answer | undefined;
  /** Keeps an answer with this many estimates of the service until `expiresAt`, by `performance.now()`. */
  keep(search: string, text: string, answer: Answer, count: number, expiresAt: number): void;
}

/**
 * Creates the memory of whole answers: pages send the same bytes again and again, and without it an estimation from memory
 * takes several times the CPU (`npm run bench -- server`). A query comes from a URL, which has no line breaks.
 */
export function createKeptAnswers({ observe }: Pick<Report, 'observe'>): KeptAnswers {
  const answers = new LRUCache<string, { answer: Answer; count: number; expiresAt: number }>({
    maxSize: 8_000_000,
    sizeCalculation: ({ answer }, key) => String(answer.body).length + key.length,
  });
  return {
    find(search, text) {
      const kept = answers.get(`${search}\n${text}`);
      if (!kept || kept.expiresAt <= performance.now()) return undefined;
      if (kept.count > 0) observe({ type: 'estimates', source: 'memory', count: kept.count });
      return kept.answer;
    },
    keep(search, text, answer, count, expiresAt) {
      answers.set(`${search}\n${text}`, { answer, count, expiresAt });
    },
  };
}
