/** Runs the plain PHP shop according to its README: nginx, PHP, and the proxy on a sandbox. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { signWebhook } from '../../src/contract/index.js';
import { startCommand } from '../cli/command.js';
import { quietPort, postJson } from '../support/servers.js';
import {
  goToCheckout,
  recipePath,
  replaceOnce,
  startNginx,
  startServer,
  startShopper,
} from './recipe.js';
import { findServer, withServers } from '../runner/requirements.js';
import { temporaryFolder } from '../support/files.js';

const webhookSecret = 'webhook-secret-3c9d51bb';
const secrets = {
  FINANCING_PURCHASE_SECRET: 'purchase-secret-70b1c2e8',
  FINANCING_WEBHOOK_SECRET: `webhook-secret-of-after, ${webhookSecret}`,
};

/** Starts the shop, and returns its URL and helpers for its webhook and orders. */
async function startShop(t: TestContext) {
  const folder = temporaryFolder(t);
  const database = join(folder, 'shop.db');
  const port = await quietPort();
  const url = `http://127.0.0.1:${port}`;
  const proxy = await startCommand(
    t,
    ['serve', '--sandbox', '--port', '0', '--trusted-hops', '1'],
    { env: { ...secrets, FINANCING_WEBHOOK_FORWARD: `${url}/webhook.php` } },
  ).listening();
  const php = `127.0.0.1:${await quietPort()}`;
  await startServer(t, findServer('php-cgi')!, ['-b', php], {
    env: { ...secrets, SHOP_DATABASE: database },
    url: `tcp://${php}`,
  });
  let conf = readFileSync(recipePath('php/shop.conf'), 'utf8');
  conf = replaceOnce(conf, 'listen 8080;', `listen 127.0.0.1:${port};`);
  conf = replaceOnce(conf, '/srv/shop/public', recipePath('php/public'));
  conf = replaceOnce(conf, 'http://127.0.0.1:8787;', `${new URL(proxy).origin};`);
  conf = replaceOnce(conf, 'fastcgi_pass 127.0.0.1:9000;', `fastcgi_pass ${php};`);
  await startNginx(t, conf, url);
  return {
    url,
    /** Opens the checkout, and returns the ID of its order. */
    async checkout(cookie = '') {
      const response = await fetch(`${url}/checkout.php`, { headers: { cookie } });
      return /transaction-id="([^"]+)"/.exec(await response.text())?.[1] ?? '';
    },
    async cookie() {
      const response = await fetch(`${url}/checkout.php`);
      return response.headers.get('set-cookie')?.split(';')[0] ?? '';
    },
    /** Delivers a signed event about an order, and returns the status of the response. */
    async deliver(payload: object, eventType = 'TEXT_TO_PAY_COMPLETED', secret = webhookSecret) {
      const body = JSON.stringify({ eventType, payload });
      const headers = {
        'svc-signature': await signWebhook(body, secret, Math.floor(Date.now() / 1000)),
      };
      return (await fetch(`${url}/webhook.php`, { method: 'POST', headers, body })).status;
    },
    async statusOf(order: string) {
      const page = await (await fetch(`${url}/order.php?id=${order}`)).text();
      return /<h1>Your order is (\w+)/.exec(page)?.[1];
    },
    /** Reads the table of second loans, as the shop's own tools would. */
    secondLoans(): unknown {
      const query = `echo json_encode((new PDO('sqlite:${database}'))
        ->query('SELECT order_id, purchase_id FROM second_loans')->fetchAll(PDO::FETCH_NUM));`;
      return JSON.parse(execFileSync('php', ['-r', query], { encoding: 'utf8' }));
    },
  };
}

const needed = ['nginx', 'php-cgi'].find((program) => !findServer(program));
const missing = needed && `${needed} is not installed (Debian: apt install ${needed})`;
withServers('php', 'recipes/php', missing, () => {
  describe('recipes/php', () => {
    it('takes the checkout and the application to the paid order', async (t) => {
      const { url } = await startShop(t);
      const person = await startShopper(t);
      const page = await person.open(`${url}/checkout.php`);
      const checkout = await goToCheckout(person, page, '$1,299.00');
      await checkout.click('button[value=finish]');
      await checkout.reads(/^Your order is paid$/, 'h1');
      await page.show();
      await page.reads(/^Your order is paid$/, 'h1');
    });

    it('shows the payment on the product page, which leads to the checkout', async (t) => {
      const { url } = await startShop(t);
      const person = await startShopper(t);
      const page = await person.open(`${url}/product.php`);
      await page.reads(/\$114\.20\/mo/, 'financing-estimate', '.line');
      await page.click('a[href="/checkout.php"]');
      await page.reads(/./, 'pay-over-time-button', '[part=button]');
    });

    it('shows the source code of no page, and finds no other page', async (t) => {
      const { url } = await startShop(t);
      for (const name of readdirSync(recipePath('php/public'))) {
        const response = await fetch(`${url}/${name}`);
        assert.doesNotMatch(await response.text(), /<\?/, name);
      }
      assert.equal((await fetch(`${url}/missing.php`)).status, 404);
    });

    it('offers another way to pay to a shopper who left the application', async (t) => {
      const { url } = await startShop(t);
      const person = await startShopper(t);
      const page = await person.open(`${url}/checkout.php`);
      const checkout = await goToCheckout(person, page, '$1,299.00');
      await checkout.click('button[value=abort]');
      await checkout.reads(/^Your order is pending$/, 'h1');
      await checkout.reads(/ended without a purchase/, 'p');
      await checkout.click('a[href="/checkout.php"]');
      await checkout.reads(/./, 'pay-over-time-button', '[part=button]');
    });

    it('waits half a minute for an event, then offers another way to pay', async (t) => {
      const { url, checkout } = await startShop(t);
      let next: string | undefined = `?id=${await checkout()}`;
      let waits = 0;
      let page = '';
      for (let view = 0; next && view < 99; view += 1) {
        page = await (await fetch(`${url}/order.php${next.replace('&amp;', '&')}`)).text();
        next = /content="2; url=([^"]+)"/.exec(page)?.[1];
        if (next) waits += 1;
      }
      assert.equal(waits, 15);
      assert.match(page, /haven’t heard from the lender yet.*<a href="\/checkout.php">/s);
    });

    it('pays an order whose earlier application ended without a purchase', async (t) => {
      const { url, checkout, deliver, statusOf } = await startShop(t);
      const transactionId = await checkout();
      for (const kind of ['TEXT_TO_PAY_FAILED', 'TEXT_TO_PAY_ABORTED']) {
        assert.equal(await deliver({ transactionId }, kind), 204);
      }
      const order = `${url}/order.php?id=${transactionId}`;
      assert.match(await (await fetch(order)).text(), /ended without a purchase/);
      assert.equal(await deliver({ transactionId, purchaseId: 'loan-1' }), 204);
      assert.equal(await deliver({ transactionId }, 'TEXT_TO_PAY_ABORTED'), 204);
      assert.equal(await statusOf(transactionId), 'paid');
      assert.doesNotMatch(await (await fetch(order)).text(), /ended without a purchase/);
    });

    it('shows the same order at the checkout until it’s paid', async (t) => {
      const { checkout, cookie, deliver } = await startShop(t);
      const shopper = await cookie();
      const transactionId = await checkout(shopper);
      assert.equal(await checkout(shopper), transactionId);
      assert.notEqual(await checkout(await cookie()), transactionId);
      await deliver({ transactionId, purchaseId: 'loan-1' });
      assert.notEqual(await checkout(shopper), transactionId);
    });

    it('lists a second loan for a paid order, and ignores repeated deliveries', async (t) => {
      const { checkout, deliver, statusOf, secondLoans } = await startShop(t);
      const transactionId = await checkout();
      assert.equal(await statusOf(transactionId), 'pending');
      for (const purchaseId of ['loan-1', 'loan-1', 'loan-2', 'loan-2']) {
        assert.equal(await deliver({ transactionId, purchaseId }), 204);
      }
      assert.equal(await statusOf(transactionId), 'paid');
      assert.deepEqual(secondLoans(), [[transactionId, 'loan-2']]);
    });

    it('doesn’t pay an order for an event with another amount or location', async (t) => {
      const { checkout, deliver, statusOf } = await startShop(t);
      const transactionId = await checkout();
      const payload = { transactionId, purchaseId: 'loan-1' };
      assert.equal(await deliver({ ...payload, amount: 10 }), 204);
      assert.equal(await deliver({ ...payload, location: 'elsewhere' }), 204);
      assert.equal(await statusOf(transactionId), 'pending');
      assert.equal(await deliver({ ...payload, amount: 1299, location: 'main-street' }), 204);
      assert.equal(await statusOf(transactionId), 'paid');
    });

    it('accepts only signed purchase events', async (t) => {
      const { url, checkout, deliver, statusOf } = await startShop(t);
      const transactionId = await checkout();
      const payload = { transactionId, purchaseId: 'loan-1' };
      assert.equal(await deliver(payload, 'TEXT_TO_PAY_COMPLETED', 'another-secret-of-20'), 401);
      assert.equal(await deliver(payload, 'PREQUAL_COMPLETED'), 204);
      assert.equal(await deliver({ purchaseId: 'loan-1' }), 400);
      assert.equal((await fetch(`${url}/webhook.php`)).status, 405);
      assert.equal(await statusOf(transactionId), 'pending');
      assert.equal(await deliver({ referral: transactionId, name: '\ud800' }), 204);
      assert.equal(await statusOf(transactionId), 'paid');
    });

    it('refuses an amount that the page has changed', async (t) => {
      const { url } = await startShop(t);
      const page = await (await fetch(`${url}/checkout.php`)).text();
      const valueOf = (name: string) => new RegExp(`\\s${name}="([^"]+)"`).exec(page)?.[1] ?? '';
      const send = async (amount: number) => {
        const purchase = { location: 'main-street', transactionId: valueOf('transaction-id') };
        const body = { ...purchase, amount, sendSMS: false };
        const headers = { 'financing-purchase': valueOf('purchase') };
        return (await postJson(`${url}/financing/epay/api/v1/epay/send-link`, body, headers))
          .status;
      };
      assert.equal(await send(1299), 200);
      assert.equal(await send(1), 403);
    });
  });
});
