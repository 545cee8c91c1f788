import { createEstimates, type Estimates } from './estimates.js';
import { createLinks, type Links } from './links.js';
import type { Fetch } from './post-json.js';
import { defaultAccess } from './proxy-access.js';

/** What the elements ask their proxy with: a financing client whose estimates need no promise each. */
export type PageClient = Estimates & Links;

let client = createPageClient(defaultAccess.fetch);

/** The client that everything on the page shares, so that its questions meet in one batch. */
export function pageClient(): PageClient {
  return client;
}

/** Replaces the shared client by one that sends its requests with `fetch`. */
export function setPageFetch(fetch: Fetch): void {
  client = createPageClient(fetch);
}

function createPageClient(fetch: Fetch): PageClient {
  const access = { ...defaultAccess, fetch };
  return { ...createEstimates(access), ...createLinks(access) };
}
