import type { EstimateResult } from '../../contract/estimate.js';

// Not shown: the term. The monthly payment of an amortised loan and its APR imply it.
/**
 * The number of monthly payments that repays an estimate, or undefined where it is not within a quarter of a
 * whole number. `apr` in percent.
 */
export function derivedTerm(estimate: EstimateResult): number | undefined {
  const { monthlyAmount, amountFinanced, apr } = estimate;
  const payments = amountFinanced / monthlyAmount;
  const rate = apr / 1200;
  const months = rate === 0 ? payments : -Math.log1p(-rate * payments) / Math.log1p(rate);
  const term = Math.round(months);
  return term >= 1 && Math.abs(months - term) <= 0.25 ? term : undefined;
}
