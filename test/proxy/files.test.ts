import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
// Written by `npm run build`, which `npm test` begins with.
import { files } from '#elements-script';
import { useResponseClass, type ResponseContent } from '../../src/internal/response.js';
import { elementsFiles } from '../../src/proxy/files.js';
import { assertProblem, createTestProxy, read, shop } from '../support/test-proxy.js';

const { hash } = files['elements.js'];
const oneYear = 'public, max-age=31536000, immutable';
const fiveMinutes = 'public, max-age=300, stale-while-revalidate=86400';

function get(path: string, headers: Record<string, string> = {}) {
  const { fetch } = createTestProxy();
  return fetch(new Request(`${shop}/financing${path}`, { headers }));
}

for (const name of elementsFiles) {
  const file = files[name];
  const [stem, extension] = name.split('.');

  describe(`GET /${name}`, () => {
    it('returns the file, to be revalidated after five minutes', async () => {
      const response = await get(`/${name}`);
      const { 'x-request-id': id, ...headers } = Object.fromEntries(response.headers);
      assert.equal(response.status, 200);
      assert.ok(id, 'x-request-id');
      assert.deepEqual(headers, {
        'access-control-allow-origin': '*',
        'cache-control': fiveMinutes,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'content-type': `text/${extension === 'css' ? 'css' : 'javascript'}; charset=utf-8`,
        'cross-origin-resource-policy': 'cross-origin',
        etag: `"${file.hash}"`,
        'referrer-policy': 'no-referrer',
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff',
      });
      assert.equal((await response.text()) === file.text && file.text.length > 100, true);
    });

    it('is compressed with brotli on request', async () => {
      const response = await get(`/${name}`, { 'accept-encoding': 'br' });
      assert.equal(response.headers.get('content-encoding'), 'br');
      assert.equal(response.headers.get('etag'), `"${file.hash}-br"`);
      const text = brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString();
      assert.equal(text === file.text, true);
    });

    it('is immutable under a name with its hash, and not found under another hash', async () => {
      const response = await get(`/${stem}.${file.hash}.${extension}`);
      assert.equal(response.headers.get('cache-control'), oneYear);
      assert.equal((await response.text()) === file.text, true);
      const other = await read(await get(`/${stem}.0123456789abcdef.${extension}`));
      assertProblem(other, 404, 'not-found');
      assert.equal(other.headers.get('cache-control'), 'no-store');
    });

    it("serves the previous version under that version's hash only", async () => {
      const previousHash = 'fedcba9876543210';
      const previousName = `${stem}.${previousHash}.${extension}`;
      const text = `the previous ${name}`;
      Object.assign(files, { [previousName]: { text, brotli: '', hash: previousHash } });
      after(() => Reflect.deleteProperty(files, previousName));
      const response = await get(`/${previousName}`);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('cache-control'), oneYear);
      assert.equal(response.headers.get('etag'), `"${previousHash}"`);
      assert.equal(await response.text(), text);
      for (const path of [`/${name}`, `/${stem}.${file.hash}.${extension}`]) {
        assert.equal((await (await get(path)).text()) === file.text, true);
      }
    });
  });
}

describe('A file for pages', () => {
  const encodings: [accept: string, isCompressed: boolean][] = [
    ...['gzip, deflate, br', 'gzip;q=1, br;q=0.5', 'BR', 'br , gzip', 'br;q=1'].map(
      (accept): [string, boolean] => [accept, true],
    ),
    ...['', 'gzip', 'identity', 'br;q=0', 'br; q=0.0, gzip', 'brx', 'x-br'].map(
      (accept): [string, boolean] => [accept, false],
    ),
  ];
  for (const [accept, isCompressed] of encodings) {
    it(`is ${isCompressed ? 'compressed' : 'plain'} for Accept-Encoding: ${accept}`, async () => {
      const { headers } = await get('/elements.js', { 'accept-encoding': accept });
      assert.equal(headers.get('content-encoding'), isCompressed ? 'br' : null);
    });
  }

  it('is plain for Next.js, which removes the Content-Encoding header', async () => {
    const headers = { 'accept-encoding': 'br' };
    const request = new Request(`${shop}/financing/elements.js`, { headers });
    const { fetch } = createTestProxy();
    const response = await fetch(Object.assign(request, { nextUrl: new URL(request.url) }));
    assert.equal(response.headers.get('content-encoding'), null);
  });

  it("isn't compressed a second time by Cloudflare Workers", async (t) => {
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

  const tagsOf = {
    304: [`"${hash}"`, `W/"${hash}"`, `"other", "${hash}"`, '*'],
    200: ['"other"', hash, `"${hash}-br"`, ''],
  };
  for (const [status, all] of Object.entries(tagsOf)) {
    for (const tags of all) {
      it(`has the status ${status} for If-None-Match: ${tags || '(empty)'}`, async () => {
        const response = await get('/elements.js', { 'if-none-match': tags });
        assert.equal(response.status, Number(status));
        assert.equal((await response.text()) === '', status === '304');
        assert.equal(response.headers.get('etag'), `"${hash}"`);
        assert.equal(response.headers.get('cache-control'), fiveMinutes);
      });
    }
  }

  for (const path of [`/x/elements.${hash}.js`, `/elements.${hash}.js.map`]) {
    it(`isn't found at ${path.replace(hash, '{hash}')}`, async () => {
      assertProblem(await read(await get(path)), 404, 'not-found');
    });
  }
});
