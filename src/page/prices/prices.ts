/** The prices on the page that elements follow with `amount-from`. Loaded on demand, for the first such element. */
export { amountOf } from './followed-amount.js';
export { priceOf, unwatchPrice, watchPrice } from './price-watch.js';
