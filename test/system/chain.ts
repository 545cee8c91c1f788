import assert from 'node:assert/strict';
import type { FinancingWebhookEvent } from '../../src/contract/index.js';
import { createFinancingProxy, type Store } from '../../src/proxy/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import type { WebhookDelivery } from '../../src/sandbox/index.js';
import { openHostedPage, type HostedPage } from '../support/hosted-page.js';
import { unlimited } from '../support/unlimited-store.js';

const origin = 'http://127.0.0.1:8080';
const secret = 'secret-of-this-chain';

/** A page, the proxies of its shop, and the sandbox behind them, with each HTTP arrow a function call. */
export interface Chain {
  /** Kinds of the events that the shop's back end heard. */
  heard(): string[];
  /** The sandbox's newest webhook, and what came of it. */
  webhook(): Promise<WebhookDelivery | undefined>;
  /** Lets the next webhook go astray. */
  arm(mode: string): Promise<void>;
  /** Ends every wait of the sandbox before an attempt. */
  letGo(): void;
  /** Asks the proxy as a page of the shop does, or its staff. */
  ask(path: string, init?: { body?: unknown; headers?: Record<string, string> }): Promise<Response>;
  /** Opens a hosted page. */
  open(url: string): Promise<HostedPage>;
  /** The link of the newest text. */
  texted(): Promise<string>;
}

/** Creates a chain. With stores that share a Redis, webhooks arrive at one replica and the page asks another. */
export function createChain(stores: { told?: Store; asked?: Store } = {}): Chain {
  const heard: FinancingWebhookEvent[] = [];
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));

  const replica = (store?: Store) =>
    createFinancingProxy({
      baseUrl: origin,
      svcKey: 'sandbox-key',
      svcSecret: 'sandbox-secret',
      sms: true,
      trustPageAmount: true,
      authorize: () => true,
      webhooks: { secrets: [secret], onEvent: (received) => void heard.push(received) },
      fetch: (request) => sandbox.fetch(request),
      store: store && unlimited(store),
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    });
  const told = replica(stores.told);
  const asked = stores.asked ? replica(stores.asked) : told;
  const sandbox = createSandbox({
    webhook: { url: `${origin}/financing/webhooks`, secret, fetch: told.fetch, pause: () => held },
  });

  async function read<Answer>(path: string): Promise<Answer> {
    return (await (await sandbox.fetch(new Request(origin + path))).json()) as Answer;
  }

  return {
    letGo: () => letGo(),
    heard: () => heard.map(({ eventType }) => eventType),
    webhook: async () => (await read<WebhookDelivery[]>('/sandbox/webhooks')).at(-1),
    async arm(mode) {
      const body = JSON.stringify({ operation: 'webhook', mode });
      const request = new Request(`${origin}/sandbox/faults`, { method: 'POST', body });
      assert.equal((await sandbox.fetch(request)).status, 200);
    },
    async ask(path, { body, headers } = {}) {
      const request = new Request(`${origin}/financing${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(body !== undefined && {
            'content-type': 'application/json',
            'idempotency-key': crypto.randomUUID(),
          }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const response = await asked.fetch(request);
      assert.equal(response.status, 200, await response.clone().text());
      return response;
    },
    open: (url) => openHostedPage(sandbox.fetch, url),
    texted: async () => (await read<{ url: string }[]>('/sandbox/outbox')).at(-1)?.url ?? '',
  };
}
