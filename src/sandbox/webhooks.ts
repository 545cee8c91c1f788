/**
 * Tells the integrator's application what happened, as the service would. One delivery is tried up to four times; each
 * is listed with what came of it. It does not know which events there are (`events.ts`).
 *
 * Not shown: delivery, retries and signing. We POST to one URL, take any 2xx for an answer, give up after half a minute,
 * and sign as public documents of such services have it.
 */
import { signWebhook } from '../contract/index.js';
import { takeFault, type Fault } from './faults.js';
import { idlePause } from './pause.js';
import type { SandboxState } from './state.js';

/** Where webhooks go. */
export interface WebhookOptions {
  /** As in `http://127.0.0.1:8787/financing/webhooks`. */
  readonly url: string;
  /** What they are signed with, shared with whoever verifies them. */
  readonly secret: string;
  /** Sends them. Default: the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Waits between attempts. Default: a timer. */
  readonly pause?: ((ms: number) => Promise<void>) | undefined;
}

/** The body of a webhook. */
export interface WebhookEvent {
  readonly eventType: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** An event, and what came of telling it. */
export interface WebhookDelivery extends WebhookEvent {
  /** `not-sent` where there is nobody to tell, or `never` was armed. */
  outcome: 'pending' | 'delivered' | 'failed' | 'not-sent';
  /** Oldest first. Each has the status of the answer, or the error that came instead. `at` in ISO 8601, UTC. */
  readonly attempts: { readonly at: string; readonly status?: number; readonly error?: string }[];
}

type WebhookFault = Extract<Fault, { operation: 'webhook' }>;

/** Milliseconds before the second attempt, the third and the fourth. */
const pauses = [1_000, 5_000, 25_000];

/** Milliseconds that an answer may take. */
const timeout = 15_000;

/**
 * Returns what tells of an event; it never rejects. `now` is the receiver's clock, which the sandbox's does not move:
 * signatures are only good for minutes.
 */
export function createWebhookSender(
  options: WebhookOptions | undefined,
  now: () => number,
): (state: SandboxState, event: WebhookEvent) => Promise<void> {
  return async (state, event) => {
    const delivery: WebhookDelivery = { ...event, outcome: 'pending', attempts: [] };
    state.webhooks.push(delivery);
    const fault = takeFault(state.faults, 'webhook');
    if (!options || fault?.mode === 'never') {
      delivery.outcome = 'not-sent';
      return;
    }
    const isForgotten = () => state.isForgotten;
    const delivered = deliver(delivery, { ...options, fault, isForgotten, now });
    if (fault?.mode === 'early') await delivered;
  };
}

interface Delivering extends WebhookOptions {
  readonly fault: WebhookFault | undefined;
  now(): number;
  /** True once nobody wants it any more. No signal: on workers, one of another request must not be heard. */
  isForgotten(): boolean;
}

async function deliver(delivery: WebhookDelivery, by: Delivering): Promise<void> {
  const { fault, isForgotten, pause = idlePause } = by;
  if (fault?.mode === 'late') await pause(fault.delayMs ?? 5_000);
  for (const ms of [...pauses, 0]) {
    if (isForgotten()) return;
    if (await attempt(delivery, by)) {
      if (fault?.mode === 'twice') await attempt(delivery, by);
      delivery.outcome = 'delivered';
      return;
    }
    if (ms > 0) await pause(ms);
  }
  delivery.outcome = 'failed';
}

async function attempt(
  { eventType, payload, attempts }: WebhookDelivery,
  { url, secret, fault, now, fetch = globalThis.fetch }: Delivering,
): Promise<boolean> {
  const time = now();
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
    await response.body?.cancel();
    return response.ok;
  } catch (error) {
    attempts.push({ at, error: error instanceof Error ? error.message : 'unknown' });
    return false;
  }
}
