import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore } from '../../../src/proxy/index.js';
import { createTestWebhooks, purchased, signedAt } from '../../support/test-proxy.js';

it('Two events with equal bytes are one event, even with another signature time', async () => {
  const { deliver, events } = createTestWebhooks();
  for (const timestamp of [signedAt() - 1, signedAt(), signedAt() - 1]) {
    assert.equal((await deliver(purchased, { timestamp })).status, 200);
  }
  assert.deepEqual(events, [purchased]);
});

describe('A delivery that fails after its claim was lost', () => {
  it('keeps the claim of the next delivery', async () => {
    const store = createMemoryStore();
    let end!: () => void;
    const running = new Promise<void>((resolve) => (end = resolve));
    const first = createTestWebhooks({
      store,
      webhooks: {
        async onEvent() {
          await store.close(); // forgets the claim
          void second.deliver(purchased);
          await running;
          throw new Error('failed');
        },
      },
    });
    const begun: unknown[] = [];
    const second = createTestWebhooks({
      store,
      webhooks: {
        onEvent(event) {
          begun.push(event);
          end();
          return new Promise(() => undefined);
        },
      },
    });
    assert.equal((await first.deliver(purchased)).status, 502);
    assert.equal((await second.deliver(purchased)).status, 503);
    assert.equal(begun.length, 1);
  });
});
