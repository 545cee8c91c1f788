import { EstimateResultSchema, type EstimateItem, type EstimateResult } from '../contract/index.js';
import { readPlainEstimate } from './plain-estimate.js';

/**
 * Joins the service's results to the items by exact id, in the order of the items. Left out is an item that was
 * answered not at all, not per contract, or twice with different numbers: no estimate beats a wrong one.
 */
export function joinEstimates(
  items: readonly EstimateItem[],
  results: readonly unknown[],
): EstimateResult[] {
  const byId = new Map<string, EstimateResult | 'contradictory'>();
  for (const raw of results) {
    const result = readPlainEstimate(raw) ?? EstimateResultSchema.safeParse(raw).data;
    if (!result) continue;
    const known = byId.get(result.id);
    const agrees = known === undefined || JSON.stringify(known) === JSON.stringify(result);
    byId.set(result.id, agrees ? result : 'contradictory');
  }
  return items
    .map((item) => byId.get(item.id))
    .filter((result) => result !== undefined && result !== 'contradictory');
}
