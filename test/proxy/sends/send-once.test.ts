import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createMemoryStore,
  type FinancingProxyOptions,
  type Store,
  StoreUnavailableError,
} from '../../../src/proxy/index.js';
import { operations } from '../../../src/contract/index.js';
import { problemRow, type ProblemCode } from '../../../src/proxy/problems.js';
import { bodyWith, creations } from '../../support/samples.js';
import { inTurn, respondPerContract, type Respond } from '../../support/service-stub.js';
import {
  assertProblem,
  createTestProxy,
  shop,
  type ReadResponse,
} from '../../support/test-proxy.js';
import { textFields, textHeaders } from '../field-requests.js';

const operation = 'createPayOverTimeLink';
const purchase = {
  location: 'main-street',
  amount: 1299,
  transactionId: 'order-1',
  phoneNumber: '(415) 555-2671',
  sendSMS: true,
};

interface Difference {
  readonly key?: string | null;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** Creates a proxy with texting enabled, and sends requests to it as a page of the shop does. */
function createSender(options: Partial<FinancingProxyOptions> = {}, respond?: Respond) {
  const proxy = createTestProxy({ sms: true, ...options }, respond);
  const send = ({ key = 'key-of-one-click', body = {}, headers = {} }: Difference = {}) =>
    proxy.send(operation, {
      body: { ...purchase, ...body },
      headers: { origin: shop, 'idempotency-key': key, ...headers },
    });
  return { ...proxy, send, estimate: () => proxy.send('estimatePayments') };
}

function urlOf({ status, body }: ReadResponse): string {
  assert.equal(status, 200);
  return (body as { url: string }).url;
}

describe('A text message', () => {
  const keyRule = 'An Idempotency-Key has 16 to 128 visible ASCII characters.';
  const incomplete: Record<string, readonly [Difference, ProblemCode, reason?: string]> = {
    'an Idempotency-Key': [{ key: null }, 'idempotency-key-required'],
    'a key of more than a character': [{ key: '1' }, 'invalid-request', keyRule],
    'a key of 16 characters': [{ key: 'fifteen-letters' }, 'invalid-request', keyRule],
    'a key of at most 128 characters': [{ key: 'x'.repeat(300) }, 'invalid-request', keyRule],
    'an Origin': [{ headers: { origin: null } }, 'origin-not-allowed'],
    'a phone number': [
      { body: { phoneNumber: undefined } },
      'invalid-request',
      'Required if the link is sent by text message',
    ],
  };
  for (const [what, [difference, code, reason]] of Object.entries(incomplete)) {
    it(`needs ${what}`, async () => {
      const { send, service } = createSender();
      const problem = assertProblem(await send(difference), problemRow(code).status, code);
      const shown = problem.errors?.[0]?.message ?? problem.detail;
      assert.equal(shown, reason ?? shown);
      assert.equal(service.calls.length, 0);
    });
  }

  for (const each of creations) {
    it(`is sent without sendSMS only if the contract says so, to the canonical number: ${each}`, async () => {
      const { send, service } = createTestProxy({ sms: true });
      const body = bodyWith(each, { ...textFields[each], sendSMS: undefined });
      assert.equal((await send(each, { body, headers: textHeaders })).status, 200);
      assert.equal(service.texts(), operations[each].sms.whenOmitted ? 1 : 0);
      assert.match(JSON.stringify(service.calls[0]!.body), /"\+14155552671"/);
    });
  }

  it('is allowed three times per phone in ten minutes, regardless of formatting and address', async () => {
    let address = 0;
    const clientAddress = () => `203.0.113.${(address += 1)}`;
    const { send, service } = createSender({ clientAddress });
    const spellings = ['(415) 555-2671', '4155552671', '+14155552671', '415-555-2671'];
    const responses = [];
    for (const [index, phoneNumber] of spellings.entries()) {
      const body = { phoneNumber, transactionId: `order-${index}` };
      responses.push(await send({ key: `key-of-click-no-${index}`, body }));
    }
    const last = responses.pop()!;
    responses.forEach(urlOf);
    assertProblem(last, 429, 'sms-limit');
    assert.match(last.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    assert.equal(service.texts(), 3);
  });

  it("isn't sent with linksWithoutStore while the store is unavailable, but links are created", async () => {
    const unavailable = () => Promise.reject(new StoreUnavailableError());
    const store = { ...createMemoryStore(), claim: unavailable, count: unavailable };
    const options = { store, linksWithoutStore: true };
    const { send, service } = createSender(options, inTurn(respondPerContract, respondPerContract));
    urlOf(await send({ body: { sendSMS: false } }));
    assertProblem(await send(), 503, 'store-unavailable');
    assert.equal(service.texts(), 0);
    const strict = await createSender({ store }).send({ body: { sendSMS: false } });
    assertProblem(strict, 503, 'store-unavailable');
  });
});

describe('A rejected text message', () => {
  const refuse = () => new Response(null, { status: 422 });
  const click = (index: number, body: object = {}) => ({
    key: `key-of-click-no-${index}`,
    body: { transactionId: `order-${index}`, ...body },
  });

  it("doesn't count if the service rejected it", async () => {
    for (const option of ['textsPerPhone', 'textsPerPrefix', 'textsPerAddress', 'textsInAll']) {
      const { send, service } = createSender({ [option]: 1 }, inTurn(refuse, respondPerContract));
      assert.equal((await send(click(1))).status, 422);
      urlOf(await send(click(2)));
      assertProblem(await send(click(3)), 429, 'sms-limit');
      assert.equal(service.calls.length, 2, option);
    }
  });

  it("isn't a duplicate of a corrected one with another key", async () => {
    const { send, service } = createSender({}, inTurn(refuse, respondPerContract));
    assert.equal((await send({ key: 'key-of-the-first-click' })).status, 422);
    urlOf(await send({ key: 'key-of-the-second-click' }));
    assertProblem(await send({ key: 'key-of-the-third-click-' }), 409, 'duplicate-send');
    assert.equal(service.calls.length, 2);
  });

  for (const status of [418, 500]) {
    it(`may have been sent if the service returns ${status}`, async () => {
      const fail = () => Response.json({}, { status });
      const { send, service } = createSender({}, inTurn(fail, respondPerContract));
      assertProblem(await send({ key: 'key-of-the-first-click' }), 502, 'service-error');
      assertProblem(await send({ key: 'key-of-the-second-click' }), 409, 'duplicate-send');
      assert.equal(service.texts(), 1);
    });
  }

  it("doesn't count for a narrow limit if a wider one rejects it", async () => {
    const store = createMemoryStore();
    const full = createSender({ store, storeSecret: 'secret-of-the-store', textsInAll: 1 });
    urlOf(await full.send(click(1)));
    for (const index of [2, 3]) assertProblem(await full.send(click(index)), 429, 'sms-limit');
    const wider = createSender({ store, storeSecret: 'secret-of-the-store', textsInAll: 9 });
    urlOf(await wider.send(click(4)));
    urlOf(await wider.send(click(5)));
    assertProblem(await wider.send(click(6)), 429, 'sms-limit');
  });
});

it("textsPerAddress doesn't apply to staff, who add many locations from one address", async () => {
  const { send, service } = createTestProxy({ sms: true, textsPerAddress: 1 });
  // More than unknown addresses share, too.
  for (let index = 1; index <= 11; index += 1) {
    const body = {
      location: `store-${index}`,
      vertical: 'General_Retail',
      sendSMS: true,
      representativeDetails: { phoneNumber: `+1415${550 + index}2671` },
    };
    const headers = { 'idempotency-key': `key-of-the-location-${index}` };
    assert.equal((await send('addMerchantLocation', { body, headers })).status, 200);
  }
  assert.equal(service.texts(), 11);
});

describe('A store', () => {
  const createOddStore = (changes: object): Store => ({ ...createMemoryStore(), ...changes });

  const shapes = {
    'invalid JSON': 'OK',
    'another shape': '{"version":2}',
    'no body': '{"startedAt":0}',
    'no start': '{"body":"x"}',
  };
  for (const [what, value] of Object.entries(shapes)) {
    it(`with ${what} for a key makes the outcome unknown, without a call`, async () => {
      const store = createOddStore({ claim: async () => false, get: async () => value });
      const { send, service } = createSender({ store });
      assertProblem(await send(), 504, 'outcome-unknown');
      assert.equal(service.calls.length, 0);
    });
  }

  const outcomes = {
    'a problem of another shape': { problem: { code: 'of-a-later-version' } },
    'a link without a url': { created: { body: {} } },
    'an outcome of another shape': { failed: true },
  };
  for (const [what, outcome] of Object.entries(outcomes)) {
    it(`with ${what} makes the outcome unknown, without a call`, async () => {
      const memory = createMemoryStore();
      const set: Store['set'] = (key, value, ttl) =>
        memory.set(key, JSON.stringify({ ...(JSON.parse(value) as object), outcome }), ttl);
      const { send, service } = createSender({ store: { ...memory, set } });
      urlOf(await send());
      assertProblem(await send(), 504, 'outcome-unknown');
      assert.equal(service.calls.length, 1);
    });
  }

  it("can't replay a link to a host that linkHosts no longer lists", async () => {
    const options = { store: createMemoryStore(), storeSecret: 'secret-of-the-store' };
    urlOf(await createSender({ ...options, linkHosts: ['apply.example'] }).send());
    const later = createSender({ ...options, linkHosts: ['other.example'] });
    assertProblem(await later.send(), 504, 'outcome-unknown');
    assert.equal(later.service.calls.length, 0);
  });

  const results = {
    'OK to a claim': { claim: async () => 'OK' },
    'no number to a count': { count: async () => ({ count: '1' }) },
    'nothing to a count': { count: async () => undefined },
    'zero to a count': { count: async () => ({ count: 0, remainingMs: 1_000 }) },
    'a negative count': { count: async () => ({ count: -5, remainingMs: 1_000 }) },
    'null for a missing key': { claim: async () => false, get: async () => null },
  };
  for (const [what, changes] of Object.entries(results)) {
    it(`that returns ${what} is unavailable for text messages, but estimates work`, async () => {
      const { send, service, ...proxy } = createSender({ store: createOddStore(changes) });
      const response = await send();
      assertProblem(response, 503, 'store-unavailable');
      assert.equal(response.headers.get('retry-after'), '5');
      assert.equal(service.calls.length, 0);
      assert.equal((await proxy.estimate()).status, 200);
    });
  }
});
