/** The ends of the order that gates.test.ts holds: the rate after the origin, idempotency after the policy. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { samples } from '../../support/samples.js';
import { assertProblem, assertRefused, createTestProxy, shop } from '../../support/test-proxy.js';

describe('The rate gate', () => {
  it('does not count a request of an origin that is not allowed', async () => {
    const { ask } = createTestProxy({ rateLimit: 1 });
    const foreign = { headers: { origin: 'https://evil.example' } };
    assertProblem(await ask('estimatePayments', foreign), 403, 'origin-not-allowed');
    assert.equal((await ask('estimatePayments')).status, 200);
  });

  it('counts a request of another media type, and refuses before it looks at the type', async () => {
    const { ask } = createTestProxy({ rateLimit: 1 });
    const text = { headers: { 'content-type': 'text/plain' } };
    assertProblem(await ask('createPrequalLink', text), 415, 'unsupported-media-type');
    assertProblem(await ask('createPrequalLink', text), 429, 'rate-limited');
  });
});

describe('The idempotency gate', () => {
  const key = 'key-of-the-gate-order';
  const headers = { origin: shop, 'idempotency-key': key };

  it('comes after the policy: a key that belongs to another body is not looked at', async () => {
    const { ask } = createTestProxy({ locations: ['main-street'] });
    assert.equal((await ask('createPrequalLink', { headers })).status, 200);
    const elsewhere = { headers, body: [{ location: 'elsewhere' }] };
    assertProblem(await ask('createPrequalLink', elsewhere), 403, 'location-not-allowed');
    const other = { headers, body: [{ location: 'main-street', referral: 'other' }] };
    assertProblem(await ask('createPrequalLink', other), 422, 'idempotency-key-reused');
  });

  it('comes before the service, which sees one of two equal requests', async () => {
    const { ask, service } = createTestProxy();
    const { body } = samples.createPayOverTimeLink;
    await ask('createPayOverTimeLink', { headers, body });
    await ask('createPayOverTimeLink', { headers, body });
    assert.equal(service.calls.length, 1);
  });
});

describe('a location in a path that is not percent-encoded', () => {
  const path = '/onboarding/api/v1/location/%zz';

  it('is found after the method, as all fields are', async () => {
    const proxy = createTestProxy();
    const answer = await proxy.ask('getMerchantStatus', { path, method: 'DELETE' });
    assertRefused(proxy, answer, 405, 'method-not-allowed');
  });

  it('is found after the origin, as all fields are', async () => {
    const proxy = createTestProxy();
    const headers = { origin: 'https://evil.example' };
    const answer = await proxy.ask('getMerchantStatus', { path, headers });
    assertRefused(proxy, answer, 403, 'origin-not-allowed');
  });
});

describe('an error body of the service', () => {
  it('is searched for a message beyond empty members', async () => {
    const body = { message: '', error: 'Invalid phone number' };
    const proxy = createTestProxy({}, () => Response.json(body, { status: 422 }));
    const answer = await proxy.ask('createPayOverTimeLink');
    const { service } = assertProblem(answer, 422, 'invalid-phone-number');
    assert.deepEqual(service, { status: 422, message: 'Invalid phone number' });
  });
});
