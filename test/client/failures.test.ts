import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { FinancingError, pageErrorCodes } from '../../src/client/index.js';
import { createFakeProxy, estimateOf, type Call } from './fake-proxy.js';
import { createTestClient } from './test-client.js';
import { until } from '../support/until.js';

const problem = { headers: { 'Content-Type': 'application/problem+json' } };

/** Returns the outcome of an estimate request to which the proxy responds like this. */
async function failureOf(respond: (call: Call) => void): Promise<FinancingError> {
  const { proxy, client } = createTestClient({ isHeld: true });
  const estimate = client.estimate({ amount: 100 });
  void until(() => proxy.calls[0]).then(() => respond(proxy.calls[0] as Call));
  try {
    await estimate;
  } catch (error) {
    assert.ok(error instanceof FinancingError);
    return error;
  }
  throw new assert.AssertionError({ message: 'there is an estimate' });
}

const cut = new ReadableStream({
  start(controller) {
    controller.enqueue(new TextEncoder().encode('[{"id":"10000"'));
    controller.error(new TypeError('terminated'));
  },
});

const invalid: [string, (call: Call) => void][] = [
  ['HTML', (call) => call.respondWith(new Response('<!doctype html><title>Log in</title>'))],
  ['an empty body', (call) => call.respondWith(new Response(''))],
  ['no content', (call) => call.respondWith(new Response(null, { status: 204 }))],
  ['a body that breaks off', (call) => call.respondWith(new Response(cut))],
  ['null', (call) => call.respond(null)],
  ['an object', (call) => call.respond({})],
  ['no item', (call) => call.respond([])],
  ['items that are none', (call) => call.respond([null, 1, 'x', []])],
  ['another id', (call) => call.respond([{ id: '1', ...estimateOf(100) }])],
  ['a text for a number', (call) => respondWith(call, { monthlyAmount: '10' })],
  ['a number that is too large', (call) => call.respondWith(new Response(tooLarge))],
  ['a number missing', (call) => respondWith(call, { downPayment: undefined })],
  ['HTML and 502', (call) => call.respondWith(new Response('<h1>Bad</h1>', { status: 502 }))],
];
const tooLarge =
  '[{"id":"10000","monthlyAmount":1e309,"amountFinanced":1,"downPayment":0,"apr":0}]';

function respondWith(call: Call, fields: object): void {
  call.respond([{ id: '10000', ...estimateOf(100), ...fields }]);
}

describe('client.estimate() when the proxy fails', () => {
  for (const [what, respond] of invalid) {
    it(`rejects with invalid-response for ${what}`, async () => {
      const { code, operation } = await failureOf(respond);
      assert.deepEqual([code, operation], ['invalid-response', 'estimatePayments']);
    });
  }

  it('rejects with unknown-error for the code of a newer proxy, with the whole problem', async () => {
    const failure = await failureOf((call) =>
      call.respond(
        { code: 'too-new', detail: 'New.', requestId: 'r1' },
        { ...problem, status: 418 },
      ),
    );
    assert.deepEqual(JSON.parse(JSON.stringify(failure)), {
      name: 'FinancingError',
      code: 'unknown-error',
      operation: 'estimatePayments',
      status: 418,
      detail: 'New.',
      requestId: 'r1',
      isFromService: false,
      help: 'docs/errors.md#unknown-error in the package financing-elements',
    });
  });

  it('returns how long to wait, in milliseconds', async () => {
    const headers = { 'Retry-After': '5' };
    const error = await failureOf((call) => {
      call.respond({ code: 'rate-limited' }, { status: 429, headers });
    });
    assert.equal(error.retryAfterMs, 5000);
  });

  it('rejects with network and the cause if there is no connection', async () => {
    const { code, cause, status } = await failureOf((call) => call.fail());
    const expected = ['network', 'TypeError: Failed to fetch', undefined];
    assert.deepEqual([code, String(cause), status], expected);
  });

  it('exposes the problem details of the proxy', async () => {
    const known = {
      detail: 'The request has invalid fields.',
      requestId: 'r1',
      errors: [{ path: '[0].totalAmount', message: 'is not a number' }],
    };
    const error = await failureOf((call) =>
      call.respond({ code: 'invalid-request', ...known, title: 'x' }, { status: 400, ...problem }),
    );
    const { code, status, detail, requestId, errors } = error;
    assert.deepEqual([code, status], ['invalid-request', 400]);
    assert.deepEqual({ detail, requestId, errors }, known);
  });

  it('says in its message and its stack what happened and what to do, with a link to the guide', async () => {
    const detail = 'This location is not served here.';
    const failure = await failureOf((call) =>
      call.respond({ code: 'location-not-allowed', detail }, { status: 403, ...problem }),
    );
    const message =
      'This location is not served here. Use one of the FINANCING_LOCATIONS (option locations) of the proxy, or add this one. More: docs/errors.md#location-not-allowed in the package financing-elements. (location-not-allowed)';
    assert.equal(failure.message, message);
    assert.equal(failure.detail, detail);
    assert.ok(failure.stack!.includes(message));
  });

  for (const [what, options, pattern] of [
    ['a purchase token', { purchase: 'v1.order=1' }, /has to be signed with the purchaseSecret/],
    ['no purchase token', {}, /on your back end and pass it as the option purchase;/],
  ] as const) {
    it(`says what to do about a purchase that is not verified, with ${what}`, async () => {
      const fetch = () =>
        Promise.resolve(Response.json({ code: 'purchase-not-verified' }, { status: 403 }));
      const request = { amount: 1, transactionId: 't', location: 'a' };
      const link = createTestClient({ fetch }).client.createPayOverTimeLink(request, options);
      await assert.rejects(link, { code: 'purchase-not-verified', message: pattern });
    });
  }

  it('has its own message if the proxy sends none', async () => {
    const { message } = await failureOf((call) =>
      call.respond({ code: 'rate-limited' }, { status: 429, ...problem }),
    );
    assert.match(message, /^The proxy refused the request\. .*\(rate-limited\)$/);
  });

  it('names the section of the guide in errors of links, too', async () => {
    const { client } = createTestClient();
    const guide = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
    const request = { amount: 1, transactionId: 't' };
    for (const link of [client.createPrequalLink({}), client.createPayOverTimeLink(request)]) {
      await assert.rejects(link, ({ code, help }: FinancingError) => {
        assert.equal(help, `docs/errors.md#${code} in the package financing-elements`);
        return guide.includes(`\n### \`${code}\`\n`);
      });
    }
  });

  for (const code of pageErrorCodes) {
    it(`has a message for ${code}`, () => {
      const { message } = new FinancingError(code, 'estimatePayments');
      const sentence = /^[A-Z][A-Za-z ]{14,}\. \((.+)\)$/.exec(message);
      assert.equal(sentence?.[1], code, message);
    });
  }

  it('exposes only the status of another server’s response', async () => {
    const error = await failureOf((call) =>
      call.respond({ detail: 'no upstream', requestId: 1 }, { status: 502 }),
    );
    const { code, status, detail, requestId } = error;
    const expected = ['invalid-response', 502, undefined, undefined];
    assert.deepEqual([code, status, detail, requestId], expected);
  });

  it('removes its listener from a signal that outlives the call', async () => {
    const { signal } = new AbortController();
    const removed: string[] = [];
    const { removeEventListener } = signal;
    signal.removeEventListener = (...parameters: Parameters<typeof removeEventListener>) => {
      removed.push(parameters[0]);
      removeEventListener.call(signal, ...parameters);
    };
    const { client } = createTestClient();
    await client.createPrequalLink({ location: 'a' }, { signal });
    assert.deepEqual(removed, ['abort']);
  });

  it('gives up after the timeout', async () => {
    const { proxy, client } = createTestClient({
      isHeld: true,
      timeouts: { estimates: 5, links: 5 },
    });
    await assert.rejects(client.estimate({ amount: 0.01 }), { code: 'timeout' });
    assert.equal(proxy.calls[0]?.signal.aborted, true);
  });

  it('treats an undefined timeout as missing', async () => {
    const timeouts = { estimates: undefined, links: 5 };
    const { client } = createTestClient({ isHeld: true, timeouts });
    const waiting = client.estimate({ amount: 1 }).then(String, String);
    await assert.rejects(client.createPrequalLink({ location: 'a' }), { code: 'timeout' });
    assert.equal(await Promise.race([waiting, Promise.resolve('waits')]), 'waits');
  });

  it('gives up even if fetch ignores its signal', async () => {
    const fetch = () => new Promise<never>(() => {});
    const { client } = createTestClient({ fetch, timeouts: { estimates: 5, links: 5 } });
    await assert.rejects(client.estimate({ amount: 0.01 }), { code: 'timeout' });
  });

  it('fails only the invalid item', async () => {
    const { proxy, client } = createTestClient({ isHeld: true });
    const wrong = client.estimate({ amount: 1 });
    const right = client.estimate({ amount: 2 });
    void until(() => proxy.calls[0]).then(() => {
      proxy.calls[0]?.respond([{ id: '200', ...estimateOf(2) }, { id: '100' }]);
    });
    await assert.rejects(wrong, { code: 'invalid-response' });
    assert.equal((await right).amountFinanced, 2);
  });

  it('doesn’t cache a failure', async () => {
    const { proxy, client } = createTestClient({ isHeld: true });
    void until(() => proxy.calls[0]).then(() => proxy.calls[0]?.fail());
    await assert.rejects(client.estimate({ amount: 1 }));
    void until(() => proxy.calls[1]).then(() => proxy.calls[1]?.respond());
    assert.ok(await client.estimate({ amount: 1 }));
  });

  it('sends nothing for an invalid amount', async () => {
    const { proxy, client } = createTestClient();
    const estimate = client.estimate({ amount: '2.500' as unknown as number });
    await assert.rejects(estimate, { code: 'invalid-amount' });
    assert.equal(proxy.calls.length, 0);
  });

  for (const bad of ['', '/financing', 'https://a:b@c.example']) {
    it(`sends nothing to the endpoint ${bad || '(none)'} if there is no page`, async () => {
      const { proxy, client } = createTestClient({ endpoint: bad });
      await assert.rejects(client.estimate({ amount: 1 }), { code: 'invalid-endpoint' });
      assert.equal(proxy.calls.length, 0);
    });
  }
});

describe('client.estimate() with a fetch of the page', () => {
  it('rejects if that fetch resolves without a response', async () => {
    const { client } = createTestClient({ fetch: async () => undefined as unknown as Response });
    await assert.rejects(client.estimate({ amount: 100 }), TypeError);
  });

  it('uses the global fetch by default', async (t) => {
    const proxy = createFakeProxy();
    t.mock.method(globalThis, 'fetch', proxy.fetch);
    const { client } = createTestClient({ fetch: undefined });
    assert.equal((await client.estimate({ amount: 100 })).amountFinanced, 100);
  });
});
