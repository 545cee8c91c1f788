/**
 * Webhooks: their events, and how they are sent to the integrator, as the service would. Each delivery is tried up to four
 * times, and listed with its outcome.
 *
 * Not shown: event kinds and payloads, delivery, retries and signing. We send kinds and fields that public documents of
 * such services name, POST to one URL, accept any 2xx, give up after half a minute, and sign as these documents describe.
 */
import { signWebhook } from '../contract/index.js';
import { checkOptions, isCallback, isFilledText, isUrl } from '../contract/options.js';
import { takeFault } from './faults.js';
import {
  createToken,
  keep,
  type Application,
  type Merchant,
  type SandboxState,
  type WebhookDelivery,
  type WebhookEvent,
} from './state.js';

/**
 * The events of an application that ended. The operation is `send-link`, so those of a checkout are TEXT_TO_PAY's, not
 * CHECKOUT_SDK's. `purchaseId` distinguishes applications with the same reference.
 */
export function applicationEvents(link: Application): WebhookEvent[] {
  const { page, merchant, reference, amount, outcome = 'aborted', approval } = link;
  const isPrequal = page === 'prequal';
  const named = isPrequal ? { referral: reference } : { transactionId: reference, amount };
  const payload = { ...named, location: merchant.location, purchaseId: createToken(8) };
  const eventType = `${isPrequal ? 'PREQUAL' : 'TEXT_TO_PAY'}_${outcome.toUpperCase()}`;
  const end = { eventType, payload };
  if (!approval) return [end];
  return [{ eventType: 'PREQUAL_APPROVED', payload: { ...payload, ...approval } }, end];
}

/** The event of a merchant whose status changed. `url`: its onboarding URL. */
export function merchantEvent({ location, status }: Merchant, url: string): WebhookEvent {
  return { eventType: `MERCHANT_${status}`, payload: { location, url, statusReason: 'NONE' } };
}

/** Options of webhooks. */
export interface WebhookOptions {
  /** The receiver, such as `http://127.0.0.1:8787/financing/webhooks`. */
  readonly url: string;
  /** The secret that signs webhooks, shared with the receiver. */
  readonly secret: string;
  /**
   * Sends the requests.
   * @default the global `fetch`
   */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /**
   * Waits between attempts. When it rejects, no further attempt is made.
   * @default a timer
   */
  readonly pause?: ((ms: number) => Promise<void>) | undefined;
}

const optionChecks = { url: isUrl, secret: isFilledText, fetch: isCallback, pause: isCallback };

/** Milliseconds before the second attempt, the third and the fourth. */
const pauses = [1_000, 5_000, 25_000];

/** Milliseconds that the receiver may take to answer. */
const timeout = 15_000;

/**
 * Creates the function that sends the events of one change; it never rejects. They are tried one after the other, so that
 * they arrive in their order, and those that fail are tried again together. `now` is the real clock, which advancing the
 * sandbox's clock does not change: signatures are valid for minutes only. Throws `InvalidOptionError` for the options.
 */
export function createWebhookSender(
  options: WebhookOptions | undefined,
  now: () => number,
): (state: SandboxState, events: readonly WebhookEvent[]) => Promise<void> {
  if (options) checkOptions(optionChecks, options, 'webhook.', ['url', 'secret']);
  return async (state, events) => {
    // A fault applies to all events of one change, such as an approval and its end.
    const fault = takeFault(state.faults, 'webhook');
    const outcome = options && fault?.mode !== 'never' ? 'pending' : 'not-sent';
    const deliveries = events.map((event): WebhookDelivery => ({
      ...event,
      outcome,
      attempts: [],
    }));
    for (const delivery of deliveries) keep(state.webhooks, delivery);
    if (!options || outcome === 'not-sent') return;
    const { pause = idlePause } = options;
    const isOpen = (delivery: WebhookDelivery) => delivery.outcome === 'pending';

    const attemptAll = async (): Promise<void> => {
      for (const delivery of deliveries.filter(isOpen)) {
        // An AbortSignal would not do: on Workers it may not outlive its request.
        if (state.isDiscarded) return;
        const time = now();
        if (!(await attempt(delivery, options, fault?.mode, time))) continue;
        // Under one time, as the network repeats it; a new time would be another event.
        if (fault?.mode === 'twice') await attempt(delivery, options, fault.mode, time);
        delivery.outcome = 'delivered';
      }
    };
    const retry = async (): Promise<void> => {
      for (const ms of pauses) {
        if (!deliveries.some(isOpen)) return;
        await pause(ms);
        await attemptAll();
      }
    };
    const giveUp = () => {
      for (const delivery of deliveries.filter(isOpen)) delivery.outcome = 'failed';
    };

    const isLate = fault?.mode === 'late';
    const first = isLate ? pause(fault.delayMs ?? 5_000).then(attemptAll) : attemptAll();
    first.then(retry).then(giveUp, giveUp);
    if (fault?.mode === 'early') await first;
  };
}

async function attempt(
  { eventType, payload, attempts }: WebhookDelivery,
  { url, secret, fetch = globalThis.fetch }: WebhookOptions,
  mode: string | undefined,
  time: number,
): Promise<boolean> {
  const at = new Date(time).toISOString();
  try {
    const body = JSON.stringify({ eventType, payload });
    const signedAt = Math.floor(time / 1000) - (mode === 'stale' ? 600 : 0);
    const key = mode === 'forged' ? `not ${secret}` : secret;
    const signature = await signWebhook(body, key, signedAt);
    const response = await fetch(
      new Request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'svc-signature': signature },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      }),
    );
    attempts.push({ at, status: response.status });
    // Rejects for a body that the receiver has read already: it was answered all the same.
    await response.body?.cancel().catch(() => undefined);
    return response.ok;
  } catch (error) {
    attempts.push({ at, error: error instanceof Error ? error.message : 'unknown' });
    return false;
  }
}

/** Waits by a timer that does not keep a Node process alive. */
function idlePause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer: unknown = setTimeout(resolve, ms);
    (Object(timer) as { unref?(): void }).unref?.();
  });
}
