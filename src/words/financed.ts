/** Checks which estimates can be shown. */
import { inapplicableFields, maxAprPercent, maxDollars } from '../contract/estimate-amounts.js';
import type { EstimateResult } from '../contract/estimate.js';

/**
 * True for an estimate as the service document describes it ("EstimateResult"), including an inapplicable one.
 * Doesn't use the schema, because the page doesn't load a schema library.
 */
export function isEstimate(value: unknown): value is EstimateResult {
  const fields = Object(value) as Record<string, unknown>;
  return (
    typeof fields['id'] === 'string' &&
    inapplicableFields.every((each) => Number.isFinite(fields[each]))
  );
}

/**
 * True for an estimate that can be shown. False for -1, "inapplicable for financing" (service document, "EstimateResult"),
 * and for numbers that make no sense, such as a payment that doesn't cover the interest.
 */
export function isFinanced(estimate: EstimateResult): boolean {
  const { monthlyAmount, amountFinanced, apr } = estimate;
  const monthlyInterest = (amountFinanced * apr) / 1200;
  return (
    inapplicableFields.every((field) => estimate[field] >= 0 && estimate[field] <= maxDollars) &&
    amountFinanced > 0 &&
    apr <= maxAprPercent &&
    monthlyAmount > monthlyInterest
  );
}

/** Parses the JSON of an estimate. Returns undefined for any other text. */
export function readEstimate(json: string): EstimateResult | undefined {
  try {
    const estimate: unknown = JSON.parse(json);
    if (!isEstimate(estimate)) return undefined;
    const isInapplicable = estimate.amountFinanced < 0;
    return isInapplicable || isFinanced(estimate) ? estimate : undefined;
  } catch {
    return undefined;
  }
}
