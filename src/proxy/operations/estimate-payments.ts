import { LRUCache } from 'lru-cache';
import type { EstimateItem, EstimateQuery } from '../../contract/index.js';
import {
  bodyLimits,
  checkLocation,
  parseBody,
  parseQuery,
  readQuery,
  readWholeBody,
  withOnlyLocation,
  type GatedOperation,
} from '../gates/index.js';
import { callOptionsOf, type OperationAnswer, type OperationParts } from './operation.js';

const operation = 'estimatePayments';

interface Estimation {
  readonly items: readonly EstimateItem[];
  readonly query: EstimateQuery;
  readonly cacheKey: string;
}

interface CachedAnswer extends OperationAnswer {
  readonly expiresAt: number;
  /** Number of estimates in it. */
  readonly count: number;
}

/** Estimates payments. A call that no caller waits for any more is aborted. */
export function estimatePayments({
  settings,
  estimates,
}: OperationParts): GatedOperation<Estimation, Estimation, OperationAnswer> {
  // All pages of a location send the same query.
  const queries = new LRUCache<string, EstimateQuery>({
    max: 500,
    memoMethod: (search) => parseQuery(operation, withOnlyLocation(settings, readQuery(search))),
  });
  // Pages send the same bytes again and again. Without these answers, an estimation from memory takes three times the CPU
  // of a server that only sends bytes, and the floor is twice (npm run bench -- server --only warmCache).
  const answers = new LRUCache<string, CachedAnswer>({
    maxSize: 8_000_000,
    sizeCalculation: ({ json }, key) => json.length + key.length,
  });
  return {
    readBody: (request) => readWholeBody(request, bodyLimits.estimation),

    findAnswer(request, text) {
      const cached = answers.get(cacheKeyOf(request, text));
      if (!cached || cached.expiresAt <= performance.now()) return undefined;
      settings.observer?.({ type: 'estimates', source: 'memory', count: cached.count });
      return cached;
    },

    readFields({ request, text, json }) {
      const items = parseBody(operation, json);
      const query = queries.memo(searchOf(request));
      return { items, query, cacheKey: cacheKeyOf(request, text) };
    },

    applyPolicy(estimation) {
      checkLocation(settings, estimation.query.location);
      return estimation;
    },

    async send({ items, query, cacheKey }, request) {
      // Before the estimates are loaded: an answer that is requested only once, as in a flood, is not cached.
      const expiresAt = estimates.expiresAt(items, query);
      const json = JSON.stringify(
        await estimates.estimatePayments(items, query, callOptionsOf(request)),
      );
      if (expiresAt !== undefined) {
        answers.set(cacheKey, { json, expiresAt, count: items.length });
      }
      return { json };
    },
  };
}

/** A query comes from a URL, which has no line breaks. */
function cacheKeyOf(request: Request, text: string): string {
  return `${searchOf(request)}\n${text}`;
}

/** Returns the query of a request with its question mark, or an empty text. */
function searchOf({ url }: Request): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}
