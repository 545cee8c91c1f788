import type { PayOverTimeLinkRequest } from '../contract/pay-over-time-link.js';
import type { PrequalLinkRequest } from '../contract/prequal-link.js';
import { pagePaths, type PageOperationName } from '../contract/routes.js';
import { resolveEndpoint, resolveLink } from './endpoint.js';
import { FinancingError } from './financing-error.js';
import { createLinkStatus, type FinalStatus } from './link-status.js';
import { postJson } from './post-json.js';
import type { ProxyAccess } from './proxy-access.js';
import { createRequestKeys } from './request-keys.js';

export interface LinkOptions {
  signal?: AbortSignal;
  /** The same key makes the same request once, however often it is sent. @default that of an equal request whose outcome is not known, else a new one */
  idempotencyKey?: string;
}

export interface PayOverTimeLinkOptions extends LinkOptions {
  /** The purchase, vouched for and signed by the shop's back end. */
  purchase?: string | undefined;
}

/** A link that a shopper may be sent to. */
export interface FinancingLink {
  readonly url: string;
  /**
   * Asks from now on how the application ends. Resolves with `completed` or `aborted`; with undefined after 30
   * minutes, an abort, or when the proxy knows nothing of the link. There where the proxy hears of it (webhooks).
   */
  readonly ended?: (signal: AbortSignal) => Promise<FinalStatus | undefined>;
}

export interface Links {
  /** Creates a pay-over-time link, once. The service texts it unless `sendSMS` is false. */
  createPayOverTimeLink(
    endpoint: string,
    request: PayOverTimeLinkRequest,
    options?: PayOverTimeLinkOptions,
  ): Promise<FinancingLink>;
  /** Creates a pre-qualification link, once. The service texts it unless `sendSMS` is false. */
  createPrequalLink(
    endpoint: string,
    request: PrequalLinkRequest,
    options?: LinkOptions,
  ): Promise<FinancingLink>;
}

/** Creates what creates links. */
export function createLinks({ fetch, timeouts, now, document }: ProxyAccess): Links {
  const keys = createRequestKeys();
  const followLink = createLinkStatus({ fetch, now, document });

  async function createLink(
    operation: PageOperationName,
    endpoint: string,
    body: unknown,
    { idempotencyKey, purchase, signal }: PayOverTimeLinkOptions,
  ): Promise<FinancingLink> {
    signal?.throwIfAborted();
    const base = checkedEndpoint(endpoint, operation);
    const text = toJson(body, operation);
    const { json, headers } = await postJson(base + pagePaths[operation], body, {
      operation,
      fetch,
      timeout: timeouts.links,
      headers: {
        'Idempotency-Key': idempotencyKey ?? keys.keyOf(text),
        ...(purchase && { 'Financing-Purchase': purchase }),
      },
      signal,
    }).catch((error: unknown) => {
      if (error instanceof FinancingError) keys.settle(text, error.code);
      throw error;
    });
    const url = resolveLink((Object(json) as { url?: unknown }).url);
    if (!url) throw new FinancingError('invalid-response', operation);
    keys.settle(text);
    // It stays in here: who has it can ask about this shopper's application.
    const token = headers.get('Financing-Link-Token');
    return { url, ...(token && { ended: (until) => followLink(base, token, until) }) };
  }

  return {
    createPayOverTimeLink: (endpoint, request, options = {}) =>
      createLink('createPayOverTimeLink', endpoint, request, options),
    // The body is an array of one (service document, "Create pre-qualification link").
    createPrequalLink: (endpoint, request, options = {}) =>
      createLink('createPrequalLink', endpoint, [request], options),
  };
}

function checkedEndpoint(endpoint: string, operation: PageOperationName): string {
  const base = resolveEndpoint(endpoint);
  if (!base) throw new FinancingError('invalid-endpoint', operation);
  return base;
}

/** Throws `invalid-details` for what is no JSON, such as customer details that contain themselves. */
function toJson(body: unknown, operation: PageOperationName): string {
  try {
    return JSON.stringify(body);
  } catch {
    throw new FinancingError('invalid-details', operation);
  }
}
