import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it, mock } from 'node:test';
import { signWebhook } from '../../../src/contract/index.js';
import { verifyWebhook } from '../../../src/proxy/index.js';
import { createSignatureCheck } from '../../../src/proxy/webhooks/webhook-signature.js';
import {
  assertProblem,
  createTestWebhooks,
  type Difference,
  purchased,
  secret,
  shop,
  toDelivery,
} from '../../support/test-proxy.js';
import { pluck } from '../../support/assertions.js';

const text = JSON.stringify(purchased);
const bytes = new TextEncoder().encode(text);
const now = 1_700_000_000_000;

function check(header: string | null, secrets: readonly string[] = [secret], body = bytes) {
  const verify = createSignatureCheck(secrets, 'svc-signature');
  const headers = new Headers(header === null ? {} : { 'svc-signature': header });
  const clock = mock.method(Date, 'now', () => now);
  try {
    return verify(new Request(shop, { headers }), body);
  } finally {
    clock.mock.restore();
  }
}

const sign = (seconds = 0, used = secret) => signWebhook(text, used, now / 1000 + seconds);
const candidateOf = async (used = secret) => (await sign(0, used)).split(',')[1]!;

describe('A signature', () => {
  it('can be verified with verifyWebhook()', async () => {
    const time = now;
    const signed = await sign();
    assert.equal(await verifyWebhook(text, signed, secret, time), true);
    assert.equal(await verifyWebhook(bytes, signed, ['new-secret-0123456789', secret], time), true);
    assert.equal(await verifyWebhook(`${text} `, signed, secret, time), false);
    assert.equal(await verifyWebhook(text, signed, 'new-secret-0123456789', time), false);
    assert.equal(await verifyWebhook(text, signed, secret, time + 301_000), false);
    for (const missing of ['', undefined, null])
      assert.equal(await verifyWebhook(text, missing, secret, time), false);
    assert.equal(await verifyWebhook(text, await signWebhook(text, secret), secret), true);
  });

  it('can be verified in jsdom, whose Blob has no arrayBuffer()', async (t) => {
    const signed = await sign();
    t.mock.method(Blob.prototype, 'arrayBuffer', () => Promise.reject(new TypeError('missing')));
    assert.equal(await verifyWebhook(text, signed, secret, now), true);
  });

  for (const seconds of [-301, -300, 300, 301]) {
    const passes = Math.abs(seconds) <= 300;
    it(`is ${passes ? 'valid' : 'invalid'} at ${seconds} s`, async () => {
      assert.equal(await check(await sign(seconds)), passes);
    });
  }

  it('is valid with the old and the new secret only while both are set', async () => {
    const secrets = ['old-secret-0123456789', 'new-secret-0123456789'];
    for (const used of secrets) assert.equal(await check(await sign(0, used), secrets), true);
    assert.equal(await check(await sign(0, secrets[0]), secrets.slice(1)), false);
  });

  it('is valid if one of two signatures is valid', async () => {
    const other = await candidateOf('other-secret-0123456789');
    assert.equal(await check(`t=${now / 1000},${other},${await candidateOf()}`), true);
  });

  it('is checked for up to ten candidates', async () => {
    const wrong = Array<string>(9).fill(`v1=${'0'.repeat(64)}`);
    const right = await candidateOf();
    const t = `t=${now / 1000}`;
    assert.equal(await check([t, ...wrong, right].join()), true);
    assert.equal(await check([t, ...wrong, `v1=${'1'.repeat(64)}`, right].join()), false);
  });

  it('ignores unknown schemes', async () => {
    const header = await sign();
    assert.equal(await check(`v0=abc,${header},v2=def`), true);
    assert.equal(await check(`st=1,${header}`), true);
    const alike = Array<string>(10).fill(`xv1=${'0'.repeat(64)}`);
    assert.equal(await check([...alike, header].join()), true);
    assert.equal(await check(header.replace('v1=', 'v0=')), false);
  });

  it('can be in upper case, with spaces after commas', async () => {
    const [time, candidate = ''] = (await sign()).split(',');
    assert.equal(await check(`${time}, v1=${candidate.slice(3).toUpperCase()}`), true);
  });

  const malformed: Record<string, (header: string) => string | null> = {
    'no header': () => null,
    'an empty header': () => '',
    'no time': (header) => header.split(',')[1]!,
    'no MAC': (header) => header.split(',')[0]!,
    'a MAC cut short': (header) => header.slice(0, -2),
    'a MAC with a letter more': (header) => `${header}a`,
    'a MAC with a letter before it': (header) => header.replace('v1=', 'v1=a'),
    'a MAC in base64': (header) => header.replace(/v1=.*/, `v1=${btoa('x'.repeat(32))}`),
    'a negative time': (header) => header.replace('t=', 't=-'),
    'another time': (header) => header.replace(/t=(\d+)/, `t=${now / 1000 + 1}`),
  };
  for (const [what, change] of Object.entries(malformed)) {
    it(`is invalid with ${what}`, async () => {
      assert.equal(await check(change(await sign())), false);
    });
  }
});

describe('A signed time that is not a Unix time', () => {
  const seconds = now / 1000;
  for (const time of ['', 'NaN', `${seconds}x`, `x${seconds}`, `${seconds}.0`, `${seconds} 0`]) {
    it(`is invalid: ${JSON.stringify(time)}`, async () => {
      const mac = createHmac('sha256', secret).update(`${time}.${text}`).digest('hex');
      assert.equal(await check(`t=${time},v1=${mac}`), false);
    });
  }
});

describe('POST /webhooks without a valid signature', () => {
  const wrong: Record<string, Difference> = {
    'another secret': { secret: 'another-secret-0123' },
    'no header': { headers: { 'svc-signature': null } },
    'the same JSON in another format': { raw: JSON.stringify(purchased, null, 1) },
    'an old signature': { timestamp: Math.floor(Date.now() / 1000) - 301 },
  };
  for (const [what, difference] of Object.entries(wrong)) {
    it(`returns the same 401 for ${what}`, async () => {
      const { deliver, events } = createTestWebhooks();
      const response = await deliver(purchased, difference);
      const { requestId, ...problem } = assertProblem(response, 401, 'unauthorized');
      assert.equal(requestId, response.headers.get('x-request-id'));
      assert.deepEqual(problem, {
        type: 'about:blank',
        title: 'Unauthorized',
        status: 401,
        detail: 'This needs a valid signature.',
        code: 'unauthorized',
      });
      assert.equal(response.headers.get('www-authenticate'), 'Signature');
      assert.deepEqual(events, []);
    });
  }

  it('logs each reason once a minute', async () => {
    const { deliver, fetch, log } = createTestWebhooks();
    const { url } = await toDelivery(purchased);
    for (let i = 0; i < 2; i++) {
      await deliver(purchased, { secret: 'another-secret-0123' });
      await deliver(purchased, { timestamp: Math.round(Date.now() / 1000) - 3_600 });
      const [none, noMac] = ['none', `t=${Math.round(Date.now() / 1000)}`];
      for (const signature of [{}, { 'svc-signature': noMac }, { 'svc-signature': none }]) {
        const headers = { ...signature, 'content-length': '999' };
        await fetch(new Request(url, { method: 'POST', body: '{}', headers }));
      }
      const signed = await toDelivery(JSON.stringify(purchased, null, 2));
      const headers = { ...Object.fromEntries(signed.headers), 'content-length': '999' };
      await fetch(
        new Request(url, { method: 'POST', headers, body: JSON.stringify(await signed.json()) }),
      );
    }
    const warnings = log.filter(({ level }) => level !== 'debug');
    assert.deepEqual(pluck(warnings, 'event', 'reason'), [
      ['webhook-unverified', 'wrong-signature'],
      ['webhook-unverified', 'old-signature'],
      ['webhook-unverified', 'no-signature'],
      ['webhook-unverified', 'malformed-signature'],
      ['webhook-unverified', 'changed-body'],
    ]);
  });

  it('logs that webhooks.verify rejected it', async () => {
    const { deliver, log } = createTestWebhooks({ webhooks: { verify: () => false } });
    await deliver(purchased);
    assert.equal(log.find(({ event }) => event === 'webhook-unverified')?.reason, 'verify');
  });
});

it('A signed event whose sender disconnected is still handled', async () => {
  const { fetch, events, log } = createTestWebhooks();
  const gone = new AbortController();
  const response = fetch(new Request(await toDelivery(purchased), { signal: gone.signal }));
  gone.abort();
  assert.equal((await response).status, 200);
  assert.deepEqual(events, [purchased]);
  assert.ok(!log.some(({ event }) => event === 'webhook-unverified'));
});

it('webhooks.header sets the header of the signature', async () => {
  const { deliver } = createTestWebhooks({ webhooks: { header: 'X-Signed' } });
  const headers = { 'x-signed': await signWebhook(text, secret), 'svc-signature': null };
  assert.equal((await deliver(text, { headers })).status, 200);
  assert.equal((await deliver(text)).status, 401);
});

describe('webhooks.verify', () => {
  const unsigned = { headers: { 'svc-signature': null } };

  it('replaces the secrets, and gets the request and its bytes', async () => {
    const seen: unknown[] = [];
    const { deliver, events } = createTestWebhooks({
      webhooks: {
        verify: async ({ headers }, body) => {
          seen.push([headers.get('x-own'), new TextDecoder().decode(body)]);
          return true;
        },
      },
    });
    const headers = { 'svc-signature': null, 'x-own': 'mine' };
    assert.equal((await deliver(purchased, { headers })).status, 200);
    assert.deepEqual([seen, events], [[['mine', text]], [purchased]]);
  });

  const refusals: Record<string, () => unknown> = {
    'returns false': () => false,
    'returns 1': () => 1,
    throws: () => {
      throw new Error('no');
    },
  };
  for (const [what, verify] of Object.entries(refusals)) {
    it(`rejects the event if it ${what}`, async () => {
      const { deliver, events } = createTestWebhooks({
        webhooks: { verify: verify as () => boolean },
      });
      assertProblem(await deliver(purchased, unsigned), 401, 'unauthorized');
      assert.deepEqual(events, []);
    });
  }
});
