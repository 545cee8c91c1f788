<?php
/**
 * Settings → Financing: where the proxy is, and the merchant location of this site.
 */

declare(strict_types=1);

defined( 'ABSPATH' ) || exit;

const FINANCING_ELEMENTS_DEFAULTS = array(
	'endpoint' => '/financing',
	'location' => '',
);

add_action( 'admin_menu', 'financing_elements_add_page' );
add_action( 'admin_init', 'financing_elements_register_settings' );

/** Returns the endpoint and the location. */
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
		'endpoint' => __( 'Address of the proxy', 'financing-elements' ),
		'location' => __( 'Merchant location', 'financing-elements' ),
	);
	foreach ( $fields as $name => $label ) {
		$args = array(
			'name'      => $name,
			'label_for' => "financing-elements-$name",
		);
		add_settings_field( $name, $label, 'financing_elements_render_field', 'financing-elements', 'proxy', $args );
	}
}

/** Returns the settings as they are stored, whatever a form sends. */
function financing_elements_sanitize( mixed $input ): array {
	$input = is_array( $input ) ? $input : array();
	return array(
		'endpoint' => sanitize_url( $input['endpoint'] ?? '', array( 'http', 'https' ) ) ?: FINANCING_ELEMENTS_DEFAULTS['endpoint'],
		'location' => sanitize_text_field( $input['location'] ?? '' ),
	);
}

function financing_elements_render_field( array $args ): void {
	printf(
		'<input type="text" class="regular-text" id="%s" name="financing_elements[%s]" value="%s">',
		esc_attr( $args['label_for'] ),
		esc_attr( $args['name'] ),
		esc_attr( financing_elements_settings()[ $args['name'] ] )
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
