/** How long the proxy takes to refuse input that is made to be slow. Here, since it measures time. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isEmailAddress } from '../../src/contract/fields.js';
import { minTimeMs } from '../support/trial.js';
import { samples } from '../support/samples.js';
import { createTestProxy } from '../support/test-proxy.js';

const hostileAddresses = {
  '10 kB': `${'a'.repeat(10_000)}@example.com`,
  'nested dots': `a@${'a.'.repeat(5000)}`,
  'repeated words': `${'a.'.repeat(125)}!`,
  'dots before nothing': `${'a.'.repeat(120)}@`,
  hyphens: `a@${'a-'.repeat(120)}.`,
};

describe('An email address that is made to be slow', () => {
  for (const [kind, address] of Object.entries(hostileAddresses)) {
    it(`is told from a right one within 20 ms: ${kind}`, async () => {
      const took = await minTimeMs(20, () => assert.equal(isEmailAddress(address), false));
      assert.ok(took < 20, `took ${took} ms`);
    });

    it(`is refused within 20 ms: ${kind}`, async () => {
      const { send } = createTestProxy();
      const body = {
        ...(samples.createPayOverTimeLink.body as object),
        representativeEmail: address,
      };
      const took = await minTimeMs(20, async () => {
        assert.equal((await send('createPayOverTimeLink', { body })).status, 422);
      });
      assert.ok(took < 20, `took ${took} ms`);
    });
  }
});

const depth = 30_000;
const nests = {
  arrays: `${'['.repeat(depth)}${']'.repeat(depth)}`,
  'unclosed arrays': '['.repeat(depth),
  objects: `${'{"a":'.repeat(depth / 3)}1${'}'.repeat(depth / 3)}`,
};

describe('A body that is nested 30,000 deep', () => {
  for (const [what, raw] of Object.entries(nests)) {
    it(`is refused within 50 ms: ${what}`, async () => {
      const { send } = createTestProxy();
      const took = await minTimeMs(50, async () => {
        assert.equal((await send('estimatePayments', { raw })).status, 400);
      });
      assert.ok(took < 50, `took ${took} ms`);
    });
  }
});

describe('A Content-Type with 60,000 spaces', () => {
  for (const start of ['application/json', 'application/json;charset=utf-8']) {
    it(`is refused within 50 ms after ${start}`, async () => {
      const { send } = createTestProxy();
      const headers = { 'content-type': `${start}${' '.repeat(60_000)}x` };
      const took = await minTimeMs(50, async () => {
        assert.equal((await send('estimatePayments', { headers })).status, 415);
      });
      assert.ok(took < 50, `took ${took} ms`);
    });
  }
});
