import { createFinancingClient, type FinancingClient } from './financing-client.js';
import type { Fetch } from './post-json.js';

let client = createFinancingClient();

/** The client that everything on the page shares, so that its questions meet in one batch. */
export function pageClient(): FinancingClient {
  return client;
}

/** Replaces the shared client by one that sends its requests with `fetch`. */
export function setPageFetch(fetch: Fetch): void {
  client = createFinancingClient({ fetch });
}
