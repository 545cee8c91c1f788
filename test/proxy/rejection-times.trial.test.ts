/** The time that the proxy takes to reject input that is meant to be slow. A trial, because it measures time. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isEmailAddress } from '../../src/contract/fields.js';
import { bodyWith } from '../support/samples.js';
import { createTestProxy, type RequestChanges } from '../support/test-proxy.js';
import { minTimeMs } from '../support/trial.js';

const addresses = {
  '10 kB': `${'a'.repeat(10_000)}@example.com`,
  'nested dots': `a@${'a.'.repeat(5000)}`,
  'repeated words': `${'a.'.repeat(125)}!`,
  'dots before nothing': `${'a.'.repeat(120)}@`,
  hyphens: `a@${'a-'.repeat(120)}.`,
};

describe('A hostile email address', () => {
  for (const [what, representativeEmail] of Object.entries(addresses)) {
    it(`is rejected within 20 ms: ${what}`, async () => {
      const alone = await minTimeMs(20, () => {
        assert.equal(isEmailAddress(representativeEmail), false);
      });
      assert.ok(alone < 20, `isEmailAddress() took ${alone} ms`);
      const { send } = createTestProxy();
      const body = bodyWith('createPayOverTimeLink', { representativeEmail });
      const took = await minTimeMs(20, async () => {
        assert.equal((await send('createPayOverTimeLink', { body })).status, 422);
      });
      assert.ok(took < 20, `took ${took} ms`);
    });
  }
});

const spaces = ' '.repeat(60_000);
const requests: Record<string, readonly [status: number, RequestChanges]> = {
  'a type with 60,000 spaces': [415, { headers: { 'content-type': `application/json${spaces}x` } }],
  'a charset with 60,000 spaces': [
    415,
    { headers: { 'content-type': `application/json;charset=utf-8${spaces}x` } },
  ],
};

describe('A hostile request', () => {
  for (const [what, [status, changes]] of Object.entries(requests)) {
    it(`is rejected within 50 ms: ${what}`, async () => {
      const { send } = createTestProxy();
      const took = await minTimeMs(50, async () => {
        assert.equal((await send('estimatePayments', changes)).status, status);
      });
      assert.ok(took < 50, `took ${took} ms`);
    });
  }
});
