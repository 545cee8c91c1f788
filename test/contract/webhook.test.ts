import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isKnownEventKind,
  linkEventKinds,
  merchantEventKinds,
  signWebhook,
  transactionEventKinds,
  type LinkEvent,
} from '../../src/contract/index.js';

/** A published example of this scheme. */
const vector = {
  secret: 'DwS3QStMkgKziZxd9NXcvqFkxP4JNA3i',
  timestamp: 1643444288,
  body: '{"eventType":"MERCHANT_CREATED","payload":{"location":"Merchant location","url":"merchant/application/url","statusReason":"NONE"}}',
  mac: 'e1bfa98d067faeea521387c8917b71c96e32e1f9028a3b0b2167c4c7408cdacb',
};

describe('signWebhook()', () => {
  const { secret, timestamp, body, mac } = vector;

  it('returns the published signature, for text and for bytes', async () => {
    for (const written of [body, new TextEncoder().encode(body)]) {
      assert.equal(await signWebhook(written, secret, timestamp), `t=${timestamp},v1=${mac}`);
    }
  });

  it('works in jsdom, whose Blob has no arrayBuffer()', async (t) => {
    t.mock.method(Blob.prototype, 'arrayBuffer', () => Promise.reject(new TypeError('missing')));
    assert.equal(await signWebhook(body, secret, timestamp), `t=${timestamp},v1=${mac}`);
  });

  it('uses the current time in Unix seconds', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: timestamp * 1000 + 999 });
    assert.equal(await signWebhook(body, secret), `t=${timestamp},v1=${mac}`);
  });
});

describe('The kinds of events', () => {
  const kinds = { merchantEventKinds, linkEventKinds, transactionEventKinds };
  const subjects = {
    merchantEventKinds: /^MERCHANT_[A-Z]/,
    linkEventKinds: /^(PREQUAL|TEXT_TO_PAY|CHECKOUT_SDK)_[A-Z]/,
    transactionEventKinds: /^TRANSACTION_[A-Z]/,
  };
  for (const [list, subject] of Object.entries(subjects)) {
    it(`have the prefix of their subject in ${list}`, () => {
      const listed: readonly string[] = kinds[list as keyof typeof kinds];
      assert.ok(listed.length > 0);
      for (const kind of listed) {
        assert.match(kind, subject);
        assert.equal(isKnownEventKind(kind), true, kind);
      }
    });
  }

  it('are an open list', () => {
    for (const kind of ['', 'PREQUAL_EXPIRED', 'merchant_created', 'constructor']) {
      assert.equal(isKnownEventKind(kind), false, kind);
    }
  });
});

/** The named fields of a type, without its index signature. */
type Named<Fields> = keyof { [Name in keyof Fields as string extends Name ? never : Name]: true };

// `npm run types` checks that the payload of a link's event names these fields, and no others.
({
  referral: true,
  transactionId: true,
  location: true,
  purchaseId: true,
  amount: true,
  approvalAmount: true,
  validUntil: true,
}) satisfies Record<Named<LinkEvent['payload']>, true>;
