import { pagePaths } from '../contract/page-paths.js';
import { toJson } from '../internal/natives.js';
import { FinancingError } from './financing-error.js';
import { postJson, resolveEndpoint, resolveLink } from './http.js';

/** What the client for links gets as an argument: on pages, it loads later than the client for estimates, which has these. */
export const linkClientDependencies = {
  FinancingError,
  pagePaths,
  postJson,
  resolveEndpoint,
  resolveLink,
  toJson,
};
export type LinkClientDependencies = typeof linkClientDependencies;
