import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertProblem, assertRefused, createTestProxy } from '../../support/test-proxy.js';

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
