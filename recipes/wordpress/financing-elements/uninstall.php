<?php
/** Removes the settings when an administrator deletes the plugin. */

declare(strict_types=1);

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'financing_elements' );
