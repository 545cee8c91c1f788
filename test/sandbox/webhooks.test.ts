import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSandbox, type Sandbox, type WebhookDelivery } from '../../src/sandbox/index.js';
import { signWebhook } from '../../src/contract/index.js';
import { merchantLocation, valid } from '../conformance/requests.js';
import { eventually, until } from '../support/until.js';
import {
  answer,
  ask,
  control,
  createSandboxWithReceiver,
  deliveriesOf,
  secret,
  untilSettled,
} from '../support/sandbox.js';

async function arm(sandbox: Sandbox, fault: Record<string, unknown>): Promise<void> {
  const body = { operation: 'webhook', ...fault };
  const response = await control(sandbox, 'POST', '/sandbox/faults', { body });
  assert.equal(response.status, 200, await response.text());
}

/** Waits until a delivery is over. */
function deliveryOf(sandbox: Sandbox): Promise<WebhookDelivery> {
  return eventually(async () => {
    const delivery = (await deliveriesOf(sandbox)).at(-1);
    return delivery?.outcome !== 'pending' && delivery;
  });
}

describe('signWebhook()', () => {
  it('makes the signature that was published', async () => {
    const body =
      '{"eventType":"MERCHANT_CREATED","payload":{"location":"Merchant location","url":"merchant/application/url","statusReason":"NONE"}}';
    assert.equal(
      await signWebhook(body, 'DwS3QStMkgKziZxd9NXcvqFkxP4JNA3i', 1643444288),
      't=1643444288,v1=e1bfa98d067faeea521387c8917b71c96e32e1f9028a3b0b2167c4c7408cdacb',
    );
  });
});

describe('a webhook of the sandbox', () => {
  it('tells of a location that was added, signed', async () => {
    const now = Date.parse('2026-05-01T12:00:00.900Z');
    const { sandbox, arrived } = createSandboxWithReceiver({ now: () => now });
    const { url } = await answer<{ url: string }>(sandbox, valid.addMerchantLocation);
    await until(() => arrived.length > 0);
    const [{ eventType, payload, isSigned, signedAt }] = arrived as [(typeof arrived)[0]];
    assert.deepEqual(
      { eventType, payload, isSigned, signedAt },
      {
        eventType: 'MERCHANT_CREATED',
        payload: { location: 'new-store', url, statusReason: 'NONE' },
        isSigned: true,
        signedAt: Date.parse('2026-05-01T12:00:00Z') / 1000,
      },
    );
  });

  it('is not sent for what was refused', async () => {
    const { sandbox } = createSandboxWithReceiver();
    await ask(sandbox, merchantLocation({ vertical: 'Bakery' }));
    assert.deepEqual(await deliveriesOf(sandbox), []);
  });

  it('is listed with its answer', async () => {
    const { sandbox } = createSandboxWithReceiver({ now: () => Date.parse('2026-05-01') });
    await answer(sandbox, valid.addMerchantLocation);
    const { eventType, outcome, attempts } = await deliveryOf(sandbox);
    assert.deepEqual(
      { eventType, outcome, attempts },
      {
        eventType: 'MERCHANT_CREATED',
        outcome: 'delivered',
        attempts: [{ at: '2026-05-01T00:00:00.000Z', status: 204 }],
      },
    );
  });

  it('is listed as not sent where nothing listens', async () => {
    const sandbox = createSandbox();
    await answer(sandbox, valid.addMerchantLocation);
    assert.equal((await deliveryOf(sandbox)).outcome, 'not-sent');
  });

  it('is sent again, the same bytes after growing pauses, until it is taken', async () => {
    const { sandbox, arrived, pauses } = createSandboxWithReceiver({
      answers: [500, 'reset', 302],
    });
    await answer(sandbox, valid.addMerchantLocation);
    const { outcome, attempts } = await deliveryOf(sandbox);
    assert.equal(outcome, 'delivered');
    assert.deepEqual(
      attempts.map(({ status, error }) => status ?? error),
      [500, 'connection reset', 302, 204],
    );
    assert.deepEqual(pauses, [1_000, 5_000, 25_000]);
    assert.equal(new Set(arrived.map(({ body }) => body)).size, 1);
  });

  it('is given up after the fourth attempt', async () => {
    const { sandbox, arrived } = createSandboxWithReceiver({ answers: [500, 500, 500, 500] });
    await answer(sandbox, valid.addMerchantLocation);
    assert.equal((await deliveryOf(sandbox)).outcome, 'failed');
    assert.equal(arrived.length, 4);
  });

  it('is delivered once where the receiver has read its own answer', async () => {
    const consumed = new Response('ok');
    await consumed.text();
    const sandbox = createSandbox({
      webhook: { url: 'https://shop.test', secret, fetch: async () => consumed },
    });
    await answer(sandbox, valid.addMerchantLocation);
    const { outcome, attempts } = await deliveryOf(sandbox);
    assert.deepEqual([outcome, attempts.map(({ status }) => status)], ['delivered', [200]]);
  });

  it('is given up where the pause between attempts rejects', async () => {
    const sandbox = createSandbox({
      webhook: {
        url: 'https://shop.test',
        secret,
        fetch: async () => new Response(null, { status: 500 }),
        pause: () => Promise.reject(new Error('no timer')),
      },
    });
    await answer(sandbox, valid.addMerchantLocation);
    const { outcome, attempts } = await deliveryOf(sandbox);
    assert.deepEqual([outcome, attempts.length], ['failed', 1]);
  });

  it('does not hold up the answer that it is about', async () => {
    const sandbox = createSandbox({
      webhook: { url: 'https://shop.test', secret, fetch: () => new Promise(() => {}) },
    });
    await answer(sandbox, valid.addMerchantLocation);
    assert.equal((await deliveriesOf(sandbox))[0]?.outcome, 'pending');
  });

  it('is forgotten by a reset, and not tried again', async () => {
    let resume = () => {};
    let attempts = 0;
    const sandbox = createSandbox({
      webhook: {
        url: 'https://shop.test',
        secret,
        fetch: () => {
          attempts++;
          return Promise.resolve(new Response(null, { status: 500 }));
        },
        pause: () => new Promise<void>((resolve) => (resume = resolve)),
      },
    });
    await answer(sandbox, valid.addMerchantLocation);
    await until(() => attempts === 1);
    await untilSettled();
    await control(sandbox, 'DELETE', '/sandbox');
    resume();
    await untilSettled();
    assert.equal(attempts, 1);
    assert.deepEqual(await deliveriesOf(sandbox), []);
  });

  it('keeps the receiver’s time when the sandbox’s clock was put forward', async () => {
    const now = Date.parse('2026-05-01');
    const { sandbox, arrived } = createSandboxWithReceiver({ now: () => now });
    await control(sandbox, 'POST', '/sandbox/clock', { body: { advanceDays: 10 } });
    await answer(sandbox, valid.addMerchantLocation);
    await until(() => arrived.length > 0);
    assert.equal(arrived[0]?.signedAt, now / 1000);
  });
});

describe('POST /sandbox/faults for webhooks', () => {
  it('early: has it delivered before the answer that it is about', async () => {
    let deliver: ((response: Response) => void) | undefined;
    const sandbox = createSandbox({
      webhook: {
        url: 'https://shop.test',
        secret,
        fetch: () => new Promise((resolve) => (deliver = resolve)),
      },
    });
    await arm(sandbox, { mode: 'early' });
    let answered = false;
    const answering = ask(sandbox, valid.addMerchantLocation).then(() => (answered = true));
    await until(() => deliver !== undefined);
    await untilSettled();
    assert.equal(answered, false);
    deliver?.(new Response());
    await answering;
  });

  it('early: holds up the answer for the first attempt alone', async () => {
    const sandbox = createSandbox({
      webhook: {
        url: 'https://shop.test',
        secret,
        fetch: async () => new Response(null, { status: 404 }),
        pause: () => new Promise(() => {}),
      },
    });
    await arm(sandbox, { mode: 'early' });
    await answer(sandbox, valid.addMerchantLocation);
    const [delivery] = await deliveriesOf(sandbox);
    assert.deepEqual([delivery?.outcome, delivery?.attempts.length], ['pending', 1]);
  });

  it('late: sends it after as many milliseconds as it says', async () => {
    const { sandbox, pauses } = createSandboxWithReceiver();
    await arm(sandbox, { mode: 'late', delayMs: 60_000 });
    await answer(sandbox, valid.addMerchantLocation);
    assert.equal((await deliveryOf(sandbox)).outcome, 'delivered');
    assert.deepEqual(pauses, [60_000]);
  });

  it('twice: sends the same bytes again', async () => {
    const { sandbox, arrived } = createSandboxWithReceiver();
    await arm(sandbox, { mode: 'twice' });
    await answer(sandbox, valid.addMerchantLocation);
    await deliveryOf(sandbox);
    assert.equal(arrived.length, 2);
    assert.equal(arrived[0]?.body, arrived[1]?.body);
  });

  it('never: sends nothing, and lists it as not sent', async () => {
    const { sandbox, arrived } = createSandboxWithReceiver();
    await arm(sandbox, { mode: 'never' });
    await answer(sandbox, valid.addMerchantLocation);
    assert.equal((await deliveryOf(sandbox)).outcome, 'not-sent');
    assert.equal(arrived.length, 0);
  });

  it('forged: signs it with another secret', async () => {
    const { sandbox, arrived } = createSandboxWithReceiver();
    await arm(sandbox, { mode: 'forged' });
    await answer(sandbox, valid.addMerchantLocation);
    await deliveryOf(sandbox);
    assert.deepEqual(
      arrived.map(({ isSigned }) => isSigned),
      [false],
    );
  });

  it('stale: signs it as ten minutes ago', async () => {
    const now = Date.parse('2026-05-01');
    const { sandbox, arrived } = createSandboxWithReceiver({ now: () => now });
    await arm(sandbox, { mode: 'stale' });
    await answer(sandbox, valid.addMerchantLocation);
    await deliveryOf(sandbox);
    assert.deepEqual(
      arrived.map(({ isSigned, signedAt }) => [isSigned, signedAt]),
      [[true, now / 1000 - 600]],
    );
  });

  it('meets as many webhooks as `count` says', async () => {
    const { sandbox, arrived } = createSandboxWithReceiver();
    await arm(sandbox, { mode: 'never', count: 2 });
    for (const location of ['a', 'b', 'c']) await answer(sandbox, merchantLocation({ location }));
    await deliveryOf(sandbox);
    assert.deepEqual(
      arrived.map(({ payload }) => payload['location']),
      ['c'],
    );
  });

  for (const [wrong, fault] of [
    ['mode', {}],
    ['mode', { mode: 'sometimes' }],
    ['delayMs', { mode: 'twice', delayMs: 5 }],
    ['status', { mode: 'late', status: 500 }],
  ] as const) {
    it(`refuses ${JSON.stringify(fault)} with 400 that names what is wrong`, async () => {
      const body = { operation: 'webhook', ...fault };
      const response = await control(createSandbox(), 'POST', '/sandbox/faults', { body });
      assert.equal(response.status, 400);
      assert.match(await response.text(), new RegExp(`\\b${wrong}\\b`));
    });
  }
});
