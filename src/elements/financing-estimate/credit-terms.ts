import type { EstimateResult } from '../../contract/estimate.js';
import { explain } from '../../page/explain.js';
import { derivedTerm } from './term.js';

/** What an estimate offers, as it is shown: its APR in percent, and its term. */
export interface CreditTerms extends EstimateResult {
  /** The number of monthly payments; undefined where it is not known. */
  readonly months: number | undefined;
}

/** An element that may say how to read an estimate. */
interface Reader extends Element {
  readonly aprUnit?: unknown;
  readonly termMonths?: unknown;
}

let hasWarned = false;

/** Reads an estimate as its element says: the unit of the APR, and the term where the estimate implies none. */
export function creditTermsOf(estimate: EstimateResult, reader: Reader): CreditTerms {
  const apr = reader.aprUnit === 'fraction' ? estimate.apr * 100 : estimate.apr;
  const months = derivedTerm({ ...estimate, apr }) ?? wholeNumber(reader.termMonths);
  if (!months && !hasWarned) {
    hasWarned = true;
    explain(reader, 'unknown-term');
  }
  return { ...estimate, apr, months };
}

function wholeNumber(value: unknown): number | undefined {
  return Number.isInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}
