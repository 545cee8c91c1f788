<?php
/**
 * Settings → Financing: where the proxy is, the merchant location of this site, and two texts.
 */

declare(strict_types=1);

defined( 'ABSPATH' ) || exit;

const FINANCING_ELEMENTS_DEFAULTS = array(
	'endpoint'   => '/financing',
	'location'   => '',
	'fallback'   => '',
	'disclosure' => '',
);

add_action( 'admin_menu', 'financing_elements_add_page' );
add_action( 'admin_init', 'financing_elements_register_settings' );

/** Returns the settings, each as a text. */
function financing_elements_settings(): array {
	return wp_parse_args( get_option( 'financing_elements', array() ), FINANCING_ELEMENTS_DEFAULTS );
}

function financing_elements_add_page(): void {
	$title = __( 'Financing', 'financing-elements' );
	add_options_page( $title, $title, 'manage_options', 'financing-elements', 'financing_elements_render_page' );
}

function financing_elements_register_settings(): void {
	register_setting(
		'financing_elements',
		'financing_elements',
		array( 'sanitize_callback' => 'financing_elements_sanitize' )
	);
	add_settings_section( 'proxy', '', '__return_null', 'financing-elements' );
	$fields = array(
		'endpoint'   => array(
			__( 'Address of the proxy', 'financing-elements' ),
			__( 'A path of this site, such as /financing, or a URL, such as https://pay.example.com/financing.', 'financing-elements' ),
		),
		'location'   => array(
			__( 'Merchant location', 'financing-elements' ),
			__( 'Its ID at the Financing Service, which the buttons need. The sandbox has main-street, smile-dental and sunset-motors.', 'financing-elements' ),
		),
		'fallback'   => array(
			__( 'Text before the payment', 'financing-elements' ),
			__( 'Shows without JavaScript, and when no estimate can be loaded. “Financing available at checkout” if it is empty.', 'financing-elements' ),
		),
		'disclosure' => array(
			__( 'Lender’s line', 'financing-elements' ),
			__( 'The text that your lender requires. It shows in the details of each payment.', 'financing-elements' ),
		),
	);
	foreach ( $fields as $name => list( $label, $description ) ) {
		$args = array(
			'name'        => $name,
			'description' => $description,
			'label_for'   => "financing-elements-$name",
		);
		add_settings_field( $name, $label, 'financing_elements_render_field', 'financing-elements', 'proxy', $args );
	}
}

/** Returns the settings to store, whatever a form sends. Reports a wrong address, and keeps the current one. */
function financing_elements_sanitize( mixed $input ): array {
	$input    = is_array( $input ) ? $input : array();
	$given    = trim( (string) ( $input['endpoint'] ?? '' ) );
	$endpoint = sanitize_url( $given, array( 'http', 'https' ) );
	if ( ! preg_match( '#^(/[^/]|https?://[^/])#', $given ) || '' === $endpoint ) {
		$message = __( 'The address of the proxy was not changed: it begins with a slash, http:// or https://.', 'financing-elements' );
		add_settings_error( 'financing_elements', 'endpoint', $message );
		$endpoint = financing_elements_settings()['endpoint'];
	}
	return array(
		'endpoint'   => $endpoint,
		'location'   => sanitize_text_field( $input['location'] ?? '' ),
		'fallback'   => sanitize_text_field( $input['fallback'] ?? '' ),
		'disclosure' => sanitize_text_field( $input['disclosure'] ?? '' ),
	);
}

function financing_elements_render_field( array $args ): void {
	printf(
		'<input type="text" class="regular-text" id="%1$s" name="financing_elements[%2$s]" value="%3$s" aria-describedby="%1$s-description"><p class="description" id="%1$s-description">%4$s</p>',
		esc_attr( $args['label_for'] ),
		esc_attr( $args['name'] ),
		esc_attr( financing_elements_settings()[ $args['name'] ] ),
		esc_html( $args['description'] )
	);
}

function financing_elements_render_page(): void {
	?>
	<div class="wrap">
		<h1><?php echo esc_html( get_admin_page_title() ); ?></h1>
		<?php if ( '' === financing_elements_purchase_secret() ) : ?>
			<div class="notice notice-warning inline"><p>
				<?php esc_html_e( 'Define FINANCING_PURCHASE_SECRET in wp-config.php to show the pay-over-time button. The proxy needs the same secret.', 'financing-elements' ); ?>
			</p></div>
		<?php endif; ?>
		<form action="options.php" method="post">
			<?php
			settings_fields( 'financing_elements' );
			do_settings_sections( 'financing-elements' );
			submit_button();
			?>
		</form>
	</div>
	<?php
}
