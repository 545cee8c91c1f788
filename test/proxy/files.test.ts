import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
// Written by `npm run build`, which `npm test` begins with.
import { files } from '#elements-script';
import { useResponseClass, type ResponseContent } from '../../src/internal/response.js';
import { assertProblem, createTestProxy, read, shop } from '../support/test-proxy.js';

const { text: script, hash } = files['elements.js'];

function get(path: string, headers: Record<string, string> = {}) {
  const { fetch } = createTestProxy();
  return fetch(new Request(`${shop}/financing${path}`, { headers }));
}

const always = {
  'access-control-allow-origin': '*',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  vary: 'Accept-Encoding',
  'x-content-type-options': 'nosniff',
};

describe('GET /elements.js', () => {
  it('is the script, to be asked for again after five minutes', async () => {
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
    for (const allowedOrigins of [[], ['https://other.example'], ['https://third.example']]) {
      const { fetch } = createTestProxy({ allowedOrigins });
      const request = new Request(`${shop}/financing/elements.js`, { headers });
      const response = await fetch(request);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      assert.equal(response.headers.get('vary'), 'Accept-Encoding');
    }
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

  it('is plain for a request of Next.js, which would take Content-Encoding off the answer', async () => {
    const request = new Request(`${shop}/financing/elements.js`, {
      headers: { 'accept-encoding': 'br' },
    });
    const { fetch } = createTestProxy();
    const { headers } = await fetch(Object.assign(request, { nextUrl: new URL(request.url) }));
    assert.equal(headers.get('content-encoding'), null);
  });

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

  it('is a 404 that is not cached, for another hash', async () => {
    const response = await read(await get('/elements.0123456789abcdef.js'));
    assertProblem(response, 404, 'not-found');
    assert.equal(response.headers.get('cache-control'), 'no-store');
  });

  for (const path of [`/x/elements.${hash}.js`, `/elements.${hash}.js.map`]) {
    it(`is a 404 as ${path.replace(hash, '{hash}')}`, async () => {
      assertProblem(await read(await get(path)), 404, 'not-found');
    });
  }
});

describe('A body that is compressed already', () => {
  it('is not to be compressed once more, as Workers would', async (t) => {
    const modes: unknown[] = [];
    t.after(() => useResponseClass(Response));
    useResponseClass(
      class extends Response {
        constructor(body: ResponseContent, init?: ResponseInit & { encodeBody?: string }) {
          super(body, init);
          modes.push(init?.encodeBody);
        }
      },
    );
    await get('/elements.js', { 'accept-encoding': 'br' });
    await get('/elements.js');
    assert.deepEqual(modes, ['manual', undefined]);
  });
});

describe('A file of the previous version', () => {
  const hash = 'fedcba9876543210';

  for (const plain of ['elements.js', 'elements.css', 'elements-dialogs.js'] as const) {
    const name = plain.replace('.', `.${hash}.`);

    it(`is served for a year as ${plain.replace('.', '.{hash}.')}`, async () => {
      const text = `the previous ${plain}`;
      Object.assign(files, { [name]: { text, brotli: '', hash } });
      after(() => Reflect.deleteProperty(files, name));
      const response = await get(`/${name}`);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(response.headers.get('etag'), `"${hash}"`);
      assert.equal(await response.text(), text);
    });

    it(`doesn't replace the current ${plain}`, async () => {
      const current = files[plain];
      for (const path of [`/${plain}`, `/${plain.replace('.', `.${current.hash}.`)}`]) {
        assert.equal(await (await get(path)).text(), current.text);
      }
    });
  }
});

for (const [name, extension, type] of [
  ['elements-messages', 'js', 'text/javascript'],
  ['elements', 'css', 'text/css'],
] as const) {
  const file = files[`${name}.${extension}` as 'elements-messages.js' | 'elements.css'];

  describe(`GET /${name}.${extension}`, () => {
    it('is the file, to be asked for again after five minutes', async () => {
      const response = await get(`/${name}.${extension}`);
      const { 'x-request-id': id, ...headers } = Object.fromEntries(response.headers);
      assert.ok(id);
      assert.deepEqual(headers, {
        ...always,
        'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
        'content-type': `${type}; charset=utf-8`,
        etag: `"${file.hash}"`,
      });
      const text = await response.text();
      assert.equal(text, file.text);
      assert.ok(text.length > 100);
    });

    it('is compressed where the browser reads brotli', async () => {
      const response = await get(`/${name}.${extension}`, { 'accept-encoding': 'br' });
      assert.equal(response.headers.get('content-encoding'), 'br');
      const text = brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString();
      assert.equal(text, file.text);
    });

    it('is not sent again to a browser that has it', async () => {
      const tag = { 'if-none-match': `"${file.hash}"` };
      assert.equal((await get(`/${name}.${extension}`, tag)).status, 304);
    });

    it('is the same for a year with its hash, and a 404 with another', async () => {
      const response = await get(`/${name}.${file.hash}.${extension}`);
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(await response.text(), file.text);
      const other = await read(await get(`/${name}.0123456789abcdef.${extension}`));
      assertProblem(other, 404, 'not-found');
    });
  });
}
