/**
 * Measures the memory of the running command when a caller or the service sends it too much. Each test first sends
 * small requests, so that it doesn't measure the first use of the code.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { ProblemDetails } from '../../../src/proxy/index.js';
import { minOf, mebibyte, residentBytes, peakResidentBytes } from '../../support/trial.js';
import { financed, samples } from '../../support/samples.js';
import { startHttp } from '../../support/servers.js';
import { startCommand } from '../command.js';

const limit = 128 * 1024;

/** Starts the command in front of this service. */
async function start(t: TestContext, listener: RequestListener) {
  const url = await startHttp(t, listener);
  const env = {
    FINANCING_BASE_URL: url,
    FINANCING_SVC_KEY: 'key',
    FINANCING_RATE_LIMIT: '1000000',
  };
  const command = startCommand(t, ['serve', '--port', '0'], { env });
  return { mount: await command.listening(), pid: command.child.pid! };
}

const respondWithEstimate: RequestListener = (_, res) =>
  void res.setHeader('content-type', 'application/json').end(JSON.stringify([financed('a')]));

let amount = 0;

/** Requests an estimate for a new amount. */
async function estimate(mount: string) {
  const response = await fetch(mount + samples.estimatePayments.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ id: 'a', totalAmount: ++amount }]),
  });
  const { code } = (await response.json()) as Partial<ProblemDetails>;
  return { status: response.status, code };
}

/** Sends this many bytes in chunks of 16 KiB, regardless of the response. Returns the status. */
async function sendChunks(mount: string, size: number): Promise<string | undefined> {
  const { port, pathname } = new URL(mount);
  const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1');
  socket.on('error', () => undefined);
  socket.write(
    `POST ${pathname}${samples.estimatePayments.path} HTTP/1.1\r\nHost: localhost\r\n` +
      'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  const chunk = Buffer.from(`4000\r\n${' '.repeat(0x4000)}\r\n`);
  for (let sent = 0; sent < size; sent += 0x4000) socket.write(chunk);
  const [head] = (await once(socket, 'data')) as [string];
  socket.destroy();
  return head.split(' ')[1];
}

describe('The memory of financing-elements serve', { timeout: 120_000 }, () => {
  it('grows by less than 10 MB when it receives 10 MB in chunks', async (t) => {
    const { mount, pid } = await start(t, respondWithEstimate);
    for (let i = 0; i < 30; i++) assert.equal(await sendChunks(mount, limit + 1), '413');
    const before = residentBytes(pid);
    const sending = sendChunks(mount, 10 * mebibyte);
    const growth = (await peakResidentBytes(pid, sending)) - before;
    assert.equal(await sending, '413');
    assert.ok(growth < 10 * mebibyte, `${growth} bytes`);
  });

  const bomb = gzipSync(Buffer.alloc(200 * mebibyte));
  const tooLarge: Record<string, RequestListener> = {
    'a gzip bomb of 200 MB': (_, res) =>
      res.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    'a bomb in five encodings': (_, res) =>
      res.writeHead(200, { 'content-encoding': 'gzip, gzip, br, gzip, deflate' }).end(bomb),
    'an endless body': (_, res) => {
      const chunk = Buffer.alloc(64 * 1024, 0x20);
      const write = () => {
        while (res.write(chunk));
      };
      res.on('drain', write).on('error', () => undefined);
      write();
    },
  };
  for (const [what, listener] of Object.entries(tooLarge)) {
    it(`grows by less than 32 MB when the service responds with ${what}`, async (t) => {
      // Garbage collection may run late once. Each attempt is a new process, because collected garbage leaves free
      // memory.
      const growth = await minOf(32 * mebibyte, async () => {
        let isHealthy = true;
        const { mount, pid } = await start(t, (req, res) =>
          (isHealthy ? respondWithEstimate : listener)(req, res),
        );
        for (let i = 0; i < 30; i++) assert.equal((await estimate(mount)).status, 200);
        isHealthy = false;
        const before = residentBytes(pid);
        const pending = estimate(mount);
        const peak = await peakResidentBytes(pid, pending);
        assert.deepEqual(await pending, { status: 502, code: 'invalid-service-response' });
        return peak - before;
      });
      assert.ok(growth < 32 * mebibyte, `${growth} bytes`);
    });
  }
});
