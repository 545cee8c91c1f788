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
});
