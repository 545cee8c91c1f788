/** Links whose answer the page never gets: it was left meanwhile, or the connection broke. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { notRun } from '../runner/not-run.js';
import { startOneOrigin, type OneOrigin } from './one-origin.js';
import { until, type OpenPage, type Person } from './person.js';

const button = ['prequal-button', '[part=button]'] as const;
const isBusy = `document.querySelector('prequal-button').matches(':state(busy)')`;
const post = 'POST /purchase/api/v1/online-link';

/** A product page that keeps what the button says, and whether it was shown from the back/forward cache. */
const product = (target: string) => `
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
  const shop = await startOneOrigin(t, product(target), ({ call, pass }) =>
    call === post && isLost ? new Promise(() => {}) : pass(),
  );
  const page = await person.open(`${shop.url}/`);
  await page.click(...button);
  await until('POST', async () => keys(shop).length > 0);
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
  const shop = await startOneOrigin(t, product('_blank'), async ({ call, pass, reset }) => {
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
export function lossesIn(engine: string): readonly Loss[] {
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
