/**
 * The cache of estimates in the memory of this replica. Finds estimates by query and amount, and whole responses by the bytes
 * of their request. Pages send the same bytes again and again, and without the responses, a cached estimate takes almost twice
 * the CPU time (`npm run bench -- server`).
 *
 * "Inapplicable" (-1) is cached like any other estimate. A response expires with its first estimate.
 */
import { LRUCache } from 'lru-cache';
import type { EstimateResult } from '../../contract/index.js';
import type { PlainResponse } from '../plain-response.js';
import type { Report } from '../report.js';

/** The maximum size of all estimates, in characters of their keys. Callers choose how long a key is. About 50,000 fit. */
const maxEstimateSize = 15_000_000;

/** The size of an estimate without its key, in characters. */
const estimateSize = 200;

/** The maximum size of all responses and their requests, in characters. */
const maxResponseSize = 8_000_000;

interface CachedEstimate {
  readonly estimate: EstimateResult;
  /** By `performance.now()`. */
  readonly expiresAt: number;
}

interface CachedResponse {
  readonly response: PlainResponse;
  /** The number of the service's estimates in it. */
  readonly hits: number;
  /** By `performance.now()`. */
  readonly expiresAt: number;
}

/** The cache of one proxy. The key of an estimate is different for different queries and amounts. */
export interface CachedEstimates {
  /** `now`: `performance.now()`, which is read once per request and not for each amount. */
  findEstimate(key: string, now: number): CachedEstimate | undefined;
  /** Adds estimates by key. */
  addEstimates(estimates: ReadonlyMap<string, EstimateResult>): void;
  /** Finds the response to a request with the same query string and body. */
  findResponse(search: string, body: string): PlainResponse | undefined;
  addResponse(search: string, body: string, response: CachedResponse): void;
}

/** Creates a cache. `ttl`: how long an estimate is cached, in seconds. 0 caches nothing. */
export function createCachedEstimates(
  ttl: number,
  { observe }: Pick<Report, 'observe'>,
): CachedEstimates {
  // The library's own TTL would read the clock for each entry. Its option `max` would allocate room for all entries at once,
  // which takes 10 ms.
  const estimates = new LRUCache<string, CachedEstimate>({
    maxSize: maxEstimateSize,
    sizeCalculation: (_estimate, key) => estimateSize + key.length,
  });
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: maxResponseSize,
    sizeCalculation: ({ response }, key) => String(response.body).length + key.length,
  });

  return {
    findEstimate(key, now) {
      const cached = estimates.get(key);
      return cached && cached.expiresAt > now ? cached : undefined;
    },
    addEstimates(added) {
      if (ttl === 0) return;
      const expiresAt = performance.now() + ttl * 1_000;
      for (const [key, estimate] of added) estimates.set(key, { estimate, expiresAt });
    },
    findResponse(search, body) {
      const cached = responses.get(requestKeyOf(search, body));
      if (!cached || cached.expiresAt <= performance.now()) return undefined;
      const { response, hits } = cached;
      if (hits > 0) observe({ type: 'estimates', source: 'memory', count: hits });
      return response;
    },
    addResponse(search, body, response) {
      responses.set(requestKeyOf(search, body), response);
    },
  };
}

/** Joins the two with a line break, because a query string never contains one. */
function requestKeyOf(search: string, body: string): string {
  return `${search}\n${body}`;
}
