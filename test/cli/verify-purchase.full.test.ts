import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { startCommand } from './command.js';

const secret = 'purchase-secret-7b1d';
const now = Math.floor(Date.now() / 1000);
const valid = {
  amount: 1299.5,
  transactionId: 'order-1',
  location: 'main-street',
  exp: now + 3600,
};

/** Returns a token with a valid signature for any payload. */
function tokenOf(payload: object | string, key = secret): string {
  const json = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const signed = `v1.${Buffer.from(json).toString('base64url')}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

async function verify(t: TestContext, args: readonly string[], env: Record<string, string> = {}) {
  const all = { FINANCING_PURCHASE_SECRET: secret, ...env };
  const ended = await startCommand(t, ['verify-purchase', ...args], { env: all }).closed;
  assert.doesNotMatch(ended.stdout + ended.stderr, /purchase-secret-7b1d/);
  return ended;
}

describe('verify-purchase', { concurrency: 2 }, () => {
  it('prints how long a token is valid, and its contents', async (t) => {
    const { code, stdout } = await verify(t, [tokenOf(valid)]);
    assert.equal(code, 0);
    assert.match(stdout, /^The token is valid until 20\d\d-\d\d-\d\dT[\d:]+Z\.\n/);
    assert.match(
      stdout,
      /amount: 1299\.5\n.*transactionId: "order-1"\n.*location: "main-street"\n/s,
    );
  });

  it('prints that a token without a location is valid at any location', async (t) => {
    const { stdout } = await verify(t, [tokenOf({ ...valid, location: undefined })]);
    assert.match(stdout, /location: any\n/);
  });

  const [version = '', payload = '', mac = ''] = tokenOf(valid).split('.');
  const macOver = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  const padded = Buffer.from('{"a":">>>???"}').toString('base64');
  for (const [what, token, ...patterns] of [
    [
      'another secret',
      tokenOf(valid, 'another-secret-0000'),
      /wrong-signature/,
      /not signed with FINANCING_PURCHASE_SECRET/,
    ],
    [
      'a signature over the payload without v1.',
      `${version}.${payload}.${macOver(payload)}`,
      /wrong-signature/,
      /without "v1\." before it/,
    ],
    [
      'a signature in hex',
      `${version}.${payload}.${Buffer.from(mac, 'base64url').toString('hex')}`,
      /malformed/,
      /in hex/,
    ],
    ['padding', `v1.${padded}.${mac}=`, /malformed/, /base64url without padding/],
    ['another format', 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln', /malformed/, /JSON Web Token/],
    ['only two parts', 'v1.e30', /malformed/, /three parts/],
    ['line breaks', `${tokenOf(valid)}\n`, /malformed/, /white space/],
    ['a payload that is not JSON', tokenOf('{'), /invalid-payload/, /not JSON/],
    [
      'an amount as text',
      tokenOf({ ...valid, amount: '1299.50' }),
      /invalid-payload/,
      /amount: must be a number/,
    ],
    ['no exp', tokenOf({ ...valid, exp: undefined }), /invalid-payload/, /exp: missing/],
    [
      'an unknown field',
      tokenOf({ ...valid, currency: 'USD' }),
      /invalid-payload/,
      /currency: unknown field/,
    ],
    ['an exp that has passed', tokenOf({ ...valid, exp: now - 90 }), /expired/, /ago/],
    [
      'an exp in milliseconds',
      tokenOf({ ...valid, exp: valid.exp * 1000 }),
      /expires-too-late/,
      /milliseconds/,
    ],
    [
      'an exp beyond the maximum',
      tokenOf({ ...valid, exp: now + 2 * 86_400 }),
      /expires-too-late/,
      /86400 seconds.*FINANCING_PURCHASE_MAX_AGE/,
    ],
  ] as const) {
    it(`explains ${what}`, async (t) => {
      const { code, stdout } = await verify(t, [token]);
      assert.equal(code, 1, stdout);
      for (const pattern of patterns) assert.match(stdout, pattern);
    });
  }

  it('prints no control characters of a token, so that the token can’t forge the verdict', async (t) => {
    const attack = '\u001b[2J\u001b]0;x\u0007\n\u009b2J\u202e\u2028';
    const token = tokenOf({ ...valid, transactionId: attack, [attack]: attack });
    const { code, stdout, stderr } = await verify(t, [token]);
    assert.equal(code, 1);
    assert.match(stdout, /invalid-payload/);
    assert.equal(stdout.split('\n').length, 7, stdout);
    assert.doesNotMatch(stdout + stderr, /(?!\n)[\p{Cc}\p{Zl}\p{Bidi_Control}]/u);
  });

  it('compares the token with the request of the page', async (t) => {
    const { code, stdout } = await verify(t, [
      tokenOf(valid),
      '--amount',
      '129950',
      '--transaction-id',
      'order-1',
      '--location',
      'main-street',
    ]);
    assert.equal(code, 1);
    assert.match(stdout, /\(other-amount\).* 1299\.5, .* 129950/);
    const same = [
      '--amount',
      '1299.50',
      '--transaction-id',
      'order-1',
      '--location',
      'main-street',
    ];
    assert.equal((await verify(t, [tokenOf(valid), ...same])).code, 0);
    const other = await verify(t, [tokenOf(valid), '--transaction-id', 'order-2']);
    assert.match(other.stdout, /\(other-transaction\)/);
    const elsewhere = await verify(t, [tokenOf(valid), '--location', 'harbour']);
    assert.match(elsewhere.stdout, /\(other-location\)/);
  });

  it('allows a later exp if the proxy does', async (t) => {
    const env = { FINANCING_PURCHASE_MAX_AGE: '300000' };
    assert.equal((await verify(t, [tokenOf({ ...valid, exp: now + 2 * 86_400 })], env)).code, 0);
  });

  for (const [what, args, env, pattern] of [
    ['the token', [], {}, /verify-purchase needs the token/],
    [
      'the secret',
      ['v1.e30.x'],
      { FINANCING_PURCHASE_SECRET: '' },
      /FINANCING_PURCHASE_SECRET is missing/,
    ],
    ['one token only', ['a', 'b'], {}, /unexpected word/],
  ] as const) {
    it(`needs ${what}`, async (t) => {
      const { code, stderr } = await verify(t, args, env);
      assert.equal(code, 2);
      assert.match(stderr, pattern);
    });
  }
});
