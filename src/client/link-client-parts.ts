import { pagePaths } from '../contract/page-paths.js';
import { toJson } from '../internal/natives.js';
import { FinancingError } from './financing-error.js';
import { postJson, resolveEndpoint, resolveLink } from './http.js';

/** The parts that the client for links shares with the client for estimates. */
export const linkClientParts = {
  FinancingError,
  pagePaths,
  postJson,
  resolveEndpoint,
  resolveLink,
  toJson,
};
export type LinkClientParts = typeof linkClientParts;
