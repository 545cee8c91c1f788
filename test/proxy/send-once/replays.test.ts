import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StoreUnavailableError } from '../../../src/proxy/index.js';
import { bodyWith } from '../../support/samples.js';
import {
  assertProblem,
  createTestProxy,
  shop,
  createTestWebhooks,
  createWatchedStore,
  purchased,
  type StoreOperation,
} from '../../support/test-proxy.js';
import { textFields } from '../field-requests.js';

const key = { 'idempotency-key': 'key-of-one-click' };
const activated = { eventType: 'MERCHANT_ACTIVATED', payload: {} };

describe('A stored error of the service', () => {
  it('is repeated with the status of the service and Retry-After', async () => {
    const busy = () => new Response(null, { status: 503, headers: { 'retry-after': '7' } });
    const { send, service } = createTestProxy({}, busy);
    for (let tries = 0; tries < 2; tries++) {
      const response = await send('createPrequalLink', { headers: key });
      assert.deepEqual(assertProblem(response, 503, 'service-busy').service, { status: 503 });
      assert.equal(response.headers.get('retry-after'), '7');
    }
    assert.equal(service.calls.length, 1);
  });

  it('is repeated with the contract message and the status of the location', async () => {
    const message = 'Location does not exist';
    const { send } = createTestProxy({}, () => Response.json({ message }, { status: 404 }));
    for (let tries = 0; tries < 2; tries++) {
      const response = await send('createPayOverTimeLink', { headers: key });
      const { service } = assertProblem(response, 404, 'location-not-found');
      assert.deepEqual(service, { status: 404, message });
    }
  });
});

describe('Onboarding with text messages allowed', () => {
  it('sends a text message for an authorized program without an Origin', async () => {
    const { send, service } = createTestProxy({ sms: true });
    const body = bodyWith('addMerchantLocation', textFields.addMerchantLocation);
    const response = await send('addMerchantLocation', { body, headers: key });
    assert.equal(response.status, 200, response.text);
    assert.equal(service.texts(), 1);
  });
});

/** Creates a memory store whose operations a test can break. */
function createFailingStore() {
  const failing: Partial<Record<StoreOperation, boolean>> = {};
  const store = createWatchedStore((operation) => {
    if (failing[operation]) throw new StoreUnavailableError();
  });
  return { ...store, failing };
}

describe('A store that fails after the claim', () => {
  it("returns 503 for a repeated event whose state can't be read", async () => {
    const store = createFailingStore();
    const { deliver, events } = createTestWebhooks({ store });
    await deliver(activated);
    store.failing.get = true;
    const response = await deliver(activated);
    assertProblem(response, 503, 'store-unavailable');
    store.failing.get = false;
    assert.equal((await deliver(activated)).status, 200);
    assert.equal(events.length, 1);
  });

  it('returns 200 for a handled event, and 503 for its repetition', async () => {
    const store = createFailingStore();
    const { deliver, events } = createTestWebhooks({ store });
    store.failing.set = true;
    assert.equal((await deliver(activated)).status, 200);
    const again = await deliver(activated);
    assertProblem(again, 503, 'service-busy');
    assert.equal(events.length, 1);
  });

  it("returns 503 for an event whose outcome can't be read, without handling it", async () => {
    const store = createFailingStore();
    const { send, deliver, events } = createTestWebhooks({ store });
    await send('createPayOverTimeLink', { headers: { origin: shop } });
    store.failing.get = true;
    assertProblem(await deliver(purchased), 503, 'store-unavailable');
    assert.equal(events.length, 0);
    store.failing.get = false;
    assert.equal((await deliver(purchased)).status, 200);
    assert.equal(events.length, 1);
  });
});
