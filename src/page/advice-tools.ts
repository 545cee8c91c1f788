/** The cause of a warning to a page's author, and the functions that its sentence needs. */
import type { FinancingErrorCode } from '../client/financing-error.js';
import { pageOrigin, resolveEndpoint, resolvePageUrl } from '../client/http.js';
import { estimateRequestOf, followedPrice, settingsOf, unnamedEndpointOf } from './host-page.js';

/**
 * The cause of a warning: an error code, a mistake in the markup, a tag that may be a misspelling of one of ours, an amount
 * that may be in cents, customer details that are left out, or an estimate that implies no term.
 */
export type Cause = FinancingErrorCode | 'markup' | 'tag' | 'cents' | 'prefill' | 'unknown-term';

/** Returns the values of each property of an element that has a fixed set of them; the first is the default. */
export function choicesOf({
  constructor,
}: Element): [property: string, values: readonly unknown[]][] {
  return Object.entries((constructor as unknown as { choices: object }).choices);
}

/** Matches content that shows that an element contains the rest of the page: HTML doesn't close a tag with `/>`. */
export const swallowed = 'financing-estimate, main, footer';

/** Matches attributes of HTML, frameworks and tools, which are never reported. */
export const foreignAttribute =
  /^(class|id|style|slot|part|exportparts|lang|dir|title|hidden|role|is|nonce|inert|tabindex|translate)$|^(data|aria|on|v|x|ng|hx|item|defer)|^_|[^a-z_-]/;

/** Passed to the sentences, which import nothing that the first script already has. */
export const sentenceTools = {
  choicesOf,
  estimateRequestOf,
  followedPrice,
  foreignAttribute,
  pageOrigin,
  resolveEndpoint,
  resolvePageUrl,
  settingsOf,
  swallowed,
  unnamedEndpointOf,
};
export type SentenceTools = typeof sentenceTools;
