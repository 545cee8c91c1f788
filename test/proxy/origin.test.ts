import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type OperationName, operationNames, operations } from '../../src/contract/index.js';
import {
  checkOrigin,
  checkTextOrigin,
  preflightHeaders,
  readingHeaders,
} from '../../src/proxy/origin.js';
import { ProblemError } from '../../src/proxy/problems.js';
import { links, samples } from '../support/samples.js';
import {
  type RequestChanges,
  assertRefused,
  createTestProxy,
  read,
  shop,
} from '../support/test-proxy.js';

type Headers = Record<string, string>;

const blog = 'https://blog.example';
const allowedOrigins = [blog, 'https://www.shop.example:8443'];

const allowed: Record<string, Headers> = {
  'neither Origin nor Sec-Fetch-Site (a program)': {},
  'Sec-Fetch-Site same-origin': { 'sec-fetch-site': 'same-origin' },
  'Sec-Fetch-Site same-origin and its Origin': { 'sec-fetch-site': 'same-origin', origin: shop },
  'Sec-Fetch-Site same-origin behind a proxy that rewrites Host': {
    'sec-fetch-site': 'same-origin',
    origin: shop,
    host: 'internal:8787',
  },
  'the Origin of its Host, without Sec-Fetch-Site': { origin: shop, host: 'shop.example' },
  'the Origin of its Host in upper case': { origin: shop, host: 'Shop.Example' },
  'the Origin of its Host with a port': { origin: 'http://a:8080', host: 'a:8080' },
  'the Origin of its Host with the port of https': { origin: shop, host: 'shop.example:443' },
  'the Origin of its Host with the port of http': { origin: 'http://a', host: 'a:80' },
  'the Origin of the URL without a Host': { origin: shop },
  'the Origin of the URL with an empty Host': { origin: shop, host: '' },
};

const refused: Record<string, Headers> = {
  'another Origin': { origin: 'https://evil.example' },
  'another Origin from the same site': {
    origin: 'https://a.shop.example',
    'sec-fetch-site': 'same-site',
  },
  'Origin null': { origin: 'null' },
  'Origin null that claims the same origin': { origin: 'null', 'sec-fetch-site': 'same-origin' },
  'Sec-Fetch-Site cross-site without Origin': { 'sec-fetch-site': 'cross-site' },
  'Sec-Fetch-Site same-site without Origin': { 'sec-fetch-site': 'same-site' },
  'Sec-Fetch-Site none (a typed URL)': { 'sec-fetch-site': 'none' },
  'cross-site with the right Origin': { origin: shop, 'sec-fetch-site': 'cross-site' },
  'an empty Sec-Fetch-Site': { 'sec-fetch-site': '' },
  'an Origin that begins like the host': { origin: `${shop}.evil.example`, host: 'shop.example' },
  'an Origin that ends like the host': { origin: 'https://a.evil', host: 'evil' },
  'an Origin without the port of its Host': { origin: shop, host: 'shop.example:80' },
  'an invalid Host': { origin: shop, host: 'shop.example:99999' },
  'an Origin on another port': { origin: 'https://shop.example:8443', host: 'shop.example' },
  'an Origin with the host as user': { origin: 'https://shop.example@evil.example' },
  'an Origin of another scheme': { origin: 'ftp://shop.example', host: 'shop.example' },
  'an Origin of a scheme that ends like https': { origin: `x${shop}`, host: 'shop.example' },
  'an empty Origin': { origin: '' },
  "an Origin that isn't a URL": { origin: 'shop.example' },
  'an Origin of a file': { origin: 'file://', host: '' },
};

const requestOf = (headers: Headers, method = 'POST') => new Request(shop, { method, headers });

describe('A request is', () => {
  for (const [what, headers] of Object.entries(allowed)) {
    it(`allowed with ${what}`, () => checkOrigin(requestOf(headers), []));
  }

  for (const [what, headers] of Object.entries(refused)) {
    it(`rejected with ${what}`, () => {
      const check = () => checkOrigin(requestOf(headers), []);
      assert.throws(check, { code: 'origin-not-allowed' });
    });
  }
});

describe('A navigation from another site', () => {
  for (const operation of operationNames.filter((each) => operations[each].method !== 'GET')) {
    it(`has no effect on ${operation}`, async () => {
      const proxy = createTestProxy();
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
      const response = await proxy.send(operation, { method: 'GET', raw: null, headers });
      assertRefused(proxy, response, 405, 'method-not-allowed');
    });
  }
});

it('GET /health is allowed for any origin', async () => {
  const { fetch } = createTestProxy();
  const headers = { origin: 'https://monitor.example', 'sec-fetch-site': 'cross-site' };
  const response = await fetch(new Request(`${shop}/financing/health`, { headers }));
  assert.equal(response.status, 200);
});

const unlisted: Headers = {
  'another site': 'https://evil.example',
  'a subdomain': `https://evil.blog.example`,
  'a longer name': `${blog}.evil.example`,
  'another port': `${blog}:8443`,
  'no TLS': 'http://blog.example',
  'other case': 'https://BLOG.example',
  'a trailing slash': `${blog}/`,
  'two origins': `${blog}, ${blog}`,
  null: 'null',
  'a wildcard': '*',
};

describe('With allowedOrigins, a page', () => {
  /** Returns what a caller with these headers may do, in words. */
  function rightsOf(headers: Headers): string {
    const isRefused = (check: () => void) => {
      try {
        check();
        return false;
      } catch (error) {
        assert.ok(error instanceof ProblemError && error.code === 'origin-not-allowed');
        return true;
      }
    };
    const request = requestOf(headers);
    const mayText = !isRefused(() => checkTextOrigin(request, allowedOrigins));
    if (isRefused(() => checkOrigin(request, allowedOrigins)))
      return mayText ? 'only text' : 'do nothing';
    return mayText ? 'send requests and text' : 'send requests';
  }

  const callers: [headers: Headers, rights: string][] = [
    [{ origin: blog }, 'send requests and text'],
    [{ origin: blog, 'sec-fetch-site': 'cross-site' }, 'send requests and text'],
    [{ origin: blog, 'sec-fetch-site': 'same-site' }, 'send requests and text'],
    [{ origin: 'https://www.shop.example:8443' }, 'send requests and text'],
    [{ 'sec-fetch-site': 'same-origin' }, 'send requests and text'],
    [{ origin: shop }, 'send requests and text'],
    [{}, 'send requests'],
    [{ 'sec-fetch-site': 'cross-site' }, 'do nothing'],
    [{ 'sec-fetch-site': 'none' }, 'do nothing'],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, 'do nothing'],
    ...Object.values(unlisted).flatMap((origin): [Headers, string][] => [
      [{ origin }, 'do nothing'],
      [{ origin, 'sec-fetch-site': 'cross-site' }, 'do nothing'],
    ]),
  ];
  for (const [headers, rights] of callers) {
    it(`may ${rights} with ${JSON.stringify(headers)}`, () => {
      assert.equal(rightsOf(headers), rights);
    });
  }
});

describe('A preflight', () => {
  for (const operation of operationNames) {
    const send = (origin: string, options: object) => {
      const headers = { origin, 'access-control-request-method': 'POST' };
      const url = `${shop}/financing${samples[operation].path}`;
      const proxy = createTestProxy(options);
      return { proxy, response: proxy.fetch(new Request(url, { method: 'OPTIONS', headers })) };
    };

    it(`of a listed origin gets the methods and headers of ${operation}`, async () => {
      const { status, headers } = await send(blog, { allowedOrigins }).response;
      assert.equal(status, 204);
      const allowed = [...headers].filter(([header]) => header.startsWith('access-control-'));
      const methods = { PUT: 'PUT, POST', POST: 'POST', GET: 'GET, HEAD' };
      assert.deepEqual(Object.fromEntries(allowed), {
        'access-control-allow-origin': blog,
        'access-control-allow-methods': methods[operations[operation].method],
        'access-control-allow-headers':
          'Content-Type, Idempotency-Key, Financing-Purchase, Authorization, X-Request-Id',
        'access-control-expose-headers': 'Retry-After, X-Request-Id, Financing-Link-Token',
        'access-control-max-age': '600',
      });
    });

    for (const options of [{ allowedOrigins }, {}]) {
      it(`of another origin is rejected for ${operation} (${JSON.stringify(options)})`, async () => {
        const { proxy, response } = send('https://evil.example', options);
        const { headers, ...rest } = await read(await response);
        assertRefused(proxy, { headers, ...rest }, 403, 'origin-not-allowed');
        for (const header of headers.keys()) assert.doesNotMatch(header, /^access-control-/);
      });
    }
  }

  for (const [what, origin] of Object.entries({ ...unlisted, 'the proxy itself': shop })) {
    it(`is rejected for ${what}, and a response allows it no origin`, () => {
      const request = requestOf({ origin });
      const preflight = () => preflightHeaders(request, ['POST'], allowedOrigins);
      assert.throws(preflight, { code: 'origin-not-allowed' });
      assert.deepEqual(readingHeaders(request, allowedOrigins), { vary: 'Origin' });
    });
  }
});

describe('A response to a page', () => {
  it('varies by Origin even if the request has none, unless no origin is listed', () => {
    assert.deepEqual(readingHeaders(requestOf({}), allowedOrigins), { vary: 'Origin' });
    assert.deepEqual(readingHeaders(requestOf({ origin: blog }), []), {});
  });

  const headers = { origin: blog, 'sec-fetch-site': 'cross-site' };
  const failing = () => new Response(null, { status: 500 });
  const responses: [status: number, operation: OperationName, difference?: RequestChanges][] = [
    ...operationNames.map((operation): [number, OperationName] => [200, operation]),
    ...links.map((operation): [number, OperationName] => [502, operation]),
    [404, 'estimatePayments', { path: '/nothing' }],
    [405, 'estimatePayments', { method: 'DELETE' }],
    [415, 'estimatePayments', { headers: { 'content-type': null } }],
  ];
  for (const [status, operation, difference] of responses) {
    it(`is readable for an allowed origin: ${status} of ${operation}`, async () => {
      const { send } = createTestProxy({ allowedOrigins }, status === 502 ? failing : undefined);
      const all = { ...headers, ...difference?.headers };
      const response = await send(operation, { ...difference, headers: all });
      assert.equal(response.status, status);
      assert.equal(response.headers.get('access-control-allow-origin'), blog);
      assert.equal(response.headers.get('vary'), 'Origin');
      assert.equal(response.headers.get('access-control-allow-credentials'), null);
    });
  }
});

it("OPTIONS without an Origin isn't a preflight", async () => {
  const proxy = createTestProxy({ allowedOrigins });
  const response = await proxy.send('estimatePayments', { method: 'OPTIONS', raw: null });
  assertRefused(proxy, response, 405, 'method-not-allowed');
});
