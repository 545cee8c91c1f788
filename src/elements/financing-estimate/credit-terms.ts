import type { EstimateResult } from '../../contract/estimate.js';

/** An estimate as it is shown: with its APR in percent, and its term. */
export interface CreditTerms extends EstimateResult {
  /** The number of monthly payments; undefined where it is not known. */
  readonly months: number | undefined;
}

/** The element of an estimate. */
interface Reader extends Element {
  readonly aprUnit?: unknown;
  readonly termMonths?: unknown;
}

/** Applies `apr-unit` to an estimate, and `term-months` if the estimate implies no term. */
export function creditTermsOf(estimate: EstimateResult, reader: Reader): CreditTerms {
  const apr = reader.aprUnit === 'fraction' ? estimate.apr * 100 : estimate.apr;
  const months = derivedTerm({ ...estimate, apr }) ?? wholeNumber(reader.termMonths);
  return { ...estimate, apr, months };
}

function wholeNumber(value: unknown): number | undefined {
  return Number.isInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}

// Not shown: the term. The monthly payment of an amortized loan and its APR imply it.
/**
 * The number of monthly payments that repays an estimate, or undefined where it is not within a quarter of a
 * whole number. `apr` in percent.
 */
function derivedTerm(estimate: EstimateResult): number | undefined {
  const { monthlyAmount, amountFinanced, apr } = estimate;
  const payments = amountFinanced / monthlyAmount;
  const rate = apr / 1200;
  const months = rate === 0 ? payments : -Math.log1p(-rate * payments) / Math.log1p(rate);
  const term = Math.round(months);
  return term >= 1 && Math.abs(months - term) <= 0.25 ? term : undefined;
}
