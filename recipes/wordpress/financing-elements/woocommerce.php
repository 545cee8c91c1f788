<?php
/**
 * WooCommerce: the estimate on product pages and next to the totals of cart and checkout, and the payment gateway.
 */

declare(strict_types=1);

defined( 'ABSPATH' ) || exit;

add_action( 'before_woocommerce_init', 'financing_elements_declare_features' );
add_filter( 'financing_elements_price', 'financing_elements_product_price', 5, 2 );
add_filter( 'financing_elements_is_used', 'financing_elements_is_shop_page', 5 );
add_action( 'woocommerce_single_product_summary', 'financing_elements_show_on_product', 15 ); // below the price, which is at 10
add_action( 'woocommerce_cart_totals_after_order_total', 'financing_elements_show_total' );
add_action( 'woocommerce_review_order_after_order_total', 'financing_elements_show_total' );
add_filter( 'woocommerce_payment_gateways', 'financing_elements_add_gateway' );

/** Declares support for every way that WooCommerce stores orders: this plugin uses only its functions. */
function financing_elements_declare_features(): void {
	$features = 'Automattic\WooCommerce\Utilities\FeaturesUtil';
	if ( class_exists( $features ) ) {
		$features::declare_compatibility( 'custom_order_tables', __DIR__ . '/financing-elements.php', true );
		$features::declare_compatibility( 'cart_checkout_blocks', __DIR__ . '/financing-elements.php', false );
	}
}

function financing_elements_product( int $post_id ): ?WC_Product {
	$product = function_exists( 'wc_get_product' ) && 'USD' === get_woocommerce_currency() ? wc_get_product( $post_id ) : null;
	return $product ?: null;
}

/** Returns the price of a simple product, as the shop shows it, if the author hasn't set one. */
function financing_elements_product_price( mixed $price, int $post_id ): mixed {
	$product = '' === $price ? financing_elements_product( $post_id ) : null;
	return $product && $product->is_type( 'simple' ) ? round( (float) wc_get_price_to_display( $product ), wc_get_price_decimals() ) : $price;
}

/** True for a product with variations. Loads the script that follows the variation that the shopper picks. */
function financing_elements_has_variations( int $post_id ): bool {
	$is_variable = (bool) financing_elements_product( $post_id )?->is_type( 'variable' );
	if ( $is_variable ) {
		wp_enqueue_script( 'financing-elements-variations', plugins_url( 'variations.js', __FILE__ ), array( 'jquery' ), '0.1.0', true );
	}
	return $is_variable;
}

function financing_elements_is_shop_page( mixed $is_used ): bool {
	return $is_used || ( function_exists( 'is_product' ) && ( is_product() || is_cart() || is_checkout() ) );
}

/**
 * Shows the estimate without buttons, so that product pages stay cacheable. Shows nothing if the product has neither a US dollar
 * price nor variations.
 */
function financing_elements_show_on_product(): void {
	$post_id = (int) get_the_ID();
	if ( null !== financing_elements_amount( '', $post_id ) || financing_elements_has_variations( $post_id ) ) {
		echo financing_elements_shortcode( array( 'buttons' => 'none' ) ); // escaped where it is made
	}
}

/** Shows the payment for the whole cart, in a row of its table. WooCommerce redraws the table when the total changes. */
function financing_elements_show_total(): void {
	$total = 'USD' === get_woocommerce_currency() ? (float) WC()->cart->get_total( 'edit' ) : 0.0;
	if ( $total > 0 ) {
		$price = sprintf( 'amount="%.2F"', $total );
		$row   = '<tr class="financing-elements"><td colspan="2">%s</td></tr>';
		printf( $row, financing_elements_estimate( $price, financing_elements_settings()['location'] ) );
	}
}

/** Loads the gateway when WooCommerce asks for it, because its class extends one of WooCommerce's. */
function financing_elements_add_gateway( array $gateways ): array {
	require_once __DIR__ . '/gateway.php';
	return array( ...$gateways, 'Financing_Elements_Gateway' );
}
