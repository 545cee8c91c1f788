/**
 * Gathers the estimate requests of one turn of the page into few calls. Requests that differ in the amount alone
 * share a call, up to 500, the proxy's limit; an amount that is waiting or in flight is not asked for again. One
 * subscriber that leaves does not disturb the others; a call without subscribers is aborted.
 *
 * The proxy gathers the calls of many pages by other rules (time, and the service's limits); the two share no code.
 */
import type { EstimateResult } from '../contract/estimate.js';
import { maxEstimateItems } from '../internal/dollars.js';
import { FinancingError } from './financing-error.js';
import { toJson } from './json.js';

/** The part of a request that all requests of one call share; the values that are set go into the query. */
export interface AmountGroup {
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

export interface TurnBatcherOptions {
  /** Makes one call for amounts of one group; resolves with the estimates by amount. */
  call(group: AmountGroup, amounts: readonly number[], signal: AbortSignal): Promise<Estimates>;
  /** Holds the first batch back while it is loading. */
  document: Pick<Document, 'readyState' | 'addEventListener'> | undefined;
}

export interface TurnBatcher {
  subscribe(request: AmountRequest, subscriber: EstimateSubscriber): void;
  /** Removes a subscriber that has not been answered yet. */
  unsubscribe(request: AmountRequest, subscriber: EstimateSubscriber): void;
  /** Sends all waiting requests now. Answers are held until `released` resolves; equal requests join until then. */
  flush(released?: Promise<void>): void;
}

/** Estimates by amount. */
export type Estimates = ReadonlyMap<number, EstimateResult>;

interface Batch {
  readonly key: string;
  readonly group: AmountGroup;
  readonly subscribers: Map<number, Set<EstimateSubscriber>>;
  readonly controller: AbortController;
}

/** Creates a batcher for one page. */
export function createTurnBatcher({ call, document }: TurnBatcherOptions): TurnBatcher {
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
export function groupKey(group: AmountGroup): string {
  const { endpoint, location, timeZone, representative } = group;
  return toJson([endpoint, location, timeZone, representative]);
}
