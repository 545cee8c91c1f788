import type { EstimateItem, EstimateResult } from '../contract/estimate.js';
import { pagePaths } from '../contract/routes.js';
import type { ClientContext } from './client-context.js';
import { resolveEndpoint } from './endpoint.js';
import { createEstimateCache, type EstimateCacheMode } from './estimate-cache.js';
import { isEstimate } from './estimate-result.js';
import { FinancingError } from './financing-error.js';
import { postJson } from './post-json.js';
import {
  createTurnBatcher,
  type AmountGroup,
  type AmountRequest,
  type EstimateSubscriber,
  type Estimates,
  type TurnBatcher,
} from './turn-batcher.js';

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
