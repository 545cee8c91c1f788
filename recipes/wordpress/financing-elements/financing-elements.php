<?php
/**
 * Plugin Name:       Financing Elements
 * Description:        A monthly payment next to a price, the buttons that lead to financing, and a way to pay in WooCommerce.
 * Version:           0.1.0
 * Requires at least: 6.1
 * Requires PHP:      8.0
 * License:           MIT
 * License URI:       https://opensource.org/license/mit
 * Text Domain:       financing-elements
 */

declare(strict_types=1);

defined( 'ABSPATH' ) || exit;

require __DIR__ . '/purchase.php';
require __DIR__ . '/settings.php';
require __DIR__ . '/woocommerce.php';
require __DIR__ . '/webhook.php';

add_action( 'init', 'financing_elements_register' );
add_action( 'template_redirect', 'financing_elements_prevent_caching_early' );
add_action( 'wp_enqueue_scripts', 'financing_elements_enqueue_early' );
add_filter( 'script_loader_tag', 'financing_elements_module_tag', 10, 2 );

function financing_elements_register(): void {
	add_shortcode( 'financing', 'financing_elements_shortcode' );
	register_block_type( __DIR__ . '/block', array( 'render_callback' => 'financing_elements_block' ) );
	wp_set_script_translations( 'financing-elements-financing-editor-script', 'financing-elements' );
}

/** Renders `[financing amount="1299.00"]`. */
function financing_elements_shortcode( array|string $attributes ): string {
	$defaults = array(
		'amount'   => '',
		'location' => '',
		'buttons'  => 'all',
	);
	$content = financing_elements_render( shortcode_atts( $defaults, $attributes, 'financing' ) );
	return '' === $content ? '' : "<div class=\"financing-elements\">$content</div>";
}

/** Renders the block, which has the same attributes. */
function financing_elements_block( array $attributes ): string {
	$content = financing_elements_render( $attributes );
	return '' === $content ? '' : sprintf( '<div %s>%s</div>', get_block_wrapper_attributes(), $content );
}

function financing_elements_render( array $attributes ): string {
	$post_id = (int) get_the_ID();
	$amount  = financing_elements_amount( (string) $attributes['amount'], $post_id );
	// The price of a product with variations is known once the shopper picks one.
	$is_variable = null === $amount && '' === $attributes['amount'] && financing_elements_has_variations( $post_id );
	if ( null === $amount && ! $is_variable ) {
		return financing_elements_hint( (string) $attributes['amount'] );
	}
	if ( is_feed() ) {
		// A feed reader runs no script.
		return sprintf( '<a href="%s">%s</a>', esc_url( (string) get_permalink() ), financing_elements_fallback() );
	}
	$location = (string) ( $attributes['location'] ?: financing_elements_settings()['location'] );
	$price    = $is_variable ? sprintf( 'data-variations-of="%d" data-decimals="%d"', $post_id, wc_get_price_decimals() ) : "amount=\"$amount\"";
	$estimate = financing_elements_estimate( $price, $location );
	// Programs may store what they read in the REST API, but the buttons are for one shopper and one hour.
	if ( 'none' === $attributes['buttons'] || ( defined( 'REST_REQUEST' ) && REST_REQUEST ) ) {
		return $estimate;
	}
	financing_elements_prevent_caching();
	$shared = financing_elements_shared( $location );
	return sprintf(
		'%s <prequal-button %s referral="%s"></prequal-button> %s',
		$estimate,
		$shared,
		esc_attr( financing_elements_reference() ),
		null === $amount || 'prequal' === $attributes['buttons'] ? '' : financing_elements_pay_over_time_button( $shared, $amount, $location )
	);
}

/** Renders the estimate. It is the same for every shopper, so caches may keep its page. */
function financing_elements_estimate( string $price, string $location ): string {
	financing_elements_enqueue();
	$disclosure = financing_elements_settings()['disclosure'];
	return sprintf(
		'<financing-estimate %s %s>%s%s</financing-estimate>',
		financing_elements_shared( $location ),
		$price,
		financing_elements_fallback(),
		'' === $disclosure ? '' : '<span slot="disclosure">' . esc_html( $disclosure ) . '</span>'
	);
}

function financing_elements_fallback(): string {
	return esc_html( financing_elements_settings()['fallback'] ?: __( 'Financing available at checkout', 'financing-elements' ) );
}

/** Returns the attributes that all elements have. */
function financing_elements_shared( string $location ): string {
	return sprintf( 'endpoint="%s" location="%s"', esc_url( financing_elements_url( '' ) ), esc_attr( $location ) );
}

/** Renders the button with an amount that this server signs. Renders nothing if there's no secret. */
function financing_elements_pay_over_time_button( string $shared, string $amount, string $location ): string {
	if ( '' === financing_elements_purchase_secret() ) {
		return '';
	}
	/**
	 * Filters the reference that webhooks name. It must be hard to guess: not the number of an order.
	 */
	$transaction_id = (string) apply_filters( 'financing_elements_transaction_id', financing_elements_reference(), get_the_ID() );
	return sprintf(
		'<pay-over-time-button %s amount="%s" transaction-id="%s" purchase="%s"></pay-over-time-button>',
		$shared,
		esc_attr( $amount ),
		esc_attr( $transaction_id ),
		esc_attr( financing_elements_purchase( (float) $amount, $transaction_id, $location ) )
	);
}

/** Returns the price of a post in US dollars, such as `1299.00`, or null if it has none. */
function financing_elements_amount( string $amount, int $post_id ): ?string {
	/**
	 * Filters the price. Take it from your catalog and never from the request: the server signs it.
	 */
	$price = apply_filters( 'financing_elements_price', $amount, $post_id );
	if ( is_string( $price ) ) {
		$price = preg_match( '/^\s*\$?(\d+|\d{1,3}(?:,\d{3})+)(\.\d{1,2})?\s*$/D', $price, $parts )
			? str_replace( ',', '', $parts[1] ) . ( $parts[2] ?? '' )
			: null;
	}
	return is_numeric( $price ) && $price > 0 ? number_format( (float) $price, 2, '.', '' ) : null;
}

/** Tells people who can edit the post why nothing shows. Shoppers see nothing. */
function financing_elements_hint( string $amount ): string {
	if ( ! current_user_can( 'edit_post', get_the_ID() ) ) {
		return '';
	}
	/* translators: %s: what was given as the price */
	$text = __( 'Financing: “%s” is not a price in US dollars, such as 1299.00. Only editors see this.', 'financing-elements' );
	return '<p role="note">' . esc_html( sprintf( $text, $amount ) ) . '</p>';
}

/** Returns a reference that can't be guessed. The result of wp_generate_uuid4() can be. */
function financing_elements_reference(): string {
	return bin2hex( random_bytes( 16 ) );
}

/** Returns the URL of a file of the proxy. By default, the proxy is on the same site. */
function financing_elements_url( string $file ): string {
	$url = untrailingslashit( financing_elements_settings()['endpoint'] ) . $file;
	return WP_Http::make_absolute_url( $url, home_url( '/' ) );
}

function financing_elements_enqueue(): void {
	wp_enqueue_style( 'financing-elements', financing_elements_url( '/elements.css' ), array(), null );
	wp_enqueue_script( 'financing-elements', financing_elements_url( '/elements.js' ), array(), null );
}

/** Adds the style sheet to the head, because it reserves space for the estimate. */
function financing_elements_enqueue_early(): void {
	if ( financing_elements_is_used() ) {
		financing_elements_enqueue();
	}
}

/** Makes the script a module, and keeps attributes that other plugins added to its tag. */
function financing_elements_module_tag( mixed $tag, string $handle ): mixed {
	if ( 'financing-elements' !== $handle || ! is_string( $tag ) ) {
		return $tag;
	}
	return preg_replace( array( '/ type=([\'"])text\/javascript\1/', '/ src=/' ), array( '', ' type="module" src=' ), $tag, 1 );
}

/** Keeps page caches and CDNs from storing the page, because each shopper has their own references and purchase. */
function financing_elements_prevent_caching(): void {
	defined( 'DONOTCACHEPAGE' ) || define( 'DONOTCACHEPAGE', true );
	if ( ! headers_sent() ) {
		nocache_headers();
		// nginx caches for WordPress are often set up to ignore Cache-Control.
		header( 'X-Accel-Expires: 0' );
	}
}

/** Sends the headers as soon as the post is known, because a classic theme sends its head before it renders the content. */
function financing_elements_prevent_caching_early(): void {
	$content  = financing_elements_content();
	$has_some = preg_match( '/\[financing\b(?![^\]]*\sbuttons=["\']?none\b)/', $content )
		|| preg_match( '/<!-- wp:financing-elements\/financing\b(?!((?!-->).)*"buttons":"none")/', $content );
	/**
	 * Filters whether the page has a button. Return true if a shortcode with buttons is in a template or a widget.
	 */
	if ( apply_filters( 'financing_elements_has_buttons', $has_some ) ) {
		financing_elements_prevent_caching();
	}
}

/** True for the page of a post that has the shortcode or the block. */
function financing_elements_is_used(): bool {
	$content = financing_elements_content();
	/**
	 * Filters whether the page shows financing. Return true if the shortcode is in a template or a widget.
	 */
	return (bool) apply_filters(
		'financing_elements_is_used',
		has_shortcode( $content, 'financing' ) || has_block( 'financing-elements/financing', $content )
	);
}

/** Returns the content and the excerpt of the current post, including their synced patterns, which are separate posts. */
function financing_elements_content(): string {
	$post    = is_singular() ? get_queried_object() : null;
	$content = $post instanceof WP_Post ? $post->post_content . $post->post_excerpt : ''; // a product shows its excerpt next to the price
	$read    = array();
	// A pattern can contain others.
	while ( preg_match_all( '/<!-- wp:block \{"ref":(\d+)/', $content, $patterns ) && array_diff( $patterns[1], $read ) ) {
		foreach ( array_diff( $patterns[1], $read ) as $id ) {
			$content .= get_post( (int) $id )->post_content ?? '';
			$read[]   = $id;
		}
	}
	return $content;
}
