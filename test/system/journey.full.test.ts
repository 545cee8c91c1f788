/**
 * The whole journey in each engine, on what `npm start` runs: someone clicks, and both the page and the shop's back end
 * learn what happened. Each engine has a shop of its own, so that they run side by side. The same browsers then visit
 * smaller shops, in which less goes well, or more is looked at.
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
  goAcrossOrigins,
  inTheShop,
  isCompleted,
  withAstrayWebhooks,
} from './journeys.js';
import { notRun } from '../runner/not-run.js';
import { startCommand } from '../cli/command.js';
import { createShop } from './shop.js';

/** An expression for a page: the names of those texts that a script of the page gets to see. */
function findStrings(texts: Readonly<Record<string, string>>): string {
  return `(${walk.toString()})(${JSON.stringify(texts)})`;
}

/**
 * Runs in the page: goes from the window through all properties, those of the prototypes too, and through everything
 * that is reached so. It has no functions of its own with a name: the compiler would give them what is not in the page.
 */
function walk(texts: Record<string, string>): string[] {
  const found = new Set<string>();
  const seen = new Set<unknown>([texts, found]);
  const next: object[] = [window];
  while (next.length > 0) {
    const object = next.pop()!;
    const values: unknown[] = object instanceof Map || object instanceof Set ? [...object] : [];
    // The state of an element is behind getters of its prototypes.
    for (let owner = object; owner; owner = Object.getPrototypeOf(owner) as object) {
      values.push(owner);
      for (const key of Reflect.ownKeys(owner)) {
        try {
          values.push(key, Reflect.get(owner, key, object));
        } catch {
          // It is a prototype's, and wants an instance; or another origin's.
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
    if (seen.size > 200_000) throw new Error('There is no end to it');
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

/** Buys, in the same shop as another shopper has just done. */
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
async function buyAndLeaveNothing(
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

  await t.test('Its page finds no other shopper’s data and no credentials', async () => {
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
async function frameAnswers(t: TestContext, person: Person): Promise<void> {
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
  // Firefox has no event for a blocked frame: so the last one is waited for.
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

/** A product page that keeps what the button says, and whether it was shown from the back/forward cache. */
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

/** The keys of the requests for a link, in the order of their arrival. */
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

/** Leaves the page while the button waits for its link, and comes back. */
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

/** Whether this browser has a back/forward cache: headless shells of Chromium may keep no page. */
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

/** Comes back to the page as it was left. A window that it has opened would keep it out of Chromium's cache. */
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

/** Comes back to a page that is loaded anew. */
async function comeBackToNewPage(t: TestContext, person: Person): Promise<void> {
  const { shop, page } = await comeBackWhileBusy(t, person, '_blank');
  assert.deepEqual(await page.evaluate('[shown, said]'), [[false], []]);
  await getLink(page);
  assert.equal(shop.upstream.length, 1);
}

/**
 * Loses the answer with the connection, which had served before: browsers may then send a request again by themselves
 * (RFC 9110, section 9.2.2), and Chromium and Firefox do. Chromium does so on the page's own origin only: elsewhere the
 * request follows its preflight on a connection of its own.
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

/** What can happen to a link in an engine. */
function lossesIn(engine: string): readonly Loss[] {
  const losses: Loss[] = [
    [
      'A link whose connection breaks is made once',
      (t, person) => loseConnection(t, person, engine !== 'WebKit'),
    ],
  ];
  // WebDriver hears no more of a page of WebKit's to which its shopper comes back.
  if (engine !== 'WebKit') {
    losses.push(['A shopper who comes back to a new page can click', comeBackToNewPage]);
  }
  // Firefox keeps no page that waits for an answer.
  if (engine === 'Chromium') {
    losses.push(['A shopper who comes back to the page as it was can click', comeBackFromCache]);
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
      // What a webhook does when it goes astray does not depend on the engine.
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
      await t.test('No answer of the proxy shows in a frame', (each) => frameAnswers(each, person));
      await t.test('A shopper agrees in a shop whose proxy is on another origin', (each) =>
        goAcrossOrigins(each, person),
      );
    });
  });
});
