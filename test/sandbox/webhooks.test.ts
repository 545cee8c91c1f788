import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSandbox, type Sandbox, type SandboxDelivery } from '../../src/sandbox/index.js';
import { merchantLocation, valid } from '../conformance/requests.js';
import { eventually, until } from '../support/until.js';
import {
  resultOf,
  sendTo,
  control,
  createSandboxWithReceiver,
  deliveriesOf,
  secret,
  untilSettled,
} from '../support/sandbox.js';
import { pluck } from '../support/assertions.js';

async function arm(sandbox: Sandbox, fault: Record<string, unknown>): Promise<void> {
  const body = { operation: 'webhook', ...fault };
  const response = await control(sandbox, 'POST', '/sandbox/faults', { body });
  assert.equal(response.status, 200, await response.text());
}

/** Creates a sandbox whose webhooks get these responses, by default with a pause that never ends. */
const sandboxAt = (
  fetch: () => Promise<Response>,
  pause: () => Promise<void> = () => new Promise(() => {}),
) => createSandbox({ webhook: { url: 'https://shop.test', secret, fetch, pause } });

/** Waits until a delivery is over. */
function deliveryOf(sandbox: Sandbox): Promise<SandboxDelivery> {
  return eventually(async () => {
    const delivery = (await deliveriesOf(sandbox)).at(-1);
    return delivery?.outcome !== 'pending' && delivery;
  });
}

describe('A webhook of the sandbox', () => {
  it('is sent and signed when a location is added', async () => {
    const now = Date.parse('2026-05-01T12:00:00.900Z');
    const { sandbox, arrived } = createSandboxWithReceiver({ now: () => now });
    const { url } = await resultOf<{ url: string }>(sandbox, valid.addMerchantLocation);
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

  it("isn't sent for a rejected request", async () => {
    const { sandbox } = createSandboxWithReceiver();
    await sendTo(sandbox, merchantLocation({ vertical: 'Bakery' }));
    assert.deepEqual(await deliveriesOf(sandbox), []);
  });

  it('is listed with its response', async () => {
    const { sandbox } = createSandboxWithReceiver({ now: () => Date.parse('2026-05-01') });
    await resultOf(sandbox, valid.addMerchantLocation);
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

  it('is listed as not sent without a receiver', async () => {
    const sandbox = createSandbox();
    await resultOf(sandbox, valid.addMerchantLocation);
    assert.equal((await deliveryOf(sandbox)).outcome, 'not-sent');
  });

  it('is retried with growing delays until it is accepted', async () => {
    const { sandbox, arrived, pauses } = createSandboxWithReceiver({
      answers: [500, 'reset', 302],
    });
    await resultOf(sandbox, valid.addMerchantLocation);
    const { outcome, attempts } = await deliveryOf(sandbox);
    assert.equal(outcome, 'delivered');
    assert.deepEqual(
      attempts.map(({ status, error }) => status ?? error),
      [500, 'connection reset', 302, 204],
    );
    assert.deepEqual(pauses, [1_000, 5_000, 25_000]);
    assert.equal(new Set(arrived.map(({ body }) => body)).size, 1);
  });

  it('fails after the fourth attempt', async () => {
    const { sandbox, arrived } = createSandboxWithReceiver({ answers: [500, 500, 500, 500] });
    await resultOf(sandbox, valid.addMerchantLocation);
    assert.equal((await deliveryOf(sandbox)).outcome, 'failed');
    assert.equal(arrived.length, 4);
  });

  it("doesn't delay the response of the request", async () => {
    const sandbox = sandboxAt(() => new Promise(() => {}));
    await resultOf(sandbox, valid.addMerchantLocation);
    assert.equal((await deliveriesOf(sandbox))[0]?.outcome, 'pending');
  });

  it('is deleted by a reset', async () => {
    let resume = () => {};
    let attempts = 0;
    const sandbox = sandboxAt(
      async () => (attempts++, new Response(null, { status: 500 })),
      () => new Promise<void>((resolve) => (resume = resolve)),
    );
    await resultOf(sandbox, valid.addMerchantLocation);
    await until(() => attempts === 1);
    await untilSettled();
    await control(sandbox, 'DELETE', '/sandbox');
    resume();
    await untilSettled();
    assert.equal(attempts, 1);
    assert.deepEqual(await deliveriesOf(sandbox), []);
  });

  it('is signed with the real time even if the clock of the sandbox was advanced', async () => {
    const now = Date.parse('2026-05-01');
    const { sandbox, arrived } = createSandboxWithReceiver({ now: () => now });
    await control(sandbox, 'POST', '/sandbox/clock', { body: { advanceDays: 10 } });
    await resultOf(sandbox, valid.addMerchantLocation);
    await until(() => arrived.length > 0);
    assert.equal(arrived[0]?.signedAt, now / 1000);
  });
});

describe('POST /sandbox/faults for webhooks', () => {
  it('early: delivers it before the response', async () => {
    let deliver: ((response: Response) => void) | undefined;
    const sandbox = sandboxAt(() => new Promise((resolve) => (deliver = resolve)));
    await arm(sandbox, { mode: 'early' });
    let isDone = false;
    const done = sendTo(sandbox, valid.addMerchantLocation).then(() => (isDone = true));
    await until(() => deliver !== undefined);
    await untilSettled();
    assert.equal(isDone, false);
    deliver?.(new Response());
    await done;
  });

  it('early: delays the response for the first attempt only', async () => {
    const sandbox = sandboxAt(async () => new Response(null, { status: 404 }));
    await arm(sandbox, { mode: 'early' });
    await resultOf(sandbox, valid.addMerchantLocation);
    const [delivery] = await deliveriesOf(sandbox);
    assert.deepEqual([delivery?.outcome, delivery?.attempts.length], ['pending', 1]);
  });

  it('late: sends it after `delayMs`', async () => {
    const { sandbox, pauses } = createSandboxWithReceiver();
    await arm(sandbox, { mode: 'late', delayMs: 60_000 });
    await resultOf(sandbox, valid.addMerchantLocation);
    assert.equal((await deliveryOf(sandbox)).outcome, 'delivered');
    assert.deepEqual(pauses, [60_000]);
  });

  it('twice: sends the same bytes again', async () => {
    const { sandbox, arrived } = createSandboxWithReceiver();
    await arm(sandbox, { mode: 'twice' });
    await resultOf(sandbox, valid.addMerchantLocation);
    await deliveryOf(sandbox);
    assert.equal(arrived.length, 2);
    assert.equal(arrived[0]?.body, arrived[1]?.body);
  });

  it('never: lists it as not sent', async () => {
    const { sandbox, arrived } = createSandboxWithReceiver();
    await arm(sandbox, { mode: 'never' });
    await resultOf(sandbox, valid.addMerchantLocation);
    assert.equal((await deliveryOf(sandbox)).outcome, 'not-sent');
    assert.equal(arrived.length, 0);
  });

  it('forged: signs it with another secret', async () => {
    const { sandbox, arrived } = createSandboxWithReceiver();
    await arm(sandbox, { mode: 'forged' });
    await resultOf(sandbox, valid.addMerchantLocation);
    await deliveryOf(sandbox);
    assert.deepEqual(pluck(arrived, 'isSigned'), [false]);
  });

  it('stale: signs it as ten minutes ago', async () => {
    const now = Date.parse('2026-05-01');
    const { sandbox, arrived } = createSandboxWithReceiver({ now: () => now });
    await arm(sandbox, { mode: 'stale' });
    await resultOf(sandbox, valid.addMerchantLocation);
    await deliveryOf(sandbox);
    assert.deepEqual(pluck(arrived, 'isSigned', 'signedAt'), [[true, now / 1000 - 600]]);
  });

  it('affects `count` webhooks', async () => {
    const { sandbox, arrived } = createSandboxWithReceiver();
    await arm(sandbox, { mode: 'never', count: 2 });
    for (const location of ['a', 'b', 'c']) await resultOf(sandbox, merchantLocation({ location }));
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
    it(`rejects ${JSON.stringify(fault)} and names ${wrong}`, async () => {
      const body = { operation: 'webhook', ...fault };
      const response = await control(createSandbox(), 'POST', '/sandbox/faults', { body });
      assert.equal(response.status, 400);
      assert.match(await response.text(), new RegExp(`\\b${wrong}\\b`));
    });
  }
});
