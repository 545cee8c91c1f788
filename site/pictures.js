// @ts-check
/**
 * Takes the pictures of docs/anatomy.md of the real elements, on the sandbox: `npm run build`, then
 * `npm run site -- pictures`.
 */
import { createServer } from 'node:http';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { createFinancingProxy } from '../dist/proxy/index.js';
import { createSandbox } from '../dist/sandbox/index.js';
import { toNodeListener } from '../dist/node/index.js';
import { findChromiumOptions } from '../test/engines/find-engines.js';

const folder = join(import.meta.dirname, '../docs/anatomy');

/**
 * @typedef {object} Picture
 * @property {string} markup
 * @property {number} width of the place that the markup stands in, in px
 * @property {string} ready a selector that matches when the picture can be taken
 * @property {string} [act] a selector of what to click, in the shadow tree of the first element
 * @property {readonly string[]} [parts] the parts to name
 */

const line = '<financing-estimate amount="1299"></financing-estimate>';

/** @type {Readonly<Record<string, Picture>>} */
const pictures = {
  line: {
    markup: line,
    width: 520,
    ready: 'financing-estimate:state(ready)',
    parts: ['payment', 'term', 'apr', 'down-payment', 'details-button'],
  },
  widths: {
    markup: [220, 380, 580].map((width) => `<div style="width: ${width}px">${line}</div>`).join(''),
    width: 640,
    ready: 'div:last-child > financing-estimate:state(ready)',
  },
  dialog: {
    markup: line,
    width: 560,
    ready: 'financing-estimate:state(ready)',
    act: '[part=details-button]',
    parts: ['dialog-title', 'breakdown', 'disclosure', 'dialog-close'],
  },
  buttons: {
    markup: `<pay-over-time-button amount="1299"></pay-over-time-button><br /><br />
      <prequal-button></prequal-button>`,
    width: 560,
    ready: 'prequal-button:defined',
    act: '[part=button]', // it has no transaction-id, and says that it cannot go on
    parts: ['button', 'message'],
  },
  'phone-form': {
    markup: '<prequal-button delivery="sms"></prequal-button>',
    width: 560,
    ready: 'prequal-button:defined',
    act: '[part=button]',
    parts: ['phone-title', 'phone-input', 'phone-submit', 'phone-cancel'],
  },
};

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
  const picture = pictures[pathname.slice(1)];
  response.writeHead(picture ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
  response.end(picture && pageOf(picture));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());

const browser = await puppeteer.launch(findChromiumOptions({ prefersBundled: true }));
mkdirSync(folder, { recursive: true });
try {
  for (const [name, picture] of Object.entries(pictures)) await take(name, picture);
} finally {
  await browser.close();
  server.close();
}

/** @param {Picture} picture */
function pageOf({ markup, width }) {
  return `<!doctype html>
<html lang="en" data-financing-location="main-street">
  <link rel="stylesheet" href="/financing/elements.css" />
  <script type="module" src="/financing/elements.js"></script>
  <style>
    body { margin: 0; background: #fff; color: #23271f; font: 16px/1.5 Arial, sans-serif; }
    main { box-sizing: border-box; width: ${width}px; padding: 20px; }
    main > div { margin-block-end: 16px; padding: 4px; outline: 1px dashed #8a8f84; }
  </style>
  <main>${markup}</main>
</html>`;
}

/**
 * @param {string} name
 * @param {Picture} picture
 */
async function take(name, { ready, act, parts = [], width }) {
  const page = await browser.newPage();
  await page.setViewport({ width: Math.max(width, 320), height: 640, deviceScaleFactor: 2 });
  await page.goto(`http://127.0.0.1:${port}/${name}`);
  await page.waitForSelector(ready);
  if (act) await page.evaluate(clickIn, act);
  await page.evaluate(nextFrame);
  const shown = await page.evaluate(nameParts, [...parts]);
  await page.screenshot({
    path: join(folder, `${name}.png`),
    clip: { x: 0, width, ...shown },
  });
  await page.close();
}

/** @param {string} selector */
function clickIn(selector) {
  const element = document.querySelector('main > *');
  const target = element?.shadowRoot?.querySelector(selector);
  if (!(target instanceof HTMLElement)) throw new Error(`nothing matches ${selector}`);
  target.click();
}

function nextFrame() {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/**
 * Draws a box around each part, with its name to the right, or below where the parts stand in a row. Returns what the
 * picture shows, in px.
 * @param {string[]} parts
 */
function nameParts(parts) {
  const elements = [...document.querySelectorAll('main *')];
  const roots = elements.flatMap((element) => element.shadowRoot ?? []);
  const find = (/** @type {string} */ selector) =>
    roots.map((root) => root.querySelector(selector)).find(Boolean);
  const dialog = find('dialog[open]');
  const shown = dialog ?? document.querySelector('main');
  const layer = dialog ?? document.body; // a dialog is above all else
  if (dialog instanceof HTMLElement) dialog.style.overflow = 'visible';
  const plain = new CSSStyleSheet();
  plain.replaceSync('dialog::backdrop { background: #fff } dialog { margin-inline-start: 20px }');
  for (const root of roots) root.adoptedStyleSheets.push(plain);

  const { left, top, bottom } = /** @type {Element} */ (shown).getBoundingClientRect();
  const origin = dialog
    ? { x: left + dialog.clientLeft, y: top + dialog.clientTop }
    : { x: 0, y: 0 };
  let end = bottom;
  const isRow = parts.includes('payment');
  parts.forEach((part, index) => {
    const found = find(`[part="${part}"]`);
    if (!found) throw new Error(`there is no part ${part}`);
    const at = found.getBoundingClientRect();
    const draw = (/** @type {string} */ css, text = '') => {
      const mark = document.createElement('span');
      mark.textContent = text;
      mark.style.cssText = `position: absolute; pointer-events: none; color: #2c5a45; ${css}`;
      layer.append(mark);
      end = Math.max(end, mark.getBoundingClientRect().bottom);
    };
    const x = at.left - origin.x;
    const y = at.top - origin.y;
    draw(`left: ${x}px; top: ${y}px; width: ${at.width}px; height: ${at.height}px;
      outline: 1px dashed`);
    const font = 'font: 13px/20px monospace; white-space: nowrap';
    if (part === 'phone-submit') {
      draw(`left: ${x}px; top: ${y + at.height}px; ${font}`, part); // another one is to its right
    } else if (isRow) {
      const depth = 12 + (parts.length - 1 - index) * 20;
      const middle = x + at.width / 2;
      draw(
        `left: ${middle}px; top: ${y + at.height}px; height: ${depth}px; border-left: 1px solid`,
      );
      draw(`left: ${middle + 4}px; top: ${y + at.height + depth - 12}px; ${font}`, part);
    } else {
      const from = x + at.width;
      const middle = y + at.height / 2;
      const to = 416 - origin.x;
      draw(`left: ${from}px; top: ${middle}px; width: ${to - from}px; border-top: 1px solid`);
      draw(`left: ${to + 4}px; top: ${middle - 10}px; ${font}`, part);
    }
  });
  const from = dialog ? top - 16 : 0;
  return { y: from, height: Math.ceil(end + 16 - from) };
}
