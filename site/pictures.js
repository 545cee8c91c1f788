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
    width: 620,
    ready: 'financing-estimate:state(ready)',
    parts: ['payment', 'term', 'apr', 'down-payment', 'details-button'],
  },
  widths: {
    markup: [220, 380, 620].map((width) => `<div style="width: ${width}px">${line}</div>`).join(''),
    width: 640,
    ready: 'div:last-child > financing-estimate:state(ready)',
  },
  dialog: {
    markup: line,
    width: 420,
    ready: 'financing-estimate:state(ready)',
    act: '[part=details-button]',
    parts: ['dialog-title', 'breakdown', 'disclosure', 'dialog-close'],
  },
  buttons: {
    markup: `<pay-over-time-button amount="1299"></pay-over-time-button>
      <prequal-button></prequal-button>`,
    width: 560,
    ready: 'prequal-button:defined',
    act: '[part=button]', // it has no transaction-id, and says that it cannot go on
    parts: ['button', 'message'],
  },
  'phone-form': {
    markup: '<prequal-button delivery="sms"></prequal-button>',
    width: 420,
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
    ::backdrop { background: none; }
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
  const height = await page.evaluate(nameParts, [...parts]);
  await page.screenshot({
    path: join(folder, `${name}.png`),
    clip: { x: 0, y: 0, width, height },
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
 * Draws a box around each part, with its name below or beside it. Returns the height of the picture in px.
 * @param {string[]} parts
 */
function nameParts(parts) {
  const roots = [...document.querySelectorAll('main *')].flatMap(
    (element) => element.shadowRoot ?? [],
  );
  const dialog = roots.map((root) => root.querySelector('dialog[open]')).find(Boolean);
  const layer = dialog ?? document.body; // a dialog is above all else
  if (dialog instanceof HTMLElement) dialog.style.overflow = 'visible';
  let bottom = (dialog ?? document.querySelector('main'))?.getBoundingClientRect().bottom ?? 0;
  const origin = dialog?.getBoundingClientRect() ?? { left: 0, top: 0 };
  for (const part of parts) {
    const element = roots.map((root) => root.querySelector(`[part="${part}"]`)).find(Boolean);
    if (!element) throw new Error(`there is no part ${part}`);
    const { left, top, right, bottom: end } = element.getBoundingClientRect();
    const box = document.createElement('div');
    const x = left - origin.left;
    const y = top - origin.top;
    box.style.cssText = `position: absolute; left: ${x}px; top: ${y}px; width: ${right - left}px; height: ${end - top}px; outline: 2px solid #2c5a45; outline-offset: 1px; pointer-events: none`;
    const label = document.createElement('span');
    label.textContent = part;
    label.style.cssText = `position: absolute; right: 0; top: 100%; margin-top: 2px; padding: 0 4px; border-radius: 3px; background: #2c5a45; color: #fff; font: 11px/1.4 monospace; white-space: nowrap`;
    box.append(label);
    layer.append(box);
    bottom = Math.max(bottom, label.getBoundingClientRect().bottom);
  }
  return Math.ceil(bottom + 12);
}
