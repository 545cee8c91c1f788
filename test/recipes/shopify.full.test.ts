import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { toNodeListener } from '../../src/node/index.js';
import { createFinancingProxy } from '../../src/proxy/index.js';
import { modules, withInstalled } from '../runtimes/start-runtime.js';
import { startHttp } from '../support/servers.js';
import { goToPrequal, readsPayment, recipePath, startShopper } from './recipe.js';
import { startSandbox } from '../support/sandbox.js';

const source = readFileSync(recipePath('shopify/blocks/financing.liquid'), 'utf8');

/** The part of liquidjs that the test uses. */
interface Liquid {
  registerTag(name: string, tag: object): void;
  parseAndRender(source: string, scope: object): Promise<string>;
}

/** Returns the objects of a product page, as Shopify documents them. Prices are in cents. */
function createScope(price: number, settings: Readonly<Record<string, string>>, currency = 'USD') {
  return {
    product: { title: 'Hollis sofa', selected_or_first_available_variant: { price } },
    cart: { currency: { iso_code: currency } },
    block: { settings, shopify_attributes: 'data-shopify-editor-block="1"' },
  };
}

withInstalled('liquid', () => {
  it('recipes/shopify', async (t) => {
    const { Liquid } = (await import(
      pathToFileURL(join(modules, 'liquidjs/dist/liquid.node.js')).href
    )) as { Liquid: new () => Liquid };
    const schemas: string[] = [];
    const engine = new Liquid();
    // In Shopify, this text isn't rendered.
    engine.registerTag('schema', {
      parse(_tag: unknown, tokens: { getText(): string; kind: number; name?: string }[]) {
        let text = '';
        for (let token = tokens.shift(); token?.name !== 'endschema'; token = tokens.shift()) {
          assert.ok(token, 'the schema ends');
          text += token.getText();
        }
        schemas.push(text);
      },
      render: () => '',
    });
    const render = (...scope: Parameters<typeof createScope>) =>
      engine.parseAndRender(source, createScope(...scope));
    const settings = { proxy: 'https://pay.example/financing', location: 'main-street' };

    await t.test('lists its settings in a JSON schema', async () => {
      await render(129_900, settings);
      const schema = JSON.parse(schemas[0]!) as { settings: { id: string }[] };
      const used = new Set([...source.matchAll(/block\.settings\.(\w+)/g)].map(([, id]) => id));
      assert.deepEqual(new Set(schema.settings.map(({ id }) => id)), used);
    });

    await t.test('converts cents to dollars', async () => {
      for (const [cents, dollars] of [
        [129_900, '1299'],
        [129_999, '1299.99'],
        [1_005, '10.05'],
        [2_000_000, '20000'],
      ] as const) {
        assert.ok((await render(cents, settings)).includes(`amount="${dollars}"`), dollars);
      }
    });

    await t.test(
      'shows nothing without a price, in another currency, or before it is set up',
      async () => {
        for (const page of [render(0, settings), render(1, settings, 'CAD'), render(1, {})]) {
          assert.equal((await page).trim(), '');
        }
      },
    );

    await t.test(
      'omits an amount that the next variant would make wrong, unless it follows the price',
      async () => {
        const scope = createScope(129_900, settings);
        const product = { ...scope.product, price_varies: true };
        const fixed = await engine.parseAndRender(source, { ...scope, product });
        assert.doesNotMatch(fixed, /amount/);
        assert.match(fixed, /<financing-estimate\s/);
      },
    );

    await t.test('accepts an address with a trailing slash', async () => {
      const withSlash = { ...settings, proxy: ` ${settings.proxy}/ ` };
      assert.equal(await render(129_900, withSlash), await render(129_900, settings));
    });

    await t.test('escapes the settings', async () => {
      const html = await render(129_900, {
        proxy: 'https://x.example/"><script>',
        location: '"><b>',
        price_selector: '"><b>',
        fallback: '<b>',
      });
      assert.doesNotMatch(html, /<b>|"><script>/);
      assert.match(html, /&lt;b&gt;/);
    });

    await t.test(
      'shows the payment from a proxy on another origin, follows the price, and opens the link',
      async (t) => {
        const serviceUrl = await startSandbox(t);
        let page = '';
        const shop = await startHttp(t, (_request, response) => {
          response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
        });
        const proxy = createFinancingProxy({
          baseUrl: serviceUrl,
          svcKey: 'sandbox-key',
          allowedOrigins: [shop],
          logger: { debug() {}, info() {}, warn() {}, error() {} },
        });
        const pay = await startHttp(t, toNodeListener(proxy));
        const block = await render(129_900, {
          ...settings,
          proxy: `${pay}/financing`,
          price_selector: '.price',
        });
        page = `<!doctype html><html lang="en"><h1>Hollis sofa</h1><p class="price">$1,299.00</p>${block}</html>`;
        const person = await startShopper(t);
        const opened = await person.open(shop);
        await readsPayment(opened, '$114.20');
        await opened.evaluate(`document.querySelector('.price').textContent = '$12,990.00'`);
        await readsPayment(opened, '$780.08');
        await goToPrequal(person, opened);
      },
    );
  });
});
