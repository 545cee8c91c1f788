<?php
/**
 * Replaces WooCommerce in the tests: the classes, functions, hooks, and events that the plugin in
 * recipes/wordpress uses, as WooCommerce documents them. Products and orders are posts.
 */

add_action( 'init', fn() => register_post_type( 'product', array( 'public' => true ) ) );

final class WC_Product {
	public function __construct( private int $id ) {}
	public function is_type( $type ) {
		return $type === get_post_meta( $this->id, 'type', true );
	}
	public function get_price() {
		return get_post_meta( $this->id, 'price', true );
	}
}

function wc_get_product( $id ) {
	return 'product' === get_post_type( $id ) ? new WC_Product( (int) $id ) : false;
}

function wc_get_price_to_display( $product ) {
	return (float) $product->get_price();
}

function wc_get_price_decimals() {
	return absint( get_option( 'woocommerce_price_num_decimals', 2 ) );
}

function get_woocommerce_currency() {
	return apply_filters( 'woocommerce_currency', 'USD' );
}

function is_product() {
	return is_singular( 'product' );
}

function is_cart() {
	return is_page( 'cart' );
}

function is_checkout() {
	return is_page( 'checkout' );
}

function wc_get_checkout_url() {
	return get_permalink( get_page_by_path( 'checkout' ) );
}

/** Reads all fields when it is created, and writes only the ones that changed, like WooCommerce. Failures to write are silent. */
final class WC_Order {
	private array $meta;
	private array $changed = array();

	public function __construct( private int $id ) {
		$this->read_meta_data();
	}
	public function get_id() {
		return $this->id;
	}
	public function read_meta_data( $force_read = false ) {
		if ( $force_read ) {
			wp_cache_delete( $this->id, 'post_meta' );
		}
		$this->meta = array_map( fn( $values ) => $values[0], get_post_meta( $this->id ) );
	}
	public function get_meta( $key ) {
		return $this->meta[ $key ] ?? '';
	}
	public function update_meta_data( $key, $value ) {
		$this->meta[ $key ] = $value;
		$this->changed[]    = $key;
	}
	public function save() {
		foreach ( array_unique( $this->changed ) as $key ) {
			update_post_meta( $this->id, $key, wp_slash( $this->meta[ $key ] ) );
		}
		$this->changed = array();
	}
	public function get_currency() {
		return $this->get_meta( 'currency' ) ?: get_woocommerce_currency();
	}

	public function get_total() {
		return $this->get_meta( 'total' );
	}
	public function get_status() {
		return $this->get_meta( 'status' );
	}
	public function get_transaction_id() {
		return $this->get_meta( 'transaction_id' );
	}
	public function set_transaction_id( $value ) {
		$this->update_meta_data( 'transaction_id', $value );
	}
	public function get_date_paid() {
		return $this->get_meta( 'date_paid' ) ?: null;
	}
	public function maybe_set_date_paid() {
		if ( 'processing' === $this->get_status() && ! $this->get_date_paid() ) {
			$this->update_meta_data( 'date_paid', time() );
		}
	}
	public function add_order_note( $note ) {
		return wp_insert_comment( array( 'comment_post_ID' => $this->id, 'comment_content' => wp_slash( $note ) ) );
	}
	public function update_status( $status, $note = '' ) {
		$has_changed = $status !== $this->get_status();
		$this->update_meta_data( 'status', $status );
		$this->save();
		if ( $has_changed && '' !== $note ) {
			$this->add_order_note( $note );
		}
	}
	public function payment_complete( $transaction_id = '' ) {
		try {
			do_action( 'woocommerce_pre_payment_complete', $this->id, $transaction_id );
		} catch ( Exception ) {
			return false;
		}
		if ( ! in_array( $this->get_status(), array( 'on-hold', 'pending', 'failed', 'cancelled' ), true ) ) {
			return true;
		}
		usleep( 300_000 ); // work, during which a second delivery can come
		$this->update_meta_data( 'status', 'processing' );
		$this->set_transaction_id( $transaction_id );
		$this->update_meta_data( 'date_paid', time() );
		$this->save();
		$this->add_order_note( 'Payment complete' );
		return true;
	}
	public function get_checkout_payment_url() {
		return add_query_arg( 'order-pay', $this->id, wc_get_checkout_url() );
	}
	public function get_checkout_order_received_url() {
		return add_query_arg( 'order-received', $this->id, wc_get_checkout_url() );
	}
}

function wc_get_order( $id ) {
	return 'shop_order' === get_post_type( $id ) ? new WC_Order( (int) $id ) : false;
}

/** Its lines are in an option, from the first to the last. */
function wc_get_logger() {
	return new class() {
		public function error( $message, $context = array() ) {
			update_option( 'wc_log', array( ...get_option( 'wc_log', array() ), "$context[source]: $message" ) );
		}
	};
}

function wc_add_notice( $message ) {
	$GLOBALS['notices'][] = $message;
}

function WC() {
	return new class() {
		public $cart;
		public function __construct() {
			$this->cart = new class() {
				public function get_total( $context = 'view' ) {
					return 'view' === $context ? '<bdi>$600.00</bdi>' : '600.00';
				}
			};
		}
	};
}

abstract class WC_Settings_API {
	public $id;
	public $settings = array();
	public $form_fields = array();
}

abstract class WC_Payment_Gateway extends WC_Settings_API {
	public $enabled = 'yes';
	public $title;
	public $description;
	public $method_title;
	public $method_description;

	public function init_settings() {
		$this->settings = get_option( "woocommerce_{$this->id}_settings", array() );
		$this->enabled  = 'yes' === ( $this->settings['enabled'] ?? 'no' ) ? 'yes' : 'no';
	}
	public function is_available() {
		return 'yes' === $this->enabled;
	}
	public function get_return_url( $order = null ) {
		return $order->get_checkout_order_received_url();
	}
}

/** The payment methods of the shop that a shopper can choose. */
function available_gateways(): array {
	$all = array_map( fn( $name ) => new $name(), apply_filters( 'woocommerce_payment_gateways', array() ) );
	return array_filter( $all, fn( $gateway ) => $gateway->is_available() );
}

/** Handles a placed order, like the checkout. */
function place_order(): void {
	if ( isset( $_POST['payment_method'] ) && is_checkout() ) {
		$order = (int) ( $_GET['order-pay'] ?? 0 );
		if ( 0 === $order ) {
			$meta  = array( 'status' => 'pending', 'total' => WC()->cart->get_total( 'edit' ) );
			$order = wp_insert_post( array( 'post_type' => 'shop_order', 'post_status' => 'private', 'meta_input' => $meta ) );
		}
		foreach ( available_gateways() as $gateway ) {
			$result = $gateway->process_payment( $order );
			if ( 'success' === $result['result'] ) {
				wp_redirect( $result['redirect'] );
				exit;
			}
		}
	}
}
add_action( 'template_redirect', 'place_order' );

add_filter( 'the_content', 'product_page' );
add_shortcode( 'woocommerce_cart', 'cart_page' );
add_shortcode( 'woocommerce_checkout', 'checkout_page' );

function product_page( string $content ): string {
	if ( ! is_product() ) {
		return $content;
	}
	ob_start();
	do_action( 'woocommerce_single_product_summary' );
	if ( wc_get_product( get_the_ID() )->is_type( 'variable' ) ) {
		variations_form();
	}
	return ob_get_clean() . $content;
}

/** Prints the form of a product with variations. WooCommerce's own script reports the picked variation with jQuery events. */
function variations_form(): void {
	?>
	<form class="variations_form cart" data-product_id="<?php the_ID(); ?>">
		<select><option value="">Choose</option><option value="1299">Large</option><option value="600">Small</option></select>
	</form>
	<script>
		addEventListener( 'DOMContentLoaded', () => {
			const form = jQuery( '.variations_form' );
			form.on( 'change', 'select', ( { target } ) => {
				if ( target.value ) form.trigger( 'found_variation', [ { display_price: Number( target.value ) } ] );
				else form.trigger( 'reset_data' );
			} );
		} );
	</script>
	<?php
}

function cart_page(): string {
	ob_start();
	echo '<div class="cart_totals"><table>';
	do_action( 'woocommerce_cart_totals_after_order_total' );
	echo '</table></div>';
	return ob_get_clean();
}

function checkout_page(): string {
	ob_start();
	if ( isset( $_GET['order-received'] ) ) {
		echo '<h2>Order received</h2>';
		available_gateways(); // which add their hooks
		do_action( 'woocommerce_thankyou_financing_elements', (int) $_GET['order-received'] );
		return ob_get_clean();
	}
	echo '<table>';
	do_action( 'woocommerce_review_order_after_order_total' );
	echo '</table><form method="post">', esc_html( implode( $GLOBALS['notices'] ?? array() ) );
	foreach ( available_gateways() as $gateway ) {
		printf( '<input type="radio" name="payment_method" value="%s" checked> %s', esc_attr( $gateway->id ), esc_html( $gateway->title ) );
	}
	echo '<button id="place_order">Place order</button></form>';
	return ob_get_clean();
}
