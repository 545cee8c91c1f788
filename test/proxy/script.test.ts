import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
// Written by `npm run build`, which `npm test` begins with.
import { hash, script } from '#elements-script';
import { assertProblem, createTestProxy, read, shop } from '../support/test-proxy.js';

function get(path: string, headers: Record<string, string> = {}) {
  const { fetch } = createTestProxy();
  return fetch(new Request(`${shop}/financing${path}`, { headers }));
}

const always = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  vary: 'Accept-Encoding',
  'x-content-type-options': 'nosniff',
};

describe('GET /elements.js', () => {
  it('A19 is the script, to be asked for again after five minutes', async () => {
    const response = await get('/elements.js');
    const { 'x-request-id': id, ...headers } = Object.fromEntries(response.headers);
    assert.equal(response.status, 200);
    assert.ok(id, 'x-request-id');
    assert.deepEqual(headers, {
      ...always,
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'content-type': 'text/javascript; charset=utf-8',
      etag: `"${hash}"`,
    });
    assert.equal((await response.text()) === script && script.length > 1000, true);
  });

  it('may be loaded by pages of any origin', async () => {
    const headers = { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' };
    assert.equal((await get('/elements.js', headers)).status, 200);
  });

  for (const accept of [
    'br',
    'gzip, deflate, br',
    'gzip;q=1, br;q=0.5',
    'BR',
    'br , gzip',
    'br;q=1',
  ]) {
    it(`is compressed for Accept-Encoding: ${accept}`, async () => {
      const response = await get('/elements.js', { 'accept-encoding': accept });
      assert.equal(response.headers.get('content-encoding'), 'br');
      assert.equal(response.headers.get('etag'), `"${hash}-br"`);
      const text = brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString();
      assert.equal(text === script, true);
    });
  }

  for (const accept of ['', 'gzip', 'identity', 'br;q=0', 'br; q=0.0, gzip', 'brx', 'x-br']) {
    it(`is plain for Accept-Encoding: ${accept || '(empty)'}`, async () => {
      const { headers } = await get('/elements.js', { 'accept-encoding': accept });
      assert.equal(headers.get('content-encoding'), null);
    });
  }

  const known = [`"${hash}"`, `W/"${hash}"`, `"other", "${hash}"`, '*'];
  for (const tags of known) {
    it(`is not sent again for If-None-Match: ${tags}`, async () => {
      const response = await get('/elements.js', { 'if-none-match': tags });
      assert.equal(response.status, 304);
      assert.equal(await response.text(), '');
      assert.equal(response.headers.get('etag'), `"${hash}"`);
      assert.match(response.headers.get('cache-control') ?? '', /^public, max-age=300,/);
    });
  }

  for (const tags of ['"other"', hash, `"${hash}-br"`, '']) {
    it(`is sent again for If-None-Match: ${tags || '(empty)'}`, async () => {
      assert.equal((await get('/elements.js', { 'if-none-match': tags })).status, 200);
    });
  }
});

describe('GET /elements.{hash}.js', () => {
  it('is the same script, for a year', async () => {
    const response = await get(`/elements.${hash}.js`);
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal((await response.text()) === script, true);
  });

  it('is a 404 that nobody stores, for another hash', async () => {
    const answer = await read(await get('/elements.0123456789abcdef.js'));
    assertProblem(answer, 404, 'not-found');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  });
});
