/** Runs the servers of recipes/sessions on a sandbox, with two shoppers. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { quietPort, postJson } from '../support/servers.js';
import { createProject, type Installable, withInstalled } from './start-runtime.js';
import { startSandbox } from '../support/sandbox.js';
import { startServer } from '../recipes/recipe.js';

const recipes = join(import.meta.dirname, '../../recipes/sessions');

for (const [file, runtime] of [
  ['express.js', 'express-session'],
  ['fastify.js', 'fastify-session'],
] satisfies [string, Installable][]) {
  withInstalled(runtime, (packages) => {
    it(`recipes/sessions/${file} creates a link for the order of the shopper's own session`, async (t) => {
      const serviceUrl = await startSandbox(t);
      const project = createProject(packages);
      const port = await quietPort();
      const code = readFileSync(join(recipes, file), 'utf8');
      t.after(() => project.remove());
      const url = `http://127.0.0.1:${port}`;
      const env = {
        FINANCING_BASE_URL: serviceUrl,
        FINANCING_SVC_KEY: 'sandbox-key',
        SESSION_SECRET: 'session-secret-of-32-characters-1',
        PORT: String(port),
      };
      await startServer(t, process.execPath, [project.write(file, code)], { url, env });

      /** Opens the checkout, and returns the session's cookie and the order on the page. */
      async function visit() {
        const response = await fetch(`${url}/checkout`);
        const page = await response.text();
        const order = /transaction-id="([^"]+)"/.exec(page)?.[1] ?? '';
        return { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '', order };
      }
      const purchase = { location: 'main-street', amount: 1299, sendSMS: false };
      async function statusOf(cookie: string, transactionId: string, changes: object = {}) {
        const link = `${url}/financing/epay/api/v1/epay/send-link`;
        const body = { ...purchase, transactionId, ...changes };
        return (await postJson(link, body, { cookie })).status;
      }
      const [shopper, other] = [await visit(), await visit()];
      assert.equal(await statusOf(shopper.cookie, shopper.order), 200);
      assert.equal(await statusOf(shopper.cookie, shopper.order, { amount: 1 }), 403);
      const elsewhere = { location: 'smile-dental' };
      assert.equal(await statusOf(shopper.cookie, shopper.order, elsewhere), 403);
      assert.equal(await statusOf(other.cookie, shopper.order), 403, 'the order of someone else');
      assert.equal(await statusOf('', shopper.order), 403, 'without a session');
    });
  });
}
