/**
 * Estimates payments. Amounts that aren't cached are requested from the service, once for each amount and not once for each
 * shopper.
 *
 * An estimate depends on the amount in cents and on the query. Failures, and amounts that the service left out, aren't cached.
 */
import { inapplicableAmounts } from '../../contract/estimate-amounts.js';
import { type EstimateQuery, estimateQueryFields } from '../../contract/estimate-query.js';
import type { EstimateItem, EstimateResult } from '../../contract/index.js';
import { maxCents, roundToCents } from '../../internal/dollars.js';
import type { CallOptions, FinancingService } from '../../service/index.js';
import type { CachedEstimates } from './cached-estimates.js';
import { createRequestEstimates } from './estimate-calls.js';
import type { Report } from '../report.js';

/** The estimates of some items. */
interface EstimatedItems {
  /** In the order of the items, with their ids. An item that the service left out is left out. */
  readonly results: readonly EstimateResult[];
  /** The number of cached estimates. */
  readonly hits: number;
  /** The earliest expiration of the estimates, by `performance.now()`. Undefined unless all of them were cached. */
  readonly expiresAt: number | undefined;
}

/**
 * Estimates items. Reads the options only if a call is needed. Rejects with the error of a call, or with the signal's reason.
 */
export type EstimatePayments = (
  items: readonly EstimateItem[],
  query: EstimateQuery,
  options: CallOptions,
) => Promise<EstimatedItems>;

/** Creates the function that estimates payments with a service client. `timeoutMs` is the client's timeout. */
export function createEstimatePayments(
  service: Pick<FinancingService, 'estimatePayments'>,
  cache: Pick<CachedEstimates, 'findEstimate' | 'addEstimates'>,
  report: Pick<Report, 'observe' | 'log'>,
  timeoutMs: number,
): EstimatePayments {
  const onEstimates = cache.addEstimates;
  const requestEstimates = createRequestEstimates({ service, report, timeoutMs, onEstimates });

  return async (items, query, options) => {
    const queryKey = keyOf(query);
    const now = performance.now();
    const amounts = items.map(({ id, totalAmount }) => {
      const cents = roundToCents(totalAmount);
      return { id, cents, key: queryKey + cents };
    });
    const estimates = new Map<number, EstimateResult>();
    let firstExpiry = Infinity;
    let hits = 0;
    const missing = amounts.filter(({ cents, key }) => {
      if (cents <= 0 || cents > maxCents) {
        // The service would reject this amount, and with it the estimates of the other amounts.
        estimates.set(cents, { id: '', ...inapplicableAmounts });
        return false;
      }
      const cached = cache.findEstimate(key, now);
      if (!cached) return true;
      estimates.set(cents, cached.estimate);
      firstExpiry = Math.min(firstExpiry, cached.expiresAt);
      hits += 1;
      return false;
    });
    if (hits > 0) report.observe({ type: 'estimates', source: 'memory', count: hits });
    // Creating the signal of a request takes longer than a cached response, so the options aren't read before.
    if (missing.length > 0) {
      const requested = await requestEstimates(queryKey, query, missing, options);
      requested.forEach((estimate, index) => {
        if (estimate) estimates.set(missing[index]!.cents, estimate);
      });
    }
    const results = amounts.flatMap(({ id, cents }) => {
      const estimate = estimates.get(cents);
      return estimate ? [{ ...estimate, id }] : [];
    });
    return { results, hits, expiresAt: missing.length > 0 ? undefined : firstExpiry };
  };
}

/** Returns a string that is different for different queries. */
function keyOf(query: EstimateQuery): string {
  return JSON.stringify(estimateQueryFields.map((field) => query[field]));
}
