// @ts-check
/** A shop on loopback: pages with any number of placements, the widget's script, and a mock of the proxy. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

/** @typedef {import('./widgets.js').Widget} Widget */

/** Starts it. @param {Record<string, Widget>} widgets */
export async function startShop(widgets) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://shop');
    const widget = widgets[searchParams.get('widget') ?? ''];
    if (pathname === '/') return response.end('<!doctype html><p>Shop');
    if (pathname === '/list' && widget) {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      return response.end(page(searchParams, widget));
    }
    if (pathname === '/financing/elements.js' && widget) {
      const headers = { 'content-type': 'text/javascript', 'content-encoding': 'br' };
      return response.writeHead(200, headers).end(widget.script);
    }
    if (pathname.endsWith('/payment-estimation')) return void answer(request, response);
    response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** @param {URLSearchParams} query @param {Widget} widget */
function page(query, { tag }) {
  const length = Number(query.get('placements'));
  const cards = Array.from({ length }, (_, index) => {
    const amount = 500 + index;
    const classes = index === length - 1 ? 'estimate last' : 'estimate';
    const attributes = `class="${classes}" amount="${amount}" data-amount="${amount}"`;
    return `<article><h2>Product ${index}</h2><b>$${amount}.00</b><${tag} ${attributes}></${tag}></article>`;
  });
  return `<!doctype html><html lang="en"><title>Shop</title>
<style>.estimate { display: block; min-height: 1.5em; margin: 0 } article { padding: 1em }</style>
<script type="module" src="/financing/elements.js?widget=${query.get('widget')}"></script>
${cards.join('\n')}`;
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(request, response) {
  const items = /** @type {{ id: string, totalAmount: number }[]} */ (await json(request));
  const estimates = items.map(({ id, totalAmount }) => ({
    id,
    monthlyAmount: Math.round(totalAmount * 8.7915) / 100, // 12 months at 9.99 %
    amountFinanced: totalAmount,
    downPayment: 0,
    apr: 9.99,
  }));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(estimates));
}
