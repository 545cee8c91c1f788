/** Connections that send requests and read no response. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { serve, type FetchHandler } from '../../src/node/index.js';
import { watchResponses } from '../../src/node/watch-responses.js';
import { receiveAll, listen } from '../support/servers.js';
import { until } from '../support/until.js';

const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const last = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

async function start(t: TestContext, handler: FetchHandler): Promise<number> {
  const server = await serve(handler, { host: '127.0.0.1', port: 0 });
  t.after(() => server.close());
  return Number(new URL(server.url).port);
}

function connectUnread(t: TestContext, port: number): Socket {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  t.after(() => socket.destroy());
  return socket;
}

describe('Requests on one connection', { timeout: 60_000 }, () => {
  it('are handled in order', async (t) => {
    let running = 0;
    let maxRunning = 0;
    const port = await start(t, {
      async fetch({ url }) {
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return new Response(new URL(url).pathname);
      },
    });
    const socket = connect(port, '127.0.0.1');
    const paths = Array.from({ length: 31 }, (_, index) => `/${index}`);
    socket.write(paths.map((path) => request.replace('/', path)).join('') + last);
    const bodies = (await receiveAll(socket)).match(/^\/\d*(?=\r$)/gm);
    assert.deepEqual(bodies, [...paths, '/']);
    assert.equal(maxRunning, 1);
  });

  it("aren't handled while no response is read", async (t) => {
    let handled = 0;
    const body = new Uint8Array(8 * 1024 * 1024);
    const port = await start(t, { fetch: () => (handled++, new Response(body)) });
    connectUnread(t, port).write(request.repeat(30));
    await until(() => handled > 0);
    // The response on another connection means that the first one had its turn.
    const other = connect(port, '127.0.0.1');
    other.write(last);
    await receiveAll(other);
    assert.equal(handled, 2);
  });

  it("close the connection and aren't handled if more than 32 wait", async (t) => {
    let handled = 0;
    const port = await start(t, { fetch: () => (handled++, new Response('a')) });
    const socket = connect(port, '127.0.0.1');
    socket.write(request.repeat(1_000));
    await receiveAll(socket);
    assert.ok(handled <= 1, `${handled} requests`);
    assert.equal((await fetch(`http://127.0.0.1:${port}`)).status, 200);
  });

  it("aren't handled after the client disconnected", async (t) => {
    const handled: string[] = [];
    const port = await start(t, {
      async fetch({ url, signal }) {
        const { pathname } = new URL(url);
        handled.push(pathname);
        if (pathname === '/wait') await once(signal, 'abort');
        return new Response('a');
      },
    });
    const socket = connect(port, '127.0.0.1');
    socket.write(request.replace('/', '/wait') + request.repeat(10));
    await until(() => handled.length === 1);
    socket.destroy();
    await once(socket, 'close');
    assert.equal((await fetch(`http://127.0.0.1:${port}/other`)).status, 200);
    assert.deepEqual(handled, ['/wait', '/other']);
  });
});

describe('A connection whose response is not read', { timeout: 60_000 }, () => {
  it('is closed after the time limit, unless its handler is still running', async (t) => {
    const large = Buffer.alloc(16 * 1024 * 1024);
    const server = createServer((req, res) => {
      if (req.url === '/large') res.end(large);
    });
    server.setTimeout(200, watchResponses(server).endUnread);
    const port = Number(new URL(await listen(t, server)).port);
    connectUnread(t, port).write(request);
    const [{ socket: working }] = (await once(server, 'request')) as [IncomingMessage];
    let closed = 0;
    server.on('connection', (socket: Socket) => socket.on('close', () => (closed += 1)));
    for (let count = 0; count < 400; count += 1) {
      connectUnread(t, port).write(request.replace('/', '/large'));
    }
    await until(() => closed === 400);
    assert.equal(working.destroyed, false);
  });
});
