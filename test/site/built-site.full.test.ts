/** Builds the documentation site, and checks its links, its pages, and the playground in Chromium. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, posix } from 'node:path';
import { after, before, describe, it } from 'node:test';
import puppeteer, { type Browser } from 'puppeteer-core';
import { findChromiumOptions } from '../engines/find-engines.js';
import { notRun } from '../runner/not-run.js';
import { requiredIn } from '../runner/requirements.js';
import { useFreshPages, type BuiltSite } from './fresh-page.js';
import { shops } from '../../site/gallery.js';
import { eventually } from '../support/until.js';
import { assertNone } from '../support/assertions.js';

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

/** Runs a program of the repository or of a copy. */
function run(words: readonly string[], cwd = root) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

/** Builds the site into a folder like `npm run site`, and serves it. */
async function serveSite(folder: string): Promise<Server> {
  const { status, output } = run(['site/run.js', 'build', '--outDir', folder]);
  assert.equal(status, 0, output);
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

const site: BuiltSite = {
  url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  browser: () => browser,
};

// One build for all tests, because two at a time would share VitePress's temporary folder.
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
  describe('The site', describeFiles);
}

function describeFiles(): void {
  const pages = new Map<string, string>();
  before(() => {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const path = file.replaceAll('\\', '/');
      if (path.endsWith('.html')) pages.set(`/${path}`, readFileSync(join(folder, file), 'utf8'));
    }
  });

  it('has a page for each guide and recipe', () => {
    const guides = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => `/${file.replaceAll('\\', '/').replace('.md', '.html')}`);
    const recipes = readdirSync(join(root, 'recipes'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `/recipes/${name}.html`);
    assert.ok(guides.length > 25 && recipes.length > 9);
    assertNone([...guides, ...recipes, '/recipes.html'].filter((path) => !pages.has(path)));
  });

  it('has each guide as Markdown, and a list of guides for language models', () => {
    const list = readFileSync(join(folder, 'llms.txt'), 'utf8');
    const named = [...list.matchAll(/\]\((\/[^)]+\.md)\)/g)].map(([, path]) => path!);
    assert.ok(named.length > 40);
    assertNone(named.filter((path) => !existsSync(join(folder, path))));
    assert.match(readFileSync(join(folder, 'events.md'), 'utf8'), /^# Events$/m);
    const dead = [...named, '/llms-full.txt'].flatMap((path) => {
      const text = readFileSync(join(folder, path), 'utf8');
      const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, href]) => href!);
      const isDead = (href: string) => !/^[a-z]+:/.test(href) && !existsSync(join(folder, href));
      return links.filter(isDead).map((href) => `${path}: ${href}`);
    });
    assert.deepEqual(dead, []);
  });

  it('links to each recipe from the guide and from the sidebar', () => {
    const guide = pages.get('/recipes.html') ?? '';
    const [list = ''] =
      /<aside class="VPSidebar".*?<\/aside>/s.exec(pages.get('/events.html')!) ?? [];
    for (const path of [...pages.keys()].filter((each) => each.startsWith('/recipes/'))) {
      const content = guide.replace(/<aside class="VPSidebar".*?<\/aside>/s, '');
      assert.ok(content.includes(`href="${path}"`), `the guide: ${path}`);
      assert.ok(list.includes(`href="${path}"`), `the list: ${path}`);
    }
  });

  it('has no broken link to a page, file, or anchor', () => {
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

  it('has types that agree with VitePress', () => {
    const { status, output } = run(['node_modules/.bin/vue-tsc', '-p', 'site']);
    assert.equal(status, 0, output);
  });
}

/** Builds a copy of the site with additional text in a guide. */
function buildWith(addition: string): ReturnType<typeof run> {
  const copy = mkdtempSync(join(tmpdir(), 'financing-site-copy-'));
  try {
    const copied = ['docs', 'recipes', 'site', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
    for (const name of copied) {
      cpSync(join(root, name), join(copy, name), {
        recursive: true,
        filter: (path) => !/[/\\](node_modules|dist|cache)$/.test(path),
      });
    }
    // Guides also name files that aren't pages.
    const others = readdirSync(root).filter((name) => ![...copied, '.git', 'dist'].includes(name));
    for (const name of [...others, 'site/node_modules']) {
      symlinkSync(join(root, name), join(copy, name));
    }
    appendFileSync(join(copy, 'docs/texts.md'), `\n${addition}\n`);
    return run(['site/run.js', 'build'], copy);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

if (isInstalled) {
  describe('npm run site', () => {
    for (const [defect, addition, named] of [
      ['a link that leads nowhere', '[Here](nowhere.md)', /nowhere[^]*1 dead link\(s\)/],
      ['a misspelled word', 'This is mispelled.', /mispelled/],
    ] as const) {
      it(`fails on ${defect}, and names it`, () => {
        const { status, output } = buildWith(addition);
        assert.equal(status, 1, output);
        assert.match(output, named);
      });
    }
  });
}

if (options && isInstalled) {
  describe('A page', () => {
    const test = useFreshPages(site);

    for (const path of [
      'index.html',
      'financing-estimate.html',
      'errors.html',
      'reference-http.html',
      'server.html',
      'gallery.html',
    ]) {
      for (const scheme of ['light', 'dark'] as const) {
        it(`/${path} has no accessibility violation and no horizontal scroll, ${scheme}`, async () => {
          await test.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
          await test.page.setViewport({ width: 390, height: 844 });
          await test.page.goto(`${site.url()}/${path}`, { waitUntil: 'networkidle0' });
          assert.deepEqual(await test.defects(), { violations: [], sideways: 0 });
          assert.deepEqual(test.complaints, []);
        });
      }
    }

    it('/index.html shows the line without a request', async () => {
      await test.page.goto(`${site.url()}/index.html`);
      await test.holds(
        'financing-estimate >>> [part=payment]',
        'Estimated $114.20/mo for 12 months',
      );
      await (await test.shown('financing-estimate >>> [part=details-button]')).click();
      await test.shown('financing-estimate >>> [part=summary]');
      assert.deepEqual(test.complaints, []);
    });
  });

  describe('A shop of the gallery', () => {
    const test = useFreshPages(site);
    const payment = 'financing-estimate >>> [part=payment]';

    for (const shop of shops) {
      for (const scheme of ['light', 'dark'] as const) {
        it(`shows its line and its details accessibly: ${shop}, ${scheme}`, async () => {
          await test.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
          await test.page.goto(`${site.url()}/gallery/${shop}.html`);
          await test.shown(payment);
          assert.deepEqual(await test.defects(), { violations: [], sideways: 0 });
          await (await test.shown('financing-estimate >>> [part=details-button]')).click();
          await test.shown('financing-estimate >>> [part=summary]');
          assert.deepEqual(await test.defects(), { violations: [], sideways: 0 });
          assert.deepEqual(test.complaints, []);
        });
      }
    }
  });

  describe('The live examples', () => {
    const test = useFreshPages(site);
    const estimated = 'Estimated $114.20/mo for 12 months';
    const payments = '>>> financing-estimate:not([layout=card]) >>> [part=payment]';

    it('of <financing-estimate> show their payments, or why there is none', async () => {
      await test.page.goto(`${site.url()}/financing-estimate.html`);
      await eventually(async () => (await test.page.$$(payments)).length === 4, {
        what: 'four payments',
      });
      assert.equal(
        await test.text(payments),
        [estimated, estimated, 'From $70.24/mo for 12 months', estimated].join('\n'),
      );
      await test.page.waitForSelector(
        '>>> financing-estimate:state(unavailable) > [slot=unavailable]',
        { visible: true },
      );
      assert.deepEqual(test.complaints, []);
    });

    it('of <pay-over-time-button> text a link that leads to a purchase', async () => {
      await test.page.goto(`${site.url()}/buttons.html`);
      await (await test.shown('>>> pay-over-time-button >>> [part=button]')).click();
      await (await test.shown('>>> [part=phone-input]')).fill('4155550132');
      await (await test.shown('>>> [part=phone-submit]')).click();
      await test.holds('.live-hosted', 'the customer gets a text');
      await test.clickInFrame('button[value=finish]');
      await test.inFrame('::-p-text(Your purchase is paid)');
      assert.deepEqual(test.complaints, []);
    });
  });

  describe('The playground', () => {
    const test = useFreshPages(site);
    const urlOf = (query = '') => `${site.url()}/playground.html${query}`;
    /** Waits for this payment text. */
    const pays = (payment: string) => test.holds(paymentPart, payment);
    const choose = (label: string, value: string) => test.page.locator(`aria/${label}`).fill(value);
    const estimate = '>>> financing-estimate';
    const paymentPart = `${estimate} >>> [part=payment]`;
    const valueOf = (selector: string) =>
      test.page.$eval(selector, (field) => (field as HTMLInputElement).value);

    it('can be used with the keyboard, from the amount to the end of an application', async () => {
      await test.page.goto(urlOf());
      await pays('$114.20');
      const { keyboard } = test.page;
      /** Presses Tab until the focused element's tag, attributes, or text contain these words. */
      const tabTo = async (words: string) => {
        for (let presses = 0; presses < 80; presses += 1) {
          await keyboard.press('Tab');
          if ((await test.page.evaluate(describeFocus)).includes(words)) return;
        }
        assert.fail(`Tab does not lead to ${words}`);
      };
      await tabTo('details-button');
      await keyboard.press('Enter');
      await test.shown('>>> dialog[open]');
      await keyboard.press('Escape');
      await test.page.waitForSelector('>>> dialog[open]', { hidden: true });
      await tabTo('playground-amount');
      await keyboard.down('Control');
      await keyboard.press('a');
      await keyboard.up('Control');
      await keyboard.type('80');
      await pays('$27.11');
      await tabTo('sunset-motors');
      await keyboard.press('ArrowDown');
      await test.holds(`${estimate} >>> .apr`, '0% APR');
      // Wraps around, because the elements come before the controls.
      await tabTo('Skip to content');
      await tabTo('prequal-button');
      await keyboard.press('Enter');
      await test.inFrame('button[value=finish]');
      await tabTo('value="finish"');
      await keyboard.press('Enter');
      await test.inFrame('::-p-text(You qualify)');
      await tabTo('Back to the shop');
      await keyboard.press('Enter');
      await test.page.waitForSelector('>>> prequal-button:state(completed)');
      assert.match(await test.page.evaluate(describeFocus), /prequal-button/);
    });

    it('shows another payment for another amount, with the call and the event', async () => {
      await test.page.goto(urlOf());
      await pays('$114.20');
      await test.page.locator('aria/Amount').fill('80');
      await pays('$27.11');
      await test.holds('.live-call-log details', '"totalAmount": 80');
      await test.holds('.live-call-log details', '"monthlyAmount": 27.11');
      await test.holds('.live-event-log li', '"monthlyAmount":27.11');
      assert.deepEqual(test.complaints, []);
    });

    it('shows the fallback when the service fails, and the estimate when it recovers', async () => {
      await test.page.goto(urlOf());
      await pays('$114.20');
      await choose('What the service does', 'error');
      await test.page.waitForSelector('>>> financing-estimate:state(error)');
      await test.holds('.live-call-log details', '"code": "service-error"');
      await test.holds('.live-event-log li', 'financing-error');
      await choose('What the service does', 'normal');
      await pays('$114.20');
    });

    it('restores its state from its URL', async () => {
      await test.page.goto(urlOf());
      await pays('$114.20'); // wait for the first estimate, because earlier input could be lost
      await test.page.locator('aria/Amount').fill('500');
      await choose('Language', 'es');
      await choose('Skin', 'orchard');
      await test.page.waitForFunction(() => location.search.includes('skin=orchard'));
      const { search } = new URL(test.page.url());
      assert.equal(search, '?amount=500&language=es&skin=orchard');
      await test.page.reload();
      await test.holds('>>> financing-estimate >>> [part=payment]', '/mes');
      assert.equal(await valueOf('aria/Amount'), '500');
      assert.equal(new URL(test.page.url()).search, search);
    });

    it('sends a text message, and keeps the phone number out of the URL', async () => {
      await test.page.goto(urlOf('?delivery=sms'));
      await (await test.shown('>>> prequal-button >>> [part=button]')).click();
      await (await test.shown('>>> prequal-button >>> [part=phone-input]')).fill('4155552671');
      await (await test.shown('>>> prequal-button >>> [part=phone-submit]')).click();
      await test.holds('.live-hosted', 'the customer gets a text');
      await test.holds('.live-call-log', '(415) 555-2671');
      await test.page.locator('aria/Amount').fill('500');
      await eventually(async () => test.page.url().includes('amount=500'));
      assert.doesNotMatch(new URL(test.page.url()).search, /415/);
    });

    for (const scheme of ['light', 'dark'] as const) {
      for (const width of [390, 1280]) {
        it(`has no accessibility violation and no horizontal scroll, ${scheme}, ${width} px wide`, async () => {
          await test.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
          await test.page.setViewport({ width, height: 844 });
          await test.page.goto(urlOf('?text.apr=%7Bapr%7D+APR'));
          await pays('$114.20');
          await (await test.shown('>>> prequal-button >>> [part=button]')).click();
          await test.inFrame('button[value=finish]');
          assert.deepEqual(await test.defects(), { violations: [], sideways: 0 });
        });
      }
    }
  });
}

/** Describes the focused element through shadow trees and frames: its start tags and its text. */
function describeFocus(): string {
  let description = '';
  for (let active = document.activeElement; active;) {
    description += `${active.outerHTML.slice(0, 400)} ${active.textContent}\n`;
    active =
      active instanceof HTMLIFrameElement
        ? (active.contentDocument?.activeElement ?? null)
        : (active.shadowRoot?.activeElement ?? null);
  }
  return description;
}
