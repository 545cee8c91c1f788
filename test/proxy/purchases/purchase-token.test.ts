import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { signPurchase, verifyPurchase } from '../../../src/proxy/purchases/purchase-token.js';

const secret = 'purchase-secret-7b1d';
const now = Math.floor(Date.now() / 1000) * 1000;
const inAnHour = now / 1000 + 3600;
const day = 86_400;
const purchase = {
  amount: 1299.99,
  transactionId: 'order-1',
  location: 'main-street',
  exp: inAnHour,
};

function tokenOf(payload: string | Uint8Array, version = 'v1'): string {
  const signed = `${version}.${Buffer.from(payload).toString('base64url')}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

describe('signPurchase', () => {
  it('creates a token in the documented format', async () => {
    const [version, payload = '', mac, ...more] = (await signPurchase(purchase, secret)).split('.');
    assert.deepEqual([version, more], ['v1', []]);
    assert.deepEqual(JSON.parse(Buffer.from(payload, 'base64url').toString()), purchase);
    const expected = createHmac('sha256', secret).update(`v1.${payload}`).digest('base64url');
    assert.equal(mac, expected);
  });

  it('creates a valid token, also with other scripts', async () => {
    const odd = { ...purchase, transactionId: 'Bestellung-ä-注文-🛋️' };
    assert.deepEqual(
      (await verifyPurchase(await signPurchase(odd, secret), secret, now, day)).purchase,
      odd,
    );
  });

  it('omits an undefined location', async () => {
    const token = await signPurchase({ ...purchase, location: undefined }, secret);
    assert.ok(!('location' in ((await verifyPurchase(token, secret, now, day)).purchase ?? {})));
  });

  const refused: [message: string, changes: unknown, used?: unknown][] = [
    ['secret must be at least 16 characters', {}, 'short-c0ffee'],
    ['secret is missing', {}, undefined],
    ['purchase.amount must be a number', { amount: '1299.99' }],
    ['purchase.amount must be more than 0', { amount: 0 }],
    ['purchase.total is unknown', { total: 5 }],
    ['purchase.amuont is unknown; did you mean purchase.amount?', { amuont: 5 }],
    ['purchase.transactionId is missing', { transactionId: undefined }],
    ['purchase must be an object', null],
  ];
  for (const [message, changes, ...used] of refused) {
    it(`says: Argument ${message}`, async () => {
      const given = changes === null ? changes : { ...purchase, ...changes };
      const [key] = used.length > 0 ? used : [secret];
      const signed = signPurchase(given as typeof purchase, key as string);
      await assert.rejects(signed, { name: 'InvalidOptionError', message: `Argument ${message}` });
    });
  }

  for (const [what, exp] of Object.entries({
    'of 0': 0,
    'in milliseconds': now + 3_600_000,
    'of 1e308': 1e308,
    'that is a duration': 3_600,
    'that has passed': now / 1000 - 1,
    'an hour more than a day ahead': now / 1000 + day + 3_600,
  })) {
    it(`rejects an exp ${what}`, async () => {
      await assert.rejects(signPurchase({ ...purchase, exp }, secret), {
        message:
          'Argument purchase.exp must be a Unix time in seconds, at most 86400 seconds from now',
      });
    });
  }

  it('accepts an exp up to a day ahead, and more with maxAge', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now });
    const dayAhead = signPurchase({ ...purchase, exp: now / 1000 + day }, secret);
    assert.match(await dayAhead, /^v1\./);
    const later = { ...purchase, exp: now / 1000 + 2 * day };
    assert.match(await signPurchase(later, secret, { maxAge: 2 * day }), /^v1\./);
  });
});

describe('verifyPurchase', () => {
  it('accepts a token until it expires', async () => {
    const token = await signPurchase(purchase, secret);
    assert.deepEqual(
      (await verifyPurchase(token, secret, inAnHour * 1000 - 1, day)).purchase,
      purchase,
    );
    assert.deepEqual(await verifyPurchase(token, secret, inAnHour * 1000, day), {
      fault: 'expired',
    });
  });

  for (const maxAge of [day, 2 * day]) {
    it(`accepts a token at most ${maxAge} s and five minutes before it expires`, async () => {
      const exp = now / 1000 + maxAge + 300; // the clock of the back end can be ahead
      const token = tokenOf(JSON.stringify({ ...purchase, exp }));
      assert.ok((await verifyPurchase(token, secret, now, maxAge)).purchase);
      assert.deepEqual(await verifyPurchase(token, secret, now - 1, maxAge), {
        fault: 'expires-too-late',
      });
    });
  }

  it('rejects another secret', async () => {
    const token = await signPurchase(purchase, 'another-secret-0000');
    assert.deepEqual(await verifyPurchase(token, secret, now, day), { fault: 'wrong-signature' });
  });

  it('rejects a token with any character changed or removed', async () => {
    const token = await signPurchase(purchase, secret);
    for (let index = 0; index < token.length; index += 1) {
      const [before, after] = [token.slice(0, index), token.slice(index + 1)];
      const other = token[index] === 'A' ? 'B' : 'A';
      for (const changed of [`${before}${other}${after}`, `${before}${after}`]) {
        assert.equal(
          (await verifyPurchase(changed, secret, now, day)).purchase,
          undefined,
          changed,
        );
      }
    }
  });

  const json = JSON.stringify(purchase);
  const [head = '', payload = '', mac = ''] = tokenOf(json).split('.');
  const wrong: Record<'malformed' | 'invalid-payload', Record<string, string>> = {
    malformed: {
      'another version': tokenOf(json, 'v2'),
      'no version': `${payload}.${mac}`,
      'an empty MAC': `${head}.${payload}.`,
      'half a MAC': `${head}.${payload}.${mac.slice(0, 20)}`,
      'an empty payload': tokenOf(''),
      'a fourth part': `${head}.${payload}.${mac}.x`,
      padding: `${head}.${payload}.${mac}=`,
      'plain base64': `${head}.${payload}.${mac.slice(0, 42)}+`,
      'a space before it': ` ${tokenOf(json)}`,
      'a line break after it': `${tokenOf(json)}\n`,
      'two tokens': `${tokenOf(json)}, ${tokenOf(json)}`,
      nothing: '',
    },
    'invalid-payload': {
      'no JSON': tokenOf('{'),
      'no UTF-8': tokenOf(new Uint8Array([0x22, 0xc3, 0x22])),
      null: tokenOf('null'),
      'an array': tokenOf(`[${json}]`),
      'an amount as text': tokenOf(JSON.stringify({ ...purchase, amount: '1299.99' })),
      'no amount': tokenOf(JSON.stringify({ ...purchase, amount: undefined })),
      'no transactionId': tokenOf(JSON.stringify({ ...purchase, transactionId: undefined })),
      'an empty transactionId': tokenOf(JSON.stringify({ ...purchase, transactionId: '' })),
      'an empty location': tokenOf(JSON.stringify({ ...purchase, location: '' })),
      'a location that is null': tokenOf(JSON.stringify({ ...purchase, location: null })),
      'no exp': tokenOf(JSON.stringify({ ...purchase, exp: undefined })),
      'exp as text': tokenOf(JSON.stringify({ ...purchase, exp: String(inAnHour) })),
      'a field that it does not know': tokenOf(JSON.stringify({ ...purchase, currency: 'EUR' })),
    },
  };
  for (const [fault, tokens] of Object.entries(wrong)) {
    for (const [what, token] of Object.entries(tokens)) {
      it(`rejects ${what}, which is ${fault}`, async () => {
        assert.deepEqual(await verifyPurchase(token, secret, now, day), { fault });
      });
    }
  }
});
