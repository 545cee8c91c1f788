/** Builds projects of `recipes/` that have a framework, as their developers do, and goes shopping in them. */
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
 * Declares the test of a recipe with a framework. All of them show one page. Some are laid over what a command writes for a
 * new shop.
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

      await t.test('shows that estimate, and both buttons lead to their pages', async (t) => {
        allow(1); // so the payment is not what the page asks for
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

      await t.test('shows the page without an estimate of the server, too', async () => {
        allow(0);
        const html = await (await fetch(url)).text();
        assert.match(html, /<financing-estimate amount="1299"/);
        assert.doesNotMatch(html, / estimate="/);
      });

      await t.test(
        'gives each view a reference of its own, and lets no cache keep it',
        async () => {
          const view = async () => {
            const page = await fetch(url);
            assert.match(page.headers.get('cache-control') ?? '', /no-store/);
            return / transaction-id="([^"]+)"/.exec(await page.text())?.[1];
          };
          const reference = await view();
          assert.ok(reference);
          assert.notEqual(await view(), reference);
        },
      );

      await t.test('answers every method under /financing', async () => {
        const headers = { 'content-type': 'application/json' };
        const ask = (path: string, method: string) =>
          fetch(`${url}/financing${path}`, { method, headers });
        const health = await ask('/health', 'GET');
        assert.deepEqual([health.status, await health.json()], [200, { status: 'ok' }]);
        const head = await ask('/elements.js', 'HEAD');
        assert.deepEqual([head.status, await head.text()], [200, '']);
        const wrong = await ask('/purchase/api/v1/payment-estimation', 'DELETE');
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
  const url = `http://localhost:${port}`; // as its README says
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
    /** Lets the service answer this many estimations from now on, and refuse the others. */
    allow: (count: number) => void (allowed = count),
  };
}
