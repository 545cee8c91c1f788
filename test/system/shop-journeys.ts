/** What a shopper does on the product page. */
import assert from 'node:assert/strict';
import { until, type OpenPage, type Person } from './person.js';
import type { Shop } from './shop.js';

export type Journey = readonly [
  sentence: string,
  go: (person: Person, shop: Shop) => Promise<void>,
];

const button = ['pay-over-time-button', '[part=button]'] as const;
const message = ['pay-over-time-button', '[part=message]'] as const;

/** True once the button says so to style sheets. */
export const isCompleted = (tag: string) =>
  `document.querySelector('${tag}').matches(':state(completed)')`;

/** Brings the page to the front, and waits until it was told what became of its link, be it nothing. */
async function showAndAsk(product: OpenPage): Promise<void> {
  await product.evaluate('performance.clearResourceTimings()');
  await product.show();
  await product.holds(
    `performance.getEntriesByType('resource').some((entry) => /link-status$/.test(entry.name))`,
  );
}

/** Opens the product page, and from there the checkout page. */
async function goToCheckout(person: Person, { url }: Shop) {
  const product = await person.open(`${url}/product.html`);
  await product.holds(`document.querySelector('pay-over-time-button').transactionId`);
  const order = String(
    await product.evaluate(`document.querySelector('pay-over-time-button').transactionId`),
  );
  await product.click(...button);
  const checkout = await person.opened(/\/sandbox\/checkout\//);
  await checkout.reads(/\$1,299\.00/, '.amount');
  await checkout.reads(new RegExp(order), 'dl');
  return { product, checkout, order };
}

/** Presses a button of the checkout page, and follows it back to the shop. */
async function endCheckout(person: Person, checkout: OpenPage, order: string, action: string) {
  await checkout.click(`button[value=${action}]`);
  return person.opened(new RegExp(`/product\\.html\\?order=${order}$`));
}

/** Agrees, with the webhook going this way. */
async function agree(person: Person, shop: Shop, fault?: { mode: string; delayMs?: number }) {
  const { product, checkout, order } = await goToCheckout(person, shop);
  if (fault) await shop.arm(fault);
  const returned = await endCheckout(person, checkout, order, 'finish');
  return { product, returned, order };
}

/** Waits until page and back end have learned of a purchase, and asserts that it was told once. */
async function assertPaid(
  shop: Shop,
  { product, returned, order }: Awaited<ReturnType<typeof agree>>,
) {
  await returned.reads(/^Thank you\. Your order is paid over time\./, '#outcome');
  await product.show();
  await product.holds(isCompleted('pay-over-time-button'));
  await product.reads(/^The application is complete\.$/, ...message);
  await product.reads(/^Thank you\. Your order is paid over time\./, '#outcome');
  assert.deepEqual(await shop.heard(order), ['TEXT_TO_PAY_COMPLETED']);
}

/** The main way, and the other end. */
export const inTheShop: readonly Journey[] = [
  [
    'A shopper agrees, is back in the shop, and both pages and the back end know',
    async (person, shop) => assertPaid(shop, await agree(person, shop)),
  ],
  [
    'A shopper leaves, and no page takes it for a purchase',
    async (person, shop) => {
      const { product, checkout, order } = await goToCheckout(person, shop);
      const returned = await endCheckout(person, checkout, order, 'abort');
      await returned.reads(/^You left without paying/, '#outcome');
      await product.show();
      await product.reads(/^You left without paying/, '#outcome');
      assert.equal(await product.evaluate(isCompleted('pay-over-time-button')), false);
      assert.deepEqual(await shop.heard(order), ['TEXT_TO_PAY_ABORTED']);
    },
  ],
  [
    'A shopper qualifies, and the button that led there is completed',
    async (person, shop) => {
      const product = await person.open(`${shop.url}/product.html`);
      await product.click('prequal-button', '[part=button]');
      const prequal = await person.opened(/\/sandbox\/prequal\//);
      await prequal.click('button[value=finish]');
      await prequal.reads(/^You qualify$/, 'h1');
      await product.show();
      await product.holds(isCompleted('prequal-button'));
      const visit = String(
        await product.evaluate(`document.querySelector('prequal-button').referral`),
      );
      assert.deepEqual(await shop.heard(visit), ['PREQUAL_COMPLETED']);
    },
  ],
];

/** The main way with the webhook early, late, twice and never. */
export const withAstrayWebhooks: readonly Journey[] = [
  [
    'A webhook that is early is known to the shop before the shopper is back',
    async (person, shop) => {
      const paid = await agree(person, shop, { mode: 'early' });
      assert.deepEqual(await shop.heard(paid.order), ['TEXT_TO_PAY_COMPLETED']);
      await assertPaid(shop, paid);
    },
  ],
  [
    'A webhook that is late is waited for, by the page that asks again and again',
    async (person, shop) => {
      const paid = await agree(person, shop, { mode: 'late', delayMs: 2_000 });
      await showAndAsk(paid.product);
      await paid.product.holds(isCompleted('pay-over-time-button'));
      await assertPaid(shop, paid);
    },
  ],
  [
    'A webhook that comes twice is one purchase',
    async (person, shop) => {
      const paid = await agree(person, shop, { mode: 'twice' });
      await until('second attempt', async () =>
        (await shop.webhooks(paid.order)).some(({ attempts }) => attempts.length === 2),
      );
      await assertPaid(shop, paid);
    },
  ],
  [
    'A webhook that never comes leaves the order open, and says nothing else',
    async (person, shop) => {
      const { product, returned, order } = await agree(person, shop, { mode: 'never' });
      await returned.reads(/^The shop has not heard about your order yet\./, '#outcome');
      await showAndAsk(product);
      assert.equal(await product.evaluate(isCompleted('pay-over-time-button')), false);
      assert.deepEqual(await shop.heard(order), []);
    },
  ],
];
