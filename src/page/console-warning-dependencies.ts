/** The cause of a warning, and the functions of the script that its text needs. */
import type { FinancingErrorCode, PageErrorCode } from '../client/financing-error.js';
import { pageOrigin, resolveEndpoint, resolvePageUrl } from '../client/page-urls.js';
import { estimateRequestOf, settingsOf, foreignScriptDirectoryFor } from './element-settings.js';
import { prices } from './lazy-prices.js';

/**
 * The cause of a warning: an error code, a mistake in the markup, a tag that may be a misspelling of one of ours, an amount
 * that may be in cents, customer details that are left out, or an estimate that implies no term.
 */
export type Cause = FinancingErrorCode | 'markup' | 'tag' | 'cents' | 'prefill' | 'unknown-term';

/**
 * True if an element seems to contain the rest of the page, because HTML doesn't close a tag with `/>`. Either there is
 * content that is no fallback or label, or the content ends with the white space before the parent's closing tag.
 */
export function isUnclosed(element: Element): boolean {
  const { innerHTML, nextSibling } = element;
  return (
    /<(main|footer|form|h2|financing-e)/.test(innerHTML) ||
    (!nextSibling && />\s+$/.test(innerHTML))
  );
}

/** Returns the error code if a button lacks something for a link. Undefined if nothing is missing, or it can't be clicked yet. */
export function missingOf(element: Element): PageErrorCode | undefined {
  const button = element as Partial<LinkButton>;
  const missing = !button.disabled && button.linkRequest?.();
  return typeof missing === 'string' ? missing : undefined;
}

interface LinkButton {
  readonly disabled: boolean;
  linkRequest(): object | PageErrorCode;
}

/** The members of our element classes that tell which markup is right. */
export interface ElementClass {
  readonly observedAttributes: readonly string[];
  readonly choices: Readonly<Record<string, readonly unknown[]>>;
}

/** Matches attributes of HTML, frameworks, and tools, which are never reported. */
export const foreignAttribute =
  /^(class|id|style|slot|part|exportparts|lang|dir|title|hidden|role|is|nonce|inert|tabindex|translate)$|^(data|aria|on|v|x|ng|hx|item|defer)|^_|[^a-z_-]/;

/** The script's functions that the texts need. A tuple, because property names would make the script larger. */
export const warningDependencies = [
  estimateRequestOf,
  (element: Element, selector: string) => prices?.priceOf(element, selector),
  foreignAttribute,
  isUnclosed,
  missingOf,
  pageOrigin,
  resolveEndpoint,
  resolvePageUrl,
  settingsOf,
  foreignScriptDirectoryFor,
] as const;
