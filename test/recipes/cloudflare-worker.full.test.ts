/** Runs `recipes/cloudflare-worker` on workerd, bundled like wrangler does, and buys with a browser. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import {
  bundleWorker,
  createProject,
  end,
  startWorkerd,
  withInstalled,
} from '../runtimes/start-runtime.js';
import { goToCheckout, goToPrequal, readsPayment, recipePath, startShopper } from './recipe.js';
import { startSandbox } from '../support/sandbox.js';

const read = (file: string) => readFileSync(recipePath(`cloudflare-worker/${file}`), 'utf8');

interface WranglerConfig {
  readonly main: string;
  readonly compatibility_date: string;
  readonly durable_objects: { readonly bindings: readonly [{ name: string; class_name: string }] };
  readonly migrations: readonly [{ new_sqlite_classes: readonly string[] }];
}

withInstalled('workerd', () => {
  it('recipes/cloudflare-worker', { timeout: 120_000 }, async (t) => {
    const serviceUrl = await startSandbox(t);
    const config = JSON.parse(read('wrangler.json')) as WranglerConfig;
    const [object] = config.durable_objects.bindings;
    assert.deepEqual(config.migrations[0].new_sqlite_classes, [object.class_name]);

    const project = createProject();
    const entry = project.write(`source/${config.main}`, read(config.main));
    await bundleWorker(entry, join(project.folder, 'worker.js'));
    const variables = {
      FINANCING_BASE_URL: serviceUrl,
      FINANCING_SVC_KEY: 'sandbox-key',
      FINANCING_PURCHASE_SECRET: 'purchase-secret-70b1c2e8',
    };
    const bindings = Object.entries(variables).map(([name, text]) => {
      return `(name = "${name}", text = "${text}")`;
    });
    const objects = join(project.folder, 'objects');
    mkdirSync(objects);
    const { url, child } = await startWorkerd(
      project,
      `(name = "main", worker = (compatibilityDate = "${config.compatibility_date}", bindings = [${bindings.join()},
          (name = "${object.name}", durableObjectNamespace = "${object.class_name}")],
        modules = [(name = "worker.js", esModule = embed "worker.js")],
        durableObjectNamespaces = [(className = "${object.class_name}", uniqueKey = "store", enableSql = true)],
        durableObjectStorage = (localDisk = "disk"))),
      (name = "disk", disk = (path = "${objects}", writable = true)),`,
    );
    t.after(() => end(child, project));

    await t.test('shows the estimate, and both buttons open their pages', async (t) => {
      const person = await startShopper(t);
      const page = await person.open(url);
      await readsPayment(page, '$114.20');
      await goToPrequal(person, page);
      await page.show();
      await goToCheckout(person, page, '$1,299.00');
    });

    await t.test('signs each page view separately', async () => {
      const purchaseOf = async () =>
        / purchase="([^"]+)"/.exec(await (await fetch(url)).text())?.[1];
      const purchase = await purchaseOf();
      assert.ok(purchase);
      assert.notEqual(await purchaseOf(), purchase);
    });
  });
});
