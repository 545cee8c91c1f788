import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { amount, createFakeProxy, estimateOf } from './fake-proxy.js';
import { createTestClient, endpoint } from './test-client.js';
import { nextTurn, until } from '../support/until.js';
import { pluck } from '../support/assertions.js';

describe('client.estimate()', () => {
  it('posts the amount in dollars to the estimation path of the contract', async () => {
    const { proxy, client } = createTestClient();
    await client.estimate({ amount: 19.99 });
    const [call] = proxy.calls;
    assert.equal(call?.url.href, `${endpoint}/purchase/api/v1/payment-estimation`);
    assert.deepEqual(call?.body, [{ id: '1999', totalAmount: 19.99 }]);
    assert.equal(call?.headers.get('content-type'), 'application/json');
  });

  it('sends the query parameters that are set', async () => {
    const { proxy, client } = createTestClient();
    const set = { location: 'a&b', timeZone: 'America/New_York', representative: 'rep 7' };
    await client.estimate({ amount: 100, ...set });
    assert.deepEqual(Object.fromEntries(proxy.calls[0]?.url.searchParams ?? []), set);
  });

  it('returns the estimate in the form of the contract', async () => {
    const { client } = createTestClient();
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
    const { client } = createTestClient();
    assert.equal((await client.estimate({ amount: amount.inapplicable })).monthlyAmount, -1);
  });

  for (const odd of [0, -5, 0.001, 999_999_999.996, 1e308]) {
    it(`returns -1 for ${odd} dollars, without a call`, async () => {
      const { proxy, client } = createTestClient();
      const { id, ...numbers } = await client.estimate({ amount: odd });
      assert.match(id, /./);
      assert.deepEqual(numbers, estimateOf(amount.inapplicable));
      assert.equal(proxy.calls.length, 0);
    });
  }

  it('rounds to cents, so that an odd amount doesn’t fail the others', async () => {
    const { proxy, client } = createTestClient();
    const pending = [1200.555, 99.999, 0, 520].map((each) => client.estimate({ amount: each }));
    const financed = (await Promise.all(pending)).map(({ amountFinanced }) => amountFinanced);
    assert.deepEqual(financed, [1200.56, 100, -1, 520]);
    assert.deepEqual(proxy.amounts, [[1200.56, 100, 520]]);
  });

  it('makes one call for amounts that arrive in microtasks of one turn', async () => {
    const { proxy, client } = createTestClient();
    const first = client.estimate({ amount: 100 });
    await Promise.resolve();
    await Promise.all([first, client.estimate({ amount: 200 })]);
    assert.deepEqual(proxy.amounts, [[100, 200]]);
  });

  it('makes two calls of 500 for 1,000 amounts', async () => {
    const { proxy, client } = createTestClient();
    const amounts = Array.from({ length: 1000 }, (_, index) => 100 + index);
    const estimates = await Promise.all(amounts.map((each) => client.estimate({ amount: each })));
    assert.deepEqual(pluck(proxy.amounts, 'length'), [500, 500]);
    assert.deepEqual(pluck(estimates, 'amountFinanced'), amounts);
  });

  it('joins a call that is in flight', async () => {
    const { proxy, client } = createTestClient({ isHeld: true });
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
      const { proxy, client } = createTestClient();
      await Promise.all([one, other].map((query) => client.estimate({ amount: 100, ...query })));
      assert.equal(proxy.calls.length, 2);
    }
  });

  it("sends the waiting requests at once when it's flushed", async (t) => {
    const fetch = t.mock.fn(createFakeProxy().fetch);
    const { client } = createTestClient({ fetch });
    const estimate = client.estimate({ amount: 100 });
    client.flush();
    assert.equal(fetch.mock.callCount(), 1);
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
    const { document, load } = createDocument();
    const { proxy, client } = createTestClient({ document });
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
    const { document } = createDocument();
    const { proxy, client } = createTestClient({ document });
    const first = client.estimate({ amount: 100 });
    t.mock.timers.tick(499);
    const second = client.estimate({ amount: 200 });
    assert.equal(proxy.calls.length, 0);
    t.mock.timers.tick(1);
    await Promise.all([first, second]);
    assert.deepEqual(proxy.amounts, [[100, 200]]);
  });

  it('includes what is requested at that moment', async () => {
    const { document, load } = createDocument();
    const { proxy, client } = createTestClient({ document });
    const first = client.estimate({ amount: 100 });
    load();
    await Promise.all([first, client.estimate({ amount: 200 })]);
    assert.deepEqual(proxy.amounts, [[100, 200]]);
  });
});
