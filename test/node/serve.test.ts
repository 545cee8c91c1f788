import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { serve, type FetchHandler } from '../../src/node/index.js';
import { exchange } from '../support/servers.js';
import { turn, until } from '../support/until.js';

async function start(t: TestContext, handler: FetchHandler, onFailure?: (error: unknown) => void) {
  const server = await serve(handler, {
    host: '127.0.0.1',
    port: 0,
    ...(onFailure && { onFailure }),
  });
  t.after(() => server.close());
  return server;
}

/** A body whose end does not come. */
const endless = () =>
  new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(3)) });

/** Blocks the event loop, in milliseconds. */
const busyFor = (time: number) =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time);

const refused = (status: number) => new RegExp(`^HTTP/1.1 ${status} [^]*content-length: 0`);

describe('serve', () => {
  it('answers requests with the handler', async (t) => {
    const { url } = await start(t, {
      fetch: async (request) =>
        new Response(`${request.method} ${request.url} ${await request.text()}`),
    });
    const response = await fetch(`${url}/a?b=c`, { method: 'POST', body: 'd' });
    assert.equal(await response.text(), `POST ${url}/a?b=c d`);
  });

  it('rejects when the port is in use', async (t) => {
    const { url } = await start(t, { fetch: () => new Response() });
    const port = Number(new URL(url).port);
    const second = serve({ fetch: () => new Response() }, { host: '127.0.0.1', port });
    await assert.rejects(second, { code: 'EADDRINUSE' });
  });

  it('answers 500 and tells the failure when the handler lets an error through', async (t) => {
    const failures: unknown[] = [];
    const error = new Error('A defect');
    const { url } = await start(t, { fetch: () => Promise.reject(error) }, (failure) =>
      failures.push(failure),
    );
    const response = await fetch(url);
    assert.deepEqual([response.status, await response.text()], [500, '']);
    assert.deepEqual(failures, [error]);
  });

  it('answers 400 where Host and path make no URL, without asking the handler (RFC 9112 section 3.2)', async (t) => {
    const failures: unknown[] = [];
    const { url } = await start(
      t,
      { fetch: (request) => new Response(new URL(request.url).pathname) },
      (failure) => failures.push(failure),
    );
    for (const host of ['a:99999', '1.2.3.999', 'a b']) {
      const request = `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      assert.match(await exchange(url, request), /^HTTP\/1\.1 400 /, host);
    }
    assert.deepEqual(failures, []);
  });

  it('closes after the running answer, and the connection with it', async (t) => {
    let finish: (response: Response) => void = () => undefined;
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const server = await start(t, {
      fetch() {
        arrived();
        return new Promise((resolve) => (finish = resolve));
      },
    });
    const running = fetch(server.url);
    await arrival;
    const closed = server.close();
    finish(new Response('done'));
    const response = await running;
    assert.deepEqual(
      [await response.text(), response.headers.get('connection')],
      ['done', 'close'],
    );
    await closed;
  });

  /** A server whose handler has begun an answer, and whose client has gone. */
  async function startAbandoned(t: TestContext) {
    let finish: () => void = () => undefined;
    let running: Request | undefined;
    const server = await start(t, {
      fetch(request) {
        running = request;
        return new Promise((resolve) => (finish = () => resolve(new Response())));
      },
    });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await until(() => running);
    socket.destroy();
    await until(() => running?.signal.aborted);
    return { server, finish };
  }

  it('closes after the handler of a client that has gone', async (t) => {
    const { server, finish } = await startAbandoned(t);
    const order: string[] = [];
    const closed = server.close().then(() => order.push('closed'));
    for (let i = 0; i < 10; i++) await turn();
    order.push('handled');
    finish();
    await closed;
    assert.deepEqual(order, ['handled', 'closed']);
  });

  it('closes at its time limit where such a handler does not end', async (t) => {
    const { server, finish } = await startAbandoned(t);
    await server.close({ timeout: 20 });
    finish();
  });

  it('answers on an idle connection that has just been told to close, once', async (t) => {
    const server = await start(t, { fetch: () => new Response('answer') });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('latin1');
    const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
    socket.write(request);
    let received = '';
    socket.on('data', (data: string) => (received += data));
    const answers = () => received.split(/(?<=\r\n0\r\n\r\n)/);
    // Its last chunk may come by itself.
    await until(() => received.endsWith('\r\n0\r\n\r\n'));
    assert.match(received, /^connection: keep-alive/im);
    // A busy machine may get to the request only after the time that the connection has.
    t.mock.timers.enable({ apis: ['setInterval'] });
    const closed = server.close();
    t.mock.timers.tick(200);
    socket.write(request);
    await once(socket, 'close');
    assert.equal(answers().length, 2);
    assert.match(answers()[1] ?? '', /^connection: close/im);
    await closed;
  });

  it('answers on connections that wait to be accepted when accepting stops', async (t) => {
    const server = await start(t, { fetch: () => new Response('answer') });
    const closed = server.close({ grace: 20 });
    const request = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n';
    const exchanges = Array.from({ length: 5 }, () => exchange(server.url, request));
    // The operating system connects them at once, and Node accepts them only after its timers.
    busyFor(30);
    for (const received of await Promise.all(exchanges)) assert.match(received, /^HTTP\/1\.1 200 /);
    await closed;
  });

  it('does so where the processor is busy, and each of them waits for long', async (t) => {
    const server = await start(t, {
      fetch() {
        busyFor(25);
        return new Response('answer');
      },
    });
    const request = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n';
    const exchanges = Array.from({ length: 30 }, () => exchange(server.url, request));
    const closed = server.close();
    for (const received of await Promise.all(exchanges)) assert.match(received, /^HTTP\/1\.1 200 /);
    await closed;
  });

  it('does so when a signal closes it', async (t) => {
    const server = await start(t, { fetch: () => new Response('answer') });
    const closed = once(process, 'SIGWINCH').then(() => server.close());
    const request = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n';
    const exchanges = Array.from({ length: 5 }, () => exchange(server.url, request));
    process.kill(process.pid, 'SIGWINCH');
    for (const received of await Promise.all(exchanges)) assert.match(received, /^HTTP\/1\.1 200 /);
    await closed;
  });

  it('may be closed twice', async (t) => {
    const server = await start(t, { fetch: () => new Response() });
    await server.close();
    await server.close();
  });

  it('handles nothing that follows a malformed request on its connection (RFC 9112 section 9.6)', async (t) => {
    const handled: string[] = [];
    const { url } = await start(t, {
      fetch(request) {
        handled.push(new URL(request.url).pathname);
        return new Response();
      },
    });
    const malformed = 'GET /first HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n';
    const received = await exchange(url, `${malformed}GET /second HTTP/1.1\r\nHost: a\r\n\r\n`);
    assert.deepEqual([received.match(/HTTP\/1\.1 \d+/g), handled], [['HTTP/1.1 400'], []]);
  });

  it('reads the address that a load balancer has appended, however many headers come before', async (t) => {
    const { url } = await start(t, {
      fetch: ({ headers }) => new Response(headers.get('x-forwarded-for')),
    });
    const head = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Forwarded-For: 192.0.2.1\r\n';
    const request = `${head}${'a:b\r\n'.repeat(2_100)}X-Forwarded-For: 192.0.2.2\r\n\r\n`;
    assert.match(await exchange(url, request), /192\.0\.2\.1, 192\.0\.2\.2/);
  });

  for (const [what, header] of [
    ['a host that is none', 'Host: a;b'],
    ['a large head', `Host: a\r\nX: ${'x'.repeat(20_000)}`],
  ] as const) {
    it(`resets no connection that it refuses for ${what}, while its body arrives`, async (t) => {
      const { url } = await start(t, { fetch: () => new Response() });
      const port = Number(new URL(url).port);
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.write(`POST / HTTP/1.1\r\n${header}\r\nContent-Length: 1000000\r\n\r\nbody`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      assert.match(String(answer), /^HTTP\/1\.1 4\d\d /);
      for (let part = 0; part < 10; part += 1) {
        await new Promise<void>((resolve, reject) => {
          socket.once('error', reject);
          socket.write(Buffer.alloc(50_000), (error) => (error ? reject(error) : resolve()));
        });
      }
      socket.end();
      await once(socket, 'close');
    });
  }

  it('writes no refusal into an answer that is on its way, whatever waits behind it', async (t) => {
    const { url } = await start(t, {
      fetch: ({ url: target }) =>
        target.endsWith('/endless') ? new Response(endless()) : new Promise<never>(() => {}),
    });
    const pipelined = 'GET /endless HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n';
    const received = await exchange(url, pipelined, 'no HTTP\r\n\r\n');
    assert.deepEqual(received.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200']);
  });

  it('refuses what is not HTTP, and what is too large, and closes the connection', async (t) => {
    const { url } = await start(t, { fetch: () => new Response() });
    const request = 'GET / HTTP/1.1\r\nHost: a\r\n';
    assert.match(await exchange(url, `${request}Ho st: b\r\n\r\n`), refused(400));
    assert.match(await exchange(url, `${request}X: ${'x'.repeat(100_000)}\r\n\r\n`), refused(431));
  });
});
