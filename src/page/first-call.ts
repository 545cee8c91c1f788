/**
 * Requests the estimates of a parsed page from its markup, before lit and the elements are set up. On a slow phone, the setup
 * takes as long as the response. The elements then send equal requests and join this call.
 *
 * Runs when it's imported, so the script imports it first. Does nothing while the document loads, because elements that the
 * parser creates share one batch, and nothing if another copy of the script has run. If another origin serves the script,
 * it skips elements without an endpoint, which `configure()` may still set.
 */
import type { EstimateSubscriber } from '../client/estimate-batcher.js';
import type { ResolvedRequest } from '../client/estimate-request.js';
import {
  estimateRequestOf,
  priceSelectorOf,
  setScriptUrl,
  foreignScriptDirectoryFor,
} from './element-settings.js';
import { loadPrices, pricesDue } from './lazy-prices.js';
import { pageClient } from './page-client.js';
import { queryPage } from './tree.js';

setScriptUrl(import.meta.url);

// The element that joins the call reports what went wrong.
const placeholder: EstimateSubscriber = { onResult() {} };
const waiting: ResolvedRequest[] = [];
const client = pageClient();
let releaseResults: (() => void) | undefined;

if (document.readyState !== 'loading' && !customElements.get('prequal-button')) {
  // Lazy elements, elements with a server-rendered estimate, and buttons next to one send their own requests if they need to.
  // `:is()` ignores `:has()` in browsers that don't know it.
  const elements = queryPage(
    'financing-estimate:not([loading=lazy],[estimate]), :is(html:not(:has([estimate])) pay-over-time-button)',
  );
  for (const element of elements) {
    if (priceSelectorOf(element)) void loadPrices();
    const request = foreignScriptDirectoryFor(element) ? undefined : estimateRequestOf(element);
    const subscribed = request && client.subscribe(request, placeholder);
    if (subscribed) waiting.push(subscribed);
  }
  // Elements that follow a price join the call, so it waits until their prices can be read.
  if (!pricesDue) client.flush(new Promise<void>((resolve) => (releaseResults = resolve)));
}

/** Hands the call over to the elements, which join it in the turn that defines them. Aborts it if there are none. */
export function handOver(): void {
  releaseResults?.();
  setTimeout(() => waiting.forEach((request) => client.unsubscribe(request, placeholder)));
}
