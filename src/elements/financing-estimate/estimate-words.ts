import type { CreditTerms } from './credit-terms.js';
import { money, percent, shortMoney } from './format.js';
import { fill, type Text } from '../text.js';

/** An estimate in words: each part by its name, and one sentence for screen readers. */
export interface EstimateWords {
  readonly payment: string;
  /** Empty if the term is not known. */
  readonly term: string;
  readonly apr: string;
  readonly 'down-payment': string;
  readonly sentence: string;
  /** The name of the button that opens the details. */
  readonly details: string;
}

/** An estimate as it is shown, with its words. */
export interface Offer {
  readonly terms: CreditTerms;
  readonly words: EstimateWords;
}

/** Puts the terms of an estimate into words. */
export function inWords(
  text: Text,
  { monthlyAmount, apr, downPayment, months }: CreditTerms,
): EstimateWords {
  const values = {
    payment: money(monthlyAmount),
    months: months ?? '',
    forMonths: months ? fill(text.forMonths, { months }) : '',
    apr: percent(apr),
    downPayment: shortMoney(downPayment),
  };
  return {
    payment: fill(text.payment, values),
    term: months ? fill(text.term, values) : '',
    apr: fill(text.apr, values),
    'down-payment': fill(text.downPayment, values),
    sentence: fill(text.sentence, values),
    details: fill(text.detailsOf, values),
  };
}

/** One row of the details. Its value is undefined where the term is not known. */
export type BreakdownRow = readonly [name: string, value: string | number | undefined];

/** The rows of the details, from the purchase amount, in dollars, to the APR. */
export function breakdownOf(
  text: Text,
  { amountFinanced, downPayment, monthlyAmount, apr, months }: CreditTerms,
  dollars: number,
): BreakdownRow[] {
  return [
    [text.purchaseAmount, money(dollars)],
    [text.dueToday, money(downPayment)],
    [text.amountFinanced, money(amountFinanced)],
    [text.monthlyPayment, money(monthlyAmount)],
    [text.numberOfPayments, months],
    [text.totalOfPayments, months && money(monthlyAmount * months)],
    [text.totalWithDownPayment, months && money(monthlyAmount * months + downPayment)],
    [text.annualPercentageRate, percent(apr)],
  ];
}
