import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve, toNodeListener } from '../../src/node/index.js';
import { createTestProxy } from '../support/test-proxy.js';
import { exchange } from '../support/servers.js';
import { startHttp } from '../support/servers.js';

describe('A path with a backslash', () => {
  const paths = [
    '/financing\\health',
    '\\financing/health',
    '/financing/\\health',
    '/a\\..\\financing/health',
  ];
  async function statusAt(url: string, path: string): Promise<string> {
    const answer = await exchange(
      url,
      `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    );
    return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? answer;
  }

  for (const path of paths) {
    it(`is 404 on a server of ours: ${path}`, async (t) => {
      const server = await serve(createTestProxy(), { host: '127.0.0.1', port: 0 });
      t.after(() => server.close());
      assert.match(await statusAt(server.url, path), /^40[04]$/);
      assert.equal(await statusAt(server.url, '/financing/health?a\\b'), '200');
    });

    it(`is 404 through toNodeListener: ${path}`, async (t) => {
      const url = await startHttp(t, toNodeListener(createTestProxy()));
      assert.match(await statusAt(url, path), /^40[04]$/);
    });
  }
});
