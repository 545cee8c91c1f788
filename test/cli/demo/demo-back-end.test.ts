import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDemoBackEnd, type DemoBackEnd } from '../../../src/cli/demo/back-end.js';

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

describe('the back end of the demo', () => {
  it('tells staff from others by the cookie of its session', async () => {
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

  it('tells a page whether staff sits before it', async () => {
    const shop = createDemoBackEnd();
    assert.deepEqual((await get(shop, '/shop/session')).body, { isStaff: false });
    const { body } = await get(shop, '/shop/session', await signIn(shop));
    assert.deepEqual(body, { isStaff: true });
  });

  it('shows what it heard to staff only', async () => {
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
    it(`knows an order as ${known} after ${eventType}, and no other`, async () => {
      const shop = createDemoBackEnd();
      shop.onEvent({ eventType, payload: { transactionId: 'order-1' } });
      assert.deepEqual((await get(shop, '/shop/orders/order-1')).body, { status: known });
      assert.deepEqual((await get(shop, '/shop/orders/order-2')).body, { status: 'open' });
    });
  }

  for (const path of ['/shop', '/shop/orders/', '/shop/orders/a/b', '/shop/sessions']) {
    it(`answers 404 to GET ${path}`, async () => {
      assert.equal((await get(createDemoBackEnd(), path)).status, 404);
    });
  }
});
