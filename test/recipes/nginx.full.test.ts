import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { startCommand } from '../cli/command.js';
import { quietPort } from '../support/servers.js';
import {
  goToPrequal,
  readsPayment,
  recipePath,
  replaceOnce,
  startNginx,
  startShopper,
} from './recipe.js';
import { withProgram } from '../runner/requirements.js';

async function startShop(
  t: TestContext,
  flags: readonly string[],
  change = (conf: string) => conf,
): Promise<string> {
  const proxy = await startCommand(t, ['serve', '--sandbox', '--port', '0', ...flags]).listening();
  const port = String(await quietPort());
  let conf = change(readFileSync(recipePath('nginx/shop.conf'), 'utf8'));
  conf = replaceOnce(conf, 'listen 8080;', `listen 127.0.0.1:${port};`);
  conf = replaceOnce(conf, '/srv/shop/public', recipePath('nginx/public'));
  conf = replaceOnce(conf, 'http://127.0.0.1:8787;', `${new URL(proxy).origin};`);
  const url = `http://127.0.0.1:${port}`;
  await startNginx(t, conf, url);
  return url;
}

/** Returns the status of an estimate request from a local address, with an `X-Forwarded-For` that the client forges. */
async function send(url: string, { host = '', from = '127.0.0.1', forged = '' }) {
  const outgoing = request(
    `${url}/financing/purchase/api/v1/payment-estimation?location=main-street`,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(host && { host }),
        ...(forged && { 'x-forwarded-for': forged }),
      },
      localAddress: from,
      agent: false,
    },
  );
  outgoing.end(JSON.stringify([{ id: 'sofa', totalAmount: 1299 }]));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode!;
}

withProgram('nginx', 'recipes/nginx', () => {
  describe('recipes/nginx', () => {
    it('shows the estimate, and opens the pre-qualification', async (t) => {
      const url = await startShop(t, ['--trusted-hops', '1']);
      const person = await startShopper(t);
      const page = await person.open(url);
      await readsPayment(page, '$114.20');
      const prequal = await goToPrequal(person, page);
      await prequal.click('button[value=finish]');
      await prequal.reads(/^You qualify$/, 'h1');
    });

    it('responds under the public name of the shop', async (t) => {
      const url = await startShop(t, ['--trusted-hops', '1']);
      assert.equal(await send(url, { host: 'shop.example' }), 200);
    });

    it('limits each shopper by an address that the shopper can’t choose', async (t) => {
      const flags = ['--trusted-hops', '1', '--rate-limit', '3'];
      const url = await startShop(t, flags);
      const statuses: number[] = [];
      for (let index = 0; index < 8; index += 1) {
        statuses.push(await send(url, { forged: `198.51.100.${index}` }));
      }
      assert.ok(statuses.includes(429), statuses.join());
      assert.equal(await send(url, { from: '127.0.0.2', forged: '198.51.100.1' }), 200);
    });

    it('needs --allowed-origins if nginx only passes on the public name', async (t) => {
      const change = (conf: string) =>
        replaceOnce(conf, 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;', '');
      const without = await startShop(t, ['--trusted-hops', '1'], change);
      assert.equal(await send(without, { host: 'shop.example' }), 421);
      const flags = ['--allowed-origins', 'https://shop.example'];
      const listed = await startShop(t, flags, change);
      assert.equal(await send(listed, { host: 'shop.example' }), 200);
    });
  });
});
