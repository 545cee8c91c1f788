import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { financed, inapplicable } from '../support/samples.js';
import type { Respond } from '../support/service-stub.js';
import {
  assertProblem,
  assertRefused,
  createTestProxy,
  read,
  shop,
  type TestProxy,
} from '../support/test-proxy.js';
import { pluck } from '../support/assertions.js';

const words = 'Estimated $112.08/mo for 12 months · 21.99% APR · $99 down';
const html = `<span lang="en">Estimated <strong>$112.08/mo</strong> for 12 months · 21.99% APR · $99 down</span>`;
const sofa = '?amount=1299.00';

async function get(
  { fetch }: Pick<TestProxy, 'fetch'>,
  query: string,
  headers: Record<string, string> = {},
  init: RequestInit = {},
) {
  return read(await fetch(new Request(`${shop}/financing/line${query}`, { headers, ...init })));
}

const answering =
  (...results: unknown[]): Respond =>
  () =>
    Response.json(results);

describe('GET /line', () => {
  it('returns an estimate as text', async () => {
    const proxy = createTestProxy();
    const query = `${sofa}&location=main-street&timeZone=America/Chicago&representative=ada`;
    const { status, text, headers } = await get(proxy, query);
    assert.deepEqual([status, text], [200, words]);
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'no-store');
    const [call, ...others] = proxy.service.calls;
    assert.deepEqual(others, []);
    assert.deepEqual(call?.body, [{ id: 'line', totalAmount: 1299 }]);
    const sent = Object.fromEntries(new URL(call.path, shop).searchParams);
    assert.deepEqual(sent, {
      location: 'main-street',
      timeZone: 'America/Chicago',
      representative: 'ada',
    });
  });

  it('includes the total of payments on request', async () => {
    const proxy = createTestProxy();
    const total = ' · Total of 12 payments: $1,344.96';
    assert.equal((await get(proxy, `${sofa}&total=true`)).text, words + total);
    const asHtml = await get(proxy, `${sofa}&total=true`, { accept: 'text/html' });
    assert.equal(asHtml.text, html.replace('</span>', `${total}</span>`));
    assert.equal((await get(proxy, `${sofa}&total=false`)).text, words);
  });

  it('supports Spanish, and uses English for other languages', async () => {
    const proxy = createTestProxy();
    assert.match((await get(proxy, `${sofa}&lang=es-US`)).text, /^Estimado \$112\.08\/mes por/);
    assert.equal((await get(proxy, `${sofa}&lang=%3Cb%3E`, { accept: 'text/html' })).text, html);
    assert.equal(proxy.service.calls.length, 1);
  });

  for (const [accept, isHtml] of [
    ['text/html', true],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
    ['Text/HTML;level=1;q=0.4, text/plain; q=0.3', true],
    ['text/html;q=0', false],
    ['text/html;q=0.3, text/plain;q=0.4', false],
    ['text/plain, text/html', false],
    ['text/*', false],
    ['*/*', false],
    ['application/json', false],
  ] as const) {
    it(`is ${isHtml ? 'HTML' : 'text'} for ${accept}`, async () => {
      const { text, headers } = await get(createTestProxy(), sofa, { accept });
      const [type, line] = isHtml ? ['html', html] : ['plain', words];
      assert.equal(headers.get('content-type'), `text/${type}; charset=utf-8`);
      assert.equal(text, line);
    });
  }

  it('varies by Origin and Accept', async () => {
    const origin = 'https://www.shop.example';
    const proxy = createTestProxy({ allowedOrigins: [origin] });
    for (const query of [sofa, '?amount=0']) {
      const { headers } = await get(proxy, query, { origin });
      assert.equal(headers.get('vary'), 'Origin, Accept');
      assert.equal(headers.get('access-control-allow-origin'), origin);
    }
  });

  describe('returns 204', () => {
    for (const amount of ['0', '0.001', '-5', '-0', '1000000000', '9'.repeat(256)]) {
      it(`for ${amount.slice(0, 12)} dollars without a call`, async () => {
        const proxy = createTestProxy();
        const { status, text } = await get(proxy, `?amount=${amount}`);
        assert.deepEqual([status, text, proxy.service.calls.length], [204, '', 0]);
      });
    }

    it("for an amount that can't be financed", async () => {
      const proxy = createTestProxy({}, answering(inapplicable('line')));
      const { status, text } = await get(proxy, sofa, { accept: 'text/html' });
      assert.deepEqual([status, text], [204, '']);
    });

    it('for an implausible estimate', async () => {
      const proxy = createTestProxy({}, answering(financed('line', { monthlyAmount: 1 })));
      assert.equal((await get(proxy, sofa)).status, 204);
    });
  });

  describe('rejects', () => {
    const amounts = ['', '$5', '1,299', '1e3', '1.', '.5', '%201', '1%20', 'x1', '1x'];
    for (const [query, path] of [
      ['', 'amount'],
      ...amounts.map((amount) => [`?amount=${amount}`, 'amount'] as const),
      ['?amount=5&amount=6', 'amount'],
      ['?amount=5&location=', 'location'],
      ['?amount=5&lang=', 'lang'],
      ['?amount=5&lang=%00', 'lang'],
      ['?amount=5&timeZone=Mars', 'timeZone'],
      ['?amount=5&termMonths=12', 'termMonths'],
    ] as const) {
      it(`${query || 'a query without an amount'}, and names ${path}`, async () => {
        const proxy = createTestProxy();
        const { errors } = assertRefused(proxy, await get(proxy, query), 400, 'invalid-request');
        assert.deepEqual(pluck(errors, 'path'), [path]);
      });
    }

    it('in the same order as an estimation', async () => {
      const proxy = createTestProxy({ rateLimit: 3, locations: ['main-street', 'b'] });
      const evil = { origin: 'https://evil.example' };
      const elsewhere = `${sofa}&location=elsewhere`;
      for (let count = 0; count < 5; count++)
        assertRefused(proxy, await get(proxy, '', evil), 403, 'origin-not-allowed');
      assertRefused(proxy, await get(proxy, '?location=elsewhere'), 400, 'invalid-request');
      assertRefused(proxy, await get(proxy, elsewhere), 403, 'location-not-allowed');
      assertRefused(proxy, await get(proxy, '?amount=0&location=c'), 403, 'location-not-allowed');
      const late = assertRefused(proxy, await get(proxy, ''), 429, 'rate-limited');
      assert.equal(late.detail, 'Too many requests from this address.');
    });

    it('an amount that the service left out', async () => {
      const response = await get(createTestProxy({}, answering()), sofa);
      assertProblem(response, 502, 'invalid-service-response');
    });
  });

  it('uses the only location of the options', async () => {
    const proxy = createTestProxy({ locations: ['main-street'] });
    assert.equal((await get(proxy, sofa)).status, 200);
    assert.match(proxy.service.calls[0]!.path, /\?location=main-street$/);
  });
});
