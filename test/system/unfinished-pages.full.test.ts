/** Slow pages, whose elements request estimates before the document has loaded. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { toNodeListener } from '../../src/node/index.js';
import { createFinancingProxy } from '../../src/proxy/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { startHttp } from '../support/servers.js';
import { waitFor, withEngines } from './person.js';

/** WebKit can delay an async module until the document has loaded, but not an import. */
const head = `<!doctype html><html lang="en" data-financing-location="main-street"><title>A shop</title>
  <script>import('/financing/elements.js')</script>
  <financing-estimate amount="1299"></financing-estimate>`;
/** Browsers buffer the first kilobyte of a response. */
const padding = `<p>${'x'.repeat(4_096)}</p>`;

/** Content that keeps the document from loading, and the end of the page. */
const pages = {
  'HTML that is still arriving': { rest: padding, end: '<p>Reviews</p>' },
  'a script that blocks the parser': {
    rest: `${padding}<script src="/late.js"></script><p>Reviews</p>`,
    end: '',
  },
};

/** Starts a shop whose page and script don't end until `finish` is called. */
async function startSlowShop(t: Parameters<typeof startHttp>[0], rest: string) {
  const sandbox = createSandbox();
  const proxy = createFinancingProxy({
    baseUrl: 'https://service.example',
    svcKey: 'sandbox-key',
    fetch: sandbox.fetch,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const financing = toNodeListener(proxy);
  const open = new Set<ServerResponse>();
  let requests = 0;
  const url = await startHttp(t, (request, response) => {
    if (request.method === 'POST') requests += 1;
    if (request.url!.startsWith('/financing/')) return financing(request, response);
    response.setHeader('content-type', request.url === '/' ? 'text/html' : 'text/javascript');
    response.write(request.url === '/' ? head + rest : '// late');
    open.add(response);
  });
  const finish = (end: string) => open.forEach((response) => response.end(end));
  return { url, finish, requests: () => requests };
}

describe('A page that is still loading', { concurrency: 3, timeout: 240_000 }, () => {
  withEngines((engine, browse) => {
    it(`requests its estimates in ${engine}`, async (t) => {
      const browser = await browse();
      t.after(() => browser.close());
      for (const [what, { rest, end }] of Object.entries(pages)) {
        await t.test(`with ${what}`, async (each) => {
          const shop = await startSlowShop(each, rest);
          const tab = await browser.open();
          const loaded = tab.goto(shop.url);
          await waitFor('the first request', async () => shop.requests() > 0);
          shop.finish(end);
          await loaded;
          await waitFor('the estimate', async () =>
            tab.evaluate(`document.querySelector('financing-estimate').status === 'ready'`),
          );
          assert.equal(shop.requests(), 1);
        });
      }
    });
  });
});
