import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allowReading, answerPreflight, isPreflight } from '../../../src/proxy/origin.js';
import { callingPage } from '../../../src/proxy/origin.js';
import { ProblemError } from '../../../src/proxy/problems.js';
import { shop } from '../../support/test-proxy.js';

type Headers = Record<string, string>;

const blog = 'https://blog.example';
const allowedOrigins = [blog, 'https://www.shop.example:8443'];

const requestOf = (headers: Headers, method = 'POST') => new Request(shop, { method, headers });

const refusesOrigin = (error: unknown) =>
  error instanceof ProblemError && error.status === 403 && error.code === 'origin-not-allowed';

const unlisted: Record<string, string> = {
  'another site': 'https://evil.example',
  'a subdomain': `https://evil.blog.example`,
  'a name that goes on': `${blog}.evil.example`,
  'another port': `${blog}:8443`,
  'no TLS': 'http://blog.example',
  'other case': 'https://BLOG.example',
  'a slash at the end': `${blog}/`,
  'two origins': `${blog}, ${blog}`,
  null: 'null',
  'a wildcard': '*',
};

describe('callingPage', () => {
  const callers: [headers: Headers, caller: string][] = [
    [{ origin: blog }, 'own'],
    [{ origin: blog, 'sec-fetch-site': 'cross-site' }, 'own'],
    [{ origin: blog, 'sec-fetch-site': 'same-site' }, 'own'],
    [{ origin: 'https://www.shop.example:8443' }, 'own'],
    [{ 'sec-fetch-site': 'same-origin' }, 'own'],
    [{ origin: shop }, 'own'],
    [{}, 'none'],
    [{ 'sec-fetch-site': 'cross-site' }, 'other'],
    [{ 'sec-fetch-site': 'none' }, 'other'],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, 'other'],
    ...Object.values(unlisted).map((origin): [Headers, string] => [{ origin }, 'other']),
    ...Object.values(unlisted).map((origin): [Headers, string] => [
      { origin, 'sec-fetch-site': 'cross-site' },
      'other',
    ]),
  ];
  for (const [headers, caller] of callers) {
    it(`is ${caller} for ${JSON.stringify(headers)}`, () => {
      assert.equal(callingPage(requestOf(headers), allowedOrigins), caller);
    });
  }
});

describe('isPreflight', () => {
  it('is true for OPTIONS with an Origin only', () => {
    assert.equal(isPreflight(requestOf({ origin: blog }, 'OPTIONS')), true);
    assert.equal(isPreflight(requestOf({}, 'OPTIONS')), false);
    assert.equal(isPreflight(requestOf({ origin: blog })), false);
  });
});

describe('answerPreflight', () => {
  const preflight = (origin: string) => requestOf({ origin }, 'OPTIONS');

  it('allows a listed origin the methods of the path and the headers that we read', () => {
    const response = answerPreflight(preflight(blog), ['PUT', 'POST'], allowedOrigins);
    assert.equal(response.status, 204);
    assert.deepEqual(Object.fromEntries(response.headers), {
      'access-control-allow-methods': 'PUT, POST',
      'access-control-allow-headers':
        'Content-Type, Idempotency-Key, Financing-Purchase, Authorization, X-Request-Id',
      'access-control-max-age': '600',
    });
  });

  for (const [what, origin] of Object.entries({ ...unlisted, 'our own host': shop })) {
    it(`refuses ${what}`, () => {
      const ask = () => answerPreflight(preflight(origin), ['POST'], allowedOrigins);
      assert.throws(ask, refusesOrigin);
    });
  }
});

describe('allowReading', () => {
  function headersFor(requestHeaders: Headers, origins = allowedOrigins, given: Headers = {}) {
    const response = new Response(null, { headers: given });
    allowReading(response, requestOf(requestHeaders), origins);
    return Object.fromEntries(response.headers);
  }

  it('names a listed origin exactly, and the headers that it may read', () => {
    assert.deepEqual(headersFor({ origin: blog }), {
      'access-control-allow-origin': blog,
      'access-control-expose-headers': 'Retry-After, X-Request-Id, Financing-Link-Token',
      vary: 'Origin',
    });
  });

  for (const [what, origin] of Object.entries(unlisted)) {
    it(`names nothing for ${what}`, () => {
      assert.deepEqual(headersFor({ origin }), { vary: 'Origin' });
    });
  }

  it('varies for callers without an Origin, too', () => {
    assert.deepEqual(headersFor({}), { vary: 'Origin' });
  });

  it('keeps what an answer varies by', () => {
    const { vary } = headersFor({ origin: blog }, allowedOrigins, { vary: 'Accept-Encoding' });
    assert.equal(vary, 'Accept-Encoding, Origin');
  });

  it('says nothing where no origin is listed', () => {
    assert.deepEqual(headersFor({ origin: blog }, []), {});
  });
});
