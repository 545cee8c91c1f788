import { failedFile } from './failed-file.js';
import type * as Prices from './prices/prices.js';

/** Reads and watches the prices that elements follow. Undefined until it's loaded. */
export let prices: typeof Prices | undefined;

let loading: Promise<boolean> | undefined;

/**
 * Resolves when the prices that are loading can be read, but after half a second at the latest. Undefined if nothing is
 * loading. The page's first request waits for it, so that all elements share that request.
 */
export let pricesDue: Promise<void> | undefined;

/** The maximum time that other elements wait for the prices. */
const maxPricesWaitMs = 500;

/**
 * Loads the code that reads prices, which only elements with `amount-from` need. Resolves with false after a failure, which
 * is reported. The next call tries again. Firefox caches the failure until the page reloads.
 */
export function loadPrices(): Promise<boolean> {
  if (loading) return loading;
  loading = import('./prices/prices.js').then(
    (loaded) => {
      prices = loaded;
      return true;
    },
    (cause) => {
      loading = undefined;
      reportError(new Error(failedFile('prices'), { cause }));
      return false;
    },
  );
  const tooLate = new Promise((resolve) => setTimeout(resolve, maxPricesWaitMs));
  pricesDue = Promise.race([loading, tooLate]).then(() => {
    pricesDue = undefined;
  });
  return loading;
}
