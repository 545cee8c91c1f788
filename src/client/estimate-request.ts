/** Requests for estimates, and what makes two of them the same. */
import { type EstimateQuery, estimateQueryFields } from '../contract/estimate-query.js';
import { pagePaths } from '../contract/page-paths.js';
import { resolveEndpoint } from './page-urls.js';

/** The request for the estimate of one amount. */
export interface AmountRequest extends Readonly<EstimateQuery> {
  /** The proxy's mount: a path on the page's own origin, or a complete URL. */
  readonly endpoint: string;
  /** The purchase amount in dollars, with two decimals at most. */
  readonly amount: number;
}

/** A request that can be sent. Two of them are the same if they have the same URL and amount. */
export interface ResolvedRequest {
  /** The URL to post to, which contains every field except the amount. */
  readonly url: string;
  readonly amount: number;
  /** True if the URL names a person. */
  readonly isPersonal: boolean;
}

/** Resolves the URL of a request. Returns undefined if its endpoint is refused. */
export function resolveRequest(request: AmountRequest): ResolvedRequest | undefined {
  const endpoint = resolveEndpoint(request.endpoint);
  if (!endpoint) return undefined;
  const query = new URLSearchParams();
  for (const field of estimateQueryFields) {
    if (request[field]) query.set(field, request[field]);
  }
  const search = String(query); // browsers older than 2023 have no `query.size`
  return {
    url: endpoint + pagePaths.estimatePayments + (search && `?${search}`),
    amount: request.amount,
    isPersonal: !!request.representative,
  };
}
