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
  /** As in the estimate client. A request with an `error` is answered with that error at once. */
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

/** What the requests of all elements use. A new object for each new `fetch`. */
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
