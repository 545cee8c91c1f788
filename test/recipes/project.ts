/** Builds the projects in `recipes/` that use a framework, and shops in them. */
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
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

/**
 * Declares the test of a recipe with a framework. All of them show the same page. Some are copied over a new shop from
 * the framework's own command.
 */
export function describeProject(name: Installable, command?: readonly string[]): void {
  withInstalled(name, (packages) => {
    it(`recipes/${name}`, { timeout: 230_000 }, async (t) => {
      const { url, allow } = await startProject(t, name, packages, command);

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
    });
  });
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

  const port = String(await quietPort());
  const url = `http://localhost:${port}`; // according to its README
  const env = {
    FINANCING_BASE_URL: service.url,
    FINANCING_SVC_KEY: 'sandbox-key',
    FINANCING_PURCHASE_SECRET: 'purchase-secret-70b1c2e8',
    PORT: port,
    ...withoutTelemetry,
  };
  run('npm', ['run', 'build'], { cwd, env });
  await startServer(t, 'npm', ['run', 'start'], { url: `${url}/financing/health`, env, cwd });
  return {
    url,
    /** Limits how many more estimate requests the service accepts. */
    allow: (count: number) => void (allowed = count),
  };
}
