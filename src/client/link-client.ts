import type { PayOverTimeLinkRequest, PrequalLinkRequest } from '../contract/links.js';
import { pagePaths, type PageOperationName } from '../contract/routes.js';
import type { ClientContext } from './client-context.js';
import { resolveEndpoint, resolveLink } from './endpoint.js';
import { FinancingError } from './financing-error.js';
import { createIdempotencyKeys } from './idempotency-keys.js';
import { toJson } from './json.js';
import { createLinkStatusPoller, type FinalStatus } from './link-status-poller.js';
import { postJson } from './post-json.js';

/** Options of the creation of a link. */
export interface LinkOptions {
  /** Ends the wait; the request may be carried out nevertheless. */
  signal?: AbortSignal;
  /**
   * Requests with the same key are carried out once. 16 to 128 visible ASCII characters.
   * @default that of an equal request whose outcome is unknown, else a new one
   */
  idempotencyKey?: string;
}

/** Options of the creation of a pay-over-time link. */
export interface PayOverTimeLinkOptions extends LinkOptions {
  /** The purchase token that the shop's back end has signed. */
  purchase?: string | undefined;
}

/** A link that a shopper can be sent to. */
export interface FinancingLink {
  /** The address to send the shopper to. */
  readonly url: string;
  /**
   * Waits for the end of the application: resolves with `completed` or `aborted`; with undefined after 30 minutes, an
   * abort, or when the proxy does not know the link. Present where the proxy receives webhooks.
   */
  readonly waitForOutcome?: (options?: {
    /** Ends the wait. */
    signal?: AbortSignal;
  }) => Promise<FinalStatus | undefined>;
}

export interface LinkClient {
  createPayOverTimeLink(
    endpoint: string,
    request: PayOverTimeLinkRequest,
    options?: PayOverTimeLinkOptions,
  ): Promise<FinancingLink>;
  createPrequalLink(
    endpoint: string,
    request: PrequalLinkRequest,
    options?: LinkOptions,
  ): Promise<FinancingLink>;
}

/** Creates the link client. */
export function createLinkClient({ fetch, timeouts, now, document }: ClientContext): LinkClient {
  const keys = createIdempotencyKeys(now);
  const pollLinkStatus = createLinkStatusPoller({ fetch, now, document });

  async function createLink(
    operation: PageOperationName,
    endpoint: string,
    body: object,
    { idempotencyKey, purchase, signal }: PayOverTimeLinkOptions,
  ): Promise<FinancingLink> {
    signal?.throwIfAborted();
    const base = resolveEndpoint(endpoint);
    if (!base) throw new FinancingError('invalid-endpoint', operation);
    const text = jsonOf(body, operation);
    const key = idempotencyKey ?? keys.keyOf(text);
    const { json, headers } = await postJson(base + pagePaths[operation], body, {
      operation,
      fetch,
      timeout: timeouts.links,
      headers: {
        'Idempotency-Key': key,
        ...(purchase && { 'Financing-Purchase': purchase }),
      },
      signal,
    }).catch((error: unknown) => {
      if (error instanceof FinancingError) keys.settle(text, key, error);
      throw error;
    });
    const url = resolveLink((Object(json) as { url?: unknown }).url);
    if (!url) throw new FinancingError('invalid-response', operation);
    keys.settle(text, key);
    // The token stays in this closure: any holder could ask about this shopper's application.
    const token = headers.get('Financing-Link-Token');
    if (!token) return { url };
    return { url, waitForOutcome: ({ signal } = {}) => pollLinkStatus(base, token, signal) };
  }

  return {
    createPayOverTimeLink: (endpoint, request, options = {}) =>
      createLink('createPayOverTimeLink', endpoint, request, options),
    // The body is an array of one (service document, "Create pre-qualification link").
    createPrequalLink: (endpoint, request, options = {}) =>
      createLink('createPrequalLink', endpoint, [request], options),
  };
}

/** Throws `invalid-details` for a value without JSON, such as customer details that contain themselves. */
function jsonOf(body: object, operation: PageOperationName): string {
  try {
    return toJson(body);
  } catch {
    throw new FinancingError('invalid-details', operation);
  }
}
