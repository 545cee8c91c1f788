import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { refuseConnection } from '../../src/node/refuse-connection.js';
import { exchange } from './exchange.js';

async function startImpatientServer(t: TestContext): Promise<string> {
  const patience = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 };
  const server = createServer(patience, () => undefined).on('clientError', refuseConnection);
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a connection that is too slow', () => {
  it('gets 400 and not 408 in the middle of headers', async (t) => {
    const url = await startImpatientServer(t);
    assert.match(await exchange(url, 'GET / HTTP/1.1\r\nHo'), /^HTTP\/1\.1 400 /);
  });

  it('gets 400 and not 408 in the middle of a body', async (t) => {
    const url = await startImpatientServer(t);
    const headers = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n';
    assert.match(await exchange(url, `${headers}part`), /^HTTP\/1\.1 400 /);
  });

  it('is closed without a word when it was only opened', async (t) => {
    const url = await startImpatientServer(t);
    assert.equal(await exchange(url, ''), '');
  });
});
