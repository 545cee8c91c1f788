/**
 * The sums of an estimate. Only types are imported: the dialogs, which are a file of their own, take this module along, and
 * an import of the script there would be a second one.
 */
import type { DialogText } from './dialog-text.js';
import type { CreditTerms } from './estimate-words.js';

/** One of the sums, by the name of its text. */
interface Sum {
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
  /** In dollars. */
  readonly amount: number;
}

/**
 * The rows of the details from top to bottom; those that need the term are there where it is known, and its payments repay
 * what was borrowed: the `term-months` of a page may belong to another offer.
 */
export function breakdownOf(terms: CreditTerms, purchaseAmount: number) {
  const { monthlyAmount, amountFinanced, downPayment, apr, months } = terms;
  const rows: Sum[] = [{ name: 'purchaseAmount', amount: purchaseAmount }];
  if (downPayment) rows.push({ name: 'dueToday', amount: downPayment });
  rows.push({ name: 'amountFinanced', amount: amountFinanced });
  // Of payments as they are shown, in cents.
  const sum = months && (Math.round(monthlyAmount * 100) * months) / 100;
  // A derived term leaves a quarter of a payment open at most.
  if (!sum || sum + monthlyAmount / 2 < amountFinanced) return { rows, isLastPaymentOther: false };
  // The payments are rounded: at 0 %, their sum can be a few cents more or less than what was borrowed, which costs nothing.
  const isFree = apr === 0 && sum - amountFinanced < months / 100;
  const total = isFree ? amountFinanced : Math.max(sum, amountFinanced);
  rows.push({ name: 'costOfFinancing', amount: total - amountFinanced });
  rows.push({ name: months === 1 ? 'totalOfOne' : 'totalOfPayments', amount: total });
  if (downPayment) rows.push({ name: 'totalWithDownPayment', amount: total + downPayment });
  return { rows, isLastPaymentOther: total !== sum };
}
