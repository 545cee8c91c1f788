/**
 * Every way that a shopper or a merchant can end, with the webhook on time, early, late, twice and never: once on one
 * proxy, and once on two replicas with a real Redis, where the webhook arrives at one and the page asks the other.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createRedisStore } from '../../src/node/index.js';
import type { WebhookDelivery } from '../../src/sandbox/index.js';
import { patientFromTheFirst, startRedis, withRedis } from '../support/redis.js';
import { createChain, type Chain } from './chain.js';
import { until } from './person.js';

/** When a webhook has gone as far as it goes, and whether the shop is told by it. */
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
  { way: 'a purchase that is left', link: checkout, action: 'abort', kind: 'TEXT_TO_PAY_ABORTED' },
  { way: 'a pre-qualification', link: prequal, action: 'finish', kind: 'PREQUAL_COMPLETED' },
  {
    way: 'a pre-qualification that is left',
    link: prequal,
    action: 'abort',
    kind: 'PREQUAL_ABORTED',
  },
] as const;

/** Presses a button while the webhook is armed, and asserts who learns of it, and when: each by `kind`, once. */
async function assertTold(chain: Chain, mode: string, kind: string, press: () => Promise<unknown>) {
  const { isOver, tells } = modes[mode]!;
  const heard = () => chain.heard().filter((each) => each === kind);
  if (mode !== 'on time') await chain.arm(mode);
  // A replica whose store is slow for a moment answers 503, and is told once more.
  if (tells && mode !== 'late') chain.letGo();
  await press();
  if (mode === 'early') assert.deepEqual(heard(), [kind]);
  if (mode === 'late') {
    assert.deepEqual(heard(), []);
    chain.letGo();
  }
  await until(`webhook ${mode}`, async () => {
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
        await t.test(`${way}${phone ? ' by text' : ''}, webhook ${mode}`, async () => {
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
      // Staff read its state from the service: no webhook is needed for that.
      const read = await chain.ask(`${path}/${body.location}`);
      const { status } = (await read.json()) as { status: string };
      assert.equal(status, 'LOCATION_DETAILS_ADDED');
    });
  }
}

describe('A journey whose webhook goes its own way', { timeout: 120_000 }, () => {
  it('on one proxy', (t) => testAll(t, createChain));

  withRedis(() => {
    it('on two replicas with Redis', async (t) => {
      const url = patientFromTheFirst((await startRedis(t)).url);
      const [told, asked] = [createRedisStore(url), createRedisStore(url)];
      t.after(() => Promise.all([told.close(), asked.close()]));
      await testAll(t, () => createChain({ told, asked }));
    });
  });
});
