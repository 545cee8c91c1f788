import type { EstimateStorage } from './estimate-cache.js';
import type { LinkStatusDocument } from './link-status.js';
import type { Fetch } from './post-json.js';

export interface FinancingClientOptions {
  /** Sends the requests. @default the global `fetch` */
  fetch?: Fetch;
  /** Keeps estimates from page to page. @default `sessionStorage` */
  storage?: EstimateStorage;
  /** The time in ms since 1970. @default `Date.now` */
  now?: () => number;
  /** When to give up, in ms. @default 8,000 for estimates and 12,000 for links */
  timeouts?: { readonly estimates: number; readonly links: number };
  /** Whose end of loading the first estimates wait for, and whose coming into view. @default the global `document` */
  document?: Pick<Document, 'readyState'> & LinkStatusDocument;
}

/** The options with their defaults. */
export type ProxyAccess = Required<Omit<FinancingClientOptions, 'storage' | 'document'>> & {
  /** May throw, and may have none. */
  storage(): EstimateStorage | undefined;
  readonly document: FinancingClientOptions['document'];
};

/** What holds where a page says nothing else. */
export const defaultAccess: ProxyAccess = {
  // Looked up at each call, so that whatever instruments the page's fetch is heard.
  fetch: (request) => globalThis.fetch(request),
  now: () => Date.now(),
  timeouts: { estimates: 8_000, links: 12_000 },
  document: globalThis.document,
  storage: () => globalThis.sessionStorage,
};
