/**
 * Webhooks: their events, and how they are sent to the integrator. Each delivery is tried up to four times and listed with its
 * outcome.
 *
 * Not specified: event kinds and payloads, delivery, retries, and signing. We send the kinds and fields that public documents
 * of such services name, POST to one URL, accept any 2xx, give up after half a minute, and sign as these documents describe.
 */
import { signWebhook, webhookSignatureHeader } from '../contract/index.js';
import {
  checkOptions,
  callbackProblem,
  filledTextProblem,
  urlProblem,
} from '../internal/options.js';
import { takeFault } from './faults.js';
import {
  createToken,
  keep,
  type Application,
  type Merchant,
  type SandboxState,
  type SandboxDelivery,
  type WebhookEvent,
} from './state.js';

/**
 * Returns the events of an application that ended. The operation is `send-link`, so checkout events are named TEXT_TO_PAY, not
 * CHECKOUT_SDK. `purchaseId` distinguishes applications with the same reference.
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

/** Returns the event of a merchant whose status changed. `url` is the merchant's onboarding URL. */
export function merchantEvent({ location, status }: Merchant, url: string): WebhookEvent {
  return { eventType: `MERCHANT_${status}`, payload: { location, url, statusReason: 'NONE' } };
}

/** Options for webhooks. */
export interface SandboxWebhookOptions {
  /** The URL of the receiver, such as `http://127.0.0.1:8787/financing/webhooks`. */
  readonly url: string;
  /** The secret that signs webhooks. The receiver has the same secret. */
  readonly secret: string;
  /**
   * Sends the requests.
   * @default the global `fetch`
   */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /**
   * Waits between attempts. If it rejects, there are no further attempts.
   * @default a timer
   */
  readonly pause?: ((ms: number) => Promise<void>) | undefined;
}

const optionChecks = {
  url: urlProblem,
  secret: filledTextProblem,
  fetch: callbackProblem,
  pause: callbackProblem,
};

/** Delays before the second, third, and fourth attempts, in ms. */
const retryDelaysMs = [1_000, 5_000, 25_000];

/** The time limit for the receiver's response, in ms. */
const responseTimeoutMs = 15_000;

/**
 * Creates the function that sends the events of one change. The function never rejects. It tries the events one after the
 * other, so that they arrive in order, and retries the failed ones together. `now` is the real clock, which isn't affected by
 * advancing the sandbox's clock, because signatures are valid only for minutes. Throws `InvalidOptionError`.
 */
export function createWebhookSender(
  options: SandboxWebhookOptions | undefined,
  now: () => number,
): (state: SandboxState, events: readonly WebhookEvent[]) => Promise<void> {
  if (options) checkOptions(optionChecks, options, 'webhook.', ['url', 'secret']);
  return async (state, events) => {
    // A fault applies to all events of one change, such as an approval and the completion that follows it.
    const fault = takeFault(state.faults, 'webhook');
    const outcome = options && fault?.mode !== 'never' ? 'pending' : 'not-sent';
    const deliveries = events.map((event): SandboxDelivery => ({
      ...event,
      outcome,
      attempts: [],
    }));
    for (const delivery of deliveries) keep(state.webhooks, delivery);
    if (!options || outcome === 'not-sent') return;
    const { pause = idlePause } = options;
    const isOpen = (delivery: SandboxDelivery) => delivery.outcome === 'pending';

    const attemptAll = async (): Promise<void> => {
      for (const delivery of deliveries.filter(isOpen)) {
        // An AbortSignal wouldn't work: on Workers, it may not outlive its request.
        if (state.isDiscarded) return;
        const time = now();
        if (!(await attempt(delivery, options, fault?.mode, time))) continue;
        // Use the same time, because the network would repeat the same bytes. A new time would make it another event.
        if (fault?.mode === 'twice') await attempt(delivery, options, fault.mode, time);
        delivery.outcome = 'delivered';
      }
    };
    const retry = async (): Promise<void> => {
      for (const ms of retryDelaysMs) {
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
  { eventType, payload, attempts }: SandboxDelivery,
  { url, secret, fetch = globalThis.fetch }: SandboxWebhookOptions,
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
        headers: { 'content-type': 'application/json', [webhookSignatureHeader]: signature },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(responseTimeoutMs),
      }),
    );
    attempts.push({ at, status: response.status });
    // `cancel()` rejects if the receiver already read the body. The receiver responded anyway.
    await response.body?.cancel().catch(() => undefined);
    return response.ok;
  } catch (error) {
    attempts.push({ at, error: error instanceof Error ? error.message : 'unknown' });
    return false;
  }
}

/** Waits with a timer that doesn't keep a Node process alive. */
function idlePause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer: unknown = setTimeout(resolve, ms);
    (Object(timer) as { unref?(): void }).unref?.();
  });
}
