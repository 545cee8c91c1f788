<?php
/** Removes the settings when an administrator deletes the plugin. */

declare(strict_types=1);

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

if ( is_multisite() ) {
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $site ) {
		delete_blog_option( $site, 'financing_elements' );
	}
} else {
	delete_option( 'financing_elements' );
}
