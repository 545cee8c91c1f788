import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createMemoryStore,
  type FinancingProxyOptions,
  StoreUnavailableError,
} from '../../../src/proxy/index.js';
import { hang, type Respond } from '../../support/service-stub.js';
import { assertProblem, createTestProxy, shop, type Answer } from '../../support/test-proxy.js';

const operation = 'createPayOverTimeLink';
const send = {
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

/** A proxy that may text, asked as a page of the shop asks. */
function createSender(options: Partial<FinancingProxyOptions> = {}, respond?: Respond) {
  const proxy = createTestProxy({ sms: true, ...options }, respond);
  const ask = ({ key = 'key-of-one-click', body = {}, headers = {} }: Difference = {}) =>
    proxy.ask(operation, {
      body: { ...send, ...body },
      headers: { origin: shop, 'idempotency-key': key, ...headers },
    });
  return { ...proxy, ask };
}

/** The url of a link that was created. */
function urlOf({ status, body }: Answer): string {
  assert.equal(status, 200);
  return (body as { url: string }).url;
}

describe('A text', () => {
  it('is sent once, to the canonical number', async () => {
    const { ask, service } = createSender();
    urlOf(await ask());
    const [call] = service.calls;
    assert.equal(service.texts(), 1);
    assert.equal((call!.body as typeof send).phoneNumber, '+14155552671');
  });

  it('is what the contract says when sendSMS is left out and texts are allowed', async () => {
    const { ask, service } = createSender();
    urlOf(await ask({ body: { sendSMS: undefined } }));
    assert.equal(service.texts(), 1);
  });

  it('needs an Idempotency-Key', async () => {
    const { ask, service } = createSender();
    assertProblem(await ask({ key: null }), 400, 'idempotency-key-required');
    assert.equal(service.calls.length, 0);
  });

  for (const key of ['1', 'x'.repeat(300), 'fifteen-letters']) {
    it(`needs a better key than ${key.slice(0, 15)}`, async () => {
      const { ask, service } = createSender();
      assertProblem(await ask({ key }), 400, 'invalid-request');
      assert.equal(service.calls.length, 0);
    });
  }

  it('is not sent for a request that does not say where it comes from', async () => {
    const { ask, service } = createSender();
    assertProblem(await ask({ headers: { origin: null } }), 403, 'origin-not-allowed');
    assert.equal(service.calls.length, 0);
  });

  it('needs a phone number', async () => {
    const { ask } = createSender();
    const answer = await ask({ body: { phoneNumber: undefined } });
    const { errors } = assertProblem(answer, 400, 'invalid-request');
    assert.deepEqual(errors, [{ path: 'phoneNumber', message: 'Needed for a text' }]);
  });

  it('is refused where the integrator does not allow any', async () => {
    const { ask, service } = createSender({ sms: false });
    assertProblem(await ask(), 403, 'sms-not-allowed');
    assert.equal(service.calls.length, 0);
  });

  it('goes to one phone three times in ten minutes, however it is written, from any address', async () => {
    let address = 0;
    const clientAddress = () => `203.0.113.${(address += 1)}`;
    const { ask, service } = createSender({ clientAddress });
    const spellings = ['(415) 555-2671', '4155552671', '+14155552671', '415-555-2671'];
    const answers = [];
    for (const [index, phoneNumber] of spellings.entries()) {
      const body = { phoneNumber, transactionId: `order-${index}` };
      answers.push(await ask({ key: `key-of-click-no-${index}`, body }));
    }
    const last = answers.pop()!;
    answers.forEach(urlOf);
    assertProblem(last, 429, 'sms-limit');
    assert.match(last.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    assert.equal(service.texts(), 3);
  });

  it('goes to one phone as often as the integrator says', async () => {
    const { ask, service } = createSender({ textsPerPhone: 1 });
    urlOf(await ask());
    const other = await ask({ key: 'key-of-other-click', body: { transactionId: 'order-2' } });
    assertProblem(other, 429, 'sms-limit');
    assert.equal(service.texts(), 1);
  });

  it('counts for no limit when it never reached the service', async () => {
    const refused = Object.assign(new TypeError('fetch failed'), { code: 'ECONNREFUSED' });
    const { ask } = createSender({ textsPerPhone: 1, fetch: () => Promise.reject(refused) });
    for (const code of [...Array<string>(8).fill('service-unreachable'), 'service-busy']) {
      assert.equal(((await ask()).body as { code: string }).code, code);
    }
  });

  it('counts when it is unknown whether it was sent', async () => {
    const { ask } = createSender({ linkTimeout: 20, textsPerPhone: 1 }, hang);
    assertProblem(await ask(), 504, 'outcome-unknown');
    const other = await ask({ key: 'key-of-other-click', body: { transactionId: 'order-2' } });
    assertProblem(other, 429, 'sms-limit');
  });

  it('is not sent while the store is away', async () => {
    const away = () => Promise.reject(new StoreUnavailableError());
    const store = { ...createMemoryStore({ maxEntries: 10 }), claim: away };
    const { ask, service } = createSender({ store });
    assertProblem(await ask(), 503, 'store-unavailable');
    assert.equal(service.calls.length, 0);
  });
});

describe('An Idempotency-Key', () => {
  it('makes one call on two proxies at once that share a store', async () => {
    const store = createMemoryStore({ maxEntries: 100 });
    const [one, other] = [createSender({ store }), createSender({ store })];
    await Promise.all([one.ask(), other.ask()]);
    assert.equal(one.service.calls.length + other.service.calls.length, 1);
  });

  it('stands for an unknown outcome after a service that hangs', async () => {
    const { ask, service } = createSender({ linkTimeout: 20 }, hang);
    const answers = [await ask(), await ask(), await ask()];
    for (const answer of answers) assertProblem(answer, 504, 'outcome-unknown');
    assert.equal(service.texts(), 1);
  });
});

describe('A link that sends no text', () => {
  it('needs no key, and is created each time', async () => {
    const { ask, service } = createSender();
    const withoutText = { key: null, body: { sendSMS: false } };
    [await ask(withoutText), await ask(withoutText)].forEach(urlOf);
    assert.equal(service.calls.length, 2);
  });
});
