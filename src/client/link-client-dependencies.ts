import { pagePaths } from '../contract/page-paths.js';
import { toJson } from '../internal/natives.js';
import { FinancingError } from './financing-error.js';
import { resolveEndpoint, resolveLink } from './page-urls.js';
import { postJson } from './post-json.js';

/** The arguments of the client for links. On pages, it loads later than the client for estimates, which imports these. */
export const linkClientDependencies = {
  FinancingError,
  pagePaths,
  postJson,
  resolveEndpoint,
  resolveLink,
  toJson,
};
export type LinkClientDependencies = typeof linkClientDependencies;
