import type { EstimateResult } from '../contract/estimate.js';
import { money, roundToCents } from '../internal/dollars.js';
import { percent, shortMoney } from './format.js';
import { fill, type Text } from './script-text.js';

/** An estimate in words. */
export interface EstimateWords {
  /** The payment in four pieces: the text before the amount, the amount, the unit attached to it, and the rest. */
  readonly payment: readonly string[];
  /** Empty if the term is not known. */
  readonly term: string;
  readonly apr: string;
  readonly downPayment: string;
  /** The text before the amount, and the down payment, in a narrow column. */
  readonly short: { readonly beforeAmount: string; readonly downPayment: string };
  /** The line for screen readers. */
  readonly sentence: string;
  /** The name of the button that opens the details. */
  readonly details: string;
}

/** The page's information about a price: the name of the product, and whether it's the lowest of several prices (`from`). */
interface Price {
  readonly product?: unknown;
  readonly qualifier?: unknown;
}

/** Puts the terms of an estimate into words. */
export function inWords(text: Text, terms: CreditTerms, price: Price): EstimateWords {
  const values = valuesOf(text, terms);
  const isFrom = price.qualifier === 'from';
  const split = (payment: string) =>
    payment.split(/(\S*\{payment\})(\S*)/).map((piece) => fill(piece, values));
  const payment = split(isFrom ? text.paymentFrom : text.payment);
  return {
    payment,
    term: values.forMonths.trim(),
    short: {
      beforeAmount: (isFrom ? payment : split(text.shortPayment))[0]!,
      downPayment: fill(text.shortDownPayment, values),
    },
    apr: fill(text.apr, values),
    downPayment: fill(text.downPayment, values),
    sentence: fill(isFrom ? text.sentenceFrom : text.sentence, values),
    details: fill(text.detailsOf, values) + nameOf(price),
  };
}

/** Returns the announcement of a changed estimate. */
export function announcementOf(text: Text, terms: CreditTerms, price: Price): string {
  const { announcement, sentenceFrom } = text;
  const sentence = price.qualifier === 'from' ? sentenceFrom : announcement;
  return fill(sentence, valuesOf(text, terms)) + nameOf(price);
}

/** Returns the values of the placeholders in the texts of an estimate. */
export function valuesOf(text: Text, { monthlyCents, apr, downPaymentCents, months }: CreditTerms) {
  return {
    payment: money(monthlyCents),
    forMonths: months ? ` ${fill(months > 1 ? text.term : text.termOfOne, { months })}` : '',
    apr: percent(apr),
    downPayment: shortMoney(downPaymentCents),
    months: months ?? '',
  };
}

function nameOf({ product }: Price): string {
  return product ? `, ${String(product)}` : '';
}

/** An estimate as it is shown. The line and the breakdown use the same cents, so they add up. */
export interface CreditTerms {
  readonly monthlyCents: number;
  readonly financedCents: number;
  readonly downPaymentCents: number;
  /** In percent. */
  readonly apr: number;
  /** The number of monthly payments; undefined if it isn't known. */
  readonly months: number | undefined;
}

/** The settings for reading an estimate, from an element's attributes or from options. */
interface ReadingSettings {
  readonly aprUnit?: unknown;
  readonly termMonths?: unknown;
}

/** Applies `apr-unit` to an estimate, and `term-months` if the estimate implies no term. */
export function creditTermsOf(estimate: EstimateResult, settings: ReadingSettings): CreditTerms {
  const apr = settings.aprUnit === 'fraction' ? estimate.apr * 100 : estimate.apr;
  const months = derivedTerm(estimate, apr) ?? wholeNumber(settings.termMonths);
  return {
    monthlyCents: roundToCents(estimate.monthlyAmount),
    financedCents: roundToCents(estimate.amountFinanced),
    downPaymentCents: roundToCents(estimate.downPayment),
    apr,
    months,
  };
}

function wholeNumber(value: unknown): number | undefined {
  return Number.isInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}

// Not specified: the term. The monthly payment of an amortized loan and its APR imply it.
/**
 * Returns the number of monthly payments that repays an estimate, or undefined if it isn't within a quarter of a whole
 * number. `apr` is in percent.
 */
function derivedTerm(
  { monthlyAmount, amountFinanced }: EstimateResult,
  apr: number,
): number | undefined {
  const payments = amountFinanced / monthlyAmount;
  const rate = apr / 1200;
  const months = rate === 0 ? payments : -Math.log1p(-rate * payments) / Math.log1p(rate);
  const term = Math.round(months);
  return term >= 1 && Math.abs(months - term) <= 0.25 ? term : undefined;
}
