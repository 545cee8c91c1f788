import type { FinancingProxyOptions, WebhookDelivery } from '../../src/proxy/index.js';
import { signWebhook, type FinancingWebhookEvent } from '../../src/contract/index.js';
import { createTestProxy, read, shop, type Answer, type TestProxy } from '../support/test-proxy.js';

/** What the service signs with in these tests. */
export const secret = 'webhook-secret-5b1e';

const start = Math.floor(Date.now() / 1000);

/** One time for all of a test, so that equal events are equal deliveries; the time now where a test moves the clock. */
function signedAt(): number {
  const now = Math.floor(Date.now() / 1000);
  return Math.abs(now - start) < 200 ? start : now;
}

/** An event about the pay-over-time link of the samples. */
export const purchased = {
  eventType: 'CHECKOUT_SDK_COMPLETED',
  payload: { transactionId: 'order-1', location: 'main-street', purchaseId: 'p-1', amount: '1299' },
} as const;

/** What differs from a plain delivery. */
export interface Difference {
  readonly method?: string;
  /** Added to the signature; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly secret?: string;
  /** Unix seconds. */
  readonly timestamp?: number;
  /** Sent in place of what is signed. */
  readonly raw?: BodyInit | null;
}

/** A proxy that takes events, and what it was told. */
export interface TestWebhooks extends TestProxy {
  readonly events: FinancingWebhookEvent[];
  readonly deliveries: WebhookDelivery[];
  /** Delivers an event, or a body as it is, as the service does. */
  deliver(body: object | string, difference?: Difference): Promise<Answer>;
}

/** Creates a proxy that takes events. Options of `webhooks` are added to a secret and a handler that keeps. */
export function createTestWebhooks(
  { webhooks, ...options }: Partial<FinancingProxyOptions> = {},
  respond?: Parameters<typeof createTestProxy>[1],
): TestWebhooks {
  const events: FinancingWebhookEvent[] = [];
  const deliveries: WebhookDelivery[] = [];
  const onEvent = (received: FinancingWebhookEvent, delivery: WebhookDelivery) => {
    events.push(received);
    deliveries.push(delivery);
  };
  const proxy = createTestProxy(
    { ...options, webhooks: { secrets: [secret], onEvent, ...webhooks } },
    respond,
  );
  return {
    ...proxy,
    events,
    deliveries,
    deliver: async (body, difference) =>
      read(await proxy.fetch(await toDelivery(body, difference))),
  };
}

/** A delivery of the service. */
export async function toDelivery(
  body: object | string,
  {
    method = 'POST',
    raw,
    timestamp = signedAt(),
    secret: used = secret,
    ...difference
  }: Difference = {},
): Promise<Request> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = new Headers({
    'content-type': 'application/json',
    'svc-signature': await signWebhook(text, used, timestamp),
  });
  for (const [header, value] of Object.entries(difference.headers ?? {})) {
    if (value === null) headers.delete(header);
    else headers.set(header, value);
  }
  const content = raw === undefined ? text : raw;
  return new Request(`${shop}/financing/webhooks`, {
    method,
    headers,
    body: content,
    ...(content instanceof ReadableStream && { duplex: 'half' }),
  });
}
