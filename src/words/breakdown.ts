/** Adds up an estimate. Part of a file that is loaded on demand. */
import type { DialogText } from './dialog-text.js';
import type { CreditTerms } from './estimate-words.js';

/** A row of the breakdown. */
export interface Row {
  /** The name of its label. */
  readonly name: Extract<
    keyof DialogText,
    | 'purchaseAmount'
    | 'dueToday'
    | 'amountFinanced'
    | 'costOfFinancing'
    | 'totalOfPayments'
    | 'totalOfOne'
    | 'totalWithDownPayment'
  >;
  readonly cents: number;
}

/**
 * Returns the rows from top to bottom. The totals need a term whose payments repay the loan: the page's `term-months` may
 * belong to another offer.
 */
export function breakdownOf(terms: CreditTerms, purchaseCents: number) {
  const { monthlyCents, financedCents, downPaymentCents, apr, months } = terms;
  const rows: Row[] = [{ name: 'purchaseAmount', cents: purchaseCents }];
  if (downPaymentCents) rows.push({ name: 'dueToday', cents: downPaymentCents });
  rows.push({ name: 'amountFinanced', cents: financedCents });
  const sum = months && monthlyCents * months;
  // A derived term can be off by at most a quarter of a payment.
  const isRepaid = sum && sum + monthlyCents / 2 >= financedCents;
  if (!isRepaid) return { rows, isLastPaymentOther: false };
  // The sum of rounded payments can differ from the loan by a few cents. At 0%, that difference isn't a cost.
  const isFree = apr === 0 && sum - financedCents < months;
  const total = isFree ? financedCents : Math.max(sum, financedCents);
  rows.push({ name: 'costOfFinancing', cents: total - financedCents });
  rows.push({ name: months === 1 ? 'totalOfOne' : 'totalOfPayments', cents: total });
  if (downPaymentCents)
    rows.push({ name: 'totalWithDownPayment', cents: total + downPaymentCents });
  return { rows, isLastPaymentOther: total !== sum };
}
