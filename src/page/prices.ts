/**
 * The prices on the page that elements follow with `amount-from`. Loaded as a separate file when the first such element
 * appears. It must not import anything that the script contains, because that would load the script a second time.
 */
export { amountOf } from './followed-amount.js';
export { priceOf, unwatchPrice, watchPrice } from './price-watch.js';
