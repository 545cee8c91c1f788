<?php
/**
 * Receives the events of the Financing Service. An event that reports a purchase pays its order, once.
 */

declare(strict_types=1);

defined( 'ABSPATH' ) || exit;

/** The event for a pay-over-time link that led to a purchase. */
const FINANCING_ELEMENTS_PURCHASED = array( 'TEXT_TO_PAY_COMPLETED', 'CHECKOUT_SDK_COMPLETED' );

add_action( 'rest_api_init', 'financing_elements_register_webhooks' );
add_filter( 'rest_pre_dispatch', 'financing_elements_keep_body', 10, 3 );

function financing_elements_register_webhooks(): void {
	if ( function_exists( 'wc_get_order' ) ) {
		$route = array(
			'methods'             => 'POST',
			'callback'            => 'financing_elements_receive',
			'permission_callback' => 'financing_elements_is_signed',
		);
		register_rest_route( 'financing-elements/v1', '/webhooks', $route );
	}
}

/** Returns the secrets that events are signed with: two, separated by a comma, while one is rotated. */
function financing_elements_webhook_secrets(): array {
	$secrets = defined( 'FINANCING_WEBHOOK_SECRET' ) ? (string) FINANCING_WEBHOOK_SECRET : '';
	return array_filter( array_map( 'trim', explode( ',', $secrets ) ) );
}

/** True for a signature of these bytes that is at most five minutes old and was made with one of the secrets. */
function financing_elements_is_signed( WP_REST_Request $request ): bool {
	$header = (string) $request->get_header( 'svc-signature' );
	preg_match( '/(?:^|,)\s*t=(\d{1,12})\s*(?:,|$)/', $header, $time );
	preg_match_all( '/(?:^|,)\s*v1=([0-9a-f]{64})/', strtolower( $header ), $signatures );
	if ( ! $time || abs( time() - (int) $time[1] ) > 5 * MINUTE_IN_SECONDS ) {
		return false;
	}
	foreach ( financing_elements_webhook_secrets() as $secret ) {
		$expected = hash_hmac( 'sha256', $time[1] . '.' . $request->get_body(), $secret );
		foreach ( $signatures[1] as $signature ) {
			if ( hash_equals( $expected, $signature ) ) {
				return true;
			}
		}
	}
	return false;
}

/**
 * Runs a function while no other request runs one for the same order, and returns its result. Returns null if that takes ten
 * seconds, or if the connection to the database was lost, because then a statement may be lost too.
 */
function financing_elements_lock_order( int $order_id, callable $function ): mixed {
	global $wpdb;
	// All databases of a server share locks, and their names have at most 64 characters.
	$lock = 'financing-' . md5( DB_NAME . '|' . $wpdb->prefix . '|' . $order_id );
	if ( ! $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, 10)', $lock ) ) ) {
		return null;
	}
	$result = $function();
	// WordPress reconnects silently, but the lock ended with the lost connection.
	return $wpdb->get_var( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', $lock ) ) ? $result : null;
}

/** Stores a field of an order. Returns false if the database doesn't have it, because WooCommerce doesn't report that. */
function financing_elements_store( WC_Order $order, string $field, string $value ): bool {
	$order->update_meta_data( $field, $value );
	$order->save();
	$order->read_meta_data( true );
	return $value === (string) $order->get_meta( $field );
}

/**
 * Returns the reference of an order's current attempt with its current total in cents: `<order>-<random>-<attempt>-<cents>`, in
 * a network followed by `-<site>`. The order makes it possible to find the order of an event, the random part can't be guessed,
 * and each attempt is a new purchase. Returns null if the database fails, because no event could find the order.
 */
function financing_elements_order_reference( WC_Order $order ): ?string {
	$is_stored = financing_elements_lock_order(
		$order->get_id(),
		function () use ( $order ): bool {
			$order->read_meta_data( true ); // the previous holder of the lock may have written the random part
			return '' !== (string) $order->get_meta( '_financing_elements' )
				|| financing_elements_store( $order, '_financing_elements', financing_elements_reference() );
		}
	);
	if ( true !== $is_stored ) {
		return null;
	}
	$random  = (string) $order->get_meta( '_financing_elements' );
	$attempt = (int) $order->get_meta( '_financing_elements_attempt' ) ?: 1;
	$site    = is_multisite() ? '-' . get_current_blog_id() : '';
	return sprintf( '%d-%s-%d-%d', $order->get_id(), $random, $attempt, financing_elements_cents( $order ) ) . $site;
}

/**
 * Makes the next attempt a new purchase. Counts from the attempt that ended, because an event can arrive late, and twice. Returns
 * false if the database fails. Call it while the order is locked.
 */
function financing_elements_end_attempt( WC_Order $order, string $reference ): bool {
	$order->read_meta_data( true );
	$attempt = (int) explode( '-', $reference )[2];
	$next    = max( 1 + $attempt, (int) $order->get_meta( '_financing_elements_attempt' ) );
	return financing_elements_store( $order, '_financing_elements_attempt', (string) $next );
}

function financing_elements_cents( WC_Order $order ): int {
	return (int) round( 100 * (float) $order->get_total() );
}

/** Returns the reference of an event, which can be in either field. The other field may be empty. */
function financing_elements_event_reference( mixed $event ): ?string {
	foreach ( array( 'transactionId', 'referral' ) as $field ) {
		$reference = $event->payload->$field ?? null;
		if ( is_string( $reference ) && preg_match( '/\S/u', $reference ) ) {
			return $reference;
		}
	}
	return null;
}

/**
 * Keeps WordPress from parsing the body. It refuses JSON that PHP can't decode, before the event gets here.
 */
function financing_elements_keep_body( mixed $result, WP_REST_Server $server, WP_REST_Request $request ): mixed {
	if ( 0 === strcasecmp( untrailingslashit( $request->get_route() ), '/financing-elements/v1/webhooks' ) ) {
		$request->set_header( 'Content-Type', 'application/octet-stream' );
	}
	return $result;
}

/**
 * Decodes an event. PHP refuses what the service may send: a byte order mark, half a surrogate pair, a key that begins with
 * U+0000, and deep nesting, of which everything below 100 levels becomes null.
 */
function financing_elements_decode( string $body ): mixed {
	$plain = preg_replace( '/^\xEF\xBB\xBF/', '', $body );
	$plain = preg_replace( '/\\\\[^u](*SKIP)(*FAIL)|\\\\u(?:0000|d[89a-f][0-9a-f]{2})/i', '\\ufffd', $plain );
	$depth = 0;
	$plain = preg_replace_callback(
		'/"(?:[^"\\\\]|\\\\.)*+"|[\[{]|[\]}]|[^"\[\]{}]+/s',
		function ( array $token ) use ( &$depth ): string {
			$is_end   = str_contains( ']}', $token[0] );
			$is_start = ! $is_end && str_contains( '[{', $token[0] );
			$depth   += $is_start ? 1 : 0;
			$text     = $depth > 100 ? '' : $token[0];
			$text     = $is_start && 101 === $depth ? 'null' : $text;
			$depth   -= $is_end ? 1 : 0;
			return $text;
		},
		$plain
	);
	return json_decode( $plain, flags: JSON_BIGINT_AS_STRING );
}

function financing_elements_receive( WP_REST_Request $request ): WP_REST_Response {
	$event     = financing_elements_decode( $request->get_body() );
	$kind      = $event->eventType ?? null;
	$reference = financing_elements_event_reference( $event );
	if ( ! is_string( $kind ) || ( in_array( $kind, FINANCING_ELEMENTS_PURCHASED, true ) && null === $reference ) ) {
		return new WP_REST_Response( null, 400 ); // so that it is delivered again, and seen
	}
	if ( ! preg_match( '/^(\d{1,18})-[0-9a-f]{32}-\d{1,9}-\d{1,18}(?:-(\d{1,18}))?$/D', $reference ?? '', $parts ) ) {
		return new WP_REST_Response( null, 204 ); // not about an order, but about a location or a button
	}
	$site_id = (int) ( $parts[2] ?? get_current_blog_id() );
	if ( is_multisite() && get_current_blog_id() !== $site_id && get_site( $site_id ) ) {
		return new WP_REST_Response( null, financing_elements_pass_on( $request, $site_id ) );
	}
	// If two deliveries arrive at once, the second one waits and then reads what the first one wrote.
	$order_id    = (int) $parts[1];
	$is_recorded = financing_elements_lock_order(
		$order_id,
		fn() => financing_elements_record( wc_get_order( $order_id ), $kind, $reference, $event )
	);
	return new WP_REST_Response( null, $is_recorded ? 204 : 503 );
}

/**
 * Passes an event on to the site of its order, and returns the status of the response. All sites of a network may share one address
 * for events, but only a request to the site itself loads its plugins and settings.
 */
function financing_elements_pass_on( WP_REST_Request $request, int $site_id ): int {
	$response = wp_remote_post(
		get_rest_url( $site_id, 'financing-elements/v1/webhooks' ),
		array(
			'timeout'     => 9, // the proxy waits ten seconds
			'redirection' => 0,
			'headers'     => array( 'svc-signature' => (string) $request->get_header( 'svc-signature' ) ),
			'body'        => $request->get_body(),
		)
	);
	$status = (int) wp_remote_retrieve_response_code( $response ); // 0 without a response
	return $status >= 200 && $status < 300 ? $status : 503; // so that it is delivered again
}

/** Returns the service's ID of the loan, or an empty string if the event has none. */
function financing_elements_purchase_id( mixed $event ): string {
	$id = $event->payload->purchaseId ?? '';
	return is_string( $id ) || is_int( $id ) || is_float( $id ) ? sanitize_text_field( (string) $id ) : '';
}

/** True for the event of another loan than the one that paid the order. */
function financing_elements_is_second( WC_Order $order, string $purchase_id ): bool {
	$first = (string) $order->get_meta( '_financing_elements_purchase' );
	return '' !== $first && '' !== $purchase_id && $first !== $purchase_id;
}

/** True if an event names a location other than the one in the settings. The loan is then another merchant's. */
function financing_elements_is_elsewhere( mixed $event ): bool {
	$location = $event->payload->location ?? '';
	$own      = financing_elements_settings()['location'];
	return '' !== $own && is_scalar( $location ) && ! in_array( trim( (string) $location ), array( '', $own ), true );
}

/** True if an event names another amount than its reference. A proxy that trusts pages creates links for any amount. */
function financing_elements_is_other_amount( mixed $event, int $cents ): bool {
	$amount = $event->payload->amount ?? null;
	return is_numeric( $amount ) && (int) round( 100 * $amount ) !== $cents;
}

/** Puts an order on hold with a note. Returns false if the database fails. */
function financing_elements_hold( WC_Order $order, string $note ): bool {
	// WooCommerce drops the note of an order that already is on hold, so add the note by itself.
	$order->update_status( 'on-hold' );
	return 'on-hold' === wc_get_order( $order->get_id() )->get_status() && $order->add_order_note( $note );
}

/** True for a paid order. One that's still payable isn't paid, even if the database stored a date. */
function financing_elements_is_paid( WC_Order $order ): bool {
	return $order->get_date_paid() && ! in_array( $order->get_status(), array( 'pending', 'failed' ), true );
}

/**
 * Pays an order. Returns false if WooCommerce or the database failed. Stores first which purchase pays the order: if the database
 * then stores only a part of the payment, the next delivery of the event completes the payment.
 */
function financing_elements_pay( WC_Order $order, string $reference, string $purchase_id, string $note ): bool {
	$is_started = $order->get_transaction_id() === $reference;
	$order->set_transaction_id( $reference );
	// Two links with one reference can both be approved. The second loan has another ID.
	$is_stored = financing_elements_store( $order, '_financing_elements_purchase', $purchase_id )
		&& wc_get_order( $order->get_id() )->get_transaction_id() === $reference;
	if ( ! $is_stored || ! $order->payment_complete( $reference ) ) {
		return false;
	}
	if ( $is_started && ! $order->get_date_paid() ) {
		// The database may have stored the paid status, but not the date. WooCommerce sets the date only for that status.
		$order->maybe_set_date_paid();
		$order->save();
	}
	if ( $order->get_date_paid() ) {
		return financing_elements_is_paid( wc_get_order( $order->get_id() ) );
	}
	// WooCommerce doesn't pay an order with this status, such as one that is paid on delivery, and returns true.
	/* translators: %s: the status of an order */
	$note .= ' ' . sprintf( __( 'But this order was not paid, because its status is %s. Ask the service operator to void this payment, or don’t collect another one.', 'financing-elements' ), $order->get_status() );
	wc_get_logger()->error( $note, array( 'source' => 'financing-elements' ) ); // also for an order in the trash
	return (bool) $order->add_order_note( $note );
}

/** Records an event, and pays its order. Returns false if WooCommerce or the database failed, so that the service sends the event again. */
function financing_elements_record( mixed $order, string $kind, string $reference, mixed $event ): bool {
	$purchase_id = financing_elements_purchase_id( $event );
	list( , $random, , $cents ) = explode( '-', $reference );
	// A note has at most 64 KB.
	$kind_text = substr( preg_replace( '/[^\w.-]+/', '?', $kind ), 0, 100 );
	/* translators: 1: the kind of an event, 2: its reference */
	$note = sprintf( __( 'Pay over time: the service reports %1$s for %2$s.', 'financing-elements' ), $kind_text, $reference );
	if ( ! $order instanceof WC_Order || $order->get_meta( '_financing_elements' ) !== $random ) {
		if ( '' !== $GLOBALS['wpdb']->last_error ) {
			return false; // the order may exist, but the database couldn't read it
		}
		wc_get_logger()->error( "$note There is no such order.", array( 'source' => 'financing-elements' ) );
		return true;
	}
	if ( ! in_array( $kind, FINANCING_ELEMENTS_PURCHASED, true ) ) {
		$ends = preg_match( '/_(FAILED|ABORTED)$/D', $kind );
		return ( ! $ends || financing_elements_end_attempt( $order, $reference ) ) && $order->add_order_note( $note );
	}
	$is_own = $order->get_transaction_id() === $reference && ! financing_elements_is_second( $order, $purchase_id );
	if ( $is_own && financing_elements_is_paid( $order ) ) {
		return true; // delivered again
	}
	if ( ! $is_own && $order->get_date_paid() ) {
		// Check the date, not is_paid(): an order that was refunded or cancelled must not be paid again.
		return (bool) $order->add_order_note( $note . ' ' . __( 'But this order was already paid. Ask the service operator to void one payment.', 'financing-elements' ) );
	}
	if ( 'trash' !== $order->get_status() && ( financing_elements_cents( $order ) !== (int) $cents || 'USD' !== $order->get_currency() ) ) {
		return financing_elements_hold( $order, $note . ' ' . __( 'But its total or currency has changed since. Compare it before you ship.', 'financing-elements' ) );
	}
	if ( 'trash' !== $order->get_status() && financing_elements_is_other_amount( $event, (int) $cents ) ) {
		return financing_elements_hold( $order, $note . ' ' . __( 'But it names another amount. Ask the service operator before you ship.', 'financing-elements' ) );
	}
	if ( 'trash' !== $order->get_status() && financing_elements_is_elsewhere( $event ) ) {
		return financing_elements_hold( $order, $note . ' ' . __( 'But it names another merchant location. Ask the service operator before you ship.', 'financing-elements' ) );
	}
	return financing_elements_pay( $order, $reference, $purchase_id, $note );
}
