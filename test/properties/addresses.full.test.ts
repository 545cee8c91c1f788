import assert from 'node:assert/strict';
import { describe } from 'node:test';
import fc from 'fast-check';
import { property } from '../support/property.js';
import { samples } from '../support/samples.js';
import { assertRefused, createTestProxy } from '../support/test-proxy.js';

const proxy = createTestProxy({ rateLimit: 1_000_000, cacheTtl: 0 });
const { ask, service } = proxy;

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom(...'a.%/\\2eEfF0&=+;#?[] \r\n\u0000é😀\ud800'),
    maxLength: 12,
  }),
);

describe('The query of estimatePayments', () => {
  const zones = fc.constantFrom('America/New_York', 'UTC', '+05:00', 'X\r\nY', 'a/b');
  const known = fc.constantFrom('timeZone', 'location', 'representative');
  const parameters = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(known, fc.oneof(texts, zones, fc.constant('main-street'))) },
    { weight: 1, arbitrary: fc.tuple(texts, texts) },
  );

  property(
    'reaches the service as it was, or is refused',
    [fc.array(parameters, { maxLength: 4 })],
    async (pairs) => {
      service.calls.length = 0;
      const search = new URLSearchParams(pairs);
      const answer = await ask('estimatePayments', { query: `?${search}` });
      if (answer.status !== 200) {
        assertRefused(proxy, answer, 400, 'invalid-request');
        return;
      }
      assert.equal(service.calls.length, 1);
      const sent = new URL(service.calls[0]!.path, 'https://service.example').searchParams;
      assert.deepEqual([...sent].sort(), [...search].sort());
    },
  );

  property('is never an error, however it is written', [texts], async (query) => {
    const { status, text } = await ask('estimatePayments', { query: `?${query}` });
    assert.ok([200, 400].includes(status), text);
  });
});

describe('The location in the path of getMerchantStatus', () => {
  const base = '/onboarding/api/v1/location/';

  property(
    'arrives as one segment, or is refused',
    [fc.oneof(texts, texts.map(encodeLeniently))],
    async (segment) => {
      service.calls.length = 0;
      const { status, text } = await ask('getMerchantStatus', { path: base + segment });
      if (status !== 200) {
        assert.ok([400, 404, 405].includes(status), text);
        assert.equal(service.calls.length, 0);
        return;
      }
      const [call] = service.calls;
      const { pathname } = new URL(`https://shop.example${base}${segment}`);
      const asked = decodeURIComponent(pathname.slice(base.length));
      assert.equal(call?.path, base + encodeURIComponent(asked));
      assert.ok(!['', '.', '..'].includes(asked));
    },
  );
});

describe('Any other path', () => {
  const pieces = fc.constantFrom(
    ...Object.values(samples).flatMap(({ path }) => path.split('/')),
    ...['..', '.', '%2e%2e', '', 'financing', '\\', '%2f', '@evil.example', ':80', 'elements.js'],
  );
  const known = new Set(Object.values(samples).map(({ path }) => `/financing${path}`));

  property('is found to be none', [fc.array(fc.oneof(pieces, texts))], async (parts) => {
    const path = `/${parts.join('/')}`;
    const { pathname } = new URL(`https://shop.example/financing${path}`);
    fc.pre(!known.has(pathname));
    service.calls.length = 0;
    const { status, text } = await ask('createPrequalLink', { path });
    assert.ok([404, 405].includes(status), text);
    assert.equal(service.calls.length, 0);
  });
});

function encodeLeniently(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '_'));
}
