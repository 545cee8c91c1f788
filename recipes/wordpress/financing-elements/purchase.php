<?php
/**
 * Signs purchases, so that the proxy takes their amounts from this server and not from the shopper's browser.
 */

declare(strict_types=1);

defined( 'ABSPATH' ) || exit;

/** Returns the secret that is shared with the proxy. It comes from wp-config.php, so it isn't in the database or its backups. */
function financing_elements_purchase_secret(): string {
	return defined( 'FINANCING_PURCHASE_SECRET' ) ? (string) FINANCING_PURCHASE_SECRET : '';
}

/** Returns a purchase token for this amount, valid for an hour. */
function financing_elements_purchase( float $amount, string $transaction_id, string $location ): string {
	// The proxy refuses an empty location. A shop with only one doesn't have to name it.
	$purchase = array_filter(
		array(
			'amount'        => $amount,
			'transactionId' => $transaction_id,
			'location'      => $location,
			'exp'           => time() + HOUR_IN_SECONDS,
		)
	);
	return financing_elements_sign_purchase( $purchase, financing_elements_purchase_secret() );
}

/** Returns a purchase token: `v1.<payload>.<mac>`. */
function financing_elements_sign_purchase( array $purchase, string $secret ): string {
	$signed = 'v1.' . financing_elements_base64url( wp_json_encode( $purchase, JSON_THROW_ON_ERROR ) );
	return $signed . '.' . financing_elements_base64url( hash_hmac( 'sha256', $signed, $secret, true ) );
}

function financing_elements_base64url( string $bytes ): string {
	return rtrim( strtr( base64_encode( $bytes ), '+/', '-_' ), '=' );
}
