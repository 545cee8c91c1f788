import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signWebhook } from '../../../src/contract/index.js';
import { createTestWebhooks, purchased, secret } from '../../support/test-proxy.js';

const refund = {
  eventType: 'TRANSACTION_REFUNDED',
  payload: { transactionId: 'order-1', amount: '50.00' },
};
const now = Math.floor(Date.now() / 1000);

describe('Two signed events with equal bytes', () => {
  it('are both handled when they were signed at different times', async () => {
    const { deliver, events } = createTestWebhooks();
    assert.equal((await deliver(refund, { timestamp: now - 1 })).status, 200);
    assert.equal((await deliver(refund, { timestamp: now })).status, 200);
    assert.deepEqual(events, [refund, refund]);
  });

  it('are one event when they were signed at the same time, however often it comes', async () => {
    const { deliver, events } = createTestWebhooks();
    for (const timestamp of [now, now - 1, now, now - 1]) await deliver(refund, { timestamp });
    assert.deepEqual(events, [refund, refund]);
  });

  it('are both handled also while the first is being handled', async () => {
    let running = 0;
    let resolve = () => {};
    const end = new Promise<void>((done) => (resolve = done));
    const { deliver } = createTestWebhooks({
      webhooks: {
        onEvent: () => {
          running += 1;
          return running === 2 ? resolve() : end;
        },
      },
    });
    const answers = [now - 1, now].map((timestamp) => deliver(refund, { timestamp }));
    assert.deepEqual(
      (await Promise.all(answers)).map(({ status }) => status),
      [200, 200],
    );
  });

  it('are told apart by the time in a header of another name, too', async () => {
    const { deliver, events } = createTestWebhooks({ webhooks: { header: 'x-signed' } });
    for (const timestamp of [now - 1, now, now]) {
      const signed = await signWebhook(JSON.stringify(refund), secret, timestamp);
      await deliver(refund, { headers: { 'x-signed': signed, 'svc-signature': null } });
    }
    assert.deepEqual(events, [refund, refund]);
  });
});

describe('Two events with equal bytes that the integrator verifies', () => {
  it('are one event, whatever their headers say of a time', async () => {
    const { deliver, events } = createTestWebhooks({ webhooks: { verify: () => true } });
    for (const timestamp of [now - 1, now]) {
      assert.equal((await deliver(purchased, { timestamp })).status, 200);
    }
    assert.deepEqual(events, [purchased]);
  });
});
