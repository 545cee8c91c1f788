/** Tests that the plugin of recipes/wordpress loses no payment if requests come at the same time, or if MariaDB fails. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { withServers } from '../runner/requirements.js';
import { missingForWordPress, startShop } from './wordpress.js';
import { temporaryFolder } from '../support/files.js';

withServers('wordpress', 'recipes/wordpress', missingForWordPress(), () => {
  it('recipes/wordpress with WooCommerce under faults', { timeout: 220_000 }, async (t) => {
    const { site, checkout, placeOrder, lastOrder, referenceOf, deliver, deliverBody, logged } =
      await startShop(t);

    const folder = temporaryFolder(t);
    const lostFile = join(folder, 'lost');

    /** Creates a pending order without a reference, and returns the page that pays it. */
    function createOrder(): string {
      const id = site.php(`
        echo wp_insert_post( array( 'post_type' => 'shop_order', 'post_status' => 'private',
          'meta_input' => array( 'status' => 'pending', 'total' => '600.00' ) ) );`);
      return `${checkout}&order-pay=${id}`;
    }

    /** Replaces the proxy: each link names the reference of its order. */
    const echoReference = `add_filter( 'pre_http_request', fn( $response, $request ) => array(
      'response' => array( 'code' => 200 ),
      'body' => wp_json_encode( array( 'url' => 'https://apply.example/' . json_decode( $request['body'] )->transactionId ) ),
    ), 10, 2 );`;

    /** Makes the database fail for the statements that match a pattern. */
    const failing = (statement: string) => `$GLOBALS['wpdb']->hide_errors();
      add_filter( 'query', fn( $query ) => preg_match( '/^${statement}/', $query ) ? 'SELECT 1 FROM missing_table' : $query );`;

    await t.test('gives parallel first attempts to pay an order the same reference', async () => {
      const payPage = createOrder();
      // Reading first, and then writing slowly, makes the requests overlap.
      site.addPlugin(`${echoReference}
        add_filter( 'add_post_metadata', function ( $check ) { usleep( 300_000 ); return $check; } );`);
      const attempts = [1, 2, 3, 4].map(async () => placeOrder(payPage));
      const links = (await Promise.all(attempts)).map(({ headers }) => headers.get('location'));
      site.addPlugin('');
      const reference = referenceOf(lastOrder());
      assert.deepEqual([...new Set(links)], [`https://apply.example/${reference}`]);
      assert.equal(await deliver('TEXT_TO_PAY_COMPLETED', reference), 204);
      assert.equal(lastOrder().status, 'processing');
    });

    await t.test('waits for the link that a parallel attempt creates', async () => {
      const payPage = createOrder();
      site.addPlugin(`${echoReference} add_filter( 'pre_http_request', function ( $response ) {
        static $requests = 0;
        return 0 === $requests++ ? array( 'response' => array( 'code' => 409 ), 'body' => '{"code": "in-progress"}' ) : $response;
      }, 11 );`);
      const { headers } = await placeOrder(payPage);
      site.addPlugin('');
      assert.match(headers.get('location') ?? '', /^https:\/\/apply\.example\//);
      assert.deepEqual(lastOrder().notes, []);
    });

    await t.test('creates no link if the database doesn’t store its reference', async () => {
      const payPage = createOrder();
      site.addPlugin(echoReference + failing('INSERT INTO .wp_postmeta'));
      const response = await placeOrder(payPage);
      site.addPlugin('');
      assert.match(await response.text(), /Please try again/);
    });

    await t.test('logs why the database refuses the lock of an order', async () => {
      const payPage = createOrder();
      site.addPlugin(echoReference + failing('SELECT GET_LOCK'));
      await placeOrder(payPage);
      site.addPlugin('');
      // A cluster of Percona's refuses locks by default.
      assert.match(logged().at(-1)!, new RegExp(`order ${lastOrder().id}: .*missing_table`));
    });

    await t.test('counts attempts that end while the proxy fails', async () => {
      const payPage = createOrder();
      const order = lastOrder();
      const ended = referenceOf(order).replace(/-1-60000$/, '-6-60000');
      // The event of attempt 6 arrives while the request of attempt 1 is in progress.
      site.addPlugin(`add_filter( 'pre_http_request', function () {
        financing_elements_end_attempt( wc_get_order( ${order.id} ), '${ended}' );
        return array( 'response' => array( 'code' => 502 ), 'body' => '{"code": "service-error"}' );
      } );`);
      await placeOrder(payPage);
      site.addPlugin('');
      assert.match(referenceOf(order), /-7-60000$/);
    });

    await t.test('pays once, whichever statement a restart of MariaDB loses', async () => {
      const lost: string[] = [];
      for (let status = 0; status !== 204;) {
        createOrder();
        const reference = referenceOf(lastOrder());
        // The connection ends instead of one statement. WordPress connects again for the next one.
        site.addPlugin(`$GLOBALS['wpdb']->hide_errors();
          add_filter( 'query', function ( $query ) {
            static $writes = 0;
            $is_write = isset( $_GET['rest_route'] ) && preg_match( '/^\\s*(INSERT|UPDATE)/', $query );
            if ( ! $is_write || ${lost.length} !== $writes++ ) return $query;
            file_put_contents( '${lostFile}', $query );
            return 'KILL CONNECTION_ID()';
          } );`);
        const event = () =>
          deliver('TEXT_TO_PAY_COMPLETED', reference, undefined, {
            transactionId: reference,
            purchaseId: 'loan-1',
          });
        status = await event();
        site.addPlugin('');
        if (status !== 204) {
          lost.push(readFileSync(lostFile, 'utf8'));
          assert.equal(status, 503, lost.at(-1));
          assert.equal(await event(), 204, lost.at(-1));
        }
        const order = lastOrder();
        assert.deepEqual(
          [order.status, order.isPaid, order.transactionId],
          ['processing', true, reference],
          lost.at(-1),
        );
        assert.doesNotMatch(order.notes.join(), /already paid/, lost.at(-1));
      }
      assert.ok(lost.length > 3, lost.join('\n'));
    });

    await t.test('notes each event, and has it delivered again if it can’t', async () => {
      createOrder();
      const reference = referenceOf(lastOrder());
      assert.equal(await deliver(`TEXT_TO_PAY_${'é'.repeat(100_000)}`, reference), 204);
      assert.match(lastOrder().notes.join(), /TEXT_TO_PAY_\?/);
      site.addPlugin(failing('INSERT INTO .wp_comments'));
      assert.equal(await deliver('TEXT_TO_PAY_SENT', reference), 503);
      site.addPlugin('');
      assert.equal(lastOrder().notes.length, 1);
    });

    await t.test('notes why an order isn’t paid, even if it’s already on hold', async () => {
      createOrder();
      const order = lastOrder();
      const reference = referenceOf(order);
      site.php(`update_post_meta( ${order.id}, 'status', 'on-hold' );
        update_post_meta( ${order.id}, 'total', '750.00' );`);
      assert.equal(await deliver('TEXT_TO_PAY_COMPLETED', reference), 204);
      assert.match(lastOrder().notes.join(), /total or currency has changed/);
    });

    await t.test('finds a second loan by numbers that PHP can’t represent', async () => {
      createOrder();
      const transactionId = referenceOf(lastOrder());
      for (const digit of [1, 2]) {
        const purchaseId = `9${'0'.repeat(30)}${digit}`;
        const body = `{"eventType": "TEXT_TO_PAY_COMPLETED", "payload": {"transactionId": "${transactionId}", "purchaseId": ${purchaseId}}}`;
        assert.equal(await deliverBody(body), 204);
      }
      assert.match(lastOrder().notes.at(-1)!, /already paid/);
    });
  });
});
