/**
 * What the running command takes of the machine when it is sent too much, by a caller or by the service. Each is first
 * asked what it will be asked later, in small, so that what is measured is not the first use of its own code.
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

/** The command before a service that does what the listener says. */
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

const answer: RequestListener = (_, res) =>
  void res.setHeader('content-type', 'application/json').end(JSON.stringify([financed('a')]));

let amount = 0;

/** Asks for an amount that was not asked for before. */
async function estimate(mount: string) {
  const response = await fetch(mount + samples.estimatePayments.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ id: 'a', totalAmount: ++amount }]),
  });
  const { code } = (await response.json()) as Partial<ProblemDetails>;
  return { status: response.status, code };
}

/** Sends so many bytes in chunks of 16 KiB, whatever comes back. Resolves with the status. */
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
  it('grows by less than 10 MB when it is sent 10 MB in chunks', async (t) => {
    const { mount, pid } = await start(t, answer);
    for (let i = 0; i < 30; i++) assert.equal(await sendChunks(mount, limit + 1), '413');
    const before = residentBytes(pid);
    const sending = sendChunks(mount, 10 * mebibyte);
    const grown = (await peakResidentBytes(pid, sending)) - before;
    assert.equal(await sending, '413');
    assert.ok(grown < 10 * mebibyte, `${grown} bytes`);
  });

  const bomb = gzipSync(Buffer.alloc(200 * mebibyte));
  const tooLarge: Record<string, RequestListener> = {
    'a gzip bomb of 200 MB': (_, res) =>
      res.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    'a bomb in five encodings': (_, res) =>
      res.writeHead(200, { 'content-encoding': 'gzip, gzip, br, gzip, deflate' }).end(bomb),
    'a body without an end': (_, res) => {
      const chunk = Buffer.alloc(64 * 1024, 0x20);
      const write = () => {
        while (res.write(chunk));
      };
      res.on('drain', write).on('error', () => undefined);
      write();
    },
  };
  for (const [what, listener] of Object.entries(tooLarge)) {
    it(`grows by less than 32 MB when the service answers ${what}`, async (t) => {
      // A process may collect its garbage late once; each try is a process of its own, since garbage makes room.
      const grown = await minOf(32 * mebibyte, async () => {
        let isWell = true;
        const { mount, pid } = await start(t, (req, res) => (isWell ? answer : listener)(req, res));
        for (let i = 0; i < 30; i++) assert.equal((await estimate(mount)).status, 200);
        isWell = false;
        const before = residentBytes(pid);
        const asking = estimate(mount);
        const peak = await peakResidentBytes(pid, asking);
        assert.deepEqual(await asking, { status: 502, code: 'invalid-service-response' });
        return peak - before;
      });
      assert.ok(grown < 32 * mebibyte, `${grown} bytes`);
    });
  }
});
