import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { refuseConnection } from '../../src/node/serve.js';
import { exchange } from '../support/servers.js';
import { until } from '../support/until.js';

/** A server that loses patience as soon as so many bytes have come. */
async function startImpatientServer(t: TestContext, bytes: number): Promise<string> {
  const server = createServer({ connectionsCheckingInterval: 10 }, () => undefined);
  server.on('clientError', refuseConnection).on('connection', async (socket: Socket) => {
    await until(() => socket.bytesRead >= bytes || socket.destroyed);
    // Node looks at them anew each time.
    Object.assign(server, { headersTimeout: 1, requestTimeout: 1 });
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a connection that is too slow', () => {
  it('gets 400 and not 408 in the middle of headers', async (t) => {
    const request = 'GET / HTTP/1.1\r\nHo';
    const url = await startImpatientServer(t, request.length);
    assert.match(await exchange(url, request), /^HTTP\/1\.1 400 /);
  });

  it('gets 400 and not 408 in the middle of a body', async (t) => {
    const request = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\npart';
    const url = await startImpatientServer(t, request.length);
    assert.match(await exchange(url, request), /^HTTP\/1\.1 400 /);
  });

  it('is closed without a word when it was only opened', async (t) => {
    const url = await startImpatientServer(t, 0);
    assert.equal(await exchange(url, ''), '');
  });
});
