/** Builds the projects in `recipes/` that use a framework, and shops in them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { serve } from '../../src/node/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import {
  createShop,
  type Installable,
  run,
  withInstalled,
  withoutTelemetry,
} from '../runtimes/start-runtime.js';
import { quietPort } from '../support/servers.js';
import {
  goToCheckout,
  goToPrequal,
  readsPayment,
  recipePath,
  startServer,
  startShopper,
} from './recipe.js';

/** TypeScript that also checks the templates of Vue. */
const typeChecker = join(import.meta.dirname, '../../node_modules/.bin/vue-tsc');

interface ProjectOptions {
  /** The framework's own command that creates a new shop, over which the recipe is copied. */
  readonly command?: readonly string[];
  /** True if the page puts the estimate on the screen into `data-monthly`. */
  readonly readsEstimate?: boolean;
  /** True if limits count by the socket's address without a load balancer. */
  readonly knowsAddress?: boolean;
  /** True if the recipe is TypeScript, which its build doesn't check. */
  readonly checksTypes?: boolean;
  /** The path of the price, which doesn't need the service's credentials. */
  readonly priceUrl?: string;
}

/** Declares the test of a recipe with a framework. All of them show the same page. */
export function describeProject(
  name: Installable,
  { command, readsEstimate, knowsAddress, checksTypes, priceUrl }: ProjectOptions = {},
): void {
  withInstalled(name, (packages) => {
    it(`recipes/${name}`, { timeout: 230_000 }, async (t) => {
      const { cwd, url, allow, startAgain } = await startProject(t, name, packages, command);

      await t.test('renders the estimate on the server', async () => {
        allow(1);
        const html = await (await fetch(url)).text();
        assert.match(html, /<financing-estimate [^>]*estimate="[^"]*114\.2/);
      });

      await t.test('shows that estimate, and both buttons open their pages', async (t) => {
        allow(1); // so the payment differs from what the page requests
        const person = await startShopper(t);
        const page = await person.open(url);
        await readsPayment(page, '$114.20');
        if (readsEstimate) {
          await page.holds(`document.querySelector('[data-monthly]')?.dataset.monthly === '114.2'`);
        }
        const gap = `document.querySelector('pay-over-time-button').getBoundingClientRect().left
          - document.querySelector('prequal-button').getBoundingClientRect().right`;
        await page.holds(`${gap} > 0`);
        await goToPrequal(person, page);
        await page.show();
        await goToCheckout(person, page, '$1,299.00');
      });

      await t.test('shows the page even without an estimate from the server', async () => {
        allow(0);
        const html = await (await fetch(url)).text();
        assert.match(html, /<financing-estimate amount="1299"/);
        assert.doesNotMatch(html, / estimate="/);
      });

      await t.test('gives each page view its own reference, and prevents caching', async () => {
        const view = async () => {
          const page = await fetch(url);
          assert.match(page.headers.get('cache-control') ?? '', /no-store/);
          return / transaction-id="([^"]+)"/.exec(await page.text())?.[1];
        };
        const reference = await view();
        assert.ok(reference);
        assert.notEqual(await view(), reference);
      });

      await t.test('handles every method under /financing', async () => {
        const headers = { 'content-type': 'application/json' };
        const send = (path: string, method: string) =>
          fetch(`${url}/financing${path}`, { method, headers });
        const health = await send('/health', 'GET');
        assert.deepEqual([health.status, await health.json()], [200, { status: 'ok' }]);
        const head = await send('/elements.js', 'HEAD');
        assert.deepEqual([head.status, await head.text()], [200, '']);
        const wrong = await send('/purchase/api/v1/payment-estimation', 'DELETE');
        assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'PUT, POST']);
      });

      if (checksTypes) {
        await t.test('has no type errors', () =>
          run(typeChecker, ['--build', '--noEmit'], { cwd }),
        );
      }

      if (knowsAddress) {
        await t.test('counts the requests of each address separately', async () => {
          const send = (localAddress: string) => sendEstimation(url, localAddress);
          for (let sent = 0; (await send('127.0.0.1')) !== 429; sent++) assert.ok(sent < 1000);
          assert.notEqual(await send('127.0.0.2'), 429);
        });
      }

      if (priceUrl !== undefined) {
        await t.test('shows the price even without credentials', async (t) => {
          const bare = await startAgain(t, { FINANCING_BASE_URL: '', FINANCING_SVC_KEY: '' });
          const price = await fetch(bare + priceUrl);
          assert.deepEqual([price.status, await price.json()], [200, { price: 1299 }]);
          const page = await fetch(bare);
          assert.equal(page.status, 200);
          assert.match(await page.text(), /<financing-estimate amount="1299"/);
        });
      }
    });
  });
}

/** Sends an estimate request from a local address, and returns the status. */
async function sendEstimation(url: string, localAddress: string): Promise<number | undefined> {
  const sent = request(`${url}/financing/purchase/api/v1/payment-estimation`, {
    method: 'PUT',
    localAddress,
    family: 4,
    headers: { 'content-type': 'application/json' },
  });
  sent.end('{}');
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

/** Builds a copy of a recipe, and starts it on a sandbox. */
async function startProject(
  t: TestContext,
  name: string,
  packages: readonly string[],
  command?: readonly string[],
) {
  let allowed = 0;
  const sandbox = createSandbox();
  const service = await serve(
    {
      fetch(request) {
        const isEstimation = request.url.includes('payment-estimation');
        if (!isEstimation || allowed > 0) {
          if (isEstimation) allowed -= 1;
          return sandbox.fetch(request);
        }
        return new Response(null, { status: 500 });
      },
    },
    { host: '127.0.0.1', port: 0 },
  );
  t.after(() => service.close());

  const cwd = createShop(t, packages, command);
  cpSync(recipePath(name), cwd, { recursive: true });

  const env = {
    FINANCING_BASE_URL: service.url,
    FINANCING_SVC_KEY: 'sandbox-key',
    FINANCING_PURCHASE_SECRET: 'purchase-secret-70b1c2e8',
    HOST: '127.0.0.1', // so that a test can choose its own IPv4 address
    ...withoutTelemetry,
  };
  run('npm', ['run', 'build'], { cwd, env });
  const start = async (t: TestContext, others: Readonly<Record<string, string>> = {}) => {
    const port = String(await quietPort());
    const url = `http://localhost:${port}`; // according to its README
    await startServer(t, 'npm', ['run', 'start'], {
      url: `${url}/financing/health`,
      env: { ...env, PORT: port, ...others },
      cwd,
    });
    return url;
  };
  return {
    cwd,
    url: await start(t),
    startAgain: start,
    allow: (count: number) => void (allowed = count),
  };
}
