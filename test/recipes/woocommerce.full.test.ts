/** Tests the plugin of recipes/wordpress in a shop with a real WordPress. woocommerce.php replaces WooCommerce. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { signWebhook } from '../../src/contract/index.js';
import { until } from '../support/until.js';
import { readsPayment, recipePath, startShopper } from './recipe.js';
import { withServers } from '../runner/requirements.js';
import { missingForWordPress, startShop, purchaseSecret, webhookSecrets } from './wordpress.js';
import { postJson } from '../support/servers.js';

const readme = readFileSync(recipePath('wordpress/README.md'), 'utf8');

withServers('wordpress', 'recipes/wordpress', missingForWordPress(), () => {
  it('recipes/wordpress with WooCommerce', { timeout: 220_000 }, async (t) => {
    const shop = await startShop(t);
    const { site, checkout, placeOrder, lastOrder, referenceOf, deliver, deliverBody } = shop;
    const { logged, timesPaid } = shop;
    const product = (type: string) =>
      site.publish('A sofa.', 'product', { meta_input: { type, price: '1299' } });
    const simple = product('simple');
    const cart = site.publish('[woocommerce_cart]', 'page', { post_name: 'cart' });

    await t.test('shows the estimate on product pages, which may be cached', async () => {
      const page = await fetch(simple);
      const html = await page.text();
      assert.match(html, /<financing-estimate [^>]*amount="1299\.00"/);
      assert.doesNotMatch(html, /<prequal-button|<pay-over-time-button/);
      assert.equal(page.headers.get('cache-control'), null);
      assert.equal(page.headers.get('set-cookie'), null);
    });

    await t.test(
      'shows the README’s button on product pages, which then aren’t cached',
      async () => {
        const [, sample = ''] = /```php\n(remove_action[^]*?)```/.exec(readme) ?? [];
        site.addPlugin(`add_action( 'after_setup_theme', function () { ${sample} } );`);
        const page = await fetch(simple);
        const html = await page.text();
        assert.equal(html.split('<financing-estimate').length - 1, 1);
        assert.match(html, /<prequal-button/);
        assert.doesNotMatch(html, /<pay-over-time-button/);
        assert.match(page.headers.get('cache-control') ?? '', /no-cache/);
        site.addPlugin('');
      },
    );

    await t.test('loads the style sheet in time if a theme sends its head first', async () => {
      site.addPlugin(`add_action( 'template_redirect', function () {
        wp_head(); echo '</head>'; the_post(); the_content(); exit;
      } );`);
      for (const address of [simple, cart, checkout]) {
        const [head = ''] = (await (await fetch(address)).text()).split('</head>');
        assert.match(head, /financing\/elements\.css/);
      }
      site.addPlugin('');
    });

    await t.test('shows nothing for a product without a single price, even to editors', () => {
      const id = new URL(product('grouped')).searchParams.get('p');
      const shown = site.php(`wp_set_current_user( 1 );
        $GLOBALS['post'] = get_post( ${id} );
        do_action( 'woocommerce_single_product_summary' );`);
      assert.equal(shown, '');
    });

    await t.test('follows the variation that the shopper selects', async (t) => {
      const page = await (await startShopper(t)).open(product('variable'));
      const pick = (value: string) =>
        page.evaluate(`(() => {
          const select = document.querySelector('.variations_form select');
          select.value = '${value}';
          select.dispatchEvent(new Event('change', { bubbles: true }));
        })()`);
      await page.reads(/Financing available/, 'financing-estimate');
      await page.holds(`customElements.get('financing-estimate')`);
      await pick('1299');
      await readsPayment(page, '$114.20');
      await pick('600');
      await readsPayment(page, '$52.75');
      for (const price of [`''`, 'null', `'From $600'`, `'<b>600</b>'`, 'undefined', 'NaN', '0']) {
        await pick('1299');
        await readsPayment(page, '$114.20');
        await page.evaluate(
          `jQuery('.variations_form').trigger('found_variation', [{ display_price: ${price} }])`,
        );
        await page.holds(`document.querySelector('financing-estimate').status === 'idle'`);
      }
      // A price with tax, which WooCommerce shows as $600.01.
      await page.evaluate(
        `jQuery('.variations_form').trigger('found_variation', [{ display_price: 600.005 }])`,
      );
      await page.holds(
        `document.querySelector('financing-estimate').getAttribute('amount') === '600.01'`,
      );
      await pick('600');
      await readsPayment(page, '$52.75');
      await pick('');
      await page.holds(`document.querySelector('financing-estimate').status === 'idle'`);
      await page.reads(/Financing available/, 'financing-estimate');
    });

    await t.test('rounds prices like a shop that shows whole dollars', async (t) => {
      site.php(`update_option( 'woocommerce_price_num_decimals', 0 );`);
      const chair = site.publish('A chair.', 'product', {
        meta_input: { type: 'simple', price: '499.5' },
      });
      assert.match(await (await fetch(chair)).text(), /<financing-estimate [^>]*amount="500\.00"/);
      const page = await (await startShopper(t)).open(product('variable'));
      await page.evaluate(
        `jQuery('.variations_form').trigger('found_variation', [{ display_price: 499.5 }])`,
      );
      await page.holds(
        `document.querySelector('financing-estimate').getAttribute('amount') === '500.00'`,
      );
      site.php(`delete_option( 'woocommerce_price_num_decimals' );`);
    });

    await t.test('shows the payment for the total in the cart and at checkout', async () => {
      for (const address of [cart, checkout]) {
        const html = await (await fetch(address)).text();
        assert.match(html, /<tr [^>]*><td [^>]*><financing-estimate [^>]*amount="600\.00"/);
      }
    });

    await t.test('pays an order once when a shopper has financed it', async (t) => {
      const person = await startShopper(t);
      const page = await person.open(checkout);
      await page.click('#place_order');
      const application = await person.opened(/\/sandbox\/checkout\//);
      await application.reads(/\$600\.00/, '.amount');
      assert.equal(lastOrder().status, 'pending');
      await application.click('button[value=finish]');
      const received = await person.opened(/order-received/);
      await received.reads(/Order received/, 'h2');
      await until(() => lastOrder().status === 'processing');
      const reference = referenceOf(lastOrder());
      assert.equal(lastOrder().transactionId, reference);
      assert.equal(await deliver('TEXT_TO_PAY_COMPLETED', reference), 204);
      assert.deepEqual(lastOrder().notes, ['Payment complete']);
    });

    await t.test('pays for an event whose reference is next to an empty field', async () => {
      for (const transactionId of ['', ' ', null]) {
        await placeOrder();
        const referral = referenceOf(lastOrder());
        const payload = { transactionId, referral };
        assert.equal(await deliver('TEXT_TO_PAY_COMPLETED', undefined, undefined, payload), 204);
        assert.equal(lastOrder().status, 'processing');
      }
    });

    await t.test('puts an order on hold if its event names another amount', async () => {
      for (const [amount, status] of [
        [600, 'processing'],
        ['600.0', 'processing'],
        ['', 'processing'],
        [1, 'on-hold'],
        ['599.99', 'on-hold'],
      ] as const) {
        await placeOrder();
        const payload = { transactionId: referenceOf(lastOrder()), amount };
        assert.equal(await deliver('TEXT_TO_PAY_COMPLETED', undefined, undefined, payload), 204);
        assert.equal(lastOrder().status, status);
      }
      assert.match(lastOrder().notes.join(), /names another amount/);
    });

    await t.test('puts an order on hold if its event names another location', async () => {
      for (const [location, status] of [
        ['main-street', 'processing'],
        ['smile-dental', 'on-hold'],
      ]) {
        await placeOrder();
        const payload = { transactionId: referenceOf(lastOrder()), location };
        assert.equal(await deliver('TEXT_TO_PAY_COMPLETED', undefined, undefined, payload), 204);
        assert.equal(lastOrder().status, status);
      }
      assert.match(lastOrder().notes.join(), /names another merchant location/);
    });

    await t.test('pays an order even if PHP wouldn’t decode its event by itself', async () => {
      const members = [
        String.raw`"name": "\ud800"`,
        String.raw`"\u0000a": 1`,
        `"list": ${'['.repeat(600)}${']'.repeat(600)}`,
        `"list": ${'['.repeat(30_000)}${']'.repeat(30_000)}`,
        `"list": ["]", "\\"[", {}]`,
      ];
      for (const member of members) {
        await placeOrder();
        const id = referenceOf(lastOrder());
        const body = `\ufeff{"eventType": "TEXT_TO_PAY_COMPLETED", "payload": {${member}, "transactionId": "${id}"}}`;
        const sign = async (bytes: string) =>
          (await signWebhook(bytes, webhookSecrets[0])).toUpperCase().replace('T=', 't=');
        assert.equal(await deliverBody(body, sign), 204, member.slice(0, 40));
        assert.equal(lastOrder().status, 'processing');
      }
    });

    await t.test('pays once if an event arrives twice at the same time', async () => {
      await placeOrder();
      const reference = referenceOf(lastOrder());
      const event = () => deliver('TEXT_TO_PAY_COMPLETED', reference);
      assert.deepEqual(await Promise.all([event(), event(), event()]), [204, 204, 204]);
      assert.equal(timesPaid(), 1);
      assert.equal(lastOrder().notes.length, 1);
    });

    await t.test('locks orders per shop, because shops may share a database server', async () => {
      await placeOrder();
      const event = {
        eventType: 'TEXT_TO_PAY_COMPLETED',
        payload: { transactionId: referenceOf(lastOrder()) },
      };
      const locks = site.php(`
        global $wpdb;
        $locks = array();
        add_filter( 'query', function ( $query ) use ( &$locks ) {
          if ( ! preg_match( "/GET_LOCK\\('([^']+)'/", $query, $parts ) ) return $query;
          $locks[] = $parts[1];
          return '';
        } );
        $request = new WP_REST_Request( 'POST' );
        $request->set_body( '${JSON.stringify(event)}' );
        foreach ( array( 'wp_', 'wp_2_', 'wp_' ) as $prefix ) {
          $wpdb->prefix = $prefix;
          financing_elements_receive( $request );
        }
        echo wp_json_encode( $locks );`);
      const [first = '', second, third] = JSON.parse(locks) as string[];
      assert.notEqual(first, second);
      assert.equal(first, third);
      assert.ok(first.length <= 64, 'MariaDB refuses longer names');
    });

    await t.test('notes a second loan for an order, and ignores repeats of the first', async () => {
      await placeOrder();
      const transactionId = referenceOf(lastOrder());
      for (const [purchaseId, notes] of [
        ['loan-1', 1],
        ['loan-1', 1],
        ['loan-2', 2],
      ] as const) {
        const payload = { transactionId, purchaseId };
        assert.equal(await deliver('TEXT_TO_PAY_COMPLETED', undefined, undefined, payload), 204);
        assert.equal(lastOrder().notes.length, notes);
        assert.equal(timesPaid(), 1);
      }
      assert.match(lastOrder().notes.at(-1)!, /already paid/);
    });

    await t.test('accepts only events signed with one of its secrets', async () => {
      await placeOrder();
      const reference = referenceOf(lastOrder());
      const kind = 'TEXT_TO_PAY_COMPLETED';
      const now = Math.floor(Date.now() / 1000);
      for (const sign of [
        async () => '',
        async (body: string) => signWebhook(body, 'another-secret-of-someone'),
        async (body: string) => signWebhook(`${body} `, webhookSecrets[0]),
        async (body: string) => signWebhook(body, webhookSecrets[0], now - 330),
        async (body: string) => signWebhook(body, webhookSecrets[0], now + 330),
      ]) {
        assert.equal(await deliver(kind, reference, sign), 401);
      }
      assert.equal(lastOrder().status, 'pending');
      const withOld = (body: string) => signWebhook(body, webhookSecrets[1]);
      assert.equal(await deliver(kind, reference, withOld), 204);
      assert.equal(lastOrder().status, 'processing');
    });

    await t.test(
      'accepts events about no order, and has an event without a reference delivered again',
      async () => {
        await placeOrder();
        const { id } = lastOrder();
        assert.equal(await deliver('MERCHANT_ACTIVATED', undefined), 204);
        for (const other of ['f'.repeat(32), `${id}`]) {
          assert.equal(await deliver('TEXT_TO_PAY_COMPLETED', other), 204);
        }
        assert.deepEqual(logged(), []);
        for (const order of [id, id + 100]) {
          const other = `${order}-${'f'.repeat(32)}-1-60000`;
          assert.equal(await deliver('TEXT_TO_PAY_COMPLETED', other), 204);
          assert.match(
            logged().at(-1)!,
            new RegExp(`^financing-elements: .*${other}.* no such order`),
          );
        }
        assert.equal(await deliver('TEXT_TO_PAY_COMPLETED', undefined), 400);
        const { status, notes } = lastOrder();
        assert.deepEqual([status, notes], ['pending', []]);
      },
    );

    await t.test('notes an abandoned application, and creates a new link', async (t) => {
      const person = await startShopper(t);
      await (await person.open(checkout)).click('#place_order');
      const application = await person.opened(/\/sandbox\/checkout\//);
      const { id } = lastOrder();
      const retry = `${checkout}&order-pay=${id}`;
      const [first, again] = [await placeOrder(retry), await placeOrder(retry)].map((response) =>
        response.headers.get('location'),
      );
      assert.equal(first, String(await application.evaluate('document.URL')));
      assert.equal(again, first);
      await application.click('button[value=abort]');
      const received = await person.opened(/order-received/);
      await received.reads(/pay another way/, `a[href*="order-pay=${id}"]`);
      await until(() => lastOrder().notes.length === 1);
      assert.match(lastOrder().notes[0]!, /TEXT_TO_PAY_ABORTED/);
      assert.equal(lastOrder().status, 'pending');
      const next = (await placeOrder(retry)).headers.get('location');
      assert.match(next ?? '', /\/sandbox\/checkout\//);
      assert.notEqual(next, first);
    });

    await t.test(
      'makes each attempt a purchase, and pays for the first one that completes',
      async () => {
        await placeOrder();
        const first = referenceOf(lastOrder());
        assert.match(first, /-1-60000$/);
        for (const kind of ['TEXT_TO_PAY_FAILED', 'TEXT_TO_PAY_ABORTED']) {
          assert.equal(await deliver(kind, first), 204);
        }
        const second = referenceOf(lastOrder());
        assert.equal(second, first.replace(/-1-60000$/, '-2-60000'));
        await deliver('TEXT_TO_PAY_ABORTED', second);
        await deliver('TEXT_TO_PAY_ABORTED', first);
        assert.match(referenceOf(lastOrder()), /-3-60000$/);
        for (const reference of [first, first, second]) {
          assert.equal(await deliver('TEXT_TO_PAY_COMPLETED', reference), 204);
          assert.equal(lastOrder().transactionId, first);
          assert.equal(timesPaid(), 1);
        }
        assert.match(lastOrder().notes.at(-1)!, /already paid/);
      },
    );

    await t.test('doesn’t pay an order whose total or currency has changed', async () => {
      for (const change of [
        `update_post_meta( $id, 'total', '750.00' );`,
        `update_post_meta( $id, 'currency', 'CAD' );`,
      ]) {
        await placeOrder();
        const order = lastOrder();
        const reference = referenceOf(order);
        site.php(`$id = ${order.id}; ${change}`);
        assert.equal(await deliver('TEXT_TO_PAY_COMPLETED', reference), 204);
        assert.equal(lastOrder().status, 'on-hold');
        assert.match(lastOrder().notes.join(), /total or currency has changed/);
        assert.equal(timesPaid(), 0);
      }
    });

    await t.test('notes the purchase of an order that is paid on delivery', async () => {
      await placeOrder();
      const order = lastOrder();
      const reference = referenceOf(order);
      site.php(`update_post_meta( ${order.id}, 'status', 'processing' );`); // without a date, as WooCommerce stores it
      assert.equal(await deliver('TEXT_TO_PAY_COMPLETED', reference), 204);
      assert.match(lastOrder().notes.join(), /not paid, because its status is processing/);
      assert.equal(lastOrder().isPaid, false);
    });

    await t.test(
      'logs the purchase of an order in the trash, regardless of its total',
      async () => {
        await placeOrder();
        const order = lastOrder();
        const reference = referenceOf(order);
        for (const total of ['600.00', '750.00']) {
          site.php(`update_post_meta( ${order.id}, 'status', 'trash' );
          update_post_meta( ${order.id}, 'total', '${total}' );`);
          const before = logged().length;
          assert.equal(await deliver('TEXT_TO_PAY_COMPLETED', reference), 204);
          assert.equal(lastOrder().status, 'trash');
          assert.equal(logged().length, before + 1);
          assert.match(logged().at(-1)!, new RegExp(`${reference}.* status is trash`));
        }
      },
    );

    await t.test('has an event delivered again while WooCommerce can’t pay its order', async () => {
      await placeOrder();
      const reference = referenceOf(lastOrder());
      site.addPlugin(
        `add_action( 'woocommerce_pre_payment_complete', fn() => throw new Exception() );`,
      );
      assert.equal(await deliver('TEXT_TO_PAY_COMPLETED', reference), 503);
      assert.equal(lastOrder().status, 'pending');
      site.addPlugin('');
      assert.equal(await deliver('TEXT_TO_PAY_COMPLETED', reference), 204);
      assert.equal(lastOrder().status, 'processing');
      assert.equal(timesPaid(), 1);
    });

    await t.test('has an event delivered again if the database fails', async () => {
      for (const statement of ['SELECT .* FROM wp_postmeta', '(UPDATE|INSERT INTO) .wp_postmeta']) {
        await placeOrder();
        const reference = referenceOf(lastOrder());
        // The test's PHP would otherwise print the error.
        site.addPlugin(`$GLOBALS['wpdb']->hide_errors();
          add_filter( 'query', fn( $query ) => isset( $_GET['rest_route'] ) && preg_match( '/^\\s*${statement}/', $query )
            ? 'SELECT 1 FROM missing_table' : $query );`);
        assert.equal(await deliver('TEXT_TO_PAY_COMPLETED', reference), 503, statement);
        site.addPlugin('');
        assert.equal(lastOrder().status, 'pending');
        assert.equal(await deliver('TEXT_TO_PAY_COMPLETED', reference), 204);
        assert.equal(lastOrder().status, 'processing');
      }
    });

    await t.test(
      'notes that an order was financed after it was paid in another way and refunded',
      async () => {
        await placeOrder();
        const order = lastOrder();
        site.php(`$order = wc_get_order( ${order.id} ); $order->payment_complete( 'card-1' );
        $order->update_status( 'cancelled', 'Refunded' );`);
        assert.equal(await deliver('TEXT_TO_PAY_COMPLETED', referenceOf(order)), 204);
        assert.equal(lastOrder().status, 'cancelled');
        assert.match(lastOrder().notes.at(-1)!, /already paid/);
      },
    );

    await t.test('creates a link on the next attempt after the service failed', async () => {
      const fault = { operation: 'createPayOverTimeLink', status: 500, count: 1 };
      await postJson(`${site.url}/sandbox/faults`, fault);
      assert.match(await (await placeOrder()).text(), /Please try again/);
      const { id, notes } = lastOrder();
      assert.match(notes.join(), /status 502 service-error/);
      const again = await placeOrder(`${checkout}&order-pay=${id}`);
      assert.match(again.headers.get('location') ?? '', /\/sandbox\/checkout\//);
    });

    await t.test('tells the shopper and the shop that no link was created', async () => {
      site.php(`$settings = get_option( 'financing_elements' );
        update_option( 'financing_elements', array( 'location' => 'unknown' ) + $settings );`);
      const response = await placeOrder();
      site.php(`$settings = get_option( 'financing_elements' );
        update_option( 'financing_elements', array( 'location' => 'main-street' ) + $settings );`);
      assert.equal(response.status, 200);
      const html = await response.text();
      assert.match(html, /application could not be opened/);
      const { status, notes } = lastOrder();
      assert.equal(status, 'pending');
      assert.match(notes.join(), /status 403 location-not-allowed/);
      for (const secret of [purchaseSecret, ...webhookSecrets]) {
        assert.ok(!(html + notes.join()).includes(secret));
      }
    });

    await t.test('offers itself only for US dollars', async () => {
      assert.match(await (await fetch(checkout)).text(), /Pay over time/);
      site.addPlugin(`add_filter( 'woocommerce_currency', fn() => 'CAD' );`);
      const html = await (await fetch(checkout)).text();
      assert.doesNotMatch(html, /Pay over time|<financing-estimate/);
      assert.doesNotMatch(await (await fetch(simple)).text(), /<financing-estimate/);
    });
  });
});
