/** A shop with the plugin of recipes/wordpress in a real WordPress. woocommerce.php replaces WooCommerce. */
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { signWebhook } from '../../src/contract/index.js';
import { startWordPress, webhookPath, webhookSecrets } from './wordpress.js';
import { postJson } from '../support/servers.js';

interface Order {
  readonly id: number;
  readonly status: string;
  readonly isPaid: boolean;
  readonly transactionId: string;
  readonly notes: readonly string[];
}

/** Starts a shop with a checkout. The gateway is on. */
export async function startShop(t: TestContext) {
  const site = await startWordPress(t, join(import.meta.dirname, 'woocommerce.php'));
  site.php(
    `update_option( 'woocommerce_financing_elements_settings', array( 'enabled' => 'yes' ) );`,
  );
  const checkout = site.publish('[woocommerce_checkout]', 'page', { post_name: 'checkout' });

  function lastOrder(): Order {
    const json = site.php(`
      $id = get_posts( array( 'post_type' => 'shop_order', 'post_status' => 'private', 'fields' => 'ids' ) )[0];
      $order = wc_get_order( $id );
      echo wp_json_encode( array(
        'id' => $id,
        'status' => $order->get_status(),
        'isPaid' => null !== $order->get_date_paid(),
        'transactionId' => $order->get_transaction_id(),
        'notes' => wp_list_pluck( get_comments( array( 'post_id' => $id, 'orderby' => 'comment_ID', 'order' => 'ASC' ) ), 'comment_content' ),
      ) );`);
    return JSON.parse(json) as Order;
  }

  async function deliverBody(
    body: string,
    sign = (body: string) => signWebhook(body, webhookSecrets[0]),
  ): Promise<number> {
    const headers = { 'svc-signature': await sign(body) };
    return (await postJson(site.url + webhookPath, body, headers)).status;
  }

  return {
    site,
    checkout,
    lastOrder,
    /** Places an order through the form, and returns where the shopper is redirected. */
    async placeOrder(address = checkout): Promise<Response> {
      const body = new URLSearchParams({ payment_method: 'financing_elements' });
      return fetch(address, { method: 'POST', body, redirect: 'manual' });
    },
    referenceOf: ({ id }: Order) =>
      site.php(`echo financing_elements_order_reference( wc_get_order( ${id} ) );`),
    deliverBody,
    deliver: (
      eventType: string,
      transactionId: string | undefined,
      sign?: (body: string) => Promise<string>,
      payload: object = { transactionId },
    ) => deliverBody(JSON.stringify({ eventType, payload }), sign),
    logged: () =>
      JSON.parse(site.php(`echo wp_json_encode( get_option( 'wc_log', array() ) );`)) as string[],
    timesPaid: () => lastOrder().notes.filter((note) => note === 'Payment complete').length,
  };
}
