import assert from 'node:assert/strict';
import { describe } from 'node:test';
import fc from 'fast-check';
import { signPurchase } from '../../src/proxy/index.js';
import { property } from '../support/property.js';
import { adminToken, assertRefused, createTestProxy, unlimited } from '../support/test-proxy.js';

const open = { rateLimit: 1_000_000, store: unlimited() };

/** What a header can carry (RFC 9110 section 5.5): no control characters but the tab, and nothing beyond Latin-1. */
const carried = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) })
  .filter((text) => !/[\u007f]/.test(text));
const words = fc.stringMatching(/^[\w-]{0,80}$/);

/** A text with one of its characters changed, left out or doubled. */
function nearly(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(text.length - 1), fc.constantFrom('', ' ', 'A', 'b', '-', '.', '%', 'aa'))
    .map(([at, piece]) => text.slice(0, at) + piece + text.slice(at + 1))
    .filter((changed) => changed.trim() !== text);
}

describe('The header Idempotency-Key', () => {
  const proxy = createTestProxy(open);

  property(
    'is 16 to 128 visible ASCII characters, or refused',
    [fc.oneof(carried, words, fc.stringMatching(/^[!-~]{14,18}$|^[!-~]{126,130}$/))],
    async (key) => {
      proxy.service.calls.length = 0;
      const headers = { 'idempotency-key': key };
      const answer = await proxy.ask('createPrequalLink', { headers });
      if (/^[!-~]{16,128}$/.test(key.trim())) assert.equal(answer.status, 200);
      else assertRefused(proxy, answer, 400, 'invalid-request');
    },
  );
});

describe('The header Authorization', () => {
  const proxy = createTestProxy(open);

  property(
    'opens nothing with anything but the token',
    [
      fc.oneof(
        carried,
        nearly(`Bearer ${adminToken}`),
        nearly(adminToken).map((t) => `Bearer ${t}`),
      ),
    ],
    async (authorization) => {
      fc.pre(!new RegExp(`^bearer +${adminToken}$`, 'i').test(authorization.trim()));
      const answer = await proxy.ask('addMerchantLocation', { headers: { authorization } });
      assertRefused(proxy, answer, 401, 'unauthorized');
    },
  );
});

const purchaseSecret = 'purchase-secret-of-the-trial';
const purchase = {
  amount: 1299,
  transactionId: 'order-1',
  exp: Math.floor(Date.now() / 1000) + 3_600,
};
const token = await signPurchase(purchase, purchaseSecret);

describe('The header Financing-Purchase', () => {
  const proxy = createTestProxy({ ...open, trustPageAmount: false, purchaseSecret });
  const [version, payload = '', mac] = token.split('.');
  const reencode = (json: string) => Buffer.from(json).toString('base64url');
  const otherPayloads = fc.json().map((json) => `${version}.${reencode(json)}.${mac}`);
  const otherPurchases = nearly(Buffer.from(payload, 'base64url').toString()).map(
    (json) => `${version}.${reencode(json)}.${mac}`,
  );

  property(
    'vouches for nothing once anything in it has changed',
    [fc.oneof(carried, nearly(token), otherPayloads, otherPurchases)],
    async (changed) => {
      const headers = { 'financing-purchase': changed };
      const answer = await proxy.ask('createPayOverTimeLink', { headers });
      assertRefused(proxy, answer, 403, 'purchase-not-verified');
    },
  );

  property(
    'vouches for its own amount and transaction only',
    [fc.constantFrom(purchase.amount, 1298.99, 1299.01, 1), fc.constantFrom('order-1', 'order-2')],
    async (amount, transactionId) => {
      const { status } = await proxy.ask('createPayOverTimeLink', {
        headers: { 'financing-purchase': token },
        body: { location: 'main-street', amount, transactionId },
      });
      const isSigned = amount === purchase.amount && transactionId === purchase.transactionId;
      assert.equal(status, isSigned ? 200 : 403);
    },
  );
});

describe('The header X-Request-Id', () => {
  const proxy = createTestProxy(open);

  property('is kept where it is plain, else replaced', [fc.oneof(carried, words)], async (id) => {
    const { headers } = await proxy.ask('estimatePayments', { headers: { 'x-request-id': id } });
    const chosen = headers.get('x-request-id') ?? '';
    if (/^[\w-]{8,64}$/.test(id.trim())) assert.equal(chosen, id.trim());
    else assert.match(chosen, /^[\da-f-]{36}$/);
  });
});
