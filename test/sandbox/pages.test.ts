import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import {
  merchantLocation,
  merchantStatus,
  payOverTimeLink,
  prequalLink,
  type Send,
  valid,
} from '../conformance/requests.js';
import { resultOf, control, openHostedPage } from '../support/sandbox.js';

async function open(sandbox: Sandbox, send: Send): Promise<Response> {
  const { url } = await resultOf<{ url: string }>(sandbox, send);
  return sandbox.fetch(new Request(url, { headers: { 'sec-fetch-site': 'cross-site' } }));
}

async function textOf(send: Send): Promise<string> {
  return (await open(createSandbox(), send)).text();
}

/** Returns a page after its customer aborted. */
async function endOf(send: Send): Promise<string> {
  const { fetch } = createSandbox();
  const { url } = await resultOf<{ url: string }>({ fetch }, send);
  await (await openHostedPage(fetch, url)).press('abort');
  const { text } = await openHostedPage(fetch, url);
  assert.match(text, /You left/);
  return text;
}

const pages: readonly Send[] = [
  valid.createPrequalLink,
  valid.createPayOverTimeLink,
  valid.addMerchantLocation,
];

describe('A hosted page', () => {
  for (const send of pages) {
    it(`of ${send.operation} opens from another site and says that it is a sandbox`, async () => {
      const response = await open(createSandbox(), send);
      assert.equal(response.status, 200);
      assert.match(await response.text(), /Sandbox – no real application/);
    });

    it(`of ${send.operation} allows its own style and nothing else`, async () => {
      const response = await open(createSandbox(), send);
      const policy = response.headers.get('content-security-policy') ?? '';
      const [, nonce] = /^default-src 'none'; style-src 'nonce-([0-9a-f]{32})';/.exec(policy) ?? [];
      const text = await response.text();
      assert.ok(nonce && text.includes(`<style nonce="${nonce}">`));
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(text, /<script| style="/);
    });
  }

  it('greets the customer by first name', async () => {
    const send = prequalLink({ customerDetails: { firstName: 'Ada' } });
    assert.match(await textOf(send), /Hello Ada\. /);
  });

  it('shows the amount, merchant, location, and transaction of a checkout', async () => {
    const text = await textOf(payOverTimeLink({ amount: 1299.5, transactionId: 'order-77' }));
    for (const shown of ['$1,299.50', 'Main Street Outfitters', 'main-street', 'order-77']) {
      assert.ok(text.includes(shown), shown);
    }
  });

  it('shows a reference if there is one', async () => {
    assert.match(await textOf(prequalLink({ referral: 'visit-7' })), /Reference[^]*visit-7/);
    assert.doesNotMatch(await textOf(prequalLink({})), /Reference/);
  });

  it('links to the redirectUrl after its end', async () => {
    const redirectUrl = 'https://shop.example/?a=1&b=2';
    const text = await endOf(payOverTimeLink({ redirectUrl }));
    assert.ok(text.includes('href="https://shop.example/?a=1&amp;b=2"'));
  });

  for (const redirectUrl of [
    undefined,
    '/cart',
    'javascript:alert(1)',
    ' \u0001javascript:alert(1)',
  ]) {
    it(`links to nothing after its end for the redirectUrl ${JSON.stringify(redirectUrl)}`, async () => {
      assert.doesNotMatch(await endOf(payOverTimeLink({ redirectUrl })), /href/);
    });
  }

  it('escapes all values', async () => {
    const hostile = `"><script>alert('x')</script>&`;
    const sandbox = createSandbox();
    const location = `store ${hostile}`;
    const added = merchantLocation({ location, businessName: hostile });
    const texts = [
      await (await open(sandbox, added)).text(),
      await (
        await open(
          sandbox,
          payOverTimeLink({
            location,
            transactionId: hostile,
            customerDetails: { firstName: hostile },
            redirectUrl: `https://shop.example/${hostile}`,
          }),
        )
      ).text(),
      await textOf(prequalLink({ referral: hostile, customerDetails: { firstName: hostile } })),
    ];
    for (const text of texts) {
      assert.ok(text.includes('&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;'));
      assert.ok(!text.includes('<script'));
      assert.ok(!text.includes(`"">`));
    }
  });

  for (const [whose, address, vertical, shown] of [
    ['a dentist in CA', { state: 'CA' }, 'Dental', false],
    ['a hospital in New York', { state: 'New York' }, 'Hospital_Health_System', false],
    ['a doctor in il', { state: 'il' }, 'Medical_Office', false],
    ['a dentist in TX', { state: 'TX' }, 'Dental', true],
    ['a jeweler in CA', { state: 'CA' }, 'Jewelry_and_Watches', true],
  ] as const) {
    it(`pre-fills ${shown ? 'the' : 'no'} business name for ${whose}`, async () => {
      const businessName = 'Molar and Sons';
      const send = merchantLocation({ vertical, businessAddress: address, businessName });
      assert.equal((await textOf(send)).includes(businessName), shown);
    });
  }

  it("doesn't pre-fill the data of a customer in NY for a dentist elsewhere", async () => {
    const sandbox = createSandbox();
    await resultOf(
      sandbox,
      merchantLocation({ vertical: 'Dental', businessAddress: { state: 'TX' } }),
    );
    const greets = async (state: string): Promise<boolean> => {
      const customerDetails = { firstName: 'Ada', addressDetails: { state } };
      const send = payOverTimeLink({ location: 'new-store', customerDetails });
      return (await (await open(sandbox, send)).text()).includes('Ada');
    };
    assert.deepEqual([await greets('NY'), await greets('TX')], [false, true]);
  });

  it('of a seeded merchant opens with the URL of its status', async () => {
    const response = await open(createSandbox(), merchantStatus('main-street'));
    assert.match(await response.text(), /Set up your location/);
  });

  it("doesn't exist for an unknown token or the token of another page", async () => {
    const sandbox = createSandbox();
    const { url } = await resultOf<{ url: string }>(sandbox, valid.createPrequalLink);
    for (const wrong of [
      '/sandbox/prequal/unknown',
      new URL(url.replace('prequal', 'checkout')).pathname,
    ]) {
      assert.equal((await control(sandbox, 'GET', wrong)).status, 404);
    }
  });
});

describe('The language of a page', () => {
  const titleOf = async (url: string, headers: Record<string, string>, sandbox: Sandbox) => {
    const text = await (await sandbox.fetch(new Request(url, { headers }))).text();
    return [/<html lang="(\w+)"/.exec(text)?.[1], /<h1>([^<]+)/.exec(text)?.[1]];
  };
  const english = ['en', 'See what you qualify for'];
  const inSpanish = ['es', 'Vea para qué califica'];

  for (const [sentence, query, headers, expected] of [
    ['is English by default', '', {}, english],
    [
      'is the language of the browser',
      '',
      { 'accept-language': 'fr, ES-mx;q=0.9, en;q=0.8' },
      inSpanish,
    ],
    ['is English for other browsers', '', { 'accept-language': 'de-DE, fr' }, english],
    [
      'is the language of the shop on its origin',
      '',
      { 'accept-language': 'en-US', cookie: 'a=b; sandbox-language=es' },
      inSpanish,
    ],
    [
      'is the requested language',
      '?lang=en',
      { cookie: 'sandbox-language=es', 'accept-language': 'es' },
      english,
    ],
    ['is English for an unknown language', '?lang=<b>', {}, english],
  ] as const) {
    it(sentence, async () => {
      const sandbox = createSandbox();
      const { url } = await resultOf<{ url: string }>(sandbox, valid.createPrequalLink);
      assert.deepEqual(await titleOf(url + query, headers, sandbox), expected);
    });
  }

  it('stays the requested language when a form is sent', async () => {
    const sandbox = createSandbox();
    const { url } = await resultOf<{ url: string }>(sandbox, valid.createPrequalLink);
    const page = await openHostedPage(sandbox.fetch, `${url}?lang=es&more=1`);
    assert.equal(page.buttons['finish'], 'Ver para qué califico');
    const response = await page.press('finish');
    assert.equal(response.headers.get('location'), `${url.replace(/.*\//, '')}?lang=es`);
  });
});

describe('A hosted page of a sandbox with a shopUrl', () => {
  const shopUrl = '/shop/?from=a&b';
  const href = 'href="/shop/?from=a&amp;b"';
  const openAt = async (send: Send) => {
    const { fetch } = createSandbox({ shopUrl });
    const { url } = await resultOf<{ url: string }>({ fetch }, send);
    return { fetch, url, page: await openHostedPage(fetch, url) };
  };

  it('links to the shop only after its end', async () => {
    const { fetch, url, page } = await openAt(prequalLink({}));
    assert.ok(!page.text.includes(href));
    await page.press('finish');
    const { text } = await openHostedPage(fetch, url);
    assert.match(text, /You qualify[^]*Back to the shop/);
    assert.ok(text.includes(href));
  });

  it('links to the redirectUrl if there is one', async () => {
    const redirectUrl = 'https://shop.example/thanks';
    const { fetch, url, page } = await openAt(payOverTimeLink({ redirectUrl }));
    await page.press('finish');
    const { text } = await openHostedPage(fetch, url);
    assert.ok(text.includes(`href="${redirectUrl}"`) && !text.includes(href));
  });

  it('can be framed only by its own origin', async () => {
    const { page } = await openAt(prequalLink({}));
    assert.match(page.headers.get('content-security-policy') ?? '', /; frame-ancestors 'self'$/);
  });

  it('takes no URL from a request', async () => {
    const { fetch, url, page } = await openAt(prequalLink({}));
    await page.press('abort');
    const evil = 'https://evil.example/';
    const headers = { referer: evil };
    const asked = `${url}?redirectUrl=${evil}&shopUrl=${evil}&returnUrl=${evil}`;
    const text = await (await fetch(new Request(asked, { headers }))).text();
    assert.ok(text.includes(href) && !text.includes('evil.example'));
  });
});
