import * as z from 'zod';
import { dayMs } from '../../internal/durations.js';
import { isKnownEventKind, type FinancingWebhookEvent } from '../../contract/index.js';
import type { KeyedHash } from '../../internal/crypto.js';
import type { WebhookDelivery } from '../hooks.js';
import { reportedOutcomeOf, type LinkStatus } from '../link-status.js';
import type { LogEntry } from '../log-events.js';
import { ProblemError } from '../problems.js';
import { describeError } from '../report.js';
import type { ProxySettings } from '../proxy-settings.js';
import { repeatWrite } from '../repeated-write.js';
import type { Store } from '../store.js';
import { valueKey } from '../store-keys.js';

/** The time after which another replica may handle the event of a replica that crashed, in ms. */
const claimTtlMs = 5 * 60_000;

/** The value that a handler can return to choose the status. */
const ExplicitStatusSchema = z.strictObject({ status: z.int().min(100).max(599) });

/** The dependencies of `handleOnce`. */
export interface Handling {
  readonly settings: Pick<ProxySettings['webhooks'], 'onEvent' | 'onUnknown'>;
  readonly store: Store;
  readonly hash: KeyedHash;
  readonly linkStatus: Pick<LinkStatus, 'record'>;
}

/** The outcome of a delivery, with the status of its response. */
export interface HandledWebhook {
  readonly status: number;
  readonly outcome: 'handled' | 'repeated' | 'failed';
}

/**
 * Handles an event unless an event with the same bytes was handled before. The service may sign a redelivery again, so the
 * signature's timestamp doesn't distinguish events.
 *
 * Claims the event before it does anything else. If handling fails, it releases the claim, so that the next delivery can succeed.
 * Otherwise, the event counts as handled for a day. While the handler runs, even beyond the time limit, no other delivery of the
 * event is handled.
 */
export async function handleOnce(
  handling: Handling,
  event: FinancingWebhookEvent,
  delivery: WebhookDelivery,
  logFailure: (details: Partial<LogEntry>) => void,
): Promise<HandledWebhook> {
  const { store, hash } = handling;
  const key = valueKey('webhook', await hash(delivery.bytes));
  const claim = `running ${crypto.randomUUID()}`;
  if (!(await store.claim(key, claim, claimTtlMs))) {
    if ((await store.get(key)) === 'handled') return { status: 200, outcome: 'repeated' };
    throw stillHandling();
  }
  let isHandled = false;
  try {
    const status = await handle(handling, event, delivery);
    isHandled = isSuccess(status);
    if (!isHandled) logFailure({ status });
    return { status, outcome: isHandled ? 'handled' : 'failed' };
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    logFailure(describeError(error));
    throw new ProblemError('service-error', { detail: 'The event could not be handled.' });
  } finally {
    // Without the store, the claim expires on its own, and the event would then be handled again.
    if (isHandled) await repeatWrite(() => store.set(key, 'handled', dayMs));
    else await store.delete(key, claim).catch(() => undefined);
  }
}

/**
 * Calls the integrator's handler and resolves with the status of the response. The service redelivers the event for any status
 * except 2xx.
 */
async function handle(
  { settings, linkStatus }: Handling,
  event: FinancingWebhookEvent,
  delivery: WebhookDelivery,
): Promise<number> {
  const { onEvent, onUnknown = onEvent } = settings;
  const reported = reportedOutcomeOf(event);
  if (reported) await linkStatus.record(reported);
  const handler = isKnownEventKind(event.eventType) ? onEvent : onUnknown;
  const status = explicitStatusOf(await handler?.(event, delivery)) ?? 200;
  // A 1xx or 3xx means that the event was not handled.
  return isSuccess(status) || status >= 400 ? status : 502;
}

/** Returns the 503 that makes the service deliver an event again later. */
export function stillHandling(): ProblemError {
  const detail = 'This event is still being handled.';
  return new ProblemError('service-busy', { detail, retryAfterSeconds: 10 });
}

const isSuccess = (status: number) => status >= 200 && status <= 299;

/**
 * Returns the status if the handler returned a plain object with only a `status`. Ignores everything else, because a handler can
 * return something by accident: `(event) => fetch(…)` returns a `Response`, and other HTTP clients return objects with a status.
 */
function explicitStatusOf(returned: unknown): number | undefined {
  return isPlainObject(returned)
    ? ExplicitStatusSchema.safeParse(returned).data?.status
    : undefined;
}

/** True for an object literal, including one from another realm, as in Jest. */
function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
