import type { Send } from './post-json.js';

/** The timeouts of requests, in ms. */
export interface Timeouts {
  /** Timeout of an estimate request, in ms. */
  readonly estimates: number;
  /** Timeout of a link request, in ms. */
  readonly links: number;
}

/** The part of `Storage` that caches estimates. */
export type EstimateStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The functions of the page that a client uses. */
export interface ClientContext {
  readonly fetch: Send;
  readonly timeouts: Timeouts;
  /** The time in ms since 1970. */
  now(): number;
  /** Returns undefined or throws if the page has no storage. */
  storage(): EstimateStorage | undefined;
  /** Returns a promise if a batch of estimates has to wait for something else on the page. */
  due?(): Promise<void> | undefined;
  /** Undefined on servers. Otherwise, the first estimates wait until it has loaded, and polling pauses while it's hidden. */
  readonly document:
    | (Pick<Document, 'readyState' | 'addEventListener'> &
        Partial<Pick<Document, 'visibilityState'>>)
    | undefined;
}

/** The browser's own fetch, clock, storage, and document. */
export const defaultContext: ClientContext = {
  // Looked up with each call, so that a page can instrument its fetch at any time.
  fetch: (url, request) => globalThis.fetch(url, request),
  timeouts: { estimates: 8_000, links: 12_000 },
  now: () => Date.now(),
  storage: () => globalThis.sessionStorage,
  document: globalThis.document,
};
