import type { ClientContext } from './context.js';
import type { FinancingError, FinancingErrorCode } from './financing-error.js';
import type { LinkClientDependencies } from './link-client-dependencies.js';
import type { PayOverTimeLinkRequest, PrequalLinkRequest } from '../contract/links.js';
import {
  type FinalStatus,
  finalStatuses,
  linkStatusPath,
  linkTokenHeader,
  purchaseHeader,
} from '../contract/link-tracking.js';
import type { PageOperationName } from '../contract/page-paths.js';

/** Options for creating a link. */
export interface LinkOptions {
  /** Stops waiting. The request may be carried out anyway. */
  signal?: AbortSignal;
  /**
   * Requests with the same key are carried out only once. 16 to 128 visible ASCII characters.
   * @default the key of an equal request whose outcome is unknown, otherwise a new key
   */
  idempotencyKey?: string;
}

/** Options for creating a pay-over-time link. */
export interface PayOverTimeLinkOptions extends LinkOptions {
  /** The purchase token that the shop's back end signed. */
  purchase?: string | undefined;
}

/** A link to send a shopper to. */
export interface FinancingLink {
  /** The URL to send the shopper to. */
  readonly url: string;
  /**
   * Waits for the application to end and resolves with `completed` or `aborted`. Resolves with undefined after 30 minutes,
   * after an abort, or if the proxy doesn't know the link. Present only if the proxy receives webhooks.
   */
  readonly waitForOutcome?: (options?: {
    /** Stops waiting. */
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

/** Creates the client for links. For the elements, this module is part of a file that is loaded on demand. */
export function createLinkClient(
  { fetch, timeouts, now, document }: ClientContext,
  {
    FinancingError,
    pagePaths,
    postJson,
    resolveEndpoint,
    resolveLink,
    toJson,
  }: LinkClientDependencies,
): LinkClient {
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
        ...(purchase && { [purchaseHeader]: purchase }),
      },
      signal,
    }).catch((error: unknown) => {
      if (error instanceof FinancingError) keys.settle(text, key, error);
      throw error;
    });
    const url = resolveLink((Object(json) as { url?: unknown }).url);
    if (!url) throw new FinancingError('invalid-response', operation);
    keys.settle(text, key);
    // The token stays in this closure, because anyone who has it could query this shopper's application.
    const token = headers.get(linkTokenHeader);
    if (!token) return { url };
    return { url, waitForOutcome: ({ signal } = {}) => pollLinkStatus(base, token, signal) };
  }

  return {
    createPayOverTimeLink: (endpoint, request, options = {}) =>
      createLink('createPayOverTimeLink', endpoint, request, options),
    // The service takes an array with one request (service document, "Create pre-qualification link").
    createPrequalLink: (endpoint, request, options = {}) =>
      createLink('createPrequalLink', endpoint, [request], options),
  };
}

/**
 * Keeps the idempotency key of a request until its outcome is known. A retry is then the same request, so it doesn't create a
 * second link or send a second text message. The keys belong to the page, not to an element, because two buttons for one
 * purchase send equal requests. A different request has another key, even for the same purchase. The proxy decides whether that
 * request may text the same phone again.
 */
interface IdempotencyKeys {
  /** Returns the key of the request with this body. */
  keyOf(body: string): string;
  /** Records that the request with this body and key succeeded, or that it failed with `failure`. */
  settle(body: string, key: string, failure?: FinancingError): void;
}

/** The proxy remembers a key for the same time, in ms. */
const day = 86_400_000;

/** Creates the store for the idempotency keys of a page. */
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
      // If the proxy doesn't know the outcome on the second try either, it never will. A second link then does no harm and lets
      // the shopper continue. A second text message might do harm.
      const code = failure?.code;
      const isLost = code === 'outcome-unknown' && request.lastCode === code && !sendsText(body);
      // The proxy stores the service's responses and would only repeat them. All other failures, including codes that this
      // version doesn't know, say nothing about an earlier try with this key. That try may have been carried out.
      if (!code || isLost || failure.isFromService) sent.delete(body);
      else request.lastCode = code;
    },
  };
}

/** Creates a unique key: 128 random bits, as digits and dashes. */
export function createIdempotencyKey(): string {
  // `randomUUID` requires a secure context, so pages on plain HTTP don't have it.
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** Returns true unless the body says otherwise: an omitted `sendSMS` means true if the proxy allows text messages. */
function sendsText(body: string): boolean {
  return !body.includes('"sendSMS":false');
}

/** Resolves with the final status, or with undefined if polling stops without one. */
type PollLinkStatus = (
  endpoint: string,
  token: string,
  signal?: AbortSignal,
) => Promise<FinalStatus | undefined>;

const pollInterval = 5_000;
const maxPollingMs = 30 * 60_000;

/**
 * Creates the poller of a page. It asks the proxy how the applications behind the page's links ended: every five seconds while
 * the page is visible, and when the page becomes visible again. All links share one timer and one listener. Polling for a link
 * stops on a final status, if the proxy doesn't know the link, after 30 minutes, or when the caller aborts. A failed request is
 * ignored, because the next one follows soon. Without a document, as on servers, the page counts as visible.
 */
function createLinkStatusPoller({
  fetch,
  now,
  document,
}: Pick<ClientContext, 'fetch' | 'now' | 'document'>): PollLinkStatus {
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
      const endsAt = now() + maxPollingMs;

      async function poll(): Promise<void> {
        if (now() >= endsAt) return end();
        try {
          const timeout = AbortSignal.timeout(pollInterval); // throws in browsers that don't have it
          const response = await fetch(endpoint + linkStatusPath, {
            headers: { Authorization: `Bearer ${token}` },
            redirect: 'error',
            signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
          });
          if (response.status === 401 || response.status === 404) return end();
          const { status } = Object(await response.json()) as { status?: unknown };
          const final = finalStatuses.find((each) => each === status);
          if (final) end(final);
        } catch {
          // The next turn retries.
        }
      }

      if (signal?.aborted) return end();
      signal?.addEventListener('abort', onAbort);
      polls.add(poll);
      document?.addEventListener('visibilitychange', pollAll); // adding the same function twice registers it once
      timer ??= setInterval(pollAll, pollInterval);
    });
}
