import { type ClientContext, defaultContext } from '../client/context.js';
import type { EstimateSubscriber } from '../client/estimate-batcher.js';
import {
  createEstimateClient,
  type EstimateClient,
  type EstimateCacheMode,
} from '../client/estimate-client.js';
import { FinancingError } from '../client/financing-error.js';
import { type Fetch, sendBy } from '../client/post-json.js';
import type { ElementEstimateRequest } from './element-settings.js';
import { pricesDue } from './lazy-prices.js';

/** The client of the elements. It uses subscribers instead of promises, and each request has its own endpoint. */
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

/** Returns the client that all elements of the page share, so that their requests go into the same batch. */
export function pageClient(): PageClient {
  return client;
}

/** Returns the context of all requests of the elements. It's a new object for each new `fetch`. */
export function pageContext(): ClientContext {
  return context;
}

/**
 * Replaces the shared client with one that uses this `fetch`. Does nothing if the client already uses it, so that requests
 * aren't repeated and links keep their idempotency keys.
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
