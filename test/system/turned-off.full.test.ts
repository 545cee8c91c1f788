/**
 * Stopping `serve` turns everything off in one step, and the pages of the shop keep their fallbacks. Tests the demo's product
 * page in each engine, behind a web server that forwards /financing/ to `serve`.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Browser } from '../engines/browsers.js';
import { createFileServer, readFiles } from '../../src/cli/demo/run-demo.js';
import { toNodeListener } from '../../src/node/index.js';
import { startCommand } from '../cli/command.js';
import { quietPort, startHttp } from '../support/servers.js';
import { createPerson, withEngines } from './person.js';

const files = createFileServer(readFiles(join(import.meta.dirname, '../../demo')));

/** Starts the shop, whose web server returns 502 while `serve` is stopped. */
async function startShop(t: TestContext) {
  const port = await quietPort();
  const proxy = `http://127.0.0.1:${port}`;
  const url = await startHttp(
    t,
    toNodeListener({
      async fetch(request) {
        const { pathname, search } = new URL(request.url);
        if (!pathname.startsWith('/financing/')) return files.fetch(request);
        const { method, headers } = request;
        const body = method === 'GET' ? null : await request.arrayBuffer();
        return fetch(proxy + pathname + search, { method, headers, body }).then(
          async ({ status, headers: received, body: bytes }) =>
            new Response(bytes, { status, headers: withoutEncoding(received) }),
          () => new Response('Bad Gateway', { status: 502 }),
        );
      },
    }),
  );
  const args = ['serve', '--sandbox', '--trust-page-amount', 'on', '--port', String(port)];
  const env = { FINANCING_ALLOWED_ORIGINS: url, FINANCING_TRUSTED_HOPS: '1' };
  return {
    url,
    async turnOn() {
      const { child, closed, listening } = startCommand(t, args, { env });
      await listening();
      return async () => {
        child.kill('SIGTERM');
        assert.equal((await closed).code, 0);
      };
    },
  };
}

/** Removes headers that don't apply, because `fetch` has decoded the body. */
function withoutEncoding(received: Headers): Headers {
  const headers = new Headers(received);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection']) {
    headers.delete(name);
  }
  return headers;
}

const hasEstimate = "document.querySelector('financing-estimate').matches(':state(ready)')";

/** Starts a browser for a shopper. */
async function visit(t: TestContext, browse: () => Promise<Browser>) {
  const browser = await browse();
  t.after(() => browser.close());
  return createPerson(browser);
}

withEngines((engine, browse) => {
  describe(`A shop whose serve is stopped, in ${engine}`, { timeout: 180_000 }, () => {
    it('shows prices and fallbacks, and estimates after a restart', async (t) => {
      const known = await visit(t, browse);
      const shop = await startShop(t);
      const product = `${shop.url}/product.html`;
      const turnOff = await shop.turnOn();
      const open = await known.open(product);
      await open.holds(hasEstimate);
      await turnOff();
      // An open page keeps its estimate.
      await open.holds(hasEstimate);

      // One browser has cached the script, and the other one hasn't.
      const stranger = await visit(t, browse);
      for (const shopper of [known, stranger]) {
        const page = await shopper.open(`${product}?while-it-is-off`);
        await page.reads(/^\$1,299\.00$/, '.price');
        await page.reads(/^Financing available at checkout$/, 'financing-estimate');
        await page.holds(`!${hasEstimate}`);
      }
      // Without the script, a button shows only the label of the page.
      const bare = await stranger.open(`${product}?without-the-script`);
      const button = "document.querySelector('.monthly prequal-button')";
      await bare.holds(`${button}.getBoundingClientRect().height === 0`);
      await bare.evaluate(`${button}.textContent = 'See if you prequalify'`);
      await bare.reads(/^See if you prequalify$/, '.monthly prequal-button');
      // The button of an open page shows an error when it's clicked.
      await open.show();
      await open.click('.monthly prequal-button', 'button');
      await open.reads(/^Something went wrong/, '.monthly prequal-button', '[part="message"]');

      await shop.turnOn();
      const again = await stranger.open(`${product}?again`);
      await again.holds(hasEstimate);
    });
  });
});
