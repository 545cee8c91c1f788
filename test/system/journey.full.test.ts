/**
 * The whole journey in each engine, with the demo: someone clicks, and both the page and the back end learn the outcome. Each
 * engine has its own shop, so that they run in parallel. The same browsers then test faults and privacy in smaller shops.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Browser } from '../engines/browsers.js';
import { assertNoSentinel } from '../support/secrets.js';
import {
  createPerson,
  type OneOrigin,
  type OpenPage,
  type Person,
  shopSecrets,
  startOneOrigin,
  withEngines,
  waitFor,
} from './person.js';
import {
  atTheDesk,
  createShop,
  goAcrossOrigins,
  inTheShop,
  isCompleted,
  withAstrayWebhooks,
} from './journeys.js';
import { notRun } from '../runner/not-run.js';
import { startCommand } from '../cli/command.js';
import { postJson } from '../support/servers.js';

/** Returns an expression for the names of texts that a script of the page can read. */
function findStrings(texts: Readonly<Record<string, string>>): string {
  return `(${walk.toString()})(${JSON.stringify(texts)})`;
}

/**
 * Runs in the page. Walks from the window through all properties, including those of prototypes. It has no named inner functions,
 * because the compiler would add helpers that don't exist in the page.
 */
function walk(texts: Record<string, string>): string[] {
  const found = new Set<string>();
  const seen = new Set<unknown>([texts, found]);
  const next: object[] = [window];
  while (next.length > 0) {
    const object = next.pop()!;
    const values: unknown[] = object instanceof Map || object instanceof Set ? [...object] : [];
    // The state of an element is in getters of its prototypes.
    for (let owner = object; owner; owner = Object.getPrototypeOf(owner) as object) {
      values.push(owner);
      for (const key of Reflect.ownKeys(owner)) {
        try {
          values.push(key, Reflect.get(owner, key, object));
        } catch {
          // A getter that needs an instance, or an object of another origin.
        }
      }
    }
    for (const value of values) {
      if (typeof value === 'string') {
        for (const key in texts) if (value.includes(texts[key]!)) found.add(key);
      } else if (Object(value) === value && !seen.has(value)) {
        seen.add(value);
        next.push(value as object);
      }
    }
    if (seen.size > 200_000) throw new Error('Too many objects');
  }
  return Object.keys(texts).filter((key) => found.has(key));
}

const customer = {
  firstName: 'Firstname-4f21',
  lastName: 'Lastname-8c03',
  email: 'customer-77aa@home.example',
  phone: '4155552671',
  dateOfBirth: '1971-03-04',
};
const stranger = { strangersName: 'Stranger-9d12', strangersPhone: '4155552688' };

/** A page that stores events, as its scripts can. */
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

/** Buys in a shop right after another shopper. */
async function buy(t: TestContext, person: Person) {
  const shop = await startOneOrigin(t, product);
  const customerDetails = { firstName: stranger.strangersName, phone: stranger.strangersPhone };
  const other = await postJson(
    `${shop.url}/financing/purchase/api/v1/online-link`,
    [{ location: 'main-street', customerDetails, sendSMS: false }],
    { 'sec-fetch-site': 'same-origin' },
  );
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

function tokensIn({ arrived }: OneOrigin): Record<string, string> {
  const link = arrived.find(({ call }) => call.endsWith('/send-link'))!.answer!;
  const { shortToken, longToken } = JSON.parse(link.text) as Record<string, string>;
  const tokens = { statusToken: link.headers.get('financing-link-token'), shortToken, longToken };
  for (const [name, token] of Object.entries(tokens)) assert.ok(token, `there is no ${name}`);
  return tokens as Record<string, string>;
}

/** An expression for places whose content outlasts a page, or that others can read. */
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

/** Buys, and searches for leaks. */
async function buyAndLeaveNothing(
  t: TestContext,
  person: Person,
  { requests }: Browser,
): Promise<void> {
  const before = requests?.length;
  const { shop, page, thanks } = await buy(t, person);

  await t.test('The purchase leaves no personal data, token, or cookie', async () => {
    const sentinels = { ...customer, ...tokensIn(shop), ...shopSecrets };
    for (const each of [page, thanks]) await assertNothingLeft(each, sentinels);
    for (const { call, answer } of shop.arrived) {
      assert.equal(answer?.headers.get('set-cookie'), null, call);
    }
  });

  await t.test('The page can read no credentials, and no data of other shoppers', async () => {
    const hidden = { ...shopSecrets, ...stranger };
    const heap = await page.heap?.();
    if (heap !== undefined) {
      assert.ok(heap.includes(customer.email), 'the heap has its own data');
      assertNoSentinel(heap, hidden);
    }
    const { statusToken = '' } = tokensIn(shop);
    const found = await page.evaluate(findStrings({ ...hidden, statusToken, ...customer }));
    assert.deepEqual(found, Object.keys(customer));
  });

  await t.test('The page calls only the endpoint and the link', async () => {
    assert.deepEqual([...new Set((await page.evaluate(readHosts)) as string[])], [shop.url]);
    // WebDriver doesn't report failed requests and other tabs.
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

// oxfmt-ignore
const framed = [
  '/financing/elements.js', '/financing/openapi.json', '/financing/health',
  '/financing/link-status', '/financing/webhooks', '/financing/nothing',
  '/financing/purchase/api/v1/online-link',
];

/** Loads responses of the proxy in frames, next to a page of the shop that can be framed. */
async function frameResponses(t: TestContext, person: Person): Promise<void> {
  const { url, arrived } = await startOneOrigin(t, '');
  const page = await person.open(`${url}/`);
  const frame = (path: string) =>
    page.evaluate(`void (globalThis.newest = document.body.appendChild(
    Object.assign(document.createElement('iframe'), { src: '${path}' })))`);
  for (const path of framed) await frame(path);
  await waitFor(
    'answers',
    async () => arrived.filter(({ answer }) => answer).length === framed.length,
  );
  // Firefox has no event for a blocked frame, so wait for the last frame.
  await frame('/thanks');
  await page.holds(`newest.contentDocument?.querySelector('h1')`);
  const shown = await page.evaluate(
    `[...document.querySelectorAll('iframe')].map((frame) => frame.contentDocument?.body?.innerText || null)`,
  );
  assert.deepEqual(shown, [...framed.map(() => null), 'Thank you']);
}

const button = ['prequal-button', '[part=button]'] as const;
const isBusy = `document.querySelector('prequal-button').matches(':state(busy)')`;
const post = 'POST /purchase/api/v1/online-link';

/** A product page that records the events of the button, and restores from the back/forward cache. */
const buttonPage = (target: string) => `
  <script type="module" src="/financing/elements.js"></script>
  <prequal-button location="main-street" referral="r1" target="${target}"></prequal-button>
  <script>
    const shown = [];
    addEventListener('pageshow', ({ persisted }) => shown.push(persisted));
    const said = [];
    addEventListener('financing-error', ({ code }) => said.push(code));
    addEventListener('financing-link', (link) => {
      said.push('link');
      link.preventDefault();
    });
  </script>`;

function keys({ arrived }: OneOrigin): (string | null)[] {
  const posts = arrived.filter(({ call }) => call === post);
  return posts.map(({ headers }) => headers.get('idempotency-key'));
}

function assertArrivals(shop: OneOrigin, count: number): void {
  const [key] = keys(shop);
  assert.match(key ?? '', /^\S{16,128}$/);
  assert.deepEqual(keys(shop), Array<unknown>(count).fill(key));
}

async function getLink(page: OpenPage): Promise<void> {
  await page.click(...button);
  await page.holds(`said.at(-1) === 'link'`);
}

/** Leaves the page while the button waits for its link, and returns. */
async function comeBackWhileBusy(t: TestContext, person: Person, target: string) {
  let isLost = true;
  const shop = await startOneOrigin(t, buttonPage(target), ({ call, pass }) =>
    call === post && isLost ? new Promise(() => {}) : pass(),
  );
  const page = await person.open(`${shop.url}/`);
  await page.click(...button);
  await waitFor('POST', async () => keys(shop).length > 0);
  await page.holds(isBusy);
  await page.evaluate(`void setTimeout(() => location.assign('/another'))`);
  await page.holds(`location.pathname === '/another' && document.readyState === 'complete'`);
  await page.evaluate('void setTimeout(() => history.back())');
  await page.holds(`location.pathname === '/' && shown.length && !${isBusy}`);
  assertArrivals(shop, 1);
  isLost = false;
  return { shop, page };
}

/** True if this browser has a back/forward cache. Headless shells of Chromium may not. */
async function hasPageCache(t: TestContext, person: Person): Promise<boolean> {
  const record = `<script>
    const shown = [];
    addEventListener('pageshow', ({ persisted }) => shown.push(persisted));
  </script>`;
  const shop = await startOneOrigin(t, record, ({ pass }) => pass());
  const page = await person.open(`${shop.url}/`);
  await page.evaluate(`void setTimeout(() => location.assign('/another'))`);
  await page.holds(`location.pathname === '/another' && document.readyState === 'complete'`);
  await page.evaluate('void setTimeout(() => history.back())');
  await page.holds(`location.pathname === '/' && typeof shown === 'object' && shown.length`);
  return (await page.evaluate('shown.at(-1)')) === true;
}

/** Returns to a cached page. The page opens no window, because Chromium wouldn't cache it then. */
async function comeBackFromCache(t: TestContext, person: Person): Promise<void> {
  if (!(await hasPageCache(t, person))) {
    return notRun('coming back to a kept page', 'this Chromium has no back/forward cache');
  }
  const { shop, page } = await comeBackWhileBusy(t, person, '_self');
  assert.deepEqual(await page.evaluate('[shown, said]'), [[false, true], ['network']]);
  await getLink(page);
  assertArrivals(shop, 2);
  assert.equal(shop.upstream.length, 1);
}

/** Returns to a page that is loaded again. */
async function comeBackToNewPage(t: TestContext, person: Person): Promise<void> {
  const { shop, page } = await comeBackWhileBusy(t, person, '_blank');
  assert.deepEqual(await page.evaluate('[shown, said]'), [[false], []]);
  await getLink(page);
  assert.equal(shop.upstream.length, 1);
}

/**
 * Loses the response with a reused connection. Browsers may then resend a request (RFC 9110, section 9.2.2), and Chromium and
 * Firefox do. Chromium does so only on the page's own origin: a request to another origin has a preflight, and then uses a
 * new connection.
 */
async function loseConnection(t: TestContext, person: Person, sendsAgain: boolean) {
  let isFirst = true;
  const shop = await startOneOrigin(t, buttonPage('_blank'), async ({ call, pass, reset }) => {
    const answer = await pass();
    if (call === post && isFirst) {
      isFirst = false;
      reset();
    }
    return answer;
  });
  const page = await person.open(`${shop.url}/`);
  await page.click(...button);
  await page.holds('said.length');
  assert.equal(await page.evaluate('said[0]'), sendsAgain ? 'link' : 'network');
  if (!sendsAgain) await getLink(page);
  assertArrivals(shop, 2);
  assert.deepEqual(shop.upstream, ['/purchase/api/v1/online-link']);
}

/** Returns the faults that an engine supports. */
function lossesIn(engine: string): readonly Loss[] {
  const losses: Loss[] = [
    [
      'A link is created once if its connection breaks',
      (t, person) => loseConnection(t, person, engine !== 'WebKit'),
    ],
  ];
  // WebDriver loses a WebKit page after going back.
  if (engine !== 'WebKit') {
    losses.push(['A shopper can click after returning to a new page', comeBackToNewPage]);
  }
  // Firefox doesn't cache a page with a pending request.
  if (engine === 'Chromium') {
    losses.push(['A shopper can click after returning to a cached page', comeBackFromCache]);
  }
  return losses;
}

type Loss = readonly [sentence: string, happen: (t: TestContext, person: Person) => Promise<void>];

describe('The journey of the demo', { concurrency: 3, timeout: 420_000 }, () => {
  withEngines((engine, browse) => {
    it(`in ${engine}`, async (t) => {
      const url = await startCommand(t, ['demo', '--port', '0']).listening();
      const browser = await browse();
      t.after(() => browser.close());
      const person = createPerson(browser);
      // Faults of webhooks don't depend on the engine.
      const more = engine === 'Chromium' ? withAstrayWebhooks : [];
      for (const [sentence, journey] of [...inTheShop, ...atTheDesk, ...more]) {
        await t.test(sentence, () => journey(person, createShop(url)));
        await browser.tidy();
      }
      for (const [sentence, happen] of lossesIn(engine)) {
        await t.test(sentence, (each) => happen(each, person));
        await browser.tidy();
      }
      await t.test('A shopper buys', (each) => buyAndLeaveNothing(each, person, browser));
      await browser.tidy();
      await t.test('No response of the proxy can be framed', (each) =>
        frameResponses(each, person),
      );
      await t.test('A shopper buys in a shop whose proxy is on another origin', (each) =>
        goAcrossOrigins(each, person),
      );
    });
  });
});
