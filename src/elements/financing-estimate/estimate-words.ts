import type { CreditTerms } from './credit-terms.js';
import { money, percent, shortMoney } from '../format.js';
import { fill, type Text } from '../text.js';

/** An estimate in words. */
export interface EstimateWords {
  /** The payment in four pieces: what is before the amount, the amount, what is written to it, and the rest. */
  readonly payment: readonly string[];
  /** Empty if the term is not known. */
  readonly term: string;
  readonly apr: string;
  readonly downPayment: string;
  /** The line for screen readers. */
  readonly sentence: string;
  /** Announced after a change. */
  readonly announcement: string;
  /** The name of the button that opens the details. */
  readonly details: string;
}

/** An estimate as it is shown, with its words. */
export interface Offer {
  readonly terms: CreditTerms;
  readonly words: EstimateWords;
}

/** Puts the terms of an estimate into words; `product` is the name of what it buys. */
export function inWords(
  text: Text,
  { monthlyAmount, apr, downPayment, months }: CreditTerms,
  product: unknown,
): EstimateWords {
  const term = months ? fill(text.term, { months }) : '';
  const values = {
    payment: money(monthlyAmount),
    forMonths: term && ` ${term}`,
    apr: percent(apr),
    downPayment: shortMoney(downPayment),
  };
  const name = product ? `, ${String(product)}` : '';
  return {
    payment: text.payment.split(/(\S*\{payment\})(\S*)/).map((piece) => fill(piece, values)),
    term,
    apr: fill(text.apr, values),
    downPayment: fill(text.downPayment, values),
    sentence: fill(text.sentence, values),
    announcement: fill(text.announcement, values) + name,
    details: fill(text.detailsOf, values) + name,
  };
}
