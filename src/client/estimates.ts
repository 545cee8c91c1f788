import type { ClientContext, EstimateStorage } from './context.js';
import { FinancingError } from './financing-error.js';
import { postJson, resolveEndpoint } from './http.js';
import type { EstimateItem, EstimateResult } from '../contract/estimate.js';
import { pagePaths } from '../contract/page-paths.js';
import { maxEstimateItems } from '../internal/dollars.js';
import { amounts, isEstimate, isFinanced } from '../words/financed.js';

const operation = 'estimatePayments';

export interface EstimateClient extends Omit<TurnBatcher, 'subscribe'> {
  /**
   * Requests an estimate, in one call with all others of the turn. If no call is needed, answers the subscriber at once.
   * Otherwise returns the request to unsubscribe with, and answers the subscriber once unless it unsubscribes.
   */
  subscribe(
    request: AmountRequest,
    subscriber: EstimateSubscriber,
    cache?: EstimateCacheMode,
  ): AmountRequest | undefined;
}

/** Creates the estimate client: batches and caches. */
export function createEstimateClient(context: ClientContext): EstimateClient {
  const { fetch, timeouts, now, storage, document } = context;
  const cache = createEstimateCache(storage, now);
  const batcher = createTurnBatcher({ call: estimatePayments, document });

  async function estimatePayments(
    group: AmountGroup,
    amounts: readonly number[],
    signal: AbortSignal,
  ): Promise<Estimates> {
    const { endpoint, timeZone, location: locationId, representative } = group;
    const set = Object.entries({ timeZone, location: locationId, representative }).filter(
      (parameter): parameter is [string, string] => Boolean(parameter[1]),
    );
    const query = String(new URLSearchParams(set));
    const items = amounts.map((amount): EstimateItem => ({
      id: idOf(amount),
      totalAmount: amount,
    }));
    const url = endpoint + pagePaths[operation] + (query && `?${query}`);
    const timeout = timeouts.estimates;
    const { json } = await postJson(url, JSON.stringify(items), {
      operation,
      fetch,
      timeout,
      signal,
    });
    if (!Array.isArray(json)) throw new FinancingError('invalid-response', operation);

    const results = new Map(json.filter(isEstimate).map((estimate) => [estimate.id, estimate]));
    const estimates = new Map<number, EstimateResult>();
    for (const amount of amounts) {
      const estimate = results.get(idOf(amount));
      if (estimate) estimates.set(amount, estimate);
    }
    cache.add(group, estimates);
    return estimates;
  }

  return {
    unsubscribe: batcher.unsubscribe,
    flush: batcher.flush,
    subscribe(given, subscriber, mode = 'default') {
      const endpoint = resolveEndpoint(given.endpoint);
      if (!endpoint || !(given.amount > 0)) {
        const code = endpoint ? 'invalid-amount' : 'invalid-endpoint';
        subscriber.onAnswer(new FinancingError(code, operation));
        return undefined;
      }
      const request = endpoint === given.endpoint ? given : { ...given, endpoint };
      const cached = mode === 'default' && cache.get(request);
      if (cached) {
        subscriber.onAnswer(cached);
        return undefined;
      }
      batcher.subscribe(request, subscriber);
      return request;
    },
  };
}

/** Digits alone, so that a proxy or a log cannot take it for a price. */
function idOf(amount: number): string {
  return String(Math.round(amount * 100));
}

/**
 * Gathers the estimate requests of one turn of the page into few calls. Requests that differ in the amount alone
 * share a call, up to 500, the proxy's limit; an amount that is waiting or in flight is not asked for again. One
 * subscriber that leaves does not disturb the others; a call without subscribers is aborted.
 *
 * The proxy gathers the calls of many pages by other rules (time, and the service's limits); the two share no code.
 */

/** The part of a request that all requests of one call share; the values that are set go into the query. */
interface AmountGroup {
  /** The proxy's mount: a path on the page's own origin, or a complete URL. */
  readonly endpoint: string;
  /** The location id. */
  readonly location?: string | undefined;
  /** An IANA time zone. */
  readonly timeZone?: string | undefined;
  /** The employee who advises the shopper: id, name or any identifier. */
  readonly representative?: string | undefined;
}

/** The request for the estimate of one amount. */
export interface AmountRequest extends AmountGroup {
  /** The purchase amount in dollars, with two decimals at most. */
  readonly amount: number;
}

/**
 * Gets the answer to a request, once. A callback instead of a promise and a signal: for hundreds of elements those
 * would be most of the work.
 */
export interface EstimateSubscriber {
  onAnswer(answer: EstimateResult | FinancingError): void;
}

interface TurnBatcherOptions {
  /** Makes one call for amounts of one group; resolves with the estimates by amount. */
  call(group: AmountGroup, amounts: readonly number[], signal: AbortSignal): Promise<Estimates>;
  /** Holds the first batch back while it is loading. */
  document: Pick<Document, 'readyState' | 'addEventListener'> | undefined;
}

interface TurnBatcher {
  subscribe(request: AmountRequest, subscriber: EstimateSubscriber): void;
  /** Removes a subscriber that has not been answered yet. */
  unsubscribe(request: AmountRequest, subscriber: EstimateSubscriber): void;
  /** Sends all waiting requests now. Answers are held until `released` resolves; equal requests join until then. */
  flush(released?: Promise<void>): void;
}

/** Estimates by amount. */
type Estimates = ReadonlyMap<number, EstimateResult>;

interface Batch {
  readonly key: string;
  readonly group: AmountGroup;
  readonly subscribers: Map<number, Set<EstimateSubscriber>>;
  readonly controller: AbortController;
}

/** Creates a batcher for one page. */
function createTurnBatcher({ call, document }: TurnBatcherOptions): TurnBatcher {
  const batches = new Set<Batch>(); // waiting or in flight
  let waiting: Batch[] = [];

  // The end of the turn is a task, not a microtask: the browser empties the microtask queue between any two
  // elements that the parser makes, and elements update in microtasks, so a batch per microtask splits on a slow
  // machine. While the document loads, elements arrive over many turns; the first task after it has loaded ends
  // that. DOMContentLoaded would come later still: it waits for other scripts.
  function schedule(): void {
    const atEndOfTurn = () => setTimeout(flush);
    if (document?.readyState !== 'loading') atEndOfTurn();
    else document.addEventListener('readystatechange', atEndOfTurn, { once: true });
  }

  function batchOf(request: AmountRequest): Batch | undefined {
    const key = groupKey(request);
    return [...batches].find((batch) => batch.key === key && batch.subscribers.has(request.amount));
  }

  function openBatch(group: AmountGroup): Batch {
    const key = groupKey(group);
    const open = waiting.find(
      (batch) => batch.key === key && batch.subscribers.size < maxEstimateItems,
    );
    if (open) return open;
    const batch = { key, group, subscribers: new Map(), controller: new AbortController() };
    batches.add(batch);
    if (waiting.push(batch) === 1) schedule();
    return batch;
  }

  function flush(released?: Promise<void>): void {
    waiting.forEach((batch) => void send(batch, released));
    waiting = [];
  }

  async function send(batch: Batch, released?: Promise<void>): Promise<void> {
    const { group, subscribers, controller } = batch;
    for (const [amount, { size }] of subscribers) if (!size) subscribers.delete(amount);
    if (!subscribers.size) return void batches.delete(batch);
    const answers = await call(group, [...subscribers.keys()], controller.signal).catch(
      (error: FinancingError) => error,
    );
    await released;
    batches.delete(batch);
    for (const [amount, listening] of subscribers) {
      const answer =
        answers instanceof Error
          ? answers
          : (answers.get(amount) ?? new FinancingError('invalid-response', 'estimatePayments'));
      for (const subscriber of listening) subscriber.onAnswer(answer);
    }
  }

  return {
    flush,
    subscribe(request, subscriber) {
      const { subscribers } = batchOf(request) ?? openBatch(request);
      const listening = subscribers.get(request.amount) ?? new Set();
      subscribers.set(request.amount, listening.add(subscriber));
    },
    unsubscribe(request, subscriber) {
      const batch = batchOf(request);
      if (!batch?.subscribers.get(request.amount)?.delete(subscriber) || waiting.includes(batch))
        return;
      for (const { size } of batch.subscribers.values()) if (size) return;
      batches.delete(batch);
      batch.controller.abort();
    },
  };
}

/** A text that is equal for equal groups alone, whatever their values contain. */
function groupKey(group: AmountGroup): string {
  const { endpoint, location, timeZone, representative } = group;
  return JSON.stringify([endpoint, location, timeZone, representative]);
}

/**
 * Caches estimates for five minutes: in memory, and in sessionStorage so that the next page of a visit needs no
 * call. Estimates for a representative stay in memory, since an employee is personal data. Beyond 500, the oldest
 * are dropped. A storage that is absent, full, forbidden or corrupt costs a call and nothing else.
 */

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

/**
 * Whether a cached estimate may answer: of the Fetch standard's `RequestCache`, `default` lets it, and `reload` asks
 * again and caches the new one.
 */
export type EstimateCacheMode = Extract<RequestCache, 'default' | 'reload'>;

interface EstimateCache {
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

/** The estimate in a JSON text; undefined for any other text. */
export function readEstimate(json: string): EstimateResult | undefined {
  try {
    const estimate: unknown = JSON.parse(json);
    if (!isEstimate(estimate)) return undefined;
    const isInapplicable = amounts.every((field) => estimate[field] === -1);
    return isInapplicable || isFinanced(estimate) ? estimate : undefined;
  } catch {
    return undefined;
  }
}
