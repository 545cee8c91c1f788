import { type ClientContext, defaultContext } from '../client/context.js';
import type { EstimateSubscriber } from '../client/estimate-batcher.js';
import {
  createEstimateClient,
  type EstimateClient,
  type EstimateCacheMode,
} from '../client/estimates.js';
import { FinancingError } from '../client/financing-error.js';
import { type Fetch, sendBy } from '../client/http.js';
import type { ElementEstimateRequest } from './host-page.js';
import { pricesDue } from './lazy-prices.js';

/** The elements' client: estimates without promises, and an endpoint per request. */
export interface PageClient extends Omit<EstimateClient, 'subscribe'> {
  /** Like the estimate client's method, except that a request with an `error` fails with that error immediately. */
  subscribe(
    request: ElementEstimateRequest,
    subscriber: EstimateSubscriber,
    cache?: EstimateCacheMode,
  ): ReturnType<EstimateClient['subscribe']>;
}

let usedFetch: Fetch | undefined;
let context = defaultContext;
let client = createPageClient(context);

/** The client that all elements of the page share, so that their requests meet in one batch. */
export function pageClient(): PageClient {
  return client;
}

/** The context of all elements' requests. Each new `fetch` gets a new object. */
export function pageContext(): ClientContext {
  return context;
}

/**
 * Replaces the shared client by one that sends its requests with `fetch`. The same function again changes nothing, so that
 * requests are not repeated and links keep their idempotency keys.
 */
export function setPageFetch(fetch: Fetch): void {
  if (fetch === usedFetch) return;
  usedFetch = fetch;
  context = { ...defaultContext, fetch: sendBy(fetch) };
  client = createPageClient(context);
}

function createPageClient(context: ClientContext): PageClient {
  const estimates = createEstimateClient({ ...context, due: () => pricesDue });
  return {
    ...estimates,
    subscribe(request, subscriber, cache) {
      if (!request.error) return estimates.subscribe(request, subscriber, cache);
      subscriber.onResult(new FinancingError(request.error, 'estimatePayments'));
      return undefined;
    },
  };
}
