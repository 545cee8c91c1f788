/**
 * Results as the service document shows them, for amounts that can be financed. Whatever else may be allowed is left to
 * the schema, and so is every refusal. A test holds the two against each other.
 */
import type { EstimateResult } from '../contract/index.js';

/** US dollars, and an APR in percent: well within what the schema allows. */
const [plainDollars, plainApr] = [1_000_000, 100];

/**
 * The result, built anew, when it is plain; undefined otherwise. The schema takes several times as long, and makes more
 * garbage than all the rest of an answer.
 */
export function readPlainEstimate(json: unknown): EstimateResult | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const { id, monthlyAmount, amountFinanced, downPayment, apr, downPaymentPercent } =
    json as Readonly<Record<string, unknown>>;
  const isPlain =
    typeof id === 'string' &&
    isWithin(monthlyAmount, plainDollars) &&
    monthlyAmount > 0 &&
    isWithin(amountFinanced, plainDollars) &&
    isWithin(downPayment, plainDollars) &&
    isWithin(apr, plainApr) &&
    typeof downPaymentPercent === 'number' &&
    Number.isFinite(downPaymentPercent);
  if (!isPlain) return undefined;
  return { id, monthlyAmount, amountFinanced, downPayment, apr, downPaymentPercent };
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && value >= 0 && value <= most;
}
