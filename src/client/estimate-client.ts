/** Estimates for a page: from the cache, or from a call that they share with other requests of the same turn. */
import type { EstimateItem, EstimateResult } from '../contract/estimate.js';
import { roundToCents } from '../internal/dollars.js';
import { toJson } from '../internal/natives.js';
import { isEstimate } from '../words/financed.js';
import type { ClientContext } from './context.js';
import {
  createEstimateBatcher,
  type EstimateBatcher,
  type EstimateSubscriber,
} from './estimate-batcher.js';
import { createEstimateCache } from './estimate-cache.js';
import { type AmountRequest, type ResolvedRequest, resolveRequest } from './estimate-request.js';
import { FinancingError } from './financing-error.js';
import { postJson } from './post-json.js';

const operation = 'estimatePayments';

/**
 * The use of cached estimates. The values are from the Fetch standard's `RequestCache`: `default` uses it, and
 * `reload` requests a new estimate and caches it.
 */
export type EstimateCacheMode = Extract<RequestCache, 'default' | 'reload'>;

export interface EstimateClient extends Omit<EstimateBatcher, 'subscribe' | 'deliver'> {
  /**
   * Requests an estimate. If no call is needed, calls the subscriber at once and returns undefined. Otherwise returns the
   * request to unsubscribe with, and calls the subscriber once unless it unsubscribes.
   */
  subscribe(
    request: AmountRequest,
    subscriber: EstimateSubscriber,
    cache?: EstimateCacheMode,
  ): ResolvedRequest | undefined;
  /** Uses an estimate that the page contains already, so that no equal request needs a call. */
  add(request: AmountRequest, estimate: EstimateResult): void;
}

/** Creates the estimate client. */
export function createEstimateClient(context: ClientContext): EstimateClient {
  const { fetch, timeouts, now, storage } = context;
  const cache = createEstimateCache(storage, now);
  const batcher = createEstimateBatcher({ ...context, call: estimatePayments });

  async function estimatePayments(
    request: ResolvedRequest,
    amounts: readonly number[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, EstimateResult>> {
    const items = amounts.map((amount): EstimateItem => ({
      id: idOf(amount),
      totalAmount: amount,
    }));
    const timeout = timeouts.estimates;
    const { json } = await postJson(request.url, toJson(items), {
      operation,
      fetch,
      timeout,
      signal,
    });
    if (!Array.isArray(json)) throw new FinancingError('invalid-response', operation);

    const amountsById = new Map(amounts.map((amount) => [idOf(amount), amount]));
    const estimates = new Map<number, EstimateResult>();
    for (const estimate of json.filter(isEstimate)) {
      const amount = amountsById.get(estimate.id);
      if (amount) estimates.set(amount, estimate);
    }
    cache.add(request, estimates);
    return estimates;
  }

  return {
    add(amountRequest, estimate) {
      const request = resolveRequest(amountRequest);
      if (!request) return;
      // A cached page can contain an old estimate, so keep it in memory: the next page requests a new one.
      cache.add({ ...request, isPersonal: true }, new Map([[request.amount, estimate]]));
      batcher.deliver(request, estimate);
    },
    unsubscribe: batcher.unsubscribe,
    flush: batcher.flush,
    subscribe(amountRequest, subscriber, mode = 'default') {
      const request = resolveRequest(amountRequest);
      if (!request || !(request.amount > 0)) {
        const code = request ? 'invalid-amount' : 'invalid-endpoint';
        subscriber.onResult(new FinancingError(code, operation));
        return undefined;
      }
      const cached = mode === 'default' && cache.get(request);
      if (cached) {
        subscriber.onResult(cached);
        return undefined;
      }
      batcher.subscribe(request, subscriber);
      return request;
    },
  };
}

/** Returns an id of digits only, so that a proxy or a log can't take it for a price. */
function idOf(amount: number): string {
  return String(roundToCents(amount));
}
