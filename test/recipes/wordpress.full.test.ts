import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { goToCheckout, goToPrequal, readsPayment, recipePath, startShopper } from './recipe.js';
import { withServers } from '../runner/requirements.js';
import {
  administrator,
  missingForWordPress,
  purchaseSecret,
  startWordPress,
  type Site,
} from './wordpress.js';
import type { OpenPage, Person } from '../system/person.js';

withServers('wordpress', 'recipes/wordpress', missingForWordPress(), () => {
  it('recipes/wordpress', { timeout: 220_000 }, async (t) => {
    const site = await startWordPress(t);
    const shortcode = site.publish('[financing amount="1299.00"]');

    await t.test('runs in the WordPress version that its readme names', () => {
      const readme = readFileSync(recipePath('wordpress/financing-elements/readme.txt'), 'utf8');
      const [, version] = /^Tested up to: (.*)$/m.exec(readme) ?? [];
      assert.equal(site.php("echo substr( get_bloginfo( 'version' ), 0, 3 );"), version);
    });

    const block = '<!-- wp:financing-elements/financing {"amount":"600"} /-->';

    await t.test(
      'shows the estimate of a shortcode, and both buttons open their pages',
      async (t) => {
        const person = await startShopper(t);
        const page = await person.open(shortcode);
        await readsPayment(page, '$114.20');
        await goToPrequal(person, page);
        await page.show();
        await goToCheckout(person, page, '$1,299.00');
      },
    );

    await t.test('shows the estimate of a block, and opens its checkout', async (t) => {
      const person = await startShopper(t);
      const page = await person.open(site.publish(block));
      await readsPayment(page, '$52.75');
      await goToCheckout(person, page, '$600.00');
    });

    await t.test('refuses an amount that the shopper has changed', async (t) => {
      const page = await (await startShopper(t)).open(shortcode);
      await page.evaluate(`document.querySelector('pay-over-time-button').amount = '99.00'`);
      await page.evaluate(
        `addEventListener('financing-error', ({ code }) => (window.refusal = code))`,
      );
      await page.click('pay-over-time-button', '[part=button]');
      await page.holds(`window.refusal === 'purchase-not-verified'`);
    });

    await t.test('reads the price from a filter of the shop', async () => {
      const address = site.publish('[financing]');
      assert.doesNotMatch(await read(address), /<financing-estimate/);
      site.addPlugin(`
        add_filter( 'financing_elements_price', fn( $price, $post_id ) => '' === $price ? '2000.00' : $price, 10, 2 );
      `);
      assert.match(await read(address), /<financing-estimate [^>]*amount="2000\.00"/);
    });

    await t.test('gives each page view its own references, and prevents caching', async () => {
      const referenceOf = (html: string) => /transaction-id="([0-9a-f]{32})"/.exec(html)?.[1];
      const first = await fetch(shortcode);
      const reference = referenceOf(await first.text());
      assert.ok(reference);
      assert.notEqual(referenceOf(await read(shortcode)), reference);
      assert.match(first.headers.get('cache-control') ?? '', /no-cache/);
      assert.equal(first.headers.get('x-accel-expires'), '0', 'for nginx');
    });

    await t.test('prevents caching of a page whose template contains the shortcode', async () => {
      site.addPlugin(`
        add_filter( 'render_block_core/post-title', fn( $html ) => isset( $_GET['offer'] )
          ? $html . do_shortcode( '[financing amount="$1,500"]' ) . ( defined( 'DONOTCACHEPAGE' ) ? 'uncached' : '' )
          : $html );
      `);
      const page = await fetch(`${site.publish('A page without a price')}&offer`);
      const html = await page.text();
      assert.match(html, /<pay-over-time-button [^>]*amount="1500\.00"[^]*uncached/);
      assert.match(page.headers.get('cache-control') ?? '', /no-cache/);
    });

    await t.test(
      'prevents caching and loads the style sheet in time if a shop asks for it',
      async () => {
        site.addPlugin(`
        add_filter( 'financing_elements_is_used', fn( $is_used ) => $is_used || isset( $_GET['template'] ) );
        add_filter( 'financing_elements_has_buttons', fn( $has ) => $has || isset( $_GET['template'] ) );
      `);
        const page = await fetch(`${site.publish('A page without a price')}&template`);
        assert.match(page.headers.get('cache-control') ?? '', /no-cache/);
        assert.match((await page.text()).split('</head>')[0]!, /financing\/elements\.css/);
      },
    );

    await t.test('detects the shortcode in a pattern or an excerpt before the head is sent', () => {
      const printed = site.php(String.raw`
        add_filter( 'financing_elements_has_buttons', fn( $has ) => print $has ? 'buttons ' : 'none ', 1 );
        foreach ( array( '[financing amount="1299.00"]', 'Our address' ) as $content ) {
          $pattern = fn( $inside ) => wp_insert_post( array( 'post_type' => 'wp_block', 'post_status' => 'publish', 'post_content' => $inside ) );
          $block   = fn( $id ) => "<!-- wp:block {\"ref\":$id} /-->";
          $outer   = $pattern( $block( $pattern( $content ) ) );
          $pages   = array( array( 'post_content' => $block( $outer ) . $block( $outer ) . $block( 999999 ) ), array( 'post_excerpt' => $content ) );
          foreach ( $pages as $fields ) {
            $page = wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'A page' ) + $fields );
            query_posts( array( 'page_id' => $page ) );
            financing_elements_prevent_caching_early();
            echo financing_elements_is_used() ? 'used ' : 'not used ';
          }
        }
      `);
      assert.equal(printed.trim(), 'buttons used buttons used none not used none not used');
    });

    await t.test('shows the buttons that the author chose', async () => {
      const prequal = await read(site.publish('[financing amount="600" buttons="prequal"]'));
      assert.match(prequal, /<prequal-button/);
      assert.doesNotMatch(prequal, /<pay-over-time-button/);
    });

    await t.test('allows caching of a page with only estimates', async () => {
      const alone = `[financing amount="1299.00" buttons='none']
        <!-- wp:financing-elements/financing {"amount":"600","buttons":"none"} /-->`;
      const page = await fetch(site.publish(alone));
      const html = await page.text();
      assert.match(html, /<financing-estimate [^>]*amount="1299\.00"[^]*amount="600\.00"/);
      assert.doesNotMatch(html, /<prequal-button|<pay-over-time-button/);
      assert.equal(page.headers.get('cache-control'), null);
      assert.equal(page.headers.get('set-cookie'), null);
      const mixed = await fetch(site.publish(`${alone} ${block}`));
      assert.match(mixed.headers.get('cache-control') ?? '', /no-cache/);
    });

    await t.test('links to the page from a feed, which is cached and runs no scripts', async () => {
      const post = site.publish(`[financing amount="1299.00"] ${block}`, 'post');
      const feed = await read(`${site.url}/?feed=rss2`);
      const link = `<a href="${post}">Financing available at checkout</a>`;
      assert.equal(feed.split(link).length - 1, 2, feed);
      assert.doesNotMatch(feed, /<financing-estimate|<prequal-button|<pay-over-time-button|v1\./);
    });

    await t.test(
      'returns the estimate to other programs without what belongs to one shopper',
      async () => {
        const post = new URL(site.publish(`[financing amount="1299.00"] ${block}`, 'post'));
        const route = `/wp/v2/posts/${post.searchParams.get('p')}`;
        const { content } = JSON.parse(await read(`${site.url}/?rest_route=${route}`)) as {
          content: { rendered: string };
        };
        assert.match(
          content.rendered,
          /<financing-estimate [^>]*amount="1299\.00">Financing avail/,
        );
        assert.match(content.rendered, /<financing-estimate [^>]*amount="600\.00">Financing avail/);
        assert.doesNotMatch(content.rendered, /<prequal-button|<pay-over-time-button|purchase=/);
      },
    );

    await t.test('loads the script only where an element is', async () => {
      site.addPlugin(`
        add_filter( 'script_loader_tag', fn( $tag ) => str_replace( '<script ', '<script nonce="n1" ', $tag ), 9 );
      `);
      const source = `${site.url}/financing/elements.js`;
      const [tag = ''] = (await read(shortcode)).match(/<script[^>]*elements\.js[^>]*>/) ?? [];
      for (const part of [' nonce="n1" ', ' type="module" ', source]) {
        assert.ok(tag.includes(part), tag);
      }
      assert.ok(!(await read(site.publish('A page without a price'))).includes('elements.js'));
    });

    await t.test('escapes what an author writes', async () => {
      const html = await read(
        site.publish(`[financing amount='12"><b>' location='"><script>alert(1)</script>']
          [financing amount="900" location='x" onclick="alert(1)']`),
      );
      assert.doesNotMatch(html, /<b>"|<script>alert|" onclick="alert/);
      assert.match(html, /location="x&quot; onclick=&quot;alert\(1\)"/);
    });

    await t.test('keeps the secret out of every page', async () => {
      for (const address of [shortcode, site.url]) {
        assert.ok(!(await read(address)).includes(purchaseSecret));
      }
    });

    const person = await startShopper(t);
    await signIn(person, site);
    await t.test('sanitizes its settings when they are saved', async () => {
      const settings = await person.open(
        `${site.url}/wp-admin/options-general.php?page=financing-elements`,
      );
      await fill(settings, '#financing-elements-endpoint', 'javascript:alert(1)');
      await fill(settings, '#financing-elements-location', 'smile-dental<script>');
      await fill(settings, '#financing-elements-fallback', 'Pay for your care by the month');
      await fill(settings, '#financing-elements-disclosure', 'Loans by <b>Example Bank</b>');
      await settings.click('#submit');
      await settings.holds(
        `document.querySelector('#setting-error-endpoint')?.textContent.includes('was not changed')`,
      );
      const stored = site.php(`echo wp_json_encode( get_option( 'financing_elements' ) );`);
      assert.deepEqual(JSON.parse(stored), {
        endpoint: '/financing',
        location: 'smile-dental',
        fallback: 'Pay for your care by the month',
        disclosure: 'Loans by Example Bank',
      });
      const page = await read(shortcode);
      assert.match(page, />Pay for your care by the month<span slot="disclosure">Loans by Example/);
      assert.ok(
        !((await settings.evaluate('document.documentElement.outerHTML')) as string).includes(
          purchaseSecret,
        ),
      );
      assert.match(page, /location="smile-dental"/);
    });

    await t.test('tells only editors why nothing is shown', async () => {
      const wrong = site.publish('[financing amount="about $1,299"]');
      const reason = 'Financing: “about $1,299” is not a price in US dollars';
      const seen = await (await person.open(wrong)).evaluate('document.body.innerText');
      assert.ok(String(seen).includes(reason), String(seen));
      assert.doesNotMatch(await read(wrong), /is not a price|<financing-estimate/);
    });

    await t.test('has a block that the editor accepts and can change', async () => {
      // Otherwise a welcome dialog covers the page.
      site.php(`update_user_meta( 1, 'wp_persisted_preferences',
        array( 'core/edit-post' => array( 'welcomeGuide' => false ), '_modified' => gmdate( 'c' ) ) );`);
      const { searchParams } = new URL(site.publish('<!-- wp:financing-elements/financing /-->'));
      const editor = await person.open(
        `${site.url}/wp-admin/post.php?post=${searchParams.get('page_id')}&action=edit`,
      );
      const field = '.wp-block-financing-elements-financing input';
      await editor.click(field);
      // Until it is selected, the editor renders it late, over typed text.
      await editor.holds(
        `wp.data.select('core/block-editor').getSelectedBlock()?.name === 'financing-elements/financing'`,
      );
      await editor.type('750', field);
      await editor.holds(
        `wp.data.select('core/editor').getEditedPostContent() ===
          '<!-- wp:financing-elements/financing {"amount":"750"} /-->'`,
      );
      await editor.evaluate(`wp.data.dispatch('core/editor').savePost().then(() => {})`);
      const address = await editor.evaluate(`wp.data.select('core/editor').getPermalink()`);
      assert.match(await read(String(address)), /<financing-estimate [^>]*amount="750\.00"/);
    });
  });
});

async function read(address: string): Promise<string> {
  const response = await fetch(address);
  assert.equal(response.status, 200);
  return response.text();
}

/** Replaces the text in a field. */
async function fill(page: OpenPage, selector: string, text: string): Promise<void> {
  await page.evaluate(`document.querySelector('${selector}').value = ''`);
  await page.type(text, selector);
}

async function signIn(person: Person, { url }: Site): Promise<void> {
  const page = await person.open(`${url}/wp-login.php`);
  // Set directly, because the page moves the focus at unpredictable times.
  await page.evaluate(`
    document.querySelector('#user_login').value = '${administrator.name}';
    document.querySelector('#user_pass').value = '${administrator.password}';
    document.querySelector('#wp-submit').click();
  `);
  await page.holds(`document.querySelector('#wpadminbar')`);
}
