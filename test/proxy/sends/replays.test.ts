import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyWith } from '../../support/samples.js';
import { assertProblem, createTestProxy } from '../../support/test-proxy.js';
import { textFields } from '../field-requests.js';

const key = { 'idempotency-key': 'key-of-one-click' };

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
