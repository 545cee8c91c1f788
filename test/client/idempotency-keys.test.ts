import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { proxyErrorCodes, type ProxyErrorCode } from '../../src/client/index.js';
import { FinancingError } from '../../src/client/financing-error.js';
import { createIdempotencyKeys } from '../../src/client/link-client.js';
import { until } from '../support/until.js';
import { createTestClient } from './test-client.js';

const text = { location: 'main-street', customerPhoneNumber: '4155552671', sendSMS: true };

/** Creates a client of a fake proxy that leaves each request open until the test responds. */
function createChain(now?: () => number) {
  const { proxy, client } = createTestClient({ isHeld: true, now });

  /** Requests a text, and returns the key that was sent. */
  async function send(respond: (call: (typeof proxy.calls)[number]) => void): Promise<string> {
    const before = proxy.calls.length;
    const outcome = client.createPrequalLink(text).catch((error: unknown) => error);
    await until(() => proxy.calls.length > before);
    const call = proxy.calls[before]!;
    respond(call);
    await outcome;
    return call.headers.get('idempotency-key') ?? '';
  }
  return { send };
}

/** Returns true if the third attempt has another key, after a lost response and this problem. */
async function isGivenUpAfter(problem: object): Promise<boolean> {
  const { send } = createChain();
  const first = await send((call) => call.fail());
  const second = await send((call) => call.respond(problem, { status: 403 }));
  assert.equal(second, first, 'a lost response keeps the key');
  return (await send((call) => call.respond())) !== first;
}

describe('The idempotency key of a text whose first response was lost', () => {
  // The service responded without a link. The proxy stored that outcome, and has no status of the service to pass on.
  const codesWithoutStatus: ReadonlySet<ProxyErrorCode> = new Set(['invalid-service-response']);

  for (const code of proxyErrorCodes) {
    const isGivenUp = codesWithoutStatus.has(code);
    it(`is ${isGivenUp ? 'replaced' : 'reused'} after ${code}`, async () => {
      assert.equal(await isGivenUpAfter({ code }), isGivenUp);
    });

    it(`is replaced after ${code} with a status of the service`, async () => {
      assert.equal(await isGivenUpAfter({ code, service: { status: 503 } }), true);
    });
  }

  it('consists of digits and dashes', async () => {
    const { send } = createChain();
    assert.match(await send((call) => call.respond()), /^\d{1,10}(?:-\d{1,10}){3}$/);
  });

  it('is reused after the response of another server', async () => {
    assert.equal(await isGivenUpAfter({ code: 'UPSTREAM_RESET', service: 'balancer' }), false);
    assert.equal(await isGivenUpAfter({ code: 'RESET', service: { status: 'down' } }), false);
    assert.equal(await isGivenUpAfter({ message: 'no healthy upstream' }), false);
    assert.equal(await isGivenUpAfter({ code: 503, service: null }), false);
  });

  it('is replaced after a link', async () => {
    const { send } = createChain();
    assert.notEqual(await send((call) => call.respond()), await send((call) => call.respond()));
  });

  it('is reused for the day that the proxy remembers it, and no longer', async () => {
    let time = 1_000;
    const { send } = createChain(() => time);
    const first = await send((call) => call.fail());
    time += 24 * 60 * 60_000 - 1;
    assert.equal(await send((call) => call.fail()), first);
    time += 1;
    const second = await send((call) => call.fail());
    assert.notEqual(second, first);
    assert.equal(await send((call) => call.fail()), second);
  });

  it('isn’t replaced by an earlier request that ends later', async () => {
    const { proxy, client } = createTestClient({ isHeld: true });
    const links = [client.createPrequalLink(text), client.createPrequalLink(text)];
    await until(() => proxy.calls.length === 2);
    proxy.calls[0]!.respond();
    await links[0];
    const lost = assert.rejects(client.createPrequalLink(text), { code: 'network' });
    await until(() => proxy.calls.length === 3);
    proxy.calls[1]!.respond();
    await links[1];
    proxy.calls[2]!.fail();
    await lost;
    const last = client.createPrequalLink(text);
    await until(() => proxy.calls.length === 4);
    proxy.calls[3]!.respond();
    await last;
    const keys = proxy.calls.map((call) => call.headers.get('idempotency-key'));
    assert.equal(keys[3], keys[2]);
    assert.notEqual(keys[2], keys[0]);
  });
});

describe('The idempotency key of a link without a text message', () => {
  /** Returns true if another key is used after this failure happened twice. */
  function isGivenUpAfterTwo(
    code: ProxyErrorCode | 'network',
    body = '{"sendSMS":false}',
  ): boolean {
    const keys = createIdempotencyKeys(() => 0);
    const key = keys.keyOf(body);
    for (let count = 0; count < 2; count += 1) {
      assert.equal(keys.keyOf(body), key);
      keys.settle(body, key, new FinancingError(code, 'createPrequalLink'));
    }
    return keys.keyOf(body) !== key;
  }

  it('is replaced after the second outcome-unknown, so that the shopper can continue', () => {
    assert.equal(isGivenUpAfterTwo('outcome-unknown'), true);
  });

  for (const body of ['{}', '{"sendSMS":true}', '{"firstName":"\\"sendSMS\\":false"}']) {
    it(`is reused if the link may have been texted: ${body}`, () => {
      assert.equal(isGivenUpAfterTwo('outcome-unknown', body), false);
    });
  }

  for (const code of ['network', 'in-progress', 'store-unavailable'] as const) {
    it(`is reused after the second ${code}`, () => {
      assert.equal(isGivenUpAfterTwo(code), false);
    });
  }
});
