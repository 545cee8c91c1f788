<?php
/**
 * Receives the events of the Financing Service: one that reports a purchase pays its order, once.
 */

declare(strict_types=1);

defined( 'ABSPATH' ) || exit;

/** A pay-over-time link has led to a purchase. */
const FINANCING_ELEMENTS_PURCHASED = array( 'TEXT_TO_PAY_COMPLETED', 'CHECKOUT_SDK_COMPLETED' );

add_action( 'rest_api_init', 'financing_elements_register_webhooks' );

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

/** True for a signature that is at most five minutes old and made with one of the secrets over the bytes as they came. */
function financing_elements_is_signed( WP_REST_Request $request ): bool {
	$header = (string) $request->get_header( 'svc-signature' );
	preg_match( '/(?:^|,)\s*t=(\d{1,12})\s*(?:,|$)/', $header, $time );
	preg_match_all( '/(?:^|,)\s*v1=([0-9a-f]{64})/', $header, $signatures );
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
 * Returns the reference of an order at its present total, in cents: `<order>-<random>-<cents>`. So an event names its order,
 * cannot be matched by guessing, and says which total it pays for, also when the order has changed since.
 */
function financing_elements_order_reference( WC_Order $order ): string {
	$random = (string) $order->get_meta( '_financing_elements' );
	if ( '' === $random ) {
		$random = financing_elements_reference();
		$order->update_meta_data( '_financing_elements', $random );
		$order->save();
	}
	return sprintf( '%d-%s-%d', $order->get_id(), $random, round( 100 * (float) $order->get_total() ) );
}

function financing_elements_receive( WP_REST_Request $request ): WP_REST_Response {
	global $wpdb;
	$event     = json_decode( $request->get_body() );
	$kind      = $event->eventType ?? null;
	$reference = $event->payload->transactionId ?? $event->payload->referral ?? null;
	if ( ! is_string( $kind ) || ( in_array( $kind, FINANCING_ELEMENTS_PURCHASED, true ) && ! is_string( $reference ) ) ) {
		return new WP_REST_Response( null, 400 ); // so that it is delivered again, and seen
	}
	if ( ! preg_match( '/^(\d{1,20})-[0-9a-f]{32}-\d{1,20}$/D', is_string( $reference ) ? $reference : '', $parts ) ) {
		return new WP_REST_Response( null, 204 ); // about no order: of a location, or of a button
	}
	// Of two deliveries at once, the second waits and then reads what the first has written.
	$lock = $wpdb->prefix . 'financing-' . $parts[1];
	if ( ! $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, 10)', $lock ) ) ) {
		return new WP_REST_Response( null, 503 );
	}
	$order = wc_get_order( (int) $parts[1] );
	if ( $order instanceof WC_Order && str_starts_with( $reference, "$parts[1]-{$order->get_meta( '_financing_elements' )}-" ) ) {
		financing_elements_record( $order, $kind, $reference );
	}
	$wpdb->query( $wpdb->prepare( 'DO RELEASE_LOCK(%s)', $lock ) );
	return new WP_REST_Response( null, 204 );
}

function financing_elements_record( WC_Order $order, string $kind, string $reference ): void {
	/* translators: 1: the kind of an event, 2: its reference */
	$note = sprintf( __( 'Pay over time: the service reports %1$s for %2$s.', 'financing-elements' ), sanitize_text_field( $kind ), $reference );
	if ( ! in_array( $kind, FINANCING_ELEMENTS_PURCHASED, true ) ) {
		if ( preg_match( '/_(FAILED|ABORTED)$/D', $kind ) ) {
			// The next attempt gets a link of its own.
			$order->update_meta_data( '_financing_elements_ended', 1 + (int) $order->get_meta( '_financing_elements_ended' ) );
			$order->save();
		}
		$order->add_order_note( $note );
	} elseif ( $order->get_transaction_id() === $reference ) {
		return; // delivered again
	} elseif ( $order->get_date_paid() ) {
		// A date, not is_paid(): an order that was refunded or cancelled since must not be paid anew.
		$order->add_order_note( $note . ' ' . __( 'But this order was already paid. Ask the service operator to void one payment.', 'financing-elements' ) );
	} elseif ( financing_elements_order_reference( $order ) !== $reference ) {
		$order->update_status( 'on-hold', $note . ' ' . __( 'But its total has changed since. Compare it before you ship.', 'financing-elements' ) );
	} else {
		$order->payment_complete( $reference );
	}
}
