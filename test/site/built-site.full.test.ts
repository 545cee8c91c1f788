/** The documentation site as it is built: its links, and its pages and the playground in a real Chromium. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, posix } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import axe from 'axe-core';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findChromiumOptions } from '../engines/find-engines.js';
import { notRun } from '../runner/not-run.js';
import { requiredIn } from '../runner/requirements.js';
import { eventually } from '../support/until.js';

const root = join(import.meta.dirname, '../..');
const vitepress = join(root, 'site/node_modules/vitepress/bin/vitepress.js');
const options = findChromiumOptions({ prefersBundled: process.env['TEST_SCOPE'] !== 'all' });
const isInstalled = existsSync(vitepress);
const note = 'not installed (npm ci --prefix site)';
if (!isInstalled && requiredIn('REQUIRED_RUNTIMES').includes('site')) {
  throw new Error(`the packages of the site are required, and ${note}`);
}
if (!isInstalled) notRun('the documentation site', note);
else if (!options) notRun('its pages', 'no Chrome, Chromium or Edge found; set CHROME_PATH');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Builds the site into a folder, and serves it. */
async function serveSite(folder: string): Promise<Server> {
  const words = [vitepress, 'build', join(root, 'site'), '--outDir', folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  assert.equal(status, 0, `${stdout}${stderr}`);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://site');
    const file = join(folder, pathname);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    return response.end(readFileSync(file));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

let folder: string;
let server: Server;
let browser: Browser;
let page: Page;
/** What the console and the network said that is a defect. */
let complaints: string[];

const siteUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

// One build for all of them: two at a time would share VitePress's folder of temporary files.
if (isInstalled) {
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'financing-site-'));
    server = await serveSite(folder);
    if (options) browser = await puppeteer.launch(options);
  });
  after(async () => {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true });
  });
  describe('the site', describeFiles);
}

function describeFiles(): void {
  const pages = new Map<string, string>();
  before(() => {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const path = file.replaceAll('\\', '/');
      if (path.endsWith('.html')) pages.set(`/${path}`, readFileSync(join(folder, file), 'utf8'));
    }
  });

  it('has a page of each guide', () => {
    const guides = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => `/${file.replaceAll('\\', '/').replace('.md', '.html')}`);
    assert.deepEqual(
      guides.filter((guide) => !pages.has(guide)),
      [],
    );
  });

  it('has no link to a page, a file or an anchor that is not there', () => {
    const dead = new Set<string>();
    for (const [path, html] of pages) {
      for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
        if (/^[a-z]+:/.test(href)) continue;
        const { pathname, hash } = new URL(href.replaceAll('&amp;', '&'), `http://site${path}`);
        const target = pathname.endsWith('/') ? posix.join(pathname, 'index.html') : pathname;
        const anchor = decodeURIComponent(hash.slice(1));
        const hasAnchor = !anchor || pages.get(target)?.includes(` id="${anchor}"`);
        if (!existsSync(join(folder, target)) || !hasAnchor) dead.add(`${path}: ${href}`);
      }
    }
    assert.deepEqual([...dead], []);
  });

  for (const [name, ...words] of [
    ['has no word that the spell checker does not know', 'site/run.js', 'spelling'],
    ['has types that agree with those of VitePress', 'node_modules/.bin/vue-tsc', '-p', 'site'],
  ] as const) {
    it(name, () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, words, {
        cwd: root,
        encoding: 'utf8',
      });
      assert.equal(status, 0, stdout + stderr);
    });
  }
}

/** Opens a page of its own for each test of the suite. */
function useFreshPages(): void {
  beforeEach(async () => {
    page = await (await browser.createBrowserContext()).newPage();
    page.setDefaultTimeout(20_000);
    complaints = [];
    page.on('console', (said) => {
      if (['error', 'warn'].includes(said.type())) complaints.push(said.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('requestfailed', (request) => complaints.push(request.url()));
  });
  afterEach(() => page.browserContext().close());
}

/** What axe finds on the page, and how far it scrolls sideways. */
async function defects(): Promise<{ violations: string[]; sideways: number }> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const loaded = globalThis as unknown as { axe: typeof axe };
    // VitePress's own, whose name is shorter than its text.
    const found = await loaded.axe.run({ exclude: ['.DocSearch'] });
    return found.violations.map(({ id, nodes }) =>
      [id, ...nodes.map(({ html }) => html)].join(' '),
    );
  });
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return { violations, sideways };
}

if (options && isInstalled) {
  describe('a page', () => {
    useFreshPages();

    for (const path of [
      'index.html',
      'financing-estimate.html',
      'errors/timeout.html',
      'reference-http.html',
    ]) {
      for (const scheme of ['light', 'dark'] as const) {
        it(`/${path} has no accessibility violation and no sideways scroll, ${scheme}`, async () => {
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
          await page.setViewport({ width: 390, height: 844 });
          await page.goto(`${siteUrl()}/${path}`, { waitUntil: 'networkidle0' });
          assert.deepEqual(await defects(), { violations: [], sideways: 0 });
          assert.deepEqual(complaints, []);
        });
      }
    }

    it('is found by a word in it', async () => {
      await page.goto(`${siteUrl()}/index.html`);
      await page.locator('aria/Search').click();
      await page.locator('#localsearch-input').fill('trustPageAmount');
      await page.waitForSelector('.results a[href="/reference-settings.html#trustpageamount"]');
    });
  });

  describe('the playground', () => {
    useFreshPages();

    const urlOf = (query = '') => `${siteUrl()}/playground.html${query}`;
    const text = (selector: string) =>
      page.$$eval(selector, (found) => found.map(({ textContent }) => textContent).join('\n'));
    const holds = (selector: string, words: string) =>
      eventually(async () => (await text(selector)).includes(words), {
        what: `${words} in ${selector}`,
      });
    /** Waits until the text of the payment is this. */
    const pays = (payment: string) => holds('>>> financing-estimate >>> [part=payment]', payment);
    const choose = (label: string, value: string) => page.locator(`aria/${label}`).fill(value);

    it('shows another payment for another amount, with the call and the event', async () => {
      await page.goto(urlOf());
      await pays('$114.20');
      await page.locator('aria/Amount').fill('80');
      await pays('$27.11');
      await holds('.live-call-log details', '"totalAmount": 80');
      await holds('.live-call-log details', '"monthlyAmount": 27.11');
      await holds('.live-event-log li', '"monthlyAmount":27.11');
      assert.deepEqual(complaints, []);
    });

    it('shows the fallback when the service fails, and the estimate when it is back', async () => {
      await page.goto(urlOf());
      await pays('$114.20');
      await choose('What the service does', 'error');
      await page.waitForSelector('>>> financing-estimate:state(error)');
      await holds('.live-call-log details', '"code": "service-error"');
      await holds('.live-event-log li', 'financing-error');
      await choose('What the service does', 'normal');
      await pays('$114.20');
    });

    it('hides the elements when the amount cannot be financed', async () => {
      await page.goto(urlOf('?situation=unavailable'));
      await holds('.live-event-log li', 'financing-unavailable');
    });

    it('copies the snippet', async () => {
      await page
        .browserContext()
        .overridePermissions(new URL(urlOf()).origin, [
          'clipboard-read',
          'clipboard-write',
          'clipboard-sanitized-write',
        ]);
      await page.goto(urlOf('?amount=500&framework=vue'));
      await page.locator('aria/Copy Financing.vue').click();
      await holds('[role=status]', 'Financing.vue is copied.');
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(copied, /<financing-estimate amount="500">/);
      assert.equal(copied, await text('[data-snippet]'));
    });

    it('opens as it was by its URL', async () => {
      await page.goto(urlOf());
      await page.locator('aria/Amount').fill('500');
      await choose('Language', 'es');
      await choose('Skin', 'orchard');
      await page.waitForFunction(() => location.search.includes('skin=orchard'));
      const { search } = new URL(page.url());
      assert.equal(search, '?amount=500&language=es&skin=orchard');
      await page.reload();
      await holds('>>> financing-estimate >>> [part=payment]', '/mes');
      assert.equal(
        await page.$eval('aria/Amount', (field) => (field as HTMLInputElement).value),
        '500',
      );
      assert.equal(new URL(page.url()).search, search);
    });

    it('takes a link to its page and back, and says how it ended', async () => {
      await page.goto(urlOf());
      await pays('$114.20');
      await page.locator('>>> pay-over-time-button >>> [part=button]').click();
      const hostedPage = () => page.frames().find((frame) => frame.parentFrame())!;
      await eventually(async () => (await hostedPage().$('button[value=finish]')) !== null);
      await hostedPage().locator('button[value=finish]').click();
      await eventually(
        async () => (await hostedPage().$('::-p-text(Your purchase is paid)')) !== null,
      );
      await page.locator('aria/Back to the shop').click();
      await page.waitForSelector('>>> pay-over-time-button:state(completed)');
      await holds('.live-event-log li', 'financing-status');
      assert.equal((await page.browserContext().pages()).length, 1);
      assert.equal(new URL(page.url()).search, '');
    });

    it('sends a text, and keeps the phone number out of the URL', async () => {
      await page.goto(urlOf('?delivery=sms'));
      await page.locator('>>> prequal-button >>> [part=button]').click();
      await page.locator('>>> prequal-button >>> [part=phone-input]').fill('4155552671');
      await page.locator('>>> prequal-button >>> [part=phone-submit]').click();
      await holds('.live-hosted', 'the customer gets a text');
      await holds('.live-call-log', '4155552671');
      await page.locator('aria/Amount').fill('500');
      await eventually(async () => page.url().includes('amount=500'));
      assert.doesNotMatch(page.url(), /415/);
    });

    for (const scheme of ['light', 'dark'] as const) {
      for (const width of [390, 1280]) {
        it(`has no accessibility violation and no sideways scroll, ${scheme}, ${width} px wide`, async () => {
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
          await page.setViewport({ width, height: 844 });
          await page.goto(urlOf('?text.apr=%7Bapr%7D+APR'));
          await pays('$114.20');
          await page.locator('>>> prequal-button >>> [part=button]').click();
          await eventually(async () => Boolean(await page.frames()[1]!.$('button[value=finish]')));
          assert.deepEqual(await defects(), { violations: [], sideways: 0 });
        });
      }
    }
  });
}
