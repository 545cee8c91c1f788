// @ts-check
/** A shop on loopback: pages with any number of placements, the widget's script, and a mock of the proxy. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { built } from '../../test/runner/fresh-build.js';

/** @typedef {import('./widgets.js').Widget} Widget */

/**
 * The properties of a list page.
 * @typedef {object} ListOptions
 * @property {string} widget name
 * @property {number} placements
 * @property {number} [pieces] the number of pieces of HTML; if more than one, the script doesn't wait for the last
 * @property {boolean} [isGiven] true if the HTML has the estimates
 */

/** @param {string} shop URL @param {ListOptions} options */
export function listUrl(shop, options) {
  return `${shop}/list?${new URLSearchParams({
    widget: options.widget,
    placements: String(options.placements),
    pieces: String(options.pieces ?? 1),
    ...(options.isGiven && { isGiven: '' }),
  })}`;
}

/** Starts the shop. @param {Record<string, Widget>} widgets */
export async function startShop(widgets) {
  const styleSheet = readFileSync(built('elements.css'));
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://shop');
    const widget = widgets[searchParams.get('widget') ?? ''];
    if (pathname === '/' || (pathname === '/list' && widget)) {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      if (widget) return void sendList(response, searchParams, widget);
      return response.end('<!doctype html><link rel="icon" href="data:,"><p>Shop');
    }
    if (pathname === '/financing/elements.js' && widget) {
      const headers = { 'content-type': 'text/javascript', 'content-encoding': 'br' };
      return response.writeHead(200, headers).end(widget.script);
    }
    if (pathname === '/financing/elements.css') {
      return response.writeHead(200, { 'content-type': 'text/css' }).end(styleSheet);
    }
    if (pathname.endsWith('/payment-estimation')) return void sendEstimates(request, response);
    response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/**
 * Sends the page. If it has several pieces, they're some frames apart.
 * @param {import('node:http').ServerResponse} response
 * @param {URLSearchParams} query
 * @param {Widget} widget
 */
async function sendList(response, query, { tag, head }) {
  const pieces = Number(query.get('pieces'));
  const when = pieces > 1 ? ' async' : '';
  const script = `<script type="module"${when} src="/financing/elements.js?widget=${query.get('widget')}"></script>`;
  response.write(`<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
<style>article { padding: 1em }</style>
${head}
${script}`);
  const length = Number(query.get('placements'));
  const perPiece = Math.ceil(length / pieces);
  for (let start = 0; start < length; start += perPiece) {
    if (start > 0) await setTimeout(50);
    const cards = Array.from({ length: Math.min(perPiece, length - start) }, (_, index) =>
      card(start + index, query, tag),
    );
    response.write(cards.join('\n'));
  }
  response.end();
}

/** @param {number} index @param {URLSearchParams} query @param {string} tag */
function card(index, query, tag) {
  const amount = 500 + index;
  const attributes = [
    `class="estimate${index === Number(query.get('placements')) - 1 ? ' last' : ''}"`,
    `amount="${amount}"`,
    query.has('isGiven') ? `estimate='${JSON.stringify(estimateOf('', amount))}'` : '',
  ];
  const placement = `<${tag} ${attributes.join(' ')}></${tag}>`;
  return `<article><h2>Product ${index}</h2><b>$${amount}.00</b>${placement}</article>`;
}

/** @param {string} id @param {number} totalAmount */
const estimateOf = (id, totalAmount) => ({
  id,
  monthlyAmount: Math.round(totalAmount * 8.7915) / 100, // 12 months at 9.99 %
  amountFinanced: totalAmount,
  downPayment: 0,
  apr: 9.99,
});

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function sendEstimates(request, response) {
  const items = /** @type {{ id: string, totalAmount: number }[]} */ (await json(request));
  const estimates = items.map(({ id, totalAmount }) => estimateOf(id, totalAmount));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(estimates));
}
