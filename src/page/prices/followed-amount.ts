import type { PageErrorCode } from '../../client/financing-error.js';
import { priceOf } from './price-watch.js';

/** An amount, from an attribute or a price on the page. */
export interface AmountSource {
  /** NaN if `error` is set. */
  readonly amount: number;
  /** The reason why nothing can be requested: the amount is ambiguous, or the selector is invalid. */
  readonly error?: Extract<PageErrorCode, 'invalid-amount' | 'invalid-selector'>;
}

/** Returns the amount of the price that an element follows, or undefined if there is no price. */
export function amountOf(
  element: Element,
  selector: string,
  parseText: (text: string) => AmountSource,
): AmountSource | undefined {
  const reading = priceOf(element, selector);
  if (!reading) return { amount: NaN, error: 'invalid-selector' };
  const [first, ...others] = reading.texts.map((text) => parseText(text));
  // A range in two elements has no clear amount. A unit price next to the price isn't an amount.
  const differs = others.some(({ amount, error }) => !error && amount !== first!.amount);
  return differs ? { amount: NaN, error: 'invalid-amount' } : first;
}
