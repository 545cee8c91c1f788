/** Tests that the plugin of recipes/wordpress pays the orders of all sites in a network that has one address for events. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { signWebhook } from '../../src/contract/index.js';
import { withServers } from '../runner/requirements.js';
import { missingForWordPress, startShop, webhookSecrets, type Site } from './wordpress.js';

/** Creates a pending order with the same ID at each site, and returns its reference. */
const createOrder = (site: Pick<Site, 'php'>): string =>
  site.php(`
    $id = wp_insert_post( array( 'import_id' => 700, 'post_type' => 'shop_order', 'post_status' => 'private',
      'meta_input' => array( 'status' => 'pending', 'total' => '600.00' ) ) );
    echo financing_elements_order_reference( wc_get_order( $id ) );`);

const statusOf = (site: Pick<Site, 'php'>): string =>
  site.php(`echo wc_get_order( 700 )->get_status();`);

withServers('wordpress', 'recipes/wordpress', missingForWordPress(), () => {
  it(
    'recipes/wordpress with WooCommerce in a network of sites',
    { timeout: 220_000 },
    async (t) => {
      const { site: first, deliver } = await startShop(t);
      const second = first.addSite('second');
      const references = [createOrder(first), createOrder(second)] as const;

      await t.test(
        'leaves an order pending if the event is about another site’s order',
        async () => {
          assert.equal(
            await deliver('TEXT_TO_PAY_COMPLETED', references[1].replace(/-2$/, '-9')),
            204,
          );
          assert.deepEqual([statusOf(first), statusOf(second)], ['pending', 'pending']);
        },
      );

      await t.test('has the event delivered again if the order’s site fails', async () => {
        first.addPlugin(`if ( 2 === get_current_blog_id() ) { http_response_code( 500 ); exit; }`);
        const status = await deliver('TEXT_TO_PAY_COMPLETED', references[1]);
        first.addPlugin('');
        assert.equal(status, 503);
      });

      await t.test('pays the order of another site', async () => {
        assert.equal(await deliver('TEXT_TO_PAY_COMPLETED', references[1]), 204);
        assert.deepEqual([statusOf(first), statusOf(second)], ['pending', 'processing']);
      });

      await t.test('pays an order whichever site gets the event', async () => {
        const body = JSON.stringify({
          eventType: 'TEXT_TO_PAY_COMPLETED',
          payload: { transactionId: references[0] },
        });
        const { status } = await fetch(`${second.url}/wp-json/financing-elements/v1/webhooks`, {
          method: 'POST',
          body,
          headers: { 'svc-signature': await signWebhook(body, webhookSecrets[0]) },
        });
        assert.equal(status, 204);
        assert.equal(statusOf(first), 'processing');
      });
    },
  );
});
