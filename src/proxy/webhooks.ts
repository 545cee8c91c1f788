/**
 * `POST /webhooks`: events of the service. The size is limited before anything is computed, the signature covers the raw
 * bytes, and nothing unsigned is parsed. Only deliveries without a valid signature count against the limit of an address:
 * a refused event can be lost. The rules for pages do not apply, since a server calls. A delivery is handled also where its
 * sender has hung up: the event may not come again.
 */
import * as z from 'zod';
import { isKnownEventKind, type FinancingWebhookEvent } from '../contract/index.js';
import type { KeyedHash } from '../internal/crypto.js';
import { isTimeout, withDeadline } from '../internal/deadline.js';
import { tryParseJsonBytes } from '../internal/json.js';
import { bodyLimits, readBytes } from './body.js';
import type { Limits } from './limits.js';
import { reportedOutcomeOf, type LinkStatus } from './link-status.js';
import { callHook, type WebhookDelivery } from './hooks.js';
import { ProblemError } from './problems.js';
import type { LogEntry } from './log-events.js';
import { describeError, type LogIds, type Report } from './report.js';
import type { ProxySettings } from './settings.js';
import type { Store } from './store.js';
import { createSignatureCheck } from './webhook-signature.js';

/** Milliseconds that the service waits for the integrator's handler. */
const handlerTimeout = 10_000;

/** An event of any kind, in the usual envelope `{"eventType": "…", "payload": {…}}`. Other members are allowed. */
const EventSchema = z.looseObject({ eventType: z.string().min(1), payload: z.looseObject({}) });

/** What a handler returns to choose the status. */
const ExplicitStatusSchema = z.strictObject({ status: z.int().min(100).max(599) });

const day = 24 * 60 * 60_000;

/** Milliseconds after which the event of a replica that died can be delivered again. */
const lease = 5 * 60_000;

/** Answers a delivery with a status. */
export type ReceiveWebhook = (
  request: Request,
  caller: { readonly address: string | undefined; readonly ids: LogIds },
) => Promise<number>;

/**
 * Creates the receiver; undefined without a verifier. It throws 401 `unauthorized`, 413 `body-too-large`, 400, 429
 * `rate-limited`, 502 `service-error` when the handler throws, and 503 when the handler takes too long or is running, or the
 * store is unavailable.
 */
export function createWebhookReceiver({
  settings,
  store,
  hash,
  limits,
  linkStatus,
  report: { log, observe },
}: {
  readonly settings: ProxySettings['webhooks'];
  readonly store: Store;
  readonly hash: KeyedHash;
  readonly limits: Pick<Limits, 'admitWebhook'>;
  readonly linkStatus: Pick<LinkStatus, 'record'>;
  readonly report: Pick<Report, 'log' | 'observe'>;
}): ReceiveWebhook | undefined {
  const { secrets, header, parse = tryParseJsonBytes, onEvent, onUnknown = onEvent } = settings;
  const verify = settings.verify ?? (secrets && createSignatureCheck(secrets, header));
  if (!verify) return undefined;

  async function isVerified(request: Request, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
    try {
      return (await callHook(undefined, () => verify!(request, bytes))) === true;
    } catch (error) {
      // Many verifiers refuse by throwing. A verifier that takes too long has failed, and refused nothing.
      if (isTimeout(error)) throw error;
      return false;
    }
  }

  async function readVerified(request: Request, address: string | undefined) {
    const takeBack = await limits.admitWebhook(address);
    const bytes = await readBytes(request, bodyLimits.other);
    const verified = await isVerified(request, bytes).catch(async (error: unknown) => {
      await takeBack(false);
      throw error;
    });
    if (verified) {
      await takeBack(true);
      return bytes;
    }
    // A wrong secret looks like this, but so does an attack. One answer for every defect of a signature.
    log('webhook-unverified');
    throw new ProblemError('unauthorized', {
      detail: 'This needs a valid signature.',
      headers: { 'www-authenticate': 'Signature' },
    });
  }

  async function readEvent(request: Request, bytes: Uint8Array<ArrayBuffer>) {
    let cause: unknown;
    try {
      const value: unknown = await callHook(undefined, () => parse(bytes, request));
      if (EventSchema.safeParse(value).success) return value as FinancingWebhookEvent;
    } catch (error) {
      if (isTimeout(error)) throw error;
      cause = error;
    }
    throw new ProblemError('invalid-request', { detail: 'The body is not an event.', cause });
  }

  /** Resolves with the status of the response. Any status except 2xx makes the service deliver the event again. */
  async function handle(event: FinancingWebhookEvent, delivery: WebhookDelivery): Promise<number> {
    const reported = reportedOutcomeOf(event);
    if (reported) await linkStatus.record(reported);
    const handler = isKnownEventKind(event.eventType) ? onEvent : onUnknown;
    const status = explicitStatusOf(await handler?.(event, delivery)) ?? 200;
    // A 1xx or 3xx means that the event was not handled.
    return isSuccess(status) || status >= 400 ? status : 502;
  }

  /**
   * Handles an event unless one with these bytes has been handled. The service may sign a redelivery anew, so the
   * time of the signature does not distinguish events. The claim is made before anything else is done. It is released when
   * handling fails, so that the next delivery can succeed, and kept for a day when it succeeds. While the handler runs, even
   * beyond the time limit, no other delivery runs.
   */
  async function handleOnce(
    event: FinancingWebhookEvent,
    delivery: WebhookDelivery,
    logFailure: (details: Partial<LogEntry>) => void,
  ): Promise<{ readonly status: number; readonly outcome: 'handled' | 'repeated' | 'failed' }> {
    const key = `webhook:${await hash(delivery.bytes)}`;
    const claim = `running ${crypto.randomUUID()}`;
    if (!(await store.claim(key, claim, lease))) {
      if ((await store.get(key)) === 'handled') return { status: 200, outcome: 'repeated' };
      throw stillHandling();
    }
    let isHandled = false;
    try {
      const status = await handle(event, delivery);
      isHandled = isSuccess(status);
      if (!isHandled) logFailure({ status });
      return { status, outcome: isHandled ? 'handled' : 'failed' };
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      logFailure(describeError(error));
      throw new ProblemError('service-error', { detail: 'The event could not be handled.' });
    } finally {
      // Without the store, the claim expires by itself.
      const end = isHandled ? store.set(key, 'handled', day) : store.delete(key, claim);
      await end.catch(() => undefined);
    }
  }

  return async (request, { address, ids }) => {
    let kind = 'unread';
    let outcome: 'handled' | 'repeated' | 'failed' | 'refused' = 'refused';
    try {
      const bytes = await readVerified(request, address);
      const event = await readEvent(request, bytes);
      kind = isKnownEventKind(event.eventType) ? event.eventType : 'other';
      outcome = 'failed';
      const logFailure = (details: Partial<LogEntry>) =>
        void log('webhook-failure', { ...ids, ...details });
      const result = await withDeadline(handlerTimeout, undefined, (signal) =>
        handleOnce(event, { bytes, request, signal }, logFailure),
      ).catch((error: unknown) => {
        if (!isTimeout(error)) throw error;
        logFailure({ reason: 'timeout' });
        throw stillHandling();
      });
      outcome = result.outcome;
      return result.status;
    } finally {
      observe({ type: 'webhook', kind, outcome });
    }
  };
}

/** Returns the 503 that makes the service deliver an event again. */
function stillHandling(): ProblemError {
  const detail = 'This event is still being handled.';
  return new ProblemError('service-busy', { detail, retryAfterSeconds: 10 });
}

const isSuccess = (status: number) => status >= 200 && status <= 299;

/**
 * Returns the status of a plain object with only a `status`. Ignores everything else, since a handler can return something
 * by accident: `(event) => fetch(…)` returns a `Response`, and other HTTP clients return objects with a status.
 */
function explicitStatusOf(returned: unknown): number | undefined {
  return isPlainObject(returned)
    ? ExplicitStatusSchema.safeParse(returned).data?.status
    : undefined;
}

/** True for an object literal, including one of another realm, as in Jest. */
function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
