import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createFileServer, readFiles } from '../../../src/cli/demo/run-demo.js';

describe('The shop’s files', () => {
  let folder = '';
  let get: (path: string, init?: RequestInit) => Promise<Response>;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'shop-'));
    mkdirSync(join(folder, 'shop/help'), { recursive: true });
    writeFileSync(join(folder, 'secret.html'), 'secret');
    writeFileSync(join(folder, 'shop/index.html'), 'home');
    writeFileSync(join(folder, 'shop/help/index.html'), 'help');
    writeFileSync(join(folder, 'shop/shop.js'), 'script');
    writeFileSync(join(folder, 'shop/notes.md'), 'notes');
    writeFileSync(join(folder, 'shop/.hidden.html'), 'hidden');
    symlinkSync(join(folder, 'secret.html'), join(folder, 'shop/linked.html'));
    const server = createFileServer(readFiles(join(folder, 'shop')));
    get = async (path, init) => server.fetch(new Request(`http://localhost${path}`, init));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('are served with their media type', async () => {
    const response = await get('/shop.js');
    assert.equal(await response.text(), 'script');
    assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8');
  });

  it('include an index for each folder', async () => {
    assert.equal(await (await get('/')).text(), 'home');
    assert.equal(await (await get('/help/?a=b')).text(), 'help');
  });

  for (const path of [
    '/notes.md',
    '/.hidden.html',
    '/linked.html',
    '/help',
    '/..%2fsecret.html',
    '/nope',
  ]) {
    it(`don’t include ${path}`, async () => {
      assert.equal((await get(path)).status, 404);
    });
  }

  it('allow only GET', async () => {
    const response = await get('/', { method: 'POST' });
    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET']);
  });

  it('forbid inline scripts and other origins, even on error pages', async () => {
    for (const path of ['/', '/nope']) {
      const policy = (await get(path)).headers.get('content-security-policy') ?? '';
      assert.match(policy, /^default-src 'none'; script-src 'self';/);
    }
  });
});
