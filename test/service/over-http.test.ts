import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import {
  createFinancingService,
  InvalidServiceResponseError,
  OutcomeUnknownError,
  ServiceResponseError,
  ServiceTimeoutError,
  ServiceUnreachableError,
  type FinancingService,
  type FinancingServiceOptions,
} from '../../src/service/index.js';
import { createPooledFetch } from '../../src/node/pooled-fetch.js';
import { rejection } from '../support/assertions.js';
import { credentials, financed, links, samples } from '../support/samples.js';
import { closedPort, startHttp, startTcp } from '../support/servers.js';

/** The default `fetch`, and the one that `serve` uses. */
const transports = {
  fetch: () => undefined,
  'createPooledFetch()': (t: TestContext) => {
    const pooledFetch = createPooledFetch();
    t.after(() => pooledFetch.close());
    return pooledFetch;
  },
};

/**
 * Starts a service that writes to each connection that sends data, and counts these connections. After an aborted request,
 * Node's fetch opens another connection and sends nothing on it.
 */
async function startWriting(t: TestContext, write: (socket: Socket) => void) {
  const seen = { requests: 0, closed: new EventEmitter() };
  const url = await startTcp(t, (socket) => {
    socket.once('data', () => {
      seen.requests += 1;
      write(socket);
    });
    socket.once('close', () => seen.closed.emit('close'));
  });
  return { url, seen };
}

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
// Fails a test whose event never comes.
const options = { timeout: 120_000, concurrency: true };

for (const [transport, createTransport] of Object.entries(transports)) {
  describe(`createFinancingService() through ${transport}`, () => {
    const createClient = (
      t: TestContext,
      baseUrl: string,
      more: Partial<FinancingServiceOptions> = {},
    ) => {
      const fetch = createTransport(t);
      return createFinancingService({ baseUrl, ...credentials, ...(fetch && { fetch }), ...more });
    };
    describeTransport(createClient);
  });
}

type CreateClient = (
  t: TestContext,
  baseUrl: string,
  more?: Partial<FinancingServiceOptions>,
) => FinancingService;

function describeTransport(createClient: CreateClient): void {
  describe('on a service without a server', options, () => {
    it('fails with ServiceUnreachableError and ECONNREFUSED', async (t) => {
      const service = createClient(t, await closedPort());
      for (const operation of ['estimatePayments', ...links] as const) {
        const error = await rejection(samples[operation].call(service), ServiceUnreachableError);
        assert.equal(error.reason, 'ECONNREFUSED');
      }
    });
  });

  describe('on a service that hangs', options, () => {
    const hangs: Record<string, (socket: Socket) => void> = {
      'sends nothing': () => undefined,
      'sends headers and then a byte at a time': (socket) => {
        socket.write(`${head}Content-Length: 1000\r\n\r\n`);
        const timer = setInterval(() => socket.write(' '), 20);
        socket.once('close', () => clearInterval(timer));
      },
    };
    for (const [what, write] of Object.entries(hangs)) {
      it(`${what}: an estimation ends at its deadline and closes the connection`, async (t) => {
        const { url, seen } = await startWriting(t, write);
        const service = createClient(t, url, { timeout: 500 });
        const closed = once(seen.closed, 'close');
        await rejection(samples.estimatePayments.call(service), ServiceTimeoutError);
        await closed;
        assert.equal(seen.requests, 1);
      });

      it(`${what}: the outcome of a link is unknown after one attempt`, async (t) => {
        const { url, seen } = await startWriting(t, write);
        const service = createClient(t, url, { linkTimeout: 500 });
        const closed = once(seen.closed, 'close');
        await rejection(samples.createPayOverTimeLink.call(service), OutcomeUnknownError);
        await closed;
        assert.equal(seen.requests, 1);
      });
    }
  });

  describe('on a service that breaks off', options, () => {
    const cut = JSON.stringify([financed('é')]).slice(0, 20);
    const bytes = Buffer.byteLength(cut);
    const broken: Record<string, (socket: Socket) => void> = {
      'before its content-length': (socket) =>
        socket.end(`${head}Content-Length: ${bytes + 50}\r\n\r\n${cut}`),
      'inside a chunk': (socket) =>
        socket.end(`${head}Transfer-Encoding: chunked\r\n\r\nff\r\n${cut}`),
      'before the last chunk': (socket) =>
        socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n${bytes.toString(16)}\r\n${cut}\r\n`),
      'inside a UTF-8 character': (socket) =>
        socket.end(
          Buffer.concat([
            // This response is complete. Without `close`, the next test could reuse the connection while it closes.
            Buffer.from(`${head}Connection: close\r\nContent-Length: 9\r\n\r\n{"url":"`),
            Buffer.from('é').subarray(0, 1),
          ]),
        ),
    };
    for (const [where, write] of Object.entries(broken)) {
      it(`${where}: an estimation is retried`, async (t) => {
        const { url, seen } = await startWriting(t, write);
        const service = createClient(t, url);
        await rejection(samples.estimatePayments.call(service), InvalidServiceResponseError);
        assert.equal(seen.requests, 2);
      });

      it(`${where}: a link isn't retried`, async (t) => {
        const { url, seen } = await startWriting(t, write);
        const service = createClient(t, url);
        await rejection(samples.createPrequalLink.call(service), InvalidServiceResponseError);
        assert.equal(seen.requests, 1);
      });
    }

    const silent: Record<string, (socket: Socket) => void> = {
      'closes the connection': (socket) => socket.end(),
      'resets the connection': (socket) => socket.resetAndDestroy(),
      "sends a response that isn't HTTP": (socket) => socket.end('220 mail ready\r\n'),
    };
    for (const [what, write] of Object.entries(silent)) {
      it(`${what}: the outcome of a link is unknown after one attempt`, async (t) => {
        const { url, seen } = await startWriting(t, write);
        const error = await rejection(
          samples.createPayOverTimeLink.call(createClient(t, url)),
          OutcomeUnknownError,
        );
        assert.match(error.reason ?? '', /^(UND_ERR_SOCKET|ECONNRESET|HPE_INVALID\w*)$/);
        assert.equal(seen.requests, 1);
      });
    }
  });

  describe('on a service that redirects', options, () => {
    for (const status of [301, 302, 303, 307, 308]) {
      it(`fails with status ${status} without a call of the other host`, async (t) => {
        let asked = 0;
        const other = await startTcp(t, () => (asked += 1));
        const url = await startHttp(t, (_, response) => {
          response.writeHead(status, { location: `${other}/purchase` }).end();
        });
        const service = createClient(t, url);
        for (const operation of Object.keys(samples) as (keyof typeof samples)[]) {
          const error = await rejection(samples[operation].call(service), ServiceResponseError);
          assert.equal(error.status, status);
        }
        assert.equal(asked, 0);
      });
    }
  });
}
