import { parseAmount } from '../client/amount.js';
import type { PageErrorCode } from '../client/financing-error.js';
import type { AmountRequest } from '../client/turn-batcher.js';
import { findPrice, priceText } from './price.js';
import { ownValue, settingsOf } from './settings.js';

/** The request of an element. */
export interface ElementEstimateRequest extends AmountRequest {
  /** NaN where `error` is set. */
  readonly amount: number;
  /** Why nothing can be requested: the amount is ambiguous, or the selector invalid. */
  readonly error?: Extract<PageErrorCode, 'invalid-amount' | 'invalid-selector'>;
}

/**
 * The estimate request of an element; undefined without an amount. Where `amount-from` is set, it alone decides: an
 * amount beside it may be that of another variant.
 */
export function estimateRequestOf(element: Element): ElementEstimateRequest | undefined {
  // A button follows no price: its amount decides a loan.
  const isButton = element.localName === 'pay-over-time-button';
  const selector = isButton ? undefined : ownValue(element, 'amountFrom', 'amount-from');
  const source = selector ? followedAmount(element, selector) : ownAmount(element);
  if (!source) return undefined;
  const timeZone = ownValue(element, 'timeZone', 'time-zone');
  return {
    ...settingsOf(element),
    representative: ownValue(element, 'representative'),
    timeZone: timeZone === 'browser' ? Intl.DateTimeFormat().resolvedOptions().timeZone : timeZone,
    ...source,
  };
}

type AmountSource = Pick<ElementEstimateRequest, 'amount' | 'error'>;

function ownAmount(element: Element): AmountSource | undefined {
  const { amount } = element as Element & { amount?: unknown };
  return read(amount ?? element.getAttribute('amount'));
}

function followedAmount(element: Element, selector: string): AmountSource | undefined {
  try {
    const price = findPrice(element, selector);
    return read(price && priceText(price));
  } catch {
    return { amount: NaN, error: 'invalid-selector' };
  }
}

function read(value: unknown): AmountSource | undefined {
  if (value === undefined || value === null) return undefined;
  const amount = parseAmount(value);
  return amount ? { amount } : { amount: NaN, error: 'invalid-amount' };
}
