/**
 * Sends webhooks to the integrator, as the service would. Each delivery is tried up to four times, and listed with its
 * outcome.
 *
 * Not shown: delivery, retries and signing. We POST to one URL, accept any 2xx, give up after half a minute, and sign as
 * public documents of such services describe.
 */
import { signWebhook } from '../../contract/index.js';
import {
  keep,
  takeFault,
  type Fault,
  type SandboxState,
  type WebhookDelivery,
  type WebhookEvent,
} from '../state/index.js';

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

type WebhookFault = Extract<Fault, { operation: 'webhook' }>;

/** Milliseconds before the second attempt, the third and the fourth. */
const pauses = [1_000, 5_000, 25_000];

/** Milliseconds that the receiver may take to answer. */
const timeout = 15_000;

/**
 * Creates the function that sends events; it never rejects. `now` is the real clock, which advancing the sandbox's clock
 * does not change: signatures are valid for minutes only.
 */
export function createWebhookSender(
  options: WebhookOptions | undefined,
  now: () => number,
): (state: SandboxState, event: WebhookEvent) => Promise<void> {
  return async (state, event) => {
    const delivery: WebhookDelivery = { ...event, outcome: 'pending', attempts: [] };
    keep(state.webhooks, delivery);
    const fault = takeFault(state.faults, 'webhook');
    if (!options || fault?.mode === 'never') {
      delivery.outcome = 'not-sent';
      return;
    }
    const isDiscarded = () => state.isDiscarded;
    const attempted = new Promise<void>((resolve) => {
      deliver(delivery, { ...options, fault, isDiscarded, now, onAttempt: resolve })
        .catch(() => {
          delivery.outcome = 'failed';
        })
        .finally(resolve);
    });
    if (fault?.mode === 'early') await attempted;
  };
}

interface DeliveryOptions extends WebhookOptions {
  readonly fault: WebhookFault | undefined;
  now(): number;
  /** True once the sandbox was reset. An AbortSignal would not do: on Workers it may not outlive its request. */
  isDiscarded(): boolean;
  /** Called after each attempt. */
  onAttempt(this: void): void;
}

async function deliver(delivery: WebhookDelivery, by: DeliveryOptions): Promise<void> {
  const { fault, isDiscarded, now, onAttempt, pause = idlePause } = by;
  if (fault?.mode === 'late') await pause(fault.delayMs ?? 5_000);
  for (const ms of [...pauses, 0]) {
    if (isDiscarded()) return;
    const time = now();
    const isDelivered = await attempt(delivery, by, time);
    onAttempt();
    if (isDelivered) {
      // Under one time, as the network repeats it; a new time would be another event.
      if (fault?.mode === 'twice') await attempt(delivery, by, time);
      delivery.outcome = 'delivered';
      return;
    }
    if (ms > 0) await pause(ms);
  }
  delivery.outcome = 'failed';
}

async function attempt(
  { eventType, payload, attempts }: WebhookDelivery,
  { url, secret, fault, fetch = globalThis.fetch }: DeliveryOptions,
  time: number,
): Promise<boolean> {
  const at = new Date(time).toISOString();
  try {
    const body = JSON.stringify({ eventType, payload });
    const signedAt = Math.floor(time / 1000) - (fault?.mode === 'stale' ? 600 : 0);
    const key = fault?.mode === 'forged' ? `not ${secret}` : secret;
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
