/** A WordPress for one test: Debian's files, its own MariaDB, and PHP's built-in server behind a proxy. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request as requestPhp, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import assert from 'node:assert/strict';
import { zipPlugin } from '../../build/release/wordpress-plugin.js';
import { signWebhook } from '../../src/contract/index.js';
import { toNodeListener } from '../../src/node/index.js';
import { createFinancingProxy } from '../../src/proxy/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { postJson, quietPort, startHttp } from '../support/servers.js';
import { eventually } from '../support/until.js';
import { recipePath, startServer } from './recipe.js';
import { findServer } from '../runner/requirements.js';
import { temporaryFolder } from '../support/files.js';

/** The folder of Debian's package. */
const core = '/usr/share/wordpress';

/** The administrator's name and password. */
export const administrator = { name: 'admin', password: 'password-of-the-administrator' };

/** The secret that WordPress and the proxy share. */
export const purchaseSecret = 'purchase-secret-70b1c2e8';

/** The webhook secrets: a new one, and the one it replaces. */
export const webhookSecrets = [
  'webhook-secret-new-3c9d51bb',
  'webhook-secret-old-81aa60f4',
] as const;

/** The URL where the plugin receives events. */
const webhookPath = '/?rest_route=/financing-elements/v1/webhooks';

/** Returns what WordPress needs and this machine doesn't have, if anything. */
export function missingForWordPress(): string | undefined {
  const hint = '(Debian: apt install wordpress mariadb-server-core php-mysql php-cli)';
  if (!existsSync(join(core, 'wp-settings.php'))) return `WordPress is not installed ${hint}`;
  if (!findServer('mariadbd')) return `MariaDB is not installed ${hint}`;
  const php = spawnSync('php', ['-r', 'exit(extension_loaded("mysqli") ? 0 : 1);']);
  return php.status === 0 ? undefined : `PHP with mysqli is not installed ${hint}`;
}

/** The MariaDB of a site. */
interface Database {
  /** Kills the process, as a crash would. */
  crash(): Promise<void>;
  start(): Promise<void>;
}

/** A site with the plugin. */
export interface Site {
  readonly url: string;
  readonly database: Database;
  /** Runs PHP inside WordPress, and returns its output. */
  php(code: string): string;
  /** Publishes a page, a product, or a post (which also appears in feeds), and returns its URL. */
  publish(content: string, type?: 'page' | 'post' | 'product', fields?: object): string;
  /** Adds PHP that runs on every request, like a plugin of the shop. */
  addPlugin(code: string): void;
  /** Turns the site into the first one of a network, and adds another site in a folder with this name. */
  addSite(name: string): Pick<Site, 'url' | 'php'>;
}

/** Packs the recipe's plugin as a release does, and returns the path of its zip file. */
function packPlugin(folder: string): string {
  const repository = join(folder, 'repository');
  const plugin = 'wordpress/financing-elements';
  cpSync(recipePath(plugin), join(repository, 'recipes', plugin), { recursive: true });
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    [...identity, 'commit', '-qm', 'Test'],
  ]) {
    execFileSync('git', args, { cwd: repository });
  }
  const file = join(folder, 'plugin.zip');
  zipPlugin(file, repository);
  return file;
}

/** Starts a site with the recipe's plugin. `shop` is a file that replaces a shop plugin. */
export async function startWordPress(t: TestContext, shop?: string): Promise<Site> {
  const folder = temporaryFolder(t);
  const root = join(folder, 'html');
  // Debian's wp-config.php would look for a configuration in /etc.
  cpSync(core, root, {
    recursive: true,
    dereference: true,
    filter: (path) => path !== join(core, 'wp-config.php'),
  });
  const ownPlugins = join(root, 'wp-content/mu-plugins');
  mkdirSync(ownPlugins, { recursive: true });
  if (shop !== undefined) cpSync(shop, join(ownPlugins, 'woocommerce.php'));
  const phpUrl = `http://127.0.0.1:${await quietPort()}`;
  const url = await startFront(t, phpUrl);
  const database = await startMariaDb(t, folder);
  writeFileSync(join(root, 'wp-config.php'), configuration(url, database.socket));

  function php(code: string): string {
    const ran = spawnSync('php', ['-d', 'display_errors=stderr'], {
      input: `<?php ${code}`,
      encoding: 'utf8',
      cwd: root,
    });
    assert.equal(ran.status, 0, ran.stdout + ran.stderr);
    return ran.stdout;
  }
  php(`
    define( 'WP_INSTALLING', true );
    require 'wp-load.php';
    require ABSPATH . 'wp-admin/includes/upgrade.php';
    wp_install( 'A shop', '${administrator.name}', 'admin@shop.example', false, '', '${administrator.password}' );
  `);
  const inWordPress = (code: string) => php(`require 'wp-load.php'; ${code}`);
  inWordPress(`
    require ABSPATH . 'wp-admin/includes/plugin.php';
    require ABSPATH . 'wp-admin/includes/file.php';
    require ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';
    $installed = ( new Plugin_Upgrader( new Automatic_Upgrader_Skin() ) )->install( '${packPlugin(folder)}' );
    if ( true !== $installed ) exit( 1 );
    $problem = activate_plugin( 'financing-elements/financing-elements.php' );
    if ( is_wp_error( $problem ) ) exit( $problem->get_error_message() );
    update_option( 'financing_elements', array( 'endpoint' => '/financing', 'location' => 'main-street' ) );
  `);
  // By default, PHP checks only every two seconds whether a file has changed, such as one from `addPlugin`.
  const fresh = ['-d', 'opcache.revalidate_freq=0'];
  await startServer(t, 'php', [...fresh, '-S', new URL(phpUrl).host, '-t', root], {
    url: `${phpUrl}/wp-includes/js/wp-util.min.js`,
    env: { PHP_CLI_SERVER_WORKERS: '4' },
  });
  return {
    url,
    database,
    addPlugin(code) {
      writeFileSync(join(ownPlugins, 'shop.php'), `<?php ${code}`);
    },
    addSite(name) {
      const host = new URL(url).host;
      inWordPress(`
        require ABSPATH . 'wp-admin/includes/upgrade.php';
        foreach ( $wpdb->tables( 'ms_global' ) as $table => $prefixed ) $wpdb->$table = $prefixed;
        install_network();
        populate_network( 1, '${host}', 'admin@shop.example', 'A network', '/', false );`);
      writeFileSync(join(root, 'wp-config.php'), configuration(url, database.socket, host));
      const atSite = (path: string, code: string) =>
        php(`$_SERVER['HTTP_HOST'] = '${host}'; $_SERVER['REQUEST_URI'] = '${path}';
          require 'wp-load.php'; ${code}`);
      // WordPress removes the colon before a port from the domain of a new site.
      atSite(
        '/',
        `
        require ABSPATH . 'wp-admin/includes/upgrade.php';
        require_once ABSPATH . 'wp-admin/includes/plugin.php';
        $id = wp_insert_site( array( 'domain' => '${host}', 'path' => '/${name}/', 'network_id' => 1, 'user_id' => 1 ) );
        if ( is_wp_error( $id ) ) exit( $id->get_error_message() );
        $wpdb->update( $wpdb->blogs, array( 'domain' => '${host}' ), array( 'blog_id' => $id ) );
        clean_blog_cache( $id );
        switch_to_blog( $id );
        foreach ( array( 'home', 'siteurl' ) as $option ) update_option( $option, '${url}/${name}' );
        activate_plugin( 'financing-elements/financing-elements.php' );
        update_option( 'financing_elements', array( 'endpoint' => '/financing', 'location' => 'smile-dental' ) );`,
      );
      return { url: `${url}/${name}`, php: (code) => atSite(`/${name}/`, code) };
    },
    php: inWordPress,
    publish(content, type = 'page', more = {}) {
      const post = {
        post_type: type,
        post_status: 'publish',
        post_title: 'Hollis sofa',
        post_content: content,
        ...more,
      };
      const fields = Buffer.from(JSON.stringify(post)).toString('base64');
      const asAdministrator = 'wp_set_current_user( 1 );'; // otherwise, WordPress filters the content
      const insert = `wp_insert_post( wp_slash( json_decode( base64_decode( '${fields}' ), true ) ), true )`;
      const id = inWordPress(`${asAdministrator} echo ${insert};`);
      return `${url}/?${type === 'page' ? 'page_id' : 'p'}=${id}`;
    },
  };
}

/** Returns wp-config.php. With `networkHost`, the site is the first one of a network. */
function configuration(url: string, socket: string, networkHost?: string): string {
  const constants = {
    ...(networkHost === undefined
      ? { WP_HOME: url, WP_SITEURL: url }
      : {
          MULTISITE: true,
          SUBDOMAIN_INSTALL: false,
          DOMAIN_CURRENT_SITE: networkHost,
          PATH_CURRENT_SITE: '/',
          SITE_ID_CURRENT_SITE: '1',
          BLOG_ID_CURRENT_SITE: '1',
        }),
    DB_NAME: 'wordpress',
    DB_USER: 'root',
    DB_PASSWORD: '',
    DB_HOST: `localhost:${socket}`,
    DB_CHARSET: 'utf8mb4',
    // Blocks outgoing requests and background jobs.
    WP_HTTP_BLOCK_EXTERNAL: true,
    DISABLE_WP_CRON: true,
    AUTOMATIC_UPDATER_DISABLED: true,
    WP_DEBUG: true,
    // WordPress's own files for networks are deprecated PHP.
    WP_DEBUG_DISPLAY: networkHost === undefined,
    FINANCING_PURCHASE_SECRET: purchaseSecret,
    FINANCING_WEBHOOK_SECRET: webhookSecrets.join(','),
  };
  const lines = Object.entries(constants).map(([name, value]) => {
    return `define( '${name}', ${typeof value === 'string' ? `'${value}'` : value} );`;
  });
  return `<?php
${lines.join('\n')}
$table_prefix = 'wp_';
defined( 'ABSPATH' ) || define( 'ABSPATH', __DIR__ . '/' );
require_once ABSPATH . 'wp-settings.php';
`;
}

async function startMariaDb(
  t: TestContext,
  folder: string,
): Promise<Database & { socket: string }> {
  const data = join(folder, 'data');
  const socket = join(folder, 'mariadb.sock');
  const isRoot = process.getuid?.() === 0;
  // A starting server deletes the temporary tables in its folder, which would crash another server.
  const own = [`--datadir=${data}`, `--tmpdir=${folder}`];
  const base = ['--no-defaults', ...own, ...(isRoot ? ['--user=root'] : [])];
  const installed = spawnSync(
    'mariadb-install-db',
    [...base, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { encoding: 'utf8' },
  );
  assert.equal(installed.status, 0, installed.stdout + installed.stderr);
  const init = `--init-file=${writeInit(folder)}`;
  let crash = () => Promise.resolve();
  async function start(): Promise<void> {
    const server = spawn(
      findServer('mariadbd')!,
      [...base, `--socket=${socket}`, '--skip-networking', init],
      { stdio: 'ignore' },
    );
    const ended = once(server, 'exit');
    crash = async () => {
      server.kill('SIGKILL');
      await ended;
      rmSync(socket, { force: true }); // a killed server leaves it
    };
    await eventually(() => Promise.resolve(existsSync(socket)), { what: 'MariaDB' });
  }
  t.after(() => crash());
  await start();
  return { socket, start, crash: () => crash() };
}

function writeInit(folder: string): string {
  const file = join(folder, 'init.sql');
  writeFileSync(file, 'CREATE DATABASE IF NOT EXISTS wordpress CHARACTER SET utf8mb4;\n');
  return file;
}

/** Starts the gateway: `/financing/` goes to a proxy on a sandbox, everything else to PHP. */
async function startFront(t: TestContext, phpUrl: string): Promise<string> {
  const url = await startHttp(t, (request, response) => {
    const path = request.url ?? '/';
    if (path.startsWith('/financing/')) return financing(request, response);
    if (path.startsWith('/sandbox/')) return pages(request, response);
    passOn(request, response, phpUrl);
  });
  const webhook = { url: url + webhookPath, secret: webhookSecrets[0] };
  const sandbox = createSandbox({ publicUrl: url, webhook });
  const pages = toNodeListener(sandbox);
  const financing = toNodeListener(
    createFinancingProxy({
      baseUrl: url,
      svcKey: 'sandbox-key',
      locations: ['main-street', 'smile-dental'],
      purchaseSecret,
      redirectOrigins: [url], // the gateway sends no Origin header
      fetch: sandbox.fetch,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    }),
  );
  return url;
}

function passOn(request: IncomingMessage, response: ServerResponse, phpUrl: string): void {
  const { method, headers, url = '/' } = request;
  const passed = requestPhp(phpUrl + url, { method, headers, agent: false }, (upstream) => {
    response.writeHead(upstream.statusCode!, upstream.headers);
    upstream.pipe(response);
  });
  passed.on('error', () => response.destroy());
  request.pipe(passed);
}

interface Order {
  readonly id: number;
  readonly status: string;
  readonly isPaid: boolean;
  readonly transactionId: string;
  readonly notes: readonly string[];
}

/** Starts a shop with a checkout. The gateway is on, and woocommerce.php replaces WooCommerce. */
export async function startShop(t: TestContext) {
  const site = await startWordPress(t, join(import.meta.dirname, 'woocommerce.php'));
  site.php(
    `update_option( 'woocommerce_financing_elements_settings', array( 'enabled' => 'yes' ) );`,
  );
  const checkout = site.publish('[woocommerce_checkout]', 'page', { post_name: 'checkout' });

  function lastOrder(): Order {
    const json = site.php(`
      $id = get_posts( array( 'post_type' => 'shop_order', 'post_status' => 'private', 'fields' => 'ids' ) )[0];
      $order = wc_get_order( $id );
      echo wp_json_encode( array(
        'id' => $id,
        'status' => $order->get_status(),
        'isPaid' => null !== $order->get_date_paid(),
        'transactionId' => $order->get_transaction_id(),
        'notes' => wp_list_pluck( get_comments( array( 'post_id' => $id, 'orderby' => 'comment_ID', 'order' => 'ASC' ) ), 'comment_content' ),
      ) );`);
    return JSON.parse(json) as Order;
  }

  async function deliverBody(
    body: string,
    sign = (body: string) => signWebhook(body, webhookSecrets[0]),
  ): Promise<number> {
    const headers = { 'svc-signature': await sign(body) };
    return (await postJson(site.url + webhookPath, body, headers)).status;
  }

  return {
    site,
    checkout,
    lastOrder,
    /** Places an order through the form, and returns where the shopper is redirected. */
    async placeOrder(address = checkout): Promise<Response> {
      const body = new URLSearchParams({ payment_method: 'financing_elements' });
      return fetch(address, { method: 'POST', body, redirect: 'manual' });
    },
    referenceOf: ({ id }: Order) =>
      site.php(`echo financing_elements_order_reference( wc_get_order( ${id} ) );`),
    deliverBody,
    deliver: (
      eventType: string,
      transactionId: string | undefined,
      sign?: (body: string) => Promise<string>,
      payload: object = { transactionId },
    ) => deliverBody(JSON.stringify({ eventType, payload }), sign),
    logged: () =>
      JSON.parse(site.php(`echo wp_json_encode( get_option( 'wc_log', array() ) );`)) as string[],
    timesPaid: () => lastOrder().notes.filter((note) => note === 'Payment complete').length,
  };
}
