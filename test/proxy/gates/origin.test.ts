import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationNames, operations } from '../../../src/contract/index.js';
import { assertRefused, createTestProxy, shop } from '../../support/test-proxy.js';

type Headers = Record<string, string>;

const allowed: Record<string, Headers> = {
  'no Origin and no Sec-Fetch-Site, as a program': {},
  'Sec-Fetch-Site same-origin': { 'sec-fetch-site': 'same-origin' },
  'Sec-Fetch-Site same-origin and its Origin': { 'sec-fetch-site': 'same-origin', origin: shop },
  'Sec-Fetch-Site same-origin behind a proxy that rewrites Host': {
    'sec-fetch-site': 'same-origin',
    origin: shop,
    host: 'internal:8787',
  },
  'the Origin of its Host, without Sec-Fetch-Site': { origin: shop, host: 'shop.example' },
  'the Origin of its Host in other case': { origin: shop, host: 'Shop.Example' },
  'the Origin of its Host with a port': {
    origin: 'http://localhost:8080',
    host: 'localhost:8080',
  },
  'the Origin of its Host with the port of https': { origin: shop, host: 'shop.example:443' },
  'the Origin of its Host with the port of http': {
    origin: 'http://shop.example',
    host: 'shop.example:80',
  },
  'the Origin of the URL where there is no Host': { origin: shop },
  'the Origin of the URL where Host is empty': { origin: shop, host: '' },
};

const refused: Record<string, Headers> = {
  'another Origin': { origin: 'https://evil.example' },
  'another Origin from the same site': {
    origin: 'https://evil.shop.example',
    'sec-fetch-site': 'same-site',
  },
  'Origin null': { origin: 'null' },
  'Origin null that claims to be of the same origin': {
    origin: 'null',
    'sec-fetch-site': 'same-origin',
  },
  'Sec-Fetch-Site cross-site without Origin': { 'sec-fetch-site': 'cross-site' },
  'Sec-Fetch-Site same-site without Origin': { 'sec-fetch-site': 'same-site' },
  'Sec-Fetch-Site none, as an address typed in': { 'sec-fetch-site': 'none' },
  'cross-site with the right Origin': { origin: shop, 'sec-fetch-site': 'cross-site' },
  'an empty Sec-Fetch-Site': { 'sec-fetch-site': '' },
  'an Origin that begins like the host': {
    origin: 'https://shop.example.evil.example',
    host: 'shop.example',
  },
  'an Origin that ends like the host': {
    origin: 'https://evilshop.example',
    host: 'shop.example',
  },
  'an Origin without the port of its Host': { origin: shop, host: 'shop.example:80' },
  'a Host that is no host': { origin: shop, host: 'shop.example:99999' },
  'an Origin on another port': { origin: 'https://shop.example:8443', host: 'shop.example' },
  'an Origin with the host as user': { origin: 'https://shop.example@evil.example' },
  'an Origin of another scheme': { origin: 'ftp://shop.example', host: 'shop.example' },
  'an Origin of a scheme that ends like https': {
    origin: 'xhttps://shop.example',
    host: 'shop.example',
  },
  'an empty Origin': { origin: '' },
  'an Origin that is no URL': { origin: 'shop.example' },
  'an Origin of a file': { origin: 'file://', host: '' },
};

for (const operation of operationNames) {
  describe(`${operation} is answered`, () => {
    for (const [what, headers] of Object.entries(allowed)) {
      it(`to ${what}`, async () => {
        const { ask, service } = createTestProxy();
        const answer = await ask(operation, { headers });
        assert.equal(answer.status, 200, answer.text);
        assert.equal(service.calls.length, 1);
      });
    }

    for (const [what, headers] of Object.entries(refused)) {
      it(`not to ${what}`, async () => {
        const proxy = createTestProxy();
        const answer = await proxy.ask(operation, { headers });
        assertRefused(proxy, answer, 403, 'origin-not-allowed');
        assert.equal(answer.headers.get('access-control-allow-origin'), null);
      });
    }
  });
}

describe('A navigation from another site', () => {
  for (const operation of operationNames.filter((each) => operations[each].method !== 'GET')) {
    it(`has no effect on ${operation}`, async () => {
      const proxy = createTestProxy();
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
      const answer = await proxy.ask(operation, { method: 'GET', raw: null, headers });
      assertRefused(proxy, answer, 405, 'method-not-allowed');
    });
  }
});

describe('A form of another site', () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    it(`is refused for its origin before its ${type} is looked at`, async () => {
      const proxy = createTestProxy();
      const headers = { origin: 'https://evil.example', 'content-type': type };
      const answer = await proxy.ask('createPrequalLink', { headers });
      assertRefused(proxy, answer, 403, 'origin-not-allowed');
    });
  }
});

describe('GET /health', () => {
  it('is answered to any origin', async () => {
    const { fetch } = createTestProxy();
    const headers = { origin: 'https://monitor.example', 'sec-fetch-site': 'cross-site' };
    const response = await fetch(new Request(`${shop}/financing/health`, { headers }));
    assert.equal(response.status, 200);
  });
});
