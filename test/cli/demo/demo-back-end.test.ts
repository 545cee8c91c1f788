import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDemoBackEnd, type DemoBackEnd } from '../../../src/cli/demo/back-end.js';
import { createFinancingProxy } from '../../../src/proxy/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { pluck } from '../../support/assertions.js';

const origin = 'http://shop.test';

async function signIn(shop: DemoBackEnd): Promise<Record<string, string>> {
  const response = await shop.fetch(new Request(`${origin}/shop/session`, { method: 'POST' }));
  assert.equal(response.status, 303);
  const cookie = response.headers.get('set-cookie') ?? '';
  assert.match(cookie, /; HttpOnly; SameSite=Strict$/);
  return { cookie: `theme=dark; ${cookie.split(';')[0]}` };
}

async function get(shop: DemoBackEnd, path: string, headers: Record<string, string> = {}) {
  const response = await shop.fetch(new Request(origin + path, { headers }));
  return { status: response.status, body: (await response.json()) as unknown };
}

interface PricedCart {
  readonly items: readonly { readonly price: number; readonly quantity: number }[];
  readonly total: number;
  readonly transactionId: string;
  readonly purchase: string;
}

const sandbox = createSandbox();

/** Returns the priced cart, or the status if the request was refused. */
async function priceCart(shop: DemoBackEnd, body: unknown): Promise<PricedCart | number> {
  const init = { method: 'POST', body: JSON.stringify(body) ?? '' };
  const response = await shop.fetch(new Request(`${origin}/shop/cart`, init));
  return response.ok ? ((await response.json()) as PricedCart) : response.status;
}

describe('The back end of the demo', () => {
  it('recognizes staff by the session cookie', async () => {
    const shop = createDemoBackEnd();
    const headers = await signIn(shop);
    const other = await signIn(createDemoBackEnd());
    const passes = (sent: Record<string, string>) =>
      shop.authorize(new Request(origin, { headers: sent }));
    assert.deepEqual(
      [
        headers,
        other,
        {},
        { cookie: 'demo-staff=' },
        { cookie: `demo-staff=${'é'.repeat(48)}` },
      ].map(passes),
      [true, false, false, false, false],
    );
  });

  it('shows received events only to staff', async () => {
    const shop = createDemoBackEnd();
    shop.onEvent({ eventType: 'PREQUAL_COMPLETED', payload: { referral: 'visit-7' } });
    assert.equal((await get(shop, '/shop/events')).status, 401);
    const { body } = await get(shop, '/shop/events', await signIn(shop));
    const [{ eventType, payload }] = body as [{ eventType: string; payload: unknown }];
    assert.deepEqual([eventType, payload], ['PREQUAL_COMPLETED', { referral: 'visit-7' }]);
  });

  for (const [eventType, known] of [
    ['TEXT_TO_PAY_COMPLETED', 'paid'],
    ['TEXT_TO_PAY_FAILED', 'declined'],
    ['TEXT_TO_PAY_ABORTED', 'left'],
    ['MERCHANT_CREATED', 'open'],
  ] as const) {
    it(`reports an order as ${known} after ${eventType}, and other orders as open`, async () => {
      const shop = createDemoBackEnd();
      shop.onEvent({ eventType, payload: { transactionId: 'order-1' } });
      assert.deepEqual((await get(shop, '/shop/orders/order-1')).body, { status: known });
      assert.deepEqual((await get(shop, '/shop/orders/order-2')).body, { status: 'open' });
    });
  }

  it('prices a cart by its own price list, and signs the total', async () => {
    const shop = createDemoBackEnd();
    const cart = await priceCart(shop, [
      { id: 'hollis-sofa/three-seat/wool', quantity: 1 },
      { id: 'drift-table', quantity: 2 },
      { id: 'sold-no-more', quantity: 1 },
    ]);
    const { items, total, transactionId, purchase } = cart as PricedCart;
    assert.deepEqual(pluck(items, 'price', 'quantity'), [
      [1829, 1],
      [349, 2],
    ]);
    assert.equal(total, 2527);
    const proxy = createFinancingProxy({
      baseUrl: 'https://service.example',
      svcKey: 'sandbox-key',
      purchaseSecret: shop.purchaseSecret,
      fetch: (request) => sandbox.fetch(request),
    });
    const buy = async (amount: number) => {
      const link = await proxy.fetch(
        new Request(`${origin}/financing/epay/api/v1/epay/send-link`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'financing-purchase': purchase },
          body: JSON.stringify({ amount, transactionId, location: 'main-street' }),
        }),
      );
      return link.status;
    };
    assert.deepEqual([await buy(1), await buy(total)], [403, 200]);
  });

  it('places an order without financing, and reports only that one as placed', async () => {
    const shop = createDemoBackEnd();
    const body = JSON.stringify([{ id: 'beacon-lamp', quantity: 1 }]);
    const placed = await shop.fetch(new Request(`${origin}/shop/orders`, { method: 'POST', body }));
    const { order } = (await placed.json()) as { order: string };
    assert.deepEqual((await get(shop, `/shop/orders/${order}`)).body, { status: 'placed' });
    assert.deepEqual((await get(shop, '/shop/orders/A-1')).body, { status: 'open' });
    const refused = await shop.fetch(new Request(`${origin}/shop/orders`, { method: 'POST' }));
    assert.equal(refused.status, 400);
  });

  for (const body of [
    undefined,
    [],
    {},
    [{ id: 'sold-no-more', quantity: 1 }],
    [{ id: 'beacon-lamp', quantity: 0 }],
    [{ id: 'beacon-lamp', quantity: 1.5 }],
    [{ id: 'beacon-lamp', quantity: 1, price: 1 }],
  ]) {
    it(`rejects ${JSON.stringify(body)} as a cart`, async () => {
      assert.equal(await priceCart(createDemoBackEnd(), body), 400);
    });
  }
});
