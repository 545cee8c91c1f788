/**
 * How long a shopper waits while eight connections send estimations that are refused, against eight that send estimations that
 * are answered: eight connections make anyone wait, even on a server that does nothing. Here, since it measures time.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { startCommand } from '../../cli/command.js';
import { samples } from '../../support/samples.js';
import { quantile } from '../../support/trial.js';
import { until } from '../../support/until.js';

const headers = { 'content-type': 'application/json' };
const fields = Array.from({ length: 9_000 }, (_, index) => `"f${index}":1`).join();

const answered = '[{"id":"a","totalAmount":100}]';

const floods = {
  'no amount': '[{"id":"a"}]',
  '90 unknown fields': `[{"id":"a","totalAmount":1,${fields.split(',').slice(0, 90).join()}}]`,
  '1,900 unknown fields': `[{"id":"a","totalAmount":1,${fields.split(',').slice(0, 1_900).join()}}]`,
  '9,000 unknown fields': `[{"id":"a","totalAmount":1,${fields}}]`,
  'arrays 60,000 deep': '['.repeat(60_000) + ']'.repeat(60_000),
};

/** Sends a body over eight connections again and again, on a thread of its own, and counts the answers, which have this status. */
const flooder = `
  const { Agent, request } = require('node:http');
  const { workerData: { url, body, headers, status, answers } } = require('node:worker_threads');
  const agent = new Agent({ keepAlive: true });
  const bytes = Buffer.from(body);
  const send = () => request(url, { method: 'POST', agent, headers }, (res) => {
    if (res.statusCode !== status) throw new Error('answered with ' + res.statusCode);
    res.resume().on('end', () => { Atomics.add(answers, 0, 1); send(); });
  }).end(bytes);
  for (let connection = 0; connection < 8; connection += 1) send();`;

/** Sends a body over a kept connection. Resolves with the status once the answer has ended. */
function send(url: string, agent: Agent, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const req = request(url, { method: 'POST', agent, headers }, (res) => {
      res.resume().on('end', () => resolve(res.statusCode ?? 0));
    });
    req.on('error', reject).end(body);
  });
}

/** Times of healthy requests, in ms. */
async function timesOf(url: string, agent: Agent, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const start = performance.now();
    const body = JSON.stringify([{ id: 'sofa', totalAmount: 100 + index }]);
    assert.equal(await send(url, agent, body), 200);
    times.push(performance.now() - start);
  }
  return times;
}

/** Starts the command. Returns what times a shopper's requests, the 99th percentile in ms, beside a flood if there is one. */
async function startTimes(t: TestContext) {
  const mount = await startCommand(t, ['serve', '--sandbox', '--port', '0'], {
    env: { FINANCING_RATE_LIMIT: '1000000' },
  }).listening();
  const url = mount + samples.estimatePayments.path;
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  await timesOf(url, agent, 1_000);
  return async (flood?: { body: string; status: number }): Promise<number> => {
    const answers = new Int32Array(new SharedArrayBuffer(4));
    const workerData = { url, headers, answers, ...flood };
    const worker = flood && new Worker(flooder, { eval: true, workerData });
    const failed =
      worker && once(worker, 'error').then(([error]) => Promise.reject(error as Error));
    await until(() => !worker || Atomics.load(answers, 0) > 100);
    const times = await Promise.race([timesOf(url, agent, 3_000), ...(failed ? [failed] : [])]);
    await worker?.terminate();
    return quantile(times, 0.99);
  };
}

describe('A shopper', { timeout: 120_000 }, () => {
  for (const [what, body] of Object.entries(floods)) {
    it(`waits at most three times as long beside refused estimations as beside answered ones: ${what}`, async (t) => {
      const timeBeside = await startTimes(t);
      const idle = await timeBeside();
      const besideAnswered = await timeBeside({ body: answered, status: 200 });
      const besideRefused = await timeBeside({ body, status: 400 });
      const figures =
        `99 of 100 within ${idle.toFixed(1)} ms idle, ${besideAnswered.toFixed(1)} ms beside answered, ` +
        `${besideRefused.toFixed(1)} ms beside refused`;
      t.diagnostic(figures);
      assert.ok(besideRefused <= 3 * besideAnswered, figures);
    });
  }
});
