// @ts-check
/**
 * Takes screenshots of the real elements, on the sandbox: for docs/styling.md in light and dark, for the gallery shops, and
 * docs/product-page.png of the demo shop. Run `npm run build`, then `npm run site -- pictures`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { createFinancingProxy } from '../dist/proxy/index.js';
import { createSandbox } from '../dist/sandbox/index.js';
import { toNodeListener } from '../dist/node/index.js';
import { findChromiumOptions } from '../test/engines/find-engines.js';
import { galleryFiles, shops, typeOf } from './gallery.js';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs/styling');

/**
 * The side of a part where its name goes, and the position on that side where its leader begins, from 0 (left or top) to 1.
 * @typedef {['above' | 'below' | 'right', number]} Label
 *
 * @typedef {object} Picture
 * @property {string} markup
 * @property {number} width of the container of the markup, in px
 * @property {string} ready a selector that matches when the picture can be taken
 * @property {(page: import('puppeteer-core').Page) => Promise<void>} [ act] the shopper's actions before that
 * @property {boolean} [isStyled] true if it has the styles of the first CSS sample below it
 * @property {Readonly<Record<string, Label>>} [parts] the parts to name; parts with names below go from left to right
 */

const line = '<financing-estimate amount="1299"></financing-estimate>';
const readyEstimate = 'financing-estimate:state(ready)';

/** The last digits of the number that was texted last. Each number gets one text. */
let lastNumber = 31;

const mark = `<svg slot="mark" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
  <circle cx="12" cy="12" r="11" fill="#e08a3c" />
  <path d="M7 12.5l3.5 3.5L17 8.5" fill="none" stroke="#fff" stroke-width="2.5" />
</svg>`;

/** @type {Readonly<Record<string, Picture>>} */
const pictures = {
  line: {
    markup: line,
    width: 640,
    ready: readyEstimate,
    parts: {
      payment: ['above', 0.1],
      amount: ['above', 0.5],
      'details-button': ['below', 0.5],
    },
  },
  widths: {
    markup: [120, 240, 580].map((width) => `<div style="width: ${width}px">${line}</div>`).join(''),
    width: 640,
    ready: `div:last-child > ${readyEstimate}`,
  },
  card: {
    markup:
      '<financing-estimate layout="card" amount="1299" style="inline-size: 420px"></financing-estimate>',
    width: 640,
    ready: readyEstimate,
    parts: {
      amount: ['above', 0.5],
      'details-button': ['right', 0.5],
      tiles: ['right', 0.5],
      card: ['right', 0.95],
    },
  },
  'line-styled': {
    markup: ['', '', ' details="icon"']
      .map(
        (attribute, index) =>
          `<p><financing-estimate amount="1299"${attribute}>${index === 1 ? mark : ''}</financing-estimate></p>`,
      )
      .join(''),
    width: 640,
    ready: `p:last-child > ${readyEstimate}`,
    isStyled: true,
  },
  dialog: {
    markup:
      '<financing-estimate amount="1299" product="Drift lounge chair"><prequal-button slot="action"></prequal-button></financing-estimate>',
    width: 620,
    ready: readyEstimate,
    act: openDetails,
    parts: {
      dialog: ['right', 0.02],
      'dialog-close': ['right', 0.5],
      summary: ['right', 0.5],
      tiles: ['right', 0.5],
      bar: ['right', 0.5],
      breakdown: ['right', 0.5],
      disclosure: ['right', 0.5],
    },
  },
  'dialog-styled': {
    markup: `<financing-estimate amount="1299">${mark}<prequal-button slot="action"></prequal-button></financing-estimate>`,
    width: 488,
    ready: readyEstimate,
    isStyled: true,
    act: openDetails,
  },
  buttons: {
    markup: `<div class="row">
      <pay-over-time-button amount="1299"></pay-over-time-button><prequal-button></prequal-button>
    </div>`,
    width: 560,
    ready: 'pay-over-time-button:state(error)',
    // It has no transaction-id, so it shows an error.
    act: (page) => click(page, 'pay-over-time-button >>> [part=button]'),
    parts: { button: ['above', 0.1], label: ['above', 0.6], message: ['below', 0.1] },
  },
  'buttons-styled': {
    markup:
      '<pay-over-time-button amount="1299"></pay-over-time-button> <prequal-button></prequal-button>',
    width: 400,
    ready: 'prequal-button:defined',
    isStyled: true,
  },
  'phone-styled': {
    markup: '<prequal-button delivery="sms"></prequal-button>',
    width: 488,
    ready: 'prequal-button:defined',
    isStyled: true,
    act: openPhoneForm,
  },
  'phone-form': {
    markup: '<prequal-button delivery="sms"></prequal-button>',
    width: 660,
    ready: 'prequal-button:defined',
    act: openPhoneForm,
    parts: {
      'phone-title': ['right', 0.5],
      'phone-intro': ['right', 0.5],
      'phone-hint': ['right', 0.5],
      'phone-input': ['right', 0.5],
      'phone-form': ['right', 0.7],
      'phone-cancel': ['right', 0.5],
      'phone-submit': ['below', 0.5],
    },
  },
  states: {
    markup: `<dl>
      <dt>:state(loading)</dt>
      <dd><financing-estimate endpoint="/unanswered" amount="1299">Financing available at checkout</financing-estimate></dd>
      <dt>:state(unavailable)</dt>
      <dd><financing-estimate amount="25"><span slot="unavailable">Financing starts at $60.</span></financing-estimate></dd>
      <dt>:state(busy)</dt>
      <dd><prequal-button class="busy" endpoint="/unanswered"></prequal-button></dd>
      <dt>:state(sent)</dt>
      <dd><prequal-button class="sent" delivery="sms"></prequal-button></dd>
    </dl>`,
    width: 560,
    ready:
      'dl:has(:state(loading)):has(:state(unavailable)):has(.busy:state(busy)):has(.sent:state(sent))',
    async act(page) {
      await click(page, '.sent >>> [part=button]');
      await opened(page, '.sent');
      await page.locator('.sent >>> [part=phone-input]').fill(`415-555-01${++lastNumber}`);
      await click(page, '.sent >>> [part=phone-submit]');
      await click(page, '.busy >>> [part=button]');
    },
  },
};

/** @param {import('puppeteer-core').Page} page */
async function openDetails(page) {
  await click(page, 'financing-estimate >>> [part=details-button]');
  await opened(page, 'financing-estimate');
}

/** @param {import('puppeteer-core').Page} page */
async function openPhoneForm(page) {
  await click(page, 'prequal-button >>> [part=button]');
  await opened(page, 'prequal-button');
}

/**
 * Waits until the dialog of an element is loaded and open.
 * @param {import('puppeteer-core').Page} page
 * @param {string} selector
 */
function opened(page, selector) {
  const isOpen = (/** @type {string} */ found) =>
    document.querySelector(found)?.shadowRoot?.querySelector('dialog')?.open;
  return page.waitForFunction(isOpen, {}, selector);
}

const proxy = createFinancingProxy({
  baseUrl: 'https://service.example',
  svcKey: 'sandbox-key',
  fetch: createSandbox().fetch,
  trustPageAmount: true,
  sms: true,
});
const answer = toNodeListener(proxy);
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname.startsWith('/financing/')) return answer(request, response);
  if (pathname.startsWith('/unanswered/')) return undefined;
  const name = pathname.slice(1);
  const picture = pictures[name];
  const file = picture ? pageOf(name, picture) : fileOf(pathname.replace('/gallery', ''));
  response.writeHead(file ? 200 : 404, { 'content-type': picture ? 'text/html' : typeOf(name) });
  return response.end(file);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());

const browser = await puppeteer.launch(findChromiumOptions({ prefersBundled: true }));
mkdirSync(folder, { recursive: true });
try {
  for (const [name, picture] of Object.entries(pictures)) {
    for (const scheme of /** @type {const} */ (['light', 'dark']))
      await take(name, picture, scheme);
  }
  for (const shop of shops) await takeShop(shop);
  await takeProductPage();
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
}

/** Returns a file of the gallery. Here, its pages have the proxy's script. @param {string} name */
function fileOf(name) {
  if (name === '/live.js') return "import '/financing/elements.js'; export function startShop() {}";
  return galleryFiles()[name.slice(1)];
}

/** Returns the CSS sample that follows a picture in docs/styling.md. @param {string} name */
function sampleBelow(name) {
  const [, below = ''] = readFileSync(join(root, 'docs/styling.md'), 'utf8').split(`/${name}.png`);
  const [, css] = /```css\n([^`]*)```/.exec(below) ?? [];
  if (!css) throw new Error(`docs/styling.md has no CSS below ${name}.png`);
  return css;
}

/**
 * @param {string} name
 * @param {Picture} picture
 */
function pageOf(name, { markup, width, isStyled }) {
  return `<!doctype html>
<meta charset="utf-8" />
<html lang="en" data-financing-location="main-street">
  <link rel="stylesheet" href="/financing/elements.css" />
  <script type="module" src="/financing/elements.js"></script>
  <style>
    :root { color-scheme: light dark; --page: light-dark(#fff, #1b1b1f); --name: light-dark(#2c5a45, #a3d2b5); }
    body { margin: 0; background: var(--page); color: light-dark(#23271f, #dfdfd6); font: 16px/1.5 Arial, sans-serif; }
    main { box-sizing: border-box; width: ${width}px; padding: 20px; }
    main:has(> financing-estimate:only-child, > .row) { padding-block-start: 52px; }
    main > div:not(.row) { margin-block-end: 16px; padding: 4px; outline: 1px dashed #8a8f84; }
    .row { display: flex; align-items: start; gap: 12px; }
    dl { display: grid; grid-template-columns: 200px auto; gap: 20px 16px; margin: 0; }
    dt { font: 14px/24px monospace; color: var(--name); }
    dd, p { margin: 0; }
    p + p { margin-block-start: 20px; }
    ${isStyled ? sampleBelow(name) : ''}
  </style>
  <main>${markup}</main>
</html>`;
}

/**
 * @param {string} name
 * @param {Picture} picture
 * @param {'light' | 'dark'} scheme
 */
async function take(name, { ready, act, parts = {}, width }, scheme) {
  const page = await browser.newPage();
  await page.setViewport({ width: Math.max(width, 320), height: 640, deviceScaleFactor: 1.5 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  // A page behind another window isn't painted.
  await page.evaluateOnNewDocument(() => (globalThis.open = () => null));
  await page.goto(`http://127.0.0.1:${port}/${name}`);
  await act?.(page);
  await page.waitForSelector(ready);
  await page.evaluate(nextFrame);
  const shown = await page.evaluate(nameParts, parts);
  const path = join(folder, scheme === 'dark' ? `${name}-dark.png` : `${name}.png`);
  await page.screenshot({
    path,
    clip: { x: 0, width, ...shown },
  });
  await page.close();
}

/** Takes a screenshot of the top of a gallery shop. @param {string} shop */
async function takeShop(shop) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 0.75 });
  await page.goto(`http://127.0.0.1:${port}/gallery/${shop}.html`);
  // The bundled browser has no serif font.
  for (const weight of [400, 700]) {
    const file = `node_modules/@fontsource/gelasio/files/gelasio-latin-${weight}-normal.woff2`;
    const data = readFileSync(join(root, file), 'base64');
    const source = `url(data:font/woff2;base64,${data})`;
    await page.addStyleTag({
      content: `@font-face { font-family: Georgia; font-weight: ${weight}; src: ${source} }`,
    });
  }
  await page.evaluate(() => document.fonts.ready);
  await page.waitForSelector(readyEstimate);
  await page.evaluate(nextFrame);
  const path = join(root, `site/gallery/${shop}.webp`);
  await page.screenshot({ path, quality: 80 });
  await page.close();
}

/** Takes a screenshot of the top of the demo shop's product page. */
async function takeProductPage() {
  const shop = spawn(process.execPath, [join(root, 'dist/cli/main.js'), 'demo', '--port', '0']);
  try {
    const [printed] = await once(shop.stdout, 'data');
    const [url] = /http:\S+/.exec(String(printed)) ?? [];
    const page = await browser.newPage();
    await page.setViewport({ width: 1200, height: 500 });
    await page.goto(`${url}/product.html`);
    await page.waitForSelector(readyEstimate);
    await page.screenshot({ path: join(root, 'docs/product-page.png') });
    await page.close();
  } finally {
    shop.kill();
  }
}

/**
 * @param {import('puppeteer-core').Page} page
 * @param {string} selector
 */
async function click(page, selector) {
  await page.locator(selector).click();
}

function nextFrame() {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/**
 * Draws a box around each part, and its name at the end of a leader. Names below are stacked, with the first at the bottom, so
 * that no leader crosses a name. Returns the area of the picture, in px.
 * @param {Readonly<Record<string, Label>>} parts
 */
function nameParts(parts) {
  const elements = [...document.querySelectorAll('main *')];
  const roots = elements.flatMap((element) => element.shadowRoot ?? []);
  const find = (/** @type {string} */ selector) =>
    roots.map((root) => root.querySelector(selector)).find(Boolean);
  const dialog = find('dialog[open]');
  const shown = dialog ?? document.querySelector('main');
  const layer = dialog ?? document.body; // a dialog is above everything else
  if (dialog instanceof HTMLElement) dialog.style.overflow = 'visible';
  const plain = new CSSStyleSheet();
  // Without the shadow, the picture is five times smaller.
  plain.replaceSync(`dialog { margin-inline-start: 20px; box-shadow: none }
    ${Object.keys(parts).length > 0 ? 'dialog::backdrop { background: var(--page) }' : ''}`);
  for (const root of roots) root.adoptedStyleSheets.push(plain);

  const { left, top, bottom } = /** @type {Element} */ (shown).getBoundingClientRect();
  const origin = dialog
    ? { x: left + dialog.clientLeft, y: top + dialog.clientTop }
    : { x: 0, y: 0 };
  let end = bottom;
  const draw = (/** @type {string} */ css, text = '') => {
    const mark = document.createElement('span');
    mark.textContent = text;
    mark.style.cssText = `position: absolute; z-index: 1; pointer-events: none; color: var(--name);
      font: 13px/20px monospace; white-space: nowrap; ${css}`;
    layer.append(mark);
    end = Math.max(end, mark.getBoundingClientRect().bottom);
  };
  let othersBelow = Object.values(parts).filter(([side]) => side === 'below').length;
  for (const [part, [side, along]] of Object.entries(parts)) {
    const found = find(`[part="${part}"]`);
    if (!found) throw new Error(`there is no part ${part}`);
    const at = found.getBoundingClientRect();
    // If two parts begin at the same point, make one box larger, so that both are visible.
    const inner = found.querySelector('[part]')?.getBoundingClientRect();
    const gap = inner && Math.min(inner.left - at.left, inner.top - at.top) < 4 ? 3 : 0;
    const box = {
      x: at.left - origin.x - gap,
      y: at.top - origin.y - gap,
      width: at.width + 2 * gap,
      height: at.height + 2 * gap,
    };
    draw(`left: ${box.x}px; top: ${box.y}px; width: ${box.width}px; height: ${box.height}px;
      outline: 1px dashed`);
    if (side === 'right') {
      const from = box.x + box.width;
      const to = 488 - origin.x;
      const y = box.y + box.height * along;
      draw(`left: ${from}px; top: ${y}px; width: ${to - from}px; border-top: 1px solid`);
      draw(`left: ${to + 4}px; top: ${y - 10}px`, part);
      continue;
    }
    const x = box.x + box.width * along;
    const from = side === 'above' ? 33 : box.y + box.height;
    const depth = side === 'above' ? box.y - from : 12 + --othersBelow * 20;
    draw(`left: ${x}px; top: ${from}px; height: ${depth}px; border-left: 1px solid`);
    draw(`left: ${x + 4}px; top: ${side === 'above' ? from - 8 : from + depth - 12}px`, part);
  }
  const from = dialog ? top - 16 : 0;
  return { y: from, height: Math.ceil(end + 16 - from) };
}
