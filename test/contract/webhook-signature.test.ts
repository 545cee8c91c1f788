import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signWebhook } from '../../src/contract/index.js';

/** A vector that was published for this scheme. */
const vector = {
  secret: 'DwS3QStMkgKziZxd9NXcvqFkxP4JNA3i',
  timestamp: 1643444288,
  body: '{"eventType":"MERCHANT_CREATED","payload":{"location":"Merchant location","url":"merchant/application/url","statusReason":"NONE"}}',
  mac: 'e1bfa98d067faeea521387c8917b71c96e32e1f9028a3b0b2167c4c7408cdacb',
};

describe('signWebhook()', () => {
  const { secret, timestamp, body, mac } = vector;

  it('makes the published signature', async () => {
    assert.equal(await signWebhook(body, secret, timestamp), `t=${timestamp},v1=${mac}`);
  });

  it('signs bytes as it signs their text', async () => {
    const bytes = new TextEncoder().encode(body);
    assert.equal(await signWebhook(bytes, secret, timestamp), `t=${timestamp},v1=${mac}`);
  });

  it('signs for now, in Unix seconds', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: timestamp * 1000 + 999 });
    assert.equal(await signWebhook(body, secret), `t=${timestamp},v1=${mac}`);
  });
});
