import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createMemoryStore,
  type FinancingProxyOptions,
  type Store,
} from '../../../src/proxy/index.js';
import { assertProblem, shop, type ReadResponse } from '../../support/test-proxy.js';
import { createTestWebhooks, purchased } from '../../support/test-proxy.js';

const storeSecret = 'secret-of-the-store';
const text = {
  location: 'main-street',
  amount: 1299,
  transactionId: 'order-1',
  phoneNumber: '(415) 555-2671',
  sendSMS: true,
};

/** Creates a replica of a shop that sends text messages, on a shared store. */
function createReplica(store: Store, options: Partial<FinancingProxyOptions>) {
  const proxy = createTestWebhooks({ sms: true, store, ...options });
  async function send(key: string, difference: object = {}): Promise<ReadResponse> {
    const body = { ...text, ...difference };
    const headers = { origin: shop, 'idempotency-key': key };
    return proxy.send('createPayOverTimeLink', { body, headers });
  }
  async function statusOf({ headers }: ReadResponse): Promise<unknown> {
    const authorization = `Bearer ${headers.get('financing-link-token')}`;
    const url = `${shop}/financing/link-status`;
    const response = await proxy.fetch(new Request(url, { headers: { authorization } }));
    return ((await response.json()) as { status?: unknown }).status;
  }
  return { ...proxy, send, statusOf };
}

describe('A store secret', () => {
  it('keeps stored data valid when svcKey changes', async () => {
    const store = createMemoryStore();
    const before = createReplica(store, { svcKey: 'svc-key-one', storeSecret });
    const after = createReplica(store, { svcKey: 'svc-key-two', storeSecret });
    const first = await before.send('key-of-one-click');
    const again = await after.send('key-of-one-click');
    assert.deepEqual([again.status, again.body], [200, first.body]);
    await before.deliver(purchased);
    await after.deliver(purchased);
    assert.deepEqual([after.service.calls.length, after.events.length], [0, 0]);
    assert.equal(await after.statusOf(again), 'completed');
  });

  it('defaults to svcKey if a store is given', async () => {
    const store = { ...createMemoryStore() };
    const before = createReplica(store, { svcKey: 'svc-key-of-the-shop' });
    const after = createReplica(store, { svcKey: '-', storeSecret: 'svc-key-of-the-shop' });
    await before.send('key-of-one-click');
    assert.equal((await after.send('key-of-one-click')).status, 200);
    assert.equal(after.service.calls.length, 0);
  });

  it('defaults to a secret of the process for the memory store, so that a new svcKey forgets no text message', async () => {
    const store = createMemoryStore();
    const before = createReplica(store, { svcKey: 'svc-key-one' });
    const after = createReplica(store, { svcKey: 'svc-key-two' });
    await before.send('key-of-one-click');
    assert.equal((await after.send('key-of-one-click')).status, 200);
    assertProblem(await after.send('key-of-another-click'), 409, 'duplicate-send');
    assert.equal(after.service.calls.length, 0);
  });
});
