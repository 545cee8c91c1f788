/** A shop whose proxy is on another origin: links, redirects and the live status go across. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { serve } from '../../src/node/index.js';
import { createFinancingProxy } from '../../src/proxy/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { startHttp } from '../support/servers.js';
import type { Person } from './person.js';
import { isCompleted } from './shop-journeys.js';

const secret = 'secret-of-this-shop';

/** Starts the shop on `localhost`, and its proxy, with the sandbox behind it, on `127.0.0.1`. */
async function startShop(t: TestContext) {
  const heard: string[] = [];
  let proxyUrl = '';
  const pages = await startHttp(t, (request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (request.url !== '/') return void response.end('<!doctype html><h1>Thank you</h1>');
    response.end(`<!doctype html>
      <html lang="en" data-financing-location="main-street" data-financing-endpoint="${proxyUrl}/financing">
        <title>A shop</title>
        <script type="module" src="${proxyUrl}/financing/elements.js"></script>
        <pay-over-time-button amount="500" transaction-id="order-1" redirect-url="http://${request.headers.host}/thanks"></pay-over-time-button>
      </html>`);
  });
  const shop = pages.replace('127.0.0.1', 'localhost');

  const sandbox = createSandbox({
    webhook: {
      url: 'https://shop.example/financing/webhooks',
      secret,
      fetch: (sent) => proxy.fetch(sent),
    },
  });
  const proxy = createFinancingProxy({
    baseUrl: 'https://service.example',
    svcKey: 'sandbox-key',
    trustPageAmount: true,
    clientAddress: () => '127.0.0.1',
    allowedOrigins: [shop],
    webhooks: { secrets: [secret], onEvent: ({ eventType }) => void heard.push(eventType) },
    fetch: (request) =>
      sandbox.fetch(new Request(request.url.replace('https://service.example', proxyUrl), request)),
  });
  const server = await serve(
    {
      fetch: (request) =>
        (new URL(request.url).pathname.startsWith('/sandbox/') ? sandbox : proxy).fetch(request),
    },
    { host: '127.0.0.1', port: 0 },
  );
  t.after(() => server.close());
  proxyUrl = server.url;
  return { shop, heard };
}

/** Agrees on the checkout page, and is back on the shop's origin; the button hears of it from the other. */
export async function goAcrossOrigins(t: TestContext, person: Person): Promise<void> {
  const { shop, heard } = await startShop(t);
  const page = await person.open(`${shop}/`);
  await page.click('pay-over-time-button', '[part=button]');
  const checkout = await person.opened(/127\.0\.0\.1:\d+\/sandbox\/checkout\//);
  await checkout.click('button[value=finish]');
  const thanks = await person.opened(/localhost:\d+\/thanks$/);
  await thanks.reads(/^Thank you$/, 'h1');
  await page.show();
  await page.holds(isCompleted('pay-over-time-button'));
  assert.deepEqual(heard, ['TEXT_TO_PAY_COMPLETED']);
}
