<?php
/**
 * The payment gateway: creates a pay-over-time link for the order, and sends the shopper there.
 */

declare(strict_types=1);

defined( 'ABSPATH' ) || exit;

class Financing_Elements_Gateway extends WC_Payment_Gateway {
	public function __construct() {
		$this->id                 = 'financing_elements';
		$this->method_title       = __( 'Pay over time', 'financing-elements' );
		$this->method_description = __( 'Shoppers apply at the Financing Service. An order is paid when the service reports the purchase.', 'financing-elements' );
		$this->title              = $this->method_title;
		$this->description        = __( 'You apply on the next page. Your order is paid when your application is approved.', 'financing-elements' );
		$this->form_fields        = array(
			'enabled' => array(
				'title'   => $this->method_title,
				'type'    => 'checkbox',
				'default' => 'no',
			),
		);
		$this->init_settings();
		add_action( "woocommerce_update_options_payment_gateways_$this->id", array( $this, 'process_admin_options' ) );
		add_action( "woocommerce_thankyou_$this->id", array( $this, 'show_unpaid' ) );
	}

	/** True if the gateway can be used. Without a secret for webhooks, no order would ever be paid. */
	public function is_available() {
		return parent::is_available() && 'USD' === get_woocommerce_currency()
			&& '' !== financing_elements_purchase_secret() && array() !== financing_elements_webhook_secrets();
	}

	public function process_payment( $order_id ) {
		$order = wc_get_order( $order_id );
		// Use the order's currency: a plugin may let shoppers choose one that isn't the shop's.
		$url = 'USD' === $order->get_currency() ? $this->create_link( $order ) : '';
		if ( '' === $url ) {
			wc_add_notice( __( 'The application could not be opened. Please try again, or pay another way.', 'financing-elements' ), 'error' );
			return array( 'result' => 'failure' );
		}
		// The order stays pending: only a webhook pays it.
		return array(
			'result'   => 'success',
			'redirect' => $url,
		);
	}

	/** Handles the shopper's return, from a finished or an unfinished application. */
	public function show_unpaid( $order_id ): void {
		$order = wc_get_order( $order_id );
		if ( $order && ! $order->get_date_paid() ) {
			printf(
				'<p>%s <a href="%s">%s</a></p>',
				esc_html__( 'We are waiting for word on your financing. If you finished your application, we will email you.', 'financing-elements' ),
				esc_url( $order->get_checkout_payment_url() ),
				esc_html__( 'Apply again, or pay another way', 'financing-elements' )
			);
		}
	}

	/** Requests a link from the proxy and returns its URL. After a failure, adds a note to the order and returns an empty string. */
	private function create_link( WC_Order $order ): string {
		$amount    = (float) $order->get_total();
		$location  = financing_elements_settings()['location'];
		$reference = financing_elements_order_reference( $order );
		if ( null === $reference ) {
			wc_get_logger()->error( "Pay over time: the database didn't store the reference of order {$order->get_id()}: {$GLOBALS['wpdb']->last_error}", array( 'source' => 'financing-elements' ) );
			return '';
		}
		$link      = array(
			'amount'        => $amount,
			'transactionId' => $reference,
			'location'      => $location,
			'redirectUrl'   => $this->get_return_url( $order ),
		);
		$request   = array(
			'timeout'     => 20,
			'redirection' => 0,
			'headers'     => array(
				'Content-Type'       => 'application/json',
				'Financing-Purchase' => financing_elements_purchase( $amount, $reference, $location ),
				'Idempotency-Key'    => $reference, // the same link, until the attempt has ended
			),
			'body'        => wp_json_encode( array( 'sendSMS' => false ) + array_filter( $link ) ),
		);
		$seconds   = 0;
		do {
			sleep( $seconds );
			$response = wp_remote_post( financing_elements_url( '/epay/api/v1/epay/send-link' ), $request );
			$status   = (int) wp_remote_retrieve_response_code( $response ); // 0 without an answer
			// 409 means that the same request is in progress, for example after a double click. It creates the same link.
		} while ( 409 === $status && ++$seconds < 5 );
		$answer    = json_decode( wp_remote_retrieve_body( $response ) );
		$url       = 200 === $status ? esc_url_raw( (string) ( $answer->url ?? '' ), array( 'https', 'http' ) ) : '';
		if ( '' === $url ) {
			/* translators: 1: an HTTP status, 2: a code of the proxy, such as purchase-not-verified */
			$note = sprintf( __( 'Pay over time: the proxy made no link (status %1$d %2$s).', 'financing-elements' ), $status, $answer->code ?? '' );
			$order->add_order_note( sanitize_text_field( $note ) );
			// The proxy stores a failure of the service with its key for a day.
			if ( isset( $answer->code ) && 409 !== $status ) {
				financing_elements_lock_order( $order->get_id(), fn() => financing_elements_end_attempt( $order, $reference ) );
			}
		}
		return $url;
	}
}
