import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefused, createTestProxy } from '../support/test-proxy.js';
import { pluck } from '../support/assertions.js';

describe('GET /onboarding/api/v1/location/{location}', () => {
  const operation = 'getMerchantStatus';
  const base = '/onboarding/api/v1/location';

  const passed = {
    'new-store': 'new-store',
    '%252e': '%252e',
    '%252e%252e': '%252e%252e',
    'a%2fb': 'a%2Fb',
    'a%5Cb': 'a%5Cb',
    '%2e%2e%2fwebhooks': '..%2Fwebhooks',
    '...': '...',
    'caf%C3%A9': 'caf%C3%A9',
    'a%20b': 'a%20b',
    'a%3Fb%23c': 'a%3Fb%23c',
    'a+b': 'a%2Bb',
    '{location}': '%7Blocation%7D',
  };
  for (const [segment, sent] of Object.entries(passed)) {
    it(`sends ${segment} to the service as the segment ${sent}, without the query`, async () => {
      const { send, service } = createTestProxy();
      const difference = { path: `${base}/${segment}`, query: '?location=other&x=1' };
      assert.equal((await send(operation, difference)).status, 200);
      assert.deepEqual(pluck(service.calls, 'path'), [`${base}/${sent}`]);
    });
  }

  const broken = ['%E0%A4%A', '%', '%zz', '%FF', '%00', 'a%0ab', '%1b[31m', 'x'.repeat(257)];
  for (const segment of broken) {
    it(`rejects the segment ${segment.slice(0, 20)}`, async () => {
      const proxy = createTestProxy();
      const response = await proxy.send(operation, { path: `${base}/${segment}` });
      const { errors } = assertRefused(proxy, response, 400, 'invalid-request');
      assert.deepEqual(pluck(errors, 'path'), ['location']);
    });
  }
});
