import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFinancingClient, type FinancingClientOptions } from '../../src/client/index.js';
import { amount, createFakeProxy, estimateOf } from './fake-proxy.js';
import { nextTurn, until } from '../support/until.js';

const endpoint = 'https://shop.example/financing';

/** Creates a client for the proxy at this endpoint. */
function createClient(options: FinancingClientOptions) {
  return createFinancingClient({ endpoint, ...options });
}

describe('client.estimate()', () => {
  it('posts the amount in dollars to the estimation path of the contract', async () => {
    const proxy = createFakeProxy();
    await createClient(proxy).estimate({ amount: 19.99 });
    const [call] = proxy.calls;
    assert.equal(call?.url.href, `${endpoint}/purchase/api/v1/payment-estimation`);
    assert.deepEqual(call?.body, [{ id: '1999', totalAmount: 19.99 }]);
    assert.equal(call?.headers.get('content-type'), 'application/json');
  });

  it('sends the query parameters that are set', async () => {
    const proxy = createFakeProxy();
    const set = { location: 'a&b', timeZone: 'America/New_York', representative: 'rep 7' };
    await createClient(proxy).estimate({ amount: 100, ...set });
    assert.deepEqual(Object.fromEntries(proxy.calls[0]?.url.searchParams ?? []), set);
  });

  it('returns the estimate in the form of the contract', async () => {
    const client = createClient(createFakeProxy());
    assert.deepEqual(await client.estimate({ amount: amount.withDownPayment }), {
      id: '600000',
      monthlyAmount: 400,
      amountFinanced: 4800,
      downPayment: 1200,
      apr: 0,
      downPaymentPercent: 20,
    });
  });

  it("returns -1 if the amount can't be financed", async () => {
    const client = createClient(createFakeProxy());
    assert.equal((await client.estimate({ amount: amount.inapplicable })).monthlyAmount, -1);
  });

  for (const odd of [0, -5, 0.001, 999_999_999.996, 1e308]) {
    it(`returns -1 for ${odd} dollars, without a call`, async () => {
      const proxy = createFakeProxy();
      const { id, ...numbers } = await createClient(proxy).estimate({ amount: odd });
      assert.match(id, /./);
      assert.deepEqual(numbers, estimateOf(amount.inapplicable));
      assert.equal(proxy.calls.length, 0);
    });
  }

  it('rounds to cents, so that an odd amount doesn’t fail the others', async () => {
    const proxy = createFakeProxy();
    const client = createClient(proxy);
    const pending = [1200.555, 99.999, 0, 520].map((each) => client.estimate({ amount: each }));
    const financed = (await Promise.all(pending)).map(({ amountFinanced }) => amountFinanced);
    assert.deepEqual(financed, [1200.56, 100, -1, 520]);
    assert.deepEqual(proxy.amounts, [[1200.56, 100, 520]]);
  });

  it('makes one call for amounts that arrive in microtasks of one turn', async () => {
    const proxy = createFakeProxy();
    const client = createClient(proxy);
    const first = client.estimate({ amount: 100 });
    await Promise.resolve();
    await Promise.all([first, client.estimate({ amount: 200 })]);
    assert.deepEqual(proxy.amounts, [[100, 200]]);
  });

  it('makes two calls of 500 for 1,000 amounts', async () => {
    const proxy = createFakeProxy();
    const client = createClient(proxy);
    const amounts = Array.from({ length: 1000 }, (_, index) => 100 + index);
    const estimates = await Promise.all(amounts.map((each) => client.estimate({ amount: each })));
    assert.deepEqual(
      proxy.amounts.map((call) => call.length),
      [500, 500],
    );
    assert.deepEqual(
      estimates.map((estimate) => estimate.amountFinanced),
      amounts,
    );
  });

  it('joins a call that is in flight', async () => {
    const proxy = createFakeProxy({ isHeld: true });
    const client = createClient(proxy);
    const first = client.estimate({ amount: 100 });
    await until(() => proxy.calls.length);
    const second = client.estimate({ amount: 100 });
    await nextTurn();
    proxy.calls[0]?.respond();
    assert.equal(await first, await second);
    assert.equal(proxy.calls.length, 1);
  });

  it('makes two calls for values that could be confused', async () => {
    for (const [one, other] of [
      [{}, { location: 'null' }],
      [
        { location: 'a","b', timeZone: 'c' },
        { location: 'a', timeZone: 'b","c' },
      ],
    ]) {
      const proxy = createFakeProxy();
      const client = createClient(proxy);
      await Promise.all([one, other].map((query) => client.estimate({ amount: 100, ...query })));
      assert.equal(proxy.calls.length, 2);
    }
  });

  it("sends the waiting requests at once when it's flushed", async () => {
    const proxy = createFakeProxy();
    let calls = 0;
    const client = createClient({
      fetch: (request) => {
        calls += 1;
        return proxy.fetch(request);
      },
    });
    const estimate = client.estimate({ amount: 100 });
    client.flush();
    assert.equal(calls, 1);
    await estimate;
  });
});

describe('client.estimate() while the document loads', () => {
  function createDocument() {
    const document = Object.assign(new EventTarget(), { readyState: 'loading' as const });
    const load = () => {
      Object.assign(document, { readyState: 'interactive' });
      document.dispatchEvent(new Event('readystatechange'));
    };
    return { document, load };
  }

  it('holds the first call until the document has loaded', async () => {
    const proxy = createFakeProxy();
    const { document, load } = createDocument();
    const client = createClient({ ...proxy, document });
    const first = client.estimate({ amount: 100 });
    await nextTurn();
    const second = client.estimate({ amount: 200 });
    await nextTurn();
    assert.equal(proxy.calls.length, 0);
    load();
    await Promise.all([first, second]);
    assert.deepEqual(proxy.amounts, [[100, 200]]);
  });

  it('holds it for half a second at most', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const proxy = createFakeProxy();
    const { document } = createDocument();
    const client = createClient({ ...proxy, document });
    const first = client.estimate({ amount: 100 });
    t.mock.timers.tick(499);
    const second = client.estimate({ amount: 200 });
    assert.equal(proxy.calls.length, 0);
    t.mock.timers.tick(1);
    await Promise.all([first, second]);
    assert.deepEqual(proxy.amounts, [[100, 200]]);
  });

  it('includes what is requested at that moment', async () => {
    const proxy = createFakeProxy();
    const { document, load } = createDocument();
    const client = createClient({ ...proxy, document });
    const first = client.estimate({ amount: 100 });
    load();
    await Promise.all([first, client.estimate({ amount: 200 })]);
    assert.deepEqual(proxy.amounts, [[100, 200]]);
  });
});
