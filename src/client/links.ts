import type { ClientContext, LinkStatusDocument } from './context.js';
import { FinancingError, type FinancingErrorCode } from './financing-error.js';
import { type Send, postJson, resolveEndpoint, resolveLink } from './http.js';
import type { PayOverTimeLinkRequest, PrequalLinkRequest } from '../contract/links.js';
import { type PageOperationName, pagePaths } from '../contract/page-paths.js';
import { toJson } from '../internal/natives.js';

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
    const text = toJson(body);
    const key = idempotencyKey ?? keys.keyOf(text);
    const { json, headers } = await postJson(base + pagePaths[operation], text, {
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

/**
 * Keeps the idempotency key of a request until its outcome is known, so that asking again is the same request and
 * makes no second link, nor a second text. The keys belong to the page, not to an element: two buttons of one
 * purchase send equal requests. A different request has another key, even for the same purchase; whether it may text
 * the same phone again is decided by the proxy.
 */

interface IdempotencyKeys {
  /** The key of the request with this body. */
  keyOf(body: string): string;
  /** Records how the request with this body and key ended: with a failure, or well. */
  settle(body: string, key: string, failure?: FinancingError): void;
}

/** The proxy remembers a key for as long. */
const day = 86_400_000;

/** Creates the keys of a page. */
export function createIdempotencyKeys(now: () => number): IdempotencyKeys {
  const sent = new Map<
    string,
    { readonly key: string; readonly expiresAt: number; lastCode?: FinancingErrorCode }
  >();
  return {
    keyOf(body) {
      let request = sent.get(body);
      if (!request || request.expiresAt <= now()) {
        request = { key: createIdempotencyKey(), expiresAt: now() + day };
        sent.set(body, request);
      }
      return request.key;
    },
    settle(body, key, failure) {
      const request = sent.get(body);
      if (request?.key !== key) return;
      // A proxy that does not know the outcome the second time never will. A second link does no harm then, and lets
      // the shopper go on; a second text might do harm.
      const code = failure?.code;
      const isLost = code === 'outcome-unknown' && request.lastCode === code && !sendsText(body);
      // The proxy stores answers of the service, and would only repeat them. All other failures, also those that this
      // version does not know, say nothing of an earlier try with this key, which may have been carried out.
      if (!code || isLost || failure.isFromService) sent.delete(body);
      else request.lastCode = code;
    },
  };
}

/** Creates a key that no other request has: 128 random bits, as digits and dashes. */
export function createIdempotencyKey(): string {
  // Not randomUUID, which pages on plain http do not have (secure contexts only).
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** Left out, `sendSMS` means true where the proxy allows texts. */
function sendsText(body: string): boolean {
  return !body.includes('"sendSMS":false');
}

/**
 * Asks the proxy how the applications behind the page's links have ended: when the page becomes visible again, and
 * every five seconds while it is visible. All links share one timer and one listener. Asking ends with a final status,
 * when the proxy does not know the link, after 30 minutes, or when the caller aborts. A failed call is ignored, since the
 * next one follows soon.
 */

/** How an application can end. */
export type FinalStatus = 'completed' | 'aborted';

interface LinkStatusPollerOptions {
  fetch: Send;
  /** The time in ms. */
  now(): number;
  /** Its visibility is followed; without one, as on servers, the page counts as visible. */
  document: LinkStatusDocument | undefined;
}

/** Resolves with the final status, or with undefined once asking has ended without one. */
type PollLinkStatus = (
  endpoint: string,
  token: string,
  signal?: AbortSignal,
) => Promise<FinalStatus | undefined>;

const period = 5_000;
const maxDuration = 30 * 60_000;

/** Creates the poller of a page. */
function createLinkStatusPoller(options: LinkStatusPollerOptions): PollLinkStatus {
  const { fetch, now, document } = options;
  const polls = new Set<() => Promise<void>>();
  let timer: ReturnType<typeof setInterval> | undefined;

  function pollAll(): void {
    if (document?.visibilityState !== 'hidden') for (const poll of polls) void poll();
  }

  return (endpoint, token, signal) =>
    new Promise((resolve) => {
      const end = (status?: FinalStatus) => {
        polls.delete(poll);
        signal?.removeEventListener('abort', onAbort);
        if (!polls.size) timer = clearInterval(timer) as undefined;
        resolve(status);
      };
      const onAbort = () => end();
      const endsAt = now() + maxDuration;

      async function poll(): Promise<void> {
        if (now() >= endsAt) return end();
        const timeout = AbortSignal.timeout(period);
        try {
          const response = await fetch(`${endpoint}/link-status`, {
            headers: { Authorization: `Bearer ${token}` },
            redirect: 'error',
            signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
          });
          if (response.status === 401 || response.status === 404) return end();
          const { status } = Object(await response.json()) as { status?: unknown };
          if (status === 'completed' || status === 'aborted') end(status);
        } catch {
          // The next turn asks again.
        }
      }

      if (signal?.aborted) return end();
      signal?.addEventListener('abort', onAbort);
      polls.add(poll);
      document?.addEventListener('visibilitychange', pollAll); // the same function twice is one listener
      timer ??= setInterval(pollAll, period);
    });
}
