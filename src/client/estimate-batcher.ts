/**
 * Collects the estimate requests of one turn of the event loop into as few calls as possible. Requests that differ only in
 * the amount share a call of up to 500 amounts, which is the proxy's limit. A request for an amount that is already waiting
 * or in flight joins that call. A call is aborted when its last subscriber leaves.
 */
import type { EstimateResult } from '../contract/estimate.js';
import { maxEstimateItems } from '../contract/estimate-query.js';
import type { ClientContext } from './context.js';
import type { ResolvedRequest } from './estimate-request.js';
import { FinancingError } from './financing-error.js';

/**
 * Receives the response to a request once. A promise and an abort signal per request would be most of the work for a page
 * with hundreds of elements.
 */
export interface EstimateSubscriber {
  onResult(result: EstimateResult | FinancingError): void;
}

interface BatcherOptions extends Pick<ClientContext, 'due' | 'document'> {
  /** Makes one call for several amounts. `request` is any request of the call. Resolves with the estimates by amount. */
  call(
    request: ResolvedRequest,
    amounts: readonly number[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, EstimateResult>>;
}

export interface EstimateBatcher {
  subscribe(request: ResolvedRequest, subscriber: EstimateSubscriber): void;
  /** Removes a subscriber that hasn't received a response yet. */
  unsubscribe(request: ResolvedRequest, subscriber: EstimateSubscriber): void;
  /** Responds to equal requests that are still waiting to be sent. */
  deliver(request: ResolvedRequest, estimate: EstimateResult): void;
  /** Sends all waiting requests now. Responses are held until `released` resolves, and equal requests join until then. */
  flush(released?: Promise<void>): void;
}

interface Batch {
  /** The first request of the batch. */
  readonly request: ResolvedRequest;
  readonly subscribers: Map<number, Set<EstimateSubscriber>>;
  readonly controller: AbortController;
}

/** The time that a batch waits while the document loads, in ms. */
const maxLoadingDelay = 500;

/** Creates a batcher for one page. */
export function createEstimateBatcher(options: BatcherOptions): EstimateBatcher {
  const batches = new Set<Batch>(); // waiting or in flight
  let waiting: Batch[] = [];

  function batchOf({ url, amount }: ResolvedRequest): Batch | undefined {
    return [...batches].find(
      ({ request, subscribers }) => request.url === url && subscribers.has(amount),
    );
  }

  function openBatch(request: ResolvedRequest): Batch {
    const open = waiting.find(
      (batch) => batch.request.url === request.url && batch.subscribers.size < maxEstimateItems,
    );
    if (open) return open;
    const batch = { request, subscribers: new Map(), controller: new AbortController() };
    batches.add(batch);
    if (waiting.push(batch) === 1) schedule(options, flush);
    return batch;
  }

  function flush(released?: Promise<void>): void {
    waiting.forEach((batch) => void send(batch, released));
    waiting = [];
  }

  async function send(batch: Batch, released?: Promise<void>): Promise<void> {
    const { request, subscribers, controller } = batch;
    for (const [amount, { size }] of subscribers) if (!size) subscribers.delete(amount);
    if (!subscribers.size) return void batches.delete(batch);
    const results = await options
      .call(request, [...subscribers.keys()], controller.signal)
      .catch((error: FinancingError) => error);
    await released;
    batches.delete(batch);
    for (const [amount, listening] of subscribers) {
      const result =
        results instanceof Error
          ? results
          : (results.get(amount) ?? new FinancingError('invalid-response', 'estimatePayments'));
      for (const subscriber of listening) subscriber.onResult(result);
    }
  }

  return {
    flush,
    subscribe(request, subscriber) {
      const { subscribers } = batchOf(request) ?? openBatch(request);
      const listening = subscribers.get(request.amount) ?? new Set();
      subscribers.set(request.amount, listening.add(subscriber));
    },
    deliver(request, estimate) {
      const batch = batchOf(request);
      if (!batch || !waiting.includes(batch)) return;
      const listening = batch.subscribers.get(request.amount);
      batch.subscribers.delete(request.amount);
      listening?.forEach((subscriber) => subscriber.onResult(estimate));
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

/**
 * Flushes at the end of the turn. That is a task and not a microtask: the browser runs all microtasks between two elements
 * that the parser creates. Elements update in microtasks, so on a slow machine each would get its own batch. While the
 * document loads, elements arrive over many turns, so a batch waits for the first task after the document has loaded, or for
 * `maxLoadingDelay` if the HTML is streamed or a script blocks the parser. DOMContentLoaded would be too late because it
 * waits for other scripts.
 */
function schedule({ document, due }: BatcherOptions, flush: () => void): void {
  const flushSoon = () => void setTimeout(flush);
  const atEndOfTurn = () => {
    const wait = due?.();
    if (wait) void wait.then(flushSoon);
    else flushSoon();
  };
  if (document?.readyState !== 'loading') return atEndOfTurn();
  document.addEventListener('readystatechange', atEndOfTurn, { once: true });
  setTimeout(flush, maxLoadingDelay);
}
