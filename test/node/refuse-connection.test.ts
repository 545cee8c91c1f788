import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { refuseConnection } from '../../src/node/serve.js';
import { exchange, listen } from '../support/servers.js';
import { until } from '../support/until.js';

/** Starts a server that times out as soon as this many bytes have arrived. */
async function startImpatientServer(t: TestContext, bytes: number): Promise<string> {
  const server = createServer({ connectionsCheckingInterval: 10 }, () => undefined);
  server.on('clientError', refuseConnection).on('connection', async (socket: Socket) => {
    await until(() => socket.bytesRead >= bytes || socket.destroyed);
    // Node reads these properties each time.
    Object.assign(server, { headersTimeout: 1, requestTimeout: 1 });
  });
  return listen(t, server);
}

describe('A connection that times out', () => {
  it('gets 400 instead of 408 during the headers', async (t) => {
    const request = 'GET / HTTP/1.1\r\nHo';
    const url = await startImpatientServer(t, request.length);
    assert.match(await exchange(url, request), /^HTTP\/1\.1 400 /);
  });

  it('gets 400 instead of 408 during the body', async (t) => {
    const request = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\npart';
    const url = await startImpatientServer(t, request.length);
    assert.match(await exchange(url, request), /^HTTP\/1\.1 400 /);
  });

  it('is closed without a response if nothing was sent', async (t) => {
    const url = await startImpatientServer(t, 0);
    assert.equal(await exchange(url, ''), '');
  });
});
