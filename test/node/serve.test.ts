import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { serve, type FetchHandler } from '../../src/node/index.js';
import { failingCallbacks } from '../support/samples.js';
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

const endless = () =>
  new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(3)) });

const busyFor = (time: number) =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time);

describe('serve', () => {
  it('passes requests to the handler', async (t) => {
    const { url } = await start(t, {
      fetch: async (request) =>
        new Response(`${request.method} ${request.url} ${await request.text()}`),
    });
    const response = await fetch(`${url}/a?b=c`, { method: 'POST', body: 'd' });
    assert.equal(await response.text(), `POST ${url}/a?b=c d`);
  });

  it('rejects if the port is in use', async (t) => {
    const { url } = await start(t, { fetch: () => new Response() });
    const port = Number(new URL(url).port);
    const second = serve({ fetch: () => new Response() }, { host: '127.0.0.1', port });
    await assert.rejects(second, { code: 'EADDRINUSE' });
  });

  it('responds with 500 and reports an error of the handler', async (t) => {
    const failures: unknown[] = [];
    const error = new Error('A defect');
    const { url } = await start(t, { fetch: () => Promise.reject(error) }, (failure) =>
      failures.push(failure),
    );
    const response = await fetch(url);
    assert.deepEqual([response.status, await response.text()], [500, '']);
    assert.deepEqual(failures, [error]);
  });

  for (const [how, fail] of Object.entries(failingCallbacks)) {
    it(`responds with 500 if onFailure ${how}, and the console shows the error`, async (t) => {
      const { mock } = t.mock.method(console, 'error', () => undefined);
      const { url } = await start(t, { fetch: () => Promise.reject(new Error('A defect')) }, fail);
      const response = await fetch(url);
      assert.equal(response.status, 500);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      await until(() => mock.callCount() === 1);
    });
  }

  it("responds with 400 if Host and path aren't a URL (RFC 9112 section 3.2)", async (t) => {
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

  it('closes after the current response, with its connection', async (t) => {
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

  /** Starts a server whose client disconnected during the handler. */
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

  it('waits for the handler of a disconnected client when it closes', async (t) => {
    const { server, finish } = await startAbandoned(t);
    const order: string[] = [];
    const closed = server.close().then(() => order.push('closed'));
    for (let i = 0; i < 10; i++) await turn();
    order.push('handled');
    finish();
    await closed;
    assert.deepEqual(order, ['handled', 'closed']);
  });

  it('closes at its time limit if that handler never ends', async (t) => {
    const { server, finish } = await startAbandoned(t);
    await server.close({ timeout: 20 });
    finish();
  });

  it('keeps idle connections open for longer than load balancers do', async (t) => {
    const server = await start(t, { fetch: () => new Response('response') });
    const response = await fetch(server.url);
    const [, seconds] = /^timeout=(\d+)$/.exec(response.headers.get('keep-alive') ?? '') ?? [];
    // Google Cloud's load balancers keep them for 600 s, which can't be changed.
    assert.ok(Number(seconds) > 600, `${seconds} s`);
  });

  it('responds once on an idle connection while it closes', async (t) => {
    const server = await start(t, { fetch: () => new Response('response') });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('latin1');
    const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
    socket.write(request);
    let received = '';
    socket.on('data', (data: string) => (received += data));
    const responses = () => received.split(/(?<=\r\n0\r\n\r\n)/);
    // The last chunk can arrive separately.
    await until(() => received.endsWith('\r\n0\r\n\r\n'));
    assert.match(received, /^connection: keep-alive/im);
    // Mock the interval, because a busy machine can read the request too late.
    t.mock.timers.enable({ apis: ['setInterval'] });
    const closed = server.close();
    t.mock.timers.tick(200);
    socket.write(request);
    await once(socket, 'close');
    assert.equal(responses().length, 2);
    assert.match(responses()[1] ?? '', /^connection: close/im);
    await closed;
  });

  it('responds on connections that wait to be accepted', async (t) => {
    const server = await start(t, { fetch: () => new Response('response') });
    const closed = server.close({ grace: 20 });
    const request = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n';
    const exchanges = Array.from({ length: 5 }, () => exchange(server.url, request));
    // The operating system connects them immediately, but Node accepts them after its timers.
    busyFor(30);
    for (const received of await Promise.all(exchanges)) assert.match(received, /^HTTP\/1\.1 200 /);
    await closed;
  });

  it('responds on waiting connections even if the processor is busy', async (t) => {
    const server = await start(t, {
      fetch() {
        busyFor(25);
        return new Response('response');
      },
    });
    const request = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n';
    const exchanges = Array.from({ length: 30 }, () => exchange(server.url, request));
    const closed = server.close();
    for (const received of await Promise.all(exchanges)) assert.match(received, /^HTTP\/1\.1 200 /);
    await closed;
  });

  it('can be closed twice', async (t) => {
    const server = await start(t, { fetch: () => new Response() });
    await server.close();
    await server.close();
  });

  it('reads the appended X-Forwarded-For after 2,100 other headers', async (t) => {
    const { url } = await start(t, {
      fetch: ({ headers }) => new Response(headers.get('x-forwarded-for')),
    });
    const head = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Forwarded-For: 192.0.2.1\r\n';
    const request = `${head}${'a:b\r\n'.repeat(2_100)}X-Forwarded-For: 192.0.2.2\r\n\r\n`;
    assert.match(await exchange(url, request), /192\.0\.2\.1, 192\.0\.2\.2/);
  });

  for (const [what, header] of [
    ['an invalid host', 'Host: a;b'],
    ['a large head', `Host: a\r\nX: ${'x'.repeat(20_000)}`],
  ] as const) {
    it(`doesn't reset a connection with ${what} while its body arrives`, async (t) => {
      const { url } = await start(t, { fetch: () => new Response() });
      const port = Number(new URL(url).port);
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.write(`POST / HTTP/1.1\r\n${header}\r\nContent-Length: 1000000\r\n\r\nbody`);
      const [data] = (await once(socket, 'data')) as [Buffer];
      assert.match(String(data), /^HTTP\/1\.1 4\d\d /);
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

  it('writes no error into a response in progress', async (t) => {
    const { url } = await start(t, {
      fetch: ({ url: target }) =>
        target.endsWith('/endless') ? new Response(endless()) : new Promise<never>(() => {}),
    });
    const pipelined = 'GET /endless HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n';
    const received = await exchange(url, pipelined, 'no HTTP\r\n\r\n');
    assert.deepEqual(received.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200']);
  });
});
