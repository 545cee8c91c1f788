import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { resolveEndpoint } from '../../src/client/page-urls.js';

describe('resolveEndpoint() on a page served by https', () => {
  before(() => {
    Object.assign(globalThis, {
      origin: 'https://shop.example',
      location: {
        protocol: 'https:',
        origin: 'https://shop.example',
        href: 'https://shop.example/chairs/1',
      },
      document: { baseURI: 'https://shop.example/chairs/1' },
    });
  });
  after(() => {
    for (const key of ['origin', 'location', 'document']) Reflect.deleteProperty(globalThis, key);
  });

  for (const [endpoint, base] of [
    ['/financing', 'https://shop.example/financing'],
    ['/financing//', 'https://shop.example/financing'],
    ['HTTPS://pay.example', 'https://pay.example'],
    ['pay', 'https://shop.example/chairs/pay'],
    ['https://pay.example/financing', 'https://pay.example/financing'],
    ['http://localhost:8787/financing', 'http://localhost:8787/financing'],
    ['http://127.0.0.1:8787/', 'http://127.0.0.1:8787'],
  ] as const) {
    it(`accepts ${endpoint}`, () => assert.equal(resolveEndpoint(endpoint), base));
  }

  for (const [base, endpoint] of [
    ['https://cdn.example/assets/', 'https://shop.example/chairs/pay'],
    ['https://shop.example/store/', 'https://shop.example/store/pay'],
  ] as const) {
    it(`resolves pay to ${endpoint} if the base of the document is ${base}`, (t) => {
      const { document } = globalThis;
      t.after(() => Object.assign(globalThis, { document }));
      Object.assign(globalThis, { document: { baseURI: base } });
      assert.equal(resolveEndpoint('pay'), endpoint);
    });
  }

  for (const endpoint of [
    'http://shop.example/financing',
    'http://pay.example/financing',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    '//pay.example/financing',
    'javascript:alert(1)',
    'data:application/json,[]',
    'blob:https://a',
    'ws://a',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'https:///evil.example',
    'https://user:secret@pay.example',
    'https://',
    'http://[',
  ]) {
    it(`rejects ${endpoint}`, () => assert.equal(resolveEndpoint(endpoint), undefined));
  }
});
