import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve, toNodeListener } from '../../src/node/index.js';
import { createTestProxy } from '../support/test-proxy.js';
import { exchange, startHttp } from '../support/servers.js';

describe('A path with a backslash, a dot segment, or a fragment', () => {
  const paths = [
    '/financing\\health',
    '\\financing/health',
    '/financing/\\health',
    '/a\\..\\financing/health',
    '/financing/./health',
    '/financing/a/%2E./health',
    'http://a/financing/%2e/health',
    '/financing/health#.css',
    '/financing/health#/../x',
  ];
  const send = (url: string, path: string, method = 'GET') =>
    exchange(url, `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  async function statusAt(url: string, path: string, method?: string): Promise<string> {
    const answer = await send(url, path, method);
    return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? answer;
  }

  it('is rejected with 400 or 404', async (t) => {
    const server = await serve(createTestProxy(), { host: '127.0.0.1', port: 0 });
    t.after(() => server.close());
    const url = await startHttp(t, toNodeListener(createTestProxy()));
    for (const path of paths) {
      for (const each of [server.url, url]) {
        assert.match(await statusAt(each, path), /^40[04]$/, path);
      }
    }
    assert.equal(await statusAt(server.url, '/financing/health?a\\b/../c'), '200');
  });

  const path = '/financing\\health';
  for (const method of ['TRACE', 'HEAD', 'OPTIONS', 'POST', 'PROPFIND']) {
    it(`is rejected with 404 for ${method}, without a failure`, async (t) => {
      const failures: unknown[] = [];
      const onFailure = (error: unknown) => void failures.push(error);
      const server = await serve(createTestProxy(), { host: '127.0.0.1', port: 0, onFailure });
      t.after(() => server.close());
      const url = await startHttp(t, toNodeListener(createTestProxy(), { onFailure }));
      assert.equal(await statusAt(server.url, path, method), '404');
      assert.equal(await statusAt(url, path, method), '404');
      assert.deepEqual(failures, []);
    });
  }

  it('gets a response without a body for HEAD', async (t) => {
    const url = await startHttp(t, toNodeListener(createTestProxy()));
    assert.match(await send(url, path, 'HEAD'), /\r\n\r\n$/);
  });
});
