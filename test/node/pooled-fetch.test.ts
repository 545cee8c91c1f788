import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createPooledFetch, type PooledFetchOptions } from '../../src/node/pooled-fetch.js';
import { createFinancingService, ServiceUnreachableError } from '../../src/service/index.js';
import { rejection } from '../support/assertions.js';
import { credentials, samples } from '../support/samples.js';
import { startBlackHole, startHttp, startTcp } from '../support/servers.js';

function create(t: TestContext, options?: PooledFetchOptions) {
  const pooledFetch = createPooledFetch(options);
  t.after(() => pooledFetch.close());
  return pooledFetch;
}

function createService(t: TestContext, baseUrl: string, options?: PooledFetchOptions) {
  return createFinancingService({ baseUrl, ...credentials, fetch: create(t, options) });
}

function startWriting(t: TestContext, write: (socket: Socket) => void) {
  return startTcp(t, (socket) => void socket.once('data', () => write(socket)));
}

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
// Fails a test whose event never comes.
const options = { timeout: 120_000, concurrency: true };

/** test/service/over-http.test.ts tests the faults of a service. */
describe('createPooledFetch()', options, () => {
  it('sends the request and returns the response', async (t) => {
    const url = await startHttp(t, (request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { method, headers } = request;
        response.writeHead(201, { 'x-name': 'é', 'set-cookie': ['a=1', 'b=2'] });
        response.end(JSON.stringify({ method, url: request.url, key: headers['svc-key'], body }));
      });
    });
    const headers = { 'svc-key': 'key', 'content-type': 'application/json' };
    const request = new Request(`${url}/a/b?c=%20d`, { method: 'PUT', headers, body: '"é"' });
    const response = await create(t)(request);
    assert.equal(response.status, 201);
    assert.deepEqual(response.headers.getSetCookie(), ['a=1', 'b=2']);
    const expected = { method: 'PUT', url: '/a/b?c=%20d', key: 'key', body: '"é"' };
    assert.deepEqual(await response.json(), expected);
  });

  for (const status of [204, 304]) {
    it(`returns status ${status} without a body`, async (t) => {
      const url = await startHttp(t, (_, response) => response.writeHead(status).end());
      const response = await create(t)(new Request(url));
      assert.deepEqual([response.status, response.body], [status, null]);
    });
  }

  it('treats a status above 599 as 500', async (t) => {
    const url = await startWriting(t, (socket) => socket.end('HTTP/1.1 999 No\r\n\r\n'));
    assert.equal((await create(t)(new Request(url))).status, 500);
  });

  it('reuses connections', async (t) => {
    const sockets = new Set<unknown>();
    const url = await startHttp(t, (request, response) => {
      sockets.add(request.socket);
      response.end('[]');
    });
    const pooledFetch = create(t);
    for (let count = 0; count < 20; count += 1) await pooledFetch(new Request(url));
    // Maybe one more, because a connection is ready again shortly after its response.
    assert.ok(sockets.size <= 2, `${sockets.size} connections`);
  });

  it('opens at most as many connections as allowed', async (t) => {
    const sockets = new Set<unknown>();
    const url = await startHttp(t, (request, response) => {
      sockets.add(request.socket);
      setImmediate(() => response.end('[]'));
    });
    const pooledFetch = create(t, { connections: 3 });
    await Promise.all(Array.from({ length: 20 }, () => pooledFetch(new Request(url))));
    assert.equal(sockets.size, 3);
  });

  it("doesn't retry if a reused connection is closed", async (t) => {
    let received = 0;
    const url = await startTcp(t, (socket) => {
      socket.on('data', () => {
        received += 1;
        if (received === 1) socket.write(`${head}Content-Length: 2\r\n\r\n[]`);
        else socket.destroy();
      });
    });
    const pooledFetch = create(t);
    await pooledFetch(new Request(url));
    await assert.rejects(pooledFetch(new Request(url, { method: 'PUT', body: '[]' })));
    assert.equal(received, 2);
  });

  it('waits for calls in flight when it closes', async (t) => {
    const pooledFetch = createPooledFetch();
    let closed: Promise<void> | undefined;
    const url = await startHttp(t, (_, response) => {
      closed = pooledFetch.close();
      response.end('[]');
    });
    assert.equal((await pooledFetch(new Request(url))).status, 200);
    await closed;
    await assert.rejects(pooledFetch(new Request(url)));
  });
});

describe('createPooledFetch() whose caller leaves', options, () => {
  const hangs: Record<string, [channel: string, written: string]> = {
    'before the answer': ['undici:client:sendHeaders', ''],
    'in the middle of the body': ['undici:request:headers', `${head}Content-Length: 9\r\n\r\n[`],
  };
  for (const [when, [channel, written]] of Object.entries(hangs)) {
    it(`${when} rejects with the signal's reason and closes the connection`, async (t) => {
      const controller = new AbortController();
      const closed = new EventEmitter();
      const url = await startWriting(t, (socket) => {
        socket.once('close', () => closed.emit('close'));
        socket.write(written);
      });
      // undici publishes its progress.
      const leave = (message: unknown) => {
        const { origin } = (message as { request: { origin: string } }).request;
        if (origin === url) setImmediate(() => controller.abort(new Error('gone')));
      };
      subscribe(channel, leave);
      t.after(() => unsubscribe(channel, leave));
      const isClosed = once(closed, 'close');
      const { signal } = controller;
      await assert.rejects(create(t)(new Request(url, { signal })), /gone/);
      await isClosed;
    });
  }
});

describe('createPooledFetch() on a service without a server', options, () => {
  it('rejects with ENOTFOUND or EAI_AGAIN, so that a link was not sent', async (t) => {
    const service = createService(t, 'https://service.invalid');
    await rejection(samples.createPrequalLink.call(service), ServiceUnreachableError);
  });

  const blackHoles: Record<string, (t: TestContext) => Promise<string>> = {
    'whose SYN is not answered': startBlackHole,
    'whose TLS handshake does not go on': async (t) =>
      (await startTcp(t, () => undefined)).replace('http:', 'https:'),
  };
  for (const [what, start] of Object.entries(blackHoles)) {
    it(`times out on a connection ${what}, so that a link was not sent`, async (t) => {
      const service = createService(t, await start(t), { connectTimeout: 100 });
      const link = samples.createPrequalLink.call(service);
      const error = await rejection(link, ServiceUnreachableError);
      assert.equal(error.reason, 'UND_ERR_CONNECT_TIMEOUT');
    });
  }
});
