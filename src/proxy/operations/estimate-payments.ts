import { LRUCache } from 'lru-cache';
import type { EstimateItem, EstimateQuery } from '../../contract/index.js';
import {
  bodyLimits,
  chooseLocation,
  parseBody,
  parseEstimateQuery,
  readWholeBody,
  type GatedOperation,
} from '../gates/index.js';
import type { OperationAnswer, OperationParts } from './operation.js';

interface Estimation {
  readonly items: readonly EstimateItem[];
  readonly query: EstimateQuery;
}

/** Estimates payments. A call that no caller waits for any more is aborted. */
export function estimatePayments({
  settings,
  estimates,
}: OperationParts): GatedOperation<Estimation, Estimation, OperationAnswer> {
  // All pages of a location send the same query.
  const queries = new LRUCache<string, EstimateQuery>({
    max: 500,
    memoMethod: (search) => parseEstimateQuery(new URLSearchParams(search)),
  });
  return {
    readBody: (request) => readWholeBody(request, bodyLimits.estimation),

    readFields({ request, json }) {
      const items = parseBody('estimatePayments', json);
      return { items, query: queries.memo(searchOf(request)) };
    },

    applyPolicy({ items, query }) {
      const location = chooseLocation(settings, query.location);
      return { items, query: location === undefined ? query : { ...query, location } };
    },

    async send({ items, query }, request) {
      return { body: await estimates.estimatePayments(items, query, request) };
    },
  };
}

/** Returns the query of a request with its question mark, or an empty text. */
function searchOf({ url }: Request): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}
