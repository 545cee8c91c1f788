/** What a shopper's page, its browser and its visitors get to know of a purchase. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Browser } from '../engines/browsers.js';
import { assertNoSentinel } from '../support/sentinels.js';
import { shopSecrets, startOneOrigin, type OneOrigin } from './one-origin.js';
import { until, type OpenPage, type Person } from './person.js';
import { isCompleted } from './shop-journeys.js';
import { findStrings } from './find-strings.js';

const customer = {
  firstName: 'Firstname-4f21',
  lastName: 'Lastname-8c03',
  email: 'customer-77aa@home.example',
  phone: '4155552671',
  dateOfBirth: '1971-03-04',
};
const stranger = { strangersName: 'Stranger-9d12', strangersPhone: '4155552688' };

/** Keeps the events, as a script of the page may. */
const product = `
  <script type="module" src="/financing/elements.js"></script>
  <financing-estimate amount="500"></financing-estimate>
  <pay-over-time-button amount="500" transaction-id="order-1" location="main-street" redirect-url="/thanks"></pay-over-time-button>
  <script>
    const button = document.querySelector('pay-over-time-button');
    button.customerDetails = ${JSON.stringify(customer)};
    button.redirectUrl = new URL('/thanks', document.URL).href;
    globalThis.heard = [];
    for (const type of ['estimate', 'link', 'status', 'error']) {
      addEventListener('financing-' + type, (fired) => heard.push(fired));
    }
  </script>`;

/** Buys, in the same shop as somebody else has just done. */
async function buy(t: TestContext, person: Person) {
  const shop = await startOneOrigin(t, product);
  const other = await fetch(`${shop.url}/financing/purchase/api/v1/online-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify([
      {
        location: 'main-street',
        customerDetails: { firstName: stranger.strangersName, phone: stranger.strangersPhone },
        sendSMS: false,
      },
    ]),
  });
  assert.equal(other.status, 200);

  const page = await person.open(`${shop.url}/`);
  await page.holds(`document.querySelector('financing-estimate').status === 'ready'`);
  await page.click('pay-over-time-button', '[part=button]');
  const checkout = await person.opened(/\/sandbox\/checkout\//);
  await checkout.click('button[value=finish]');
  const thanks = await person.opened(/\/thanks/);
  await page.show();
  await page.holds(isCompleted('pay-over-time-button'));
  return { shop, page, thanks };
}

/** The tokens in the answers that the page got. */
function tokensIn({ arrived }: OneOrigin): Record<string, string> {
  const link = arrived.find(({ call }) => call.endsWith('/send-link'))!.answer!;
  const { shortToken, longToken } = JSON.parse(link.text) as Record<string, string>;
  const tokens = { statusToken: link.headers.get('financing-link-token'), shortToken, longToken };
  for (const [name, token] of Object.entries(tokens)) assert.ok(token, `there is no ${name}`);
  return tokens as Record<string, string>;
}

/** Where a page leaves things that outlast it, or that others can read. */
const places = `JSON.stringify({
  url: document.URL,
  title: document.title,
  name: window.name,
  cookie: document.cookie,
  history: history.state,
  storage: [{ ...localStorage }, { ...sessionStorage }],
  entries: performance.getEntries().map((entry) => entry.toJSON()),
  markup: document.querySelector('pay-over-time-button')?.outerHTML,
})`;

async function assertNothingLeft(page: OpenPage, sentinels: Record<string, string>) {
  const left = String(await page.evaluate(places));
  assert.match(left, /"entries":\[\{/);
  assertNoSentinel(left, sentinels);
  assert.equal(await page.evaluate('document.cookie'), '');
}

const readHosts = `performance.getEntries()
  .filter(({ entryType }) => /^(navigation|resource)$/.test(entryType))
  .map(({ name }) => new URL(name).origin)`;

/** A whole purchase. */
export async function buyAndLeaveNothing(
  t: TestContext,
  person: Person,
  { requests }: Browser,
): Promise<void> {
  const before = requests?.length;
  const { shop, page, thanks } = await buy(t, person);

  await t.test('It leaves no personal data, no token and no cookie', async () => {
    const sentinels = { ...customer, ...tokensIn(shop), ...shopSecrets };
    for (const each of [page, thanks]) await assertNothingLeft(each, sentinels);
    for (const { call, answer } of shop.arrived) {
      assert.equal(answer?.headers.get('set-cookie'), null, call);
    }
  });

  await t.test('Its page finds nobody else’s data and no credentials', async () => {
    const hidden = { ...shopSecrets, ...stranger };
    const heap = await page.heap?.();
    if (heap !== undefined) {
      assert.ok(heap.includes(customer.email), 'what is its own is there');
      assertNoSentinel(heap, hidden);
    }
    const { statusToken = '' } = tokensIn(shop);
    const found = await page.evaluate(findStrings({ ...hidden, statusToken, ...customer }));
    assert.deepEqual(found, Object.keys(customer));
  });

  await t.test('It calls the endpoint, and goes to the link', async () => {
    assert.deepEqual([...new Set((await page.evaluate(readHosts)) as string[])], [shop.url]);
    // Of what never loaded, and of other tabs, WebDriver tells nothing.
    if (!requests) return;
    const ours = requests
      .slice(before)
      .filter((url) => url.startsWith('http'))
      .map((url) => new URL(url));
    const elsewhere = ours.filter(({ origin }) => origin !== shop.url);
    assert.ok(elsewhere.length > 0 && elsewhere.length < ours.length);
    for (const { href } of elsewhere)
      assert.ok(href.startsWith(`${shop.linkOrigin}/sandbox/`), href);
  });
}

const framed = [
  ...['/financing/elements.js', '/financing/openapi.json', '/financing/health'],
  ...['/financing/link-status', '/financing/webhooks', '/financing/nothing'],
  '/financing/purchase/api/v1/online-link',
];

/** Shows answers of the proxy in frames, and beside them a page of the shop, which may be framed. */
export async function frameAnswers(t: TestContext, person: Person): Promise<void> {
  const { url, arrived } = await startOneOrigin(t, '');
  const page = await person.open(`${url}/`);
  const frame = (path: string) =>
    page.evaluate(`void (globalThis.newest = document.body.appendChild(
    Object.assign(document.createElement('iframe'), { src: '${path}' })))`);
  for (const path of framed) await frame(path);
  await until(
    'answers',
    async () => arrived.filter(({ answer }) => answer).length === framed.length,
  );
  // Firefox tells nobody that it has blocked a frame: so the last one is waited for.
  await frame('/thanks');
  await page.holds(`newest.contentDocument?.querySelector('h1')`);
  const shown = await page.evaluate(
    `[...document.querySelectorAll('iframe')].map((frame) => frame.contentDocument?.body?.innerText || null)`,
  );
  assert.deepEqual(shown, [...framed.map(() => null), 'Thank you']);
}
