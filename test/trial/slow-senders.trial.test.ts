import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { putEstimate, startCommand } from '../cli/command.js';
import { receiveAll } from '../support/servers.js';
import { quantile, trialSeconds } from '../support/trial.js';

const isTrial = trialSeconds > 0;
const sockets = isTrial ? 1_000 : 100;

/** The maximum time until a connection is closed: 10 s, or longer on a machine that runs other tests. */
const maxCloseMs = isTrial ? 10_500 : 20_000;

const path = '/financing/purchase/api/v1/payment-estimation';

const start = `PUT ${path} HTTP/1.1\r\nHost: localhost\r\n`;
const slowHeaders = `${start}X-Slow: `;
const slowBody = `${start}Content-Type: application/json\r\nContent-Length: 9999\r\n\r\n[`;

/** Sends one byte per second until the server closes. Returns the response and the elapsed milliseconds. */
async function drip(t: TestContext, url: string, begin: string) {
  const started = performance.now();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  t.after(() => socket.destroy());
  socket.write(begin);
  const dripping = setInterval(() => socket.write(' '), 1_000);
  const received = await receiveAll(socket);
  clearInterval(dripping);
  return { received, time: performance.now() - started };
}

/** Measures consecutive estimates in milliseconds. */
async function timeEstimates(url: string, isOver: (count: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver(times.length)) {
    const begin = performance.now();
    const response = await putEstimate(url);
    assert.equal(response.status, 200);
    await response.arrayBuffer();
    times.push(performance.now() - begin);
  }
  return times;
}

describe(`${sockets} connections that send one byte per second`, { timeout: 300_000 }, () => {
  it('are closed in time, and other requests are served in the meantime', async (t) => {
    const args = ['serve', '--sandbox', '--port', '0', '--rate-limit', '1000000'];
    const url = await startCommand(t, args).listening();
    const before = await timeEstimates(url, (count) => count === 500);

    const slow = Array.from({ length: sockets }, (_, index) =>
      drip(t, url, index % 2 === 0 ? slowHeaders : slowBody),
    );
    let isOver = false;
    t.after(() => (isOver = true));
    const all = Promise.all(slow).finally(() => (isOver = true));
    const during = await timeEstimates(url, () => isOver);

    const results = await all;
    const latest = Math.max(...results.map(({ time }) => time));
    assert.ok(latest < maxCloseMs, `closed after ${latest} ms`);
    for (const [index, { received }] of results.entries()) {
      assert.match(received, /^HTTP\/1\.1 400 /);
      if (index % 2 === 1) assert.match(received, /"code":"body-timeout"/);
      assert.equal(received.split('HTTP/1.1').length, 2, 'one response');
    }
    const [p99, p99Before] = [quantile(during, 0.99), quantile(before, 0.99)];
    t.diagnostic(
      `closed after at most ${Math.round(latest)} ms; of ${during.length} estimates in the meantime, 99 in 100 took at ` +
        `most ${p99.toFixed(1)} ms, before ${p99Before.toFixed(1)} ms`,
    );
    if (isTrial) assert.ok(p99 <= 2 * p99Before + 10, 'others had to wait');
  });
});
