import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exchange } from '../../support/servers.js';
import { startCommand } from '../command.js';

const body = '[{"id":"a","totalAmount":500}]';
const length = `Content-Length: ${body.length}\r\n`;
const hidden = 'GET /financing/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

/** A PUT with these headers. A second request follows its body. */
const put = (lines: string, content = body) =>
  `PUT /financing/purchase/api/v1/payment-estimation HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n` +
  `${lines}\r\n${content}${hidden}`;
const get = (rest: string) => `GET /financing/health ${rest}`;
const chunks = '0\r\n\r\n';
const http = 'HTTP/1.1\r\n';

const refused: Record<string, string> = {
  'Content-Length and Transfer-Encoding': put(`${length}Transfer-Encoding: chunked\r\n`, chunks),
  'Content-Length twice': put(length + length),
  'two Content-Length that differ': put(`${length}Content-Length: 3\r\n`),
  'a list for Content-Length': put(`Content-Length: ${body.length}, ${body.length}\r\n`),
  'a signed Content-Length': put(`Content-Length: +${body.length}\r\n`),
  'Transfer-Encoding: xchunked': put('Transfer-Encoding: xchunked\r\n', chunks),
  'Transfer-Encoding: chunked, identity': put('Transfer-Encoding: chunked, identity\r\n', chunks),
  'Transfer-Encoding with a space before its colon': put('Transfer-Encoding : chunked\r\n', chunks),
  'a chunk whose size is no number': put('Transfer-Encoding: chunked\r\n', 'zz\r\n'),
  'a chunk whose size ends in LF': put('Transfer-Encoding: chunked\r\n', `1\n[\r\n${chunks}`),
  'gzip within the chunks': put(
    'Transfer-Encoding: gzip, chunked\r\n',
    `1e\r\n${body}\r\n${chunks}`,
  ),
  'gzip within the chunks, in a separate line': put(
    'Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n',
    `1e\r\n${body}\r\n${chunks}`,
  ),
  'chunks in HTTP/1.0': get('HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n' + chunks),
  'two Host': put(`Host: b\r\n${length}`),
  'two Host and a chunk whose size is no number': get(
    `${http}Host: a\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
  ),
  'the same Host twice': get(`${http}Host: a\r\nhOST: a\r\n\r\n${hidden}`),
  'no Host': get(`${http}\r\n${hidden}`),
  ...Object.fromEntries(
    [
      'a b',
      'a/b',
      'u@a',
      '[::1',
      '%61',
      'a?b',
      'a#b',
      'a\\b',
      '\xe9',
      'a:b',
      'a, b',
      '..',
      ':80',
    ].map((host) => [`the Host ${host}`, get(`${http}Host: ${host}\r\n\r\n${hidden}`)]),
  ),
  'a folded line': get(`${http}Host: a\r\nX: b\r\n c\r\n\r\n${hidden}`),
  'lines that end in LF': get('HTTP/1.1\nHost: a\n\n'),
  'one line that ends in LF': get(`${http}Host: a\nX: b\r\n\r\n${hidden}`),
  'NUL in a header': get(`${http}Host: a\r\nX: \0\r\n\r\n${hidden}`),
  'another scheme': `GET ftp://a/financing/health ${http}Host: a\r\nConnection: close\r\n\r\n`,
  'a scheme without a host': `GET http:// ${http}Host: a\r\nConnection: close\r\n\r\n`,
  'HTTP/0.9': 'GET /financing/health\r\n\r\n',
  'HTTP/0.9 by name': get(`HTTP/0.9\r\nHost: a\r\n\r\n`),
  'HTTP/2.0 on a connection of HTTP/1.1': get(`HTTP/2.0\r\nHost: a\r\n\r\n`),
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
};

const oversized = get(`${http}Host: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n${hidden}`);

const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

function assertOneAnswer(received: string, expected: number): void {
  assert.match(received, new RegExp(`^HTTP/1.1 ${expected} `));
  assert.equal(received.split('HTTP/1.1 ').length, 2, received);
  for (const [header, value] of Object.entries(securityHeaders)) {
    assert.ok(received.toLowerCase().includes(`${header}: ${value}\r\n`), `${header}\n${received}`);
  }
  assert.doesNotMatch(received, /^(server|x-powered-by):/im);
}

/** A request forwarded by a reverse proxy, so that any `Host` is accepted. */
const forwarded = `${http}X-Forwarded-For: 192.0.2.1\r\n`;

describe('financing-elements serve, on a raw connection', { timeout: 120_000 }, () => {
  it('rejects anything that isn’t exactly one request, and ignores what follows', async (t) => {
    const url = await startCommand(t, [
      'serve',
      '--sandbox',
      '--port',
      '0',
      '--trusted-hops',
      '1',
    ]).listening();
    for (const [what, request] of Object.entries(refused)) {
      await t.test(what, async () => assertOneAnswer(await exchange(url, request), 400));
    }
    for (const host of [
      'shop_1.example:8787',
      'shop.example.',
      '[::1]:80',
      '127.0.0.1',
      'a:',
      '',
    ]) {
      await t.test(`the Host ${host || '(empty)'} is accepted`, async () => {
        const request = get(`${forwarded}Host: ${host}\r\nConnection: close\r\n\r\n`);
        assertOneAnswer(await exchange(url, request), 200);
      });
    }
    await t.test('an invalid chunk size after the response', async () => {
      const head = `POST /nowhere ${forwarded}Host: a\r\nTransfer-Encoding: chunked\r\n\r\n`;
      assertOneAnswer(await exchange(url, head, `zz\r\n${hidden}`), 404);
    });
    await t.test('a header of 100 kB after a body that follows its response', async () => {
      const head = `POST /nowhere ${forwarded}Host: a\r\nContent-Length: 3\r\n\r\n`;
      const received = await exchange(url, head, `abc${oversized}`);
      assert.deepEqual(received.match(/(?<=HTTP\/1\.1 )\d+/g), ['404', '431']);
    });
    await t.test('a header of 100 kB', async () => {
      assertOneAnswer(await exchange(url, oversized), 431);
    });
    await t.test('an unknown Expect is ignored', async () => {
      const request = get(`${forwarded}Host: a\r\nExpect: tea\r\nConnection: close\r\n\r\n`);
      assertOneAnswer(await exchange(url, request), 200);
    });
  });
});
