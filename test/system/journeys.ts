import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { OpenPage, Person } from './person.js';
import { serve } from '../../src/node/index.js';
import { createFinancingProxy } from '../../src/proxy/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { startHttp } from '../support/servers.js';
import { eventually } from '../support/until.js';

/** An event in the log of the demo's back end. */
interface LogEntry {
  readonly eventType: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface Shop {
  readonly url: string;
  /** Returns the events about an order, a referral, or a location, oldest first. */
  eventsOf(reference: string): Promise<string[]>;
  /** Injects a fault into the next webhook. */
  injectFault(fault: { readonly mode: string; readonly delayMs?: number }): Promise<void>;
}

export function createShop(url: string): Shop {
  const isAbout = (reference: string) => (entry: LogEntry) =>
    Object.values(entry.payload).includes(reference);

  async function fetchJson<Body>(path: string, init?: RequestInit): Promise<Body> {
    const response = await fetch(url + path, init);
    assert.equal(response.status, 200, path);
    return (await response.json()) as Body;
  }

  return {
    url,
    async eventsOf(reference) {
      const session = await fetch(`${url}/shop/session`, { method: 'POST', redirect: 'manual' });
      const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
      const log = await fetchJson<LogEntry[]>('/shop/events', { headers: { cookie } });
      return log.filter(isAbout(reference)).map(({ eventType }) => eventType);
    },
    async injectFault(fault) {
      const body = JSON.stringify({ operation: 'webhook', ...fault });
      await fetchJson('/sandbox/faults', { method: 'POST', body });
    },
  };
}

export type Journey = readonly [
  sentence: string,
  go: (person: Person, shop: Shop) => Promise<void>,
];

const button = ['pay-over-time-button', '[part=button]'] as const;
const message = ['pay-over-time-button', '[part=message]'] as const;

/** Returns an expression that is true if the button has the state `completed`. */
export const isCompleted = (tag: string) =>
  `document.querySelector('${tag}').matches(':state(completed)')`;

/** Brings the page to the front, and waits until it has requested the status of its link. */
async function showAndPoll(product: OpenPage): Promise<void> {
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

/** Clicks a button of the checkout page, and waits for the shop. */
async function endCheckout(person: Person, checkout: OpenPage, order: string, action: string) {
  await checkout.click(`button[value=${action}]`);
  return person.opened(new RegExp(`/product\\.html\\?order=${order}$`));
}

async function buy(person: Person, shop: Shop, fault?: { mode: string; delayMs?: number }) {
  const { product, checkout, order } = await goToCheckout(person, shop);
  if (fault) await shop.injectFault(fault);
  const returned = await endCheckout(person, checkout, order, 'finish');
  return { product, returned, order };
}

/** Asserts that the page and the back end know about a purchase, from one event. */
async function assertPaid(
  shop: Shop,
  { product, returned, order }: Awaited<ReturnType<typeof buy>>,
) {
  await returned.reads(/^Thank you\. Your order is paid over time\./, '#outcome');
  await product.show();
  await product.holds(isCompleted('pay-over-time-button'));
  await product.reads(/^You have the answer to your application\.$/, ...message);
  await product.reads(/^Thank you\. Your order is paid over time\./, '#outcome');
  assert.deepEqual(await shop.eventsOf(order), ['TEXT_TO_PAY_COMPLETED']);
}

export const inTheShop: readonly Journey[] = [
  [
    'A shopper buys, returns to the shop, and both pages and the back end know',
    async (person, shop) => assertPaid(shop, await buy(person, shop)),
  ],
  [
    'A shopper leaves, and no page shows a purchase',
    async (person, shop) => {
      const { product, checkout, order } = await goToCheckout(person, shop);
      const returned = await endCheckout(person, checkout, order, 'abort');
      await returned.reads(/^You left without paying/, '#outcome');
      await product.show();
      await product.reads(/^You left without paying/, '#outcome');
      assert.equal(await product.evaluate(isCompleted('pay-over-time-button')), false);
      assert.deepEqual(await shop.eventsOf(order), ['TEXT_TO_PAY_ABORTED']);
    },
  ],
  [
    'A shopper qualifies, and the button is completed',
    async (person, shop) => {
      const product = await person.open(`${shop.url}/product.html`);
      await product.click('.monthly prequal-button', '[part=button]');
      const prequal = await person.opened(/\/sandbox\/prequal\//);
      await prequal.click('button[value=finish]');
      await prequal.reads(/^You qualify$/, 'h1');
      await product.show();
      await product.holds(isCompleted('.monthly prequal-button'));
      const visit = String(
        await product.evaluate(`document.querySelector('.monthly prequal-button').referral`),
      );
      // The button is completed by the first of the two.
      const heard = ['PREQUAL_APPROVED', 'PREQUAL_COMPLETED'];
      await eventually(async () => isDeepStrictEqual(await shop.eventsOf(visit), heard));
    },
  ],
];

/** Purchases with a late and a missing webhook. */
export const withAstrayWebhooks: readonly Journey[] = [
  [
    'A page polls until a late webhook arrives',
    async (person, shop) => {
      const paid = await buy(person, shop, { mode: 'late', delayMs: 2_000 });
      await showAndPoll(paid.product);
      await paid.product.holds(isCompleted('pay-over-time-button'));
      await assertPaid(shop, paid);
    },
  ],
  [
    'An order stays open without its webhook',
    async (person, shop) => {
      const { product, returned, order } = await buy(person, shop, { mode: 'never' });
      await returned.reads(/^Your order is not confirmed yet\./, '#outcome');
      await showAndPoll(product);
      assert.equal(await product.evaluate(isCompleted('pay-over-time-button')), false);
      assert.deepEqual(await shop.eventsOf(order), []);
    },
  ],
];

async function openDesk(person: Person, { url }: Shop): Promise<OpenPage> {
  const desk = await person.open(`${url}/staff.html`);
  const isShown = (selector: string) => `document.querySelector('${selector}:not([hidden])')`;
  await desk.holds(`${isShown('#session')} || ${isShown('#received')}`);
  if (await desk.evaluate(`!!${isShown('#session')}`)) await desk.click('#session button');
  await desk.holds(isShown('#received'));
  return desk;
}

/** Sends the link of a button as a text message, and opens it on the phone. */
async function text(person: Person, shop: Shop, desk: OpenPage, tag: string, number: string) {
  await desk.click(tag, '[part=button]');
  await desk.type(number, tag, '[part=phone-input]');
  await desk.click(tag, '[part=phone-form] button:not([type])');
  await desk.holds(`document.querySelector('${tag}').matches(':state(sent)')`);
  const phone = await person.open(`${shop.url}/sandbox/outbox`);
  await phone.reads(new RegExp(number.slice(-4)), '.phone li');
  await phone.click('.phone a');
}

export const atTheDesk: readonly Journey[] = [
  [
    'A customer buys on the phone, and the desk sees it',
    async (person, shop) => {
      const desk = await openDesk(person, shop);
      const order = String(await desk.evaluate(`document.querySelector('#order').order.value`));
      await text(person, shop, desk, 'pay-over-time-button', '4155552671');
      const checkout = await person.opened(/\/sandbox\/checkout\//);
      await checkout.click('button[value=finish]');
      await checkout.reads(/^Your purchase is paid over time$/, 'h1');
      await desk.show();
      await desk.holds(isCompleted('pay-over-time-button'));
      await desk.reads(/^Approved\. The order is paid over time\.$/, '#order-progress');
      await desk.reads(new RegExp(`TEXT_TO_PAY_COMPLETED.*${order}`, 's'), '#log');
      assert.deepEqual(await shop.eventsOf(order), ['TEXT_TO_PAY_COMPLETED']);
    },
  ],
  [
    'A customer leaves on the phone, and the desk sees it',
    async (person, shop) => {
      const desk = await openDesk(person, shop);
      const visit = String(
        await desk.evaluate(`document.querySelector('prequal-button').referral`),
      );
      await text(person, shop, desk, 'prequal-button', '4155552672');
      const prequal = await person.opened(/\/sandbox\/prequal\//);
      await prequal.click('button[value=abort]');
      await prequal.reads(/^You left without applying$/, 'h1');
      await desk.show();
      await desk.reads(/^The customer left without finishing\.$/, '#visit-progress');
      assert.equal(await desk.evaluate(isCompleted('prequal-button')), false);
      assert.deepEqual(await shop.eventsOf(visit), ['PREQUAL_ABORTED']);
    },
  ],
  [
    'A location is added, and the desk sees each status',
    async (person, shop) => {
      const desk = await openDesk(person, shop);
      await desk.click('#location button');
      await desk.reads(/harbor-street\s+CREATED/, '#added-locations');
      await desk.click('#added-locations a');
      const application = await person.opened(/\/sandbox\/onboarding\//);
      for (const [action, reached] of [
        ['details', 'LOCATION_DETAILS_ADDED'],
        ['submit', 'SUBMITTED'],
        ['activate', 'ACTIVATED'],
      ] as const) {
        await application.show();
        await application.click(`button[value=${action}]`);
        await application.reads(new RegExp(reached), 'dl');
        await desk.show();
        await desk.reads(new RegExp(`harbor-street\\s+${reached}`), '#added-locations');
      }
      assert.deepEqual(await shop.eventsOf('harbor-street'), [
        'MERCHANT_CREATED',
        'MERCHANT_LOCATION_DETAILS_ADDED',
        'MERCHANT_SUBMITTED',
        'MERCHANT_ACTIVATED',
      ]);
    },
  ],
];

const secret = 'secret-of-this-shop';

/** Starts a shop on `localhost`, and its proxy and sandbox on `127.0.0.1`. */
async function startShop(t: TestContext) {
  const heard: string[] = [];
  let proxyUrl = '';
  const pages = await startHttp(t, (request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (request.url !== '/') return void response.end('<!doctype html><h1>Thank you</h1>');
    response.end(`<!doctype html>
      <html lang="en" data-financing-location="main-street">
        <title>A shop</title>
        <script type="module">
          import { configure } from '${proxyUrl}/financing/elements.js';
          configure({ endpoint: '${proxyUrl}/financing' });
        </script>
        <pay-over-time-button amount="500" transaction-id="order-1" redirect-url="http://${request.headers.host}/thanks"></pay-over-time-button>
      </html>`);
  });
  const shop = pages.replace('127.0.0.1', 'localhost');

  const sandbox = createSandbox({
    webhook: {
      url: 'https://shop.example/financing/webhooks',
      secret,
      fetch: (sent) => proxy.fetch(sent),
    },
  });
  const proxy = createFinancingProxy({
    baseUrl: 'https://service.example',
    svcKey: 'sandbox-key',
    trustPageAmount: true,
    clientAddress: () => '127.0.0.1',
    allowedOrigins: [shop],
    webhooks: { secrets: [secret], onEvent: ({ eventType }) => void heard.push(eventType) },
    fetch: (request) =>
      sandbox.fetch(new Request(request.url.replace('https://service.example', proxyUrl), request)),
  });
  const server = await serve(
    {
      fetch: (request) =>
        (new URL(request.url).pathname.startsWith('/sandbox/') ? sandbox : proxy).fetch(request),
    },
    { host: '127.0.0.1', port: 0 },
  );
  t.after(() => server.close());
  proxyUrl = server.url;
  return { shop, heard };
}

/** Buys in a shop whose proxy is on another origin. */
export async function goAcrossOrigins(t: TestContext, person: Person): Promise<void> {
  const { shop, heard } = await startShop(t);
  const page = await person.open(`${shop}/`);
  await page.click('pay-over-time-button', '[part=button]');
  const checkout = await person.opened(/127\.0\.0\.1:\d+\/sandbox\/checkout\//);
  await checkout.click('button[value=finish]');
  const thanks = await person.opened(/localhost:\d+\/thanks$/);
  await thanks.reads(/^Thank you$/, 'h1');
  await page.show();
  await page.holds(isCompleted('pay-over-time-button'));
  assert.deepEqual(heard, ['TEXT_TO_PAY_COMPLETED']);
}
