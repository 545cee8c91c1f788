import { EstimateResultSchema, type EstimateItem, type EstimateResult } from '../contract/index.js';

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
    const parsed = EstimateResultSchema.safeParse(raw);
    if (!parsed.success) continue;
    const known = byId.get(parsed.data.id);
    const agrees = known === undefined || JSON.stringify(known) === JSON.stringify(parsed.data);
    byId.set(parsed.data.id, agrees ? parsed.data : 'contradictory');
  }
  return items
    .map((item) => byId.get(item.id))
    .filter((result) => result !== undefined && result !== 'contradictory');
}
