/**
 * Every outcome of an application, with each fault of its webhook: on one proxy, and on two replicas with Redis, where the
 * webhook arrives at one replica and the page polls the other.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { FinancingWebhookEvent } from '../../src/contract/index.js';
import { createFinancingProxy, type Store } from '../../src/proxy/index.js';
import { createSandbox, type WebhookDelivery } from '../../src/sandbox/index.js';
import { type HostedPage, openHostedPage } from '../support/sandbox.js';
import { unlimited } from '../support/test-proxy.js';
import { createRedisStore } from '../../src/node/index.js';
import { withLongTimeout, startRedis, withRedis } from '../support/redis.js';
import { waitFor } from './person.js';

const origin = 'http://127.0.0.1:8080';
const secret = 'secret-of-this-chain';

/** A page, the proxies of its shop, and the sandbox, connected by function calls. */
interface Chain {
  /** Returns the kinds of the events that the back end received. */
  heard(): string[];
  /** Returns the newest webhook of the sandbox. */
  webhook(): Promise<WebhookDelivery | undefined>;
  /** Injects a fault into the next webhook. */
  arm(mode: string): Promise<void>;
  /** Ends all delays of the sandbox. */
  letGo(): void;
  /** Sends a request to the proxy as a page of the shop. */
  ask(path: string, init?: { body?: unknown; headers?: Record<string, string> }): Promise<Response>;
  /** Opens a hosted page. */
  open(url: string): Promise<HostedPage>;
  /** Returns the link of the newest text message. */
  texted(): Promise<string>;
}

/** Creates a chain. With two stores, webhooks arrive at one replica and the page polls the other. */
function createChain(stores: { told?: Store; asked?: Store } = {}): Chain {
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

/** Tells when a webhook is over, and whether the shop accepts it. */
const modes: Readonly<Record<string, { isOver(sent: WebhookDelivery): boolean; tells: boolean }>> =
  {
    'on time': { isOver: ({ outcome }) => outcome === 'delivered', tells: true },
    early: { isOver: ({ outcome }) => outcome === 'delivered', tells: true },
    late: { isOver: ({ outcome }) => outcome === 'delivered', tells: true },
    twice: {
      isOver: (sent) => sent.outcome === 'delivered' && sent.attempts.length > 1,
      tells: true,
    },
    never: { isOver: ({ outcome }) => outcome === 'not-sent', tells: false },
    forged: { isOver: ({ attempts }) => attempts.length === 1, tells: false },
    stale: { isOver: ({ attempts }) => attempts.length === 1, tells: false },
  };

let count = 0;

const checkout = (reference: string, phone?: string) => ({
  path: '/epay/api/v1/epay/send-link',
  body: {
    location: 'main-street',
    transactionId: reference,
    amount: 1299,
    ...(phone && { phoneNumber: phone }),
    sendSMS: phone !== undefined,
  },
});

const prequal = (reference: string, phone?: string) => ({
  path: '/purchase/api/v1/online-link',
  body: [
    {
      location: 'main-street',
      referral: reference,
      ...(phone && { customerPhoneNumber: phone }),
      sendSMS: phone !== undefined,
    },
  ],
});

const ways = [
  { way: 'a purchase', link: checkout, action: 'finish', kind: 'TEXT_TO_PAY_COMPLETED' },
  { way: 'an aborted purchase', link: checkout, action: 'abort', kind: 'TEXT_TO_PAY_ABORTED' },
  { way: 'a pre-qualification', link: prequal, action: 'finish', kind: 'PREQUAL_COMPLETED' },
  {
    way: 'an aborted pre-qualification',
    link: prequal,
    action: 'abort',
    kind: 'PREQUAL_ABORTED',
  },
] as const;

/** Injects a fault, clicks a button, and asserts when the back end receives the event. */
async function assertTold(chain: Chain, mode: string, kind: string, press: () => Promise<unknown>) {
  const { isOver, tells } = modes[mode]!;
  const heard = () => chain.heard().filter((each) => each === kind);
  if (mode !== 'on time') await chain.arm(mode);
  // A replica whose store is slow responds with 503 and gets the event again.
  if (tells && mode !== 'late') chain.letGo();
  await press();
  if (mode === 'early') assert.deepEqual(heard(), [kind]);
  if (mode === 'late') {
    assert.deepEqual(heard(), []);
    chain.letGo();
  }
  await waitFor(`webhook ${mode}`, async () => {
    const sent = await chain.webhook();
    if (sent?.eventType === kind && isOver(sent)) return true;
    throw new Error(`So far ${JSON.stringify(sent)}`);
  });
  assert.deepEqual(heard(), tells ? [kind] : []);
}

/** Declares the tests of one chain. */
async function testAll(t: TestContext, create: () => Chain) {
  for (const [mode, { tells }] of Object.entries(modes)) {
    for (const { way, link, action, kind } of ways) {
      for (const phone of [undefined, '4155552671']) {
        await t.test(`${way}${phone ? ' by text message' : ''}, webhook ${mode}`, async () => {
          const chain = create();
          const { path, body } = link(`reference-${++count}`, phone);
          const answer = await chain.ask(path, { body });
          const { url } = (await answer.json()) as { url: string };
          const authorization = `Bearer ${answer.headers.get('financing-link-token')}`;
          const readStatus = async () => {
            const read = await chain.ask('/link-status', { headers: { authorization } });
            return ((await read.json()) as { status: string }).status;
          };

          const page = await chain.open(phone ? await chain.texted() : url);
          await assertTold(chain, mode, kind, async () => {
            await page.press(action);
            if (mode === 'late') assert.equal(await readStatus(), 'pending');
          });
          const ended = action === 'finish' ? 'completed' : 'aborted';
          assert.equal(await readStatus(), tells ? ended : 'pending');
        });
      }
    }

    await t.test(`a location, webhook ${mode}`, async () => {
      const chain = create();
      const path = '/onboarding/api/v1/location';
      const body = {
        location: `store-${++count}`,
        vertical: 'General_Retail',
        representativeDetails: { firstName: 'Ada' },
        sendSMS: false,
      };
      const { url } = (await (await chain.ask(path, { body })).json()) as { url: string };
      const page = await chain.open(url);
      await assertTold(chain, mode, 'MERCHANT_LOCATION_DETAILS_ADDED', () => page.press('details'));
      // Staff read the status from the service, which needs no webhook.
      const read = await chain.ask(`${path}/${body.location}`);
      const { status } = (await read.json()) as { status: string };
      assert.equal(status, 'LOCATION_DETAILS_ADDED');
    });
  }
}

describe('A journey with a fault in its webhook', { timeout: 120_000 }, () => {
  it('on one proxy', (t) => testAll(t, createChain));

  withRedis(() => {
    it('on two replicas with Redis', async (t) => {
      const url = withLongTimeout((await startRedis(t)).url);
      const [told, asked] = [createRedisStore(url), createRedisStore(url)];
      t.after(() => Promise.all([told.close(), asked.close()]));
      await testAll(t, () => createChain({ told, asked }));
    });
  });
});
