/**
 * Hooks: functions that the integrator passes as options and that the proxy calls while it handles a request. All of their
 * types are here, so that the table of options doesn't import the files that call them.
 */
import type {
  FinancingWebhookEvent,
  PayOverTimeLinkRequest,
  PrequalLinkRequest,
} from '../contract/index.js';
import { withDeadline } from '../internal/deadline.js';
import type { ResolvedPurchase } from './purchases/purchase.js';

/** Returns the purchase of a pay-over-time link, or nothing to refuse the link. */
export type ResolvePurchase = (
  request: Request,
  body: Readonly<PayOverTimeLinkRequest>,
) => ResolvedPurchase | undefined | Promise<ResolvedPurchase | undefined>;

/**
 * Decides whether a person made the request, before a link is created. Only `true` passes. A hook usually checks the token
 * of a challenge that the page sends in a header or in the query. The body of the request has been read. The second
 * argument is a copy of the body, and changes to the copy aren't sent.
 */
export type VerifyHuman = (
  request: Request,
  body: Readonly<PayOverTimeLinkRequest> | Readonly<PrequalLinkRequest>,
) => boolean | Promise<boolean>;

/** Decides whether a request may use the onboarding routes. Only `true` passes. */
export type Authorize = (request: Request) => boolean | Promise<boolean>;

/** Decides whether the service sent these bytes. Only `true` passes. The body of the request has been read. */
export type VerifyWebhook = (
  request: Request,
  bytes: Uint8Array<ArrayBuffer>,
) => boolean | Promise<boolean>;

/** Parses the bytes of a request into an event. If it throws or returns something else, the response is 400. */
export type ParseWebhook = (
  bytes: Uint8Array<ArrayBuffer>,
  request: Request,
) => FinancingWebhookEvent | undefined | Promise<FinancingWebhookEvent | undefined>;

/** The request that an event came with. */
export interface WebhookDelivery {
  /** The signed body. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The request, for its headers. The body has already been read. */
  readonly request: Request;
  /** Aborts after the time limit, when the service was already asked to deliver the event again. */
  readonly signal: AbortSignal;
}

/**
 * Handles an event. The service gets its response when the handler is done: 200, so that the event isn't delivered again,
 * or 5xx if the handler throws or takes longer than 10 s. To choose the status, return an object with only a `status`:
 * `{ status: 409 }`. Anything else that a handler returns is ignored, including a `Response`.
 */
export type WebhookHandler<Event> = (event: Event, delivery: WebhookDelivery) => unknown;

/** The maximum time that a hook may take, in ms. Webhook handlers have a longer one. */
const hookTimeoutMs = 5_000;

/**
 * Calls a hook. Rejects with the error of the hook, with a `TimeoutError` after 5 s, or when `signal` aborts because the
 * client has disconnected. Always rejects with an error, even if the hook throws `undefined`, so that the error can be the
 * `cause` of a problem.
 */
export async function callHook<T>(
  signal: AbortSignal | undefined,
  hook: () => T | Promise<T>,
): Promise<T> {
  try {
    return await withDeadline(hookTimeoutMs, signal, async () => hook());
  } catch (error) {
    throw error ?? new TypeError('A function of the integrator failed without an error');
  }
}
