/** The time that a shopper waits while eight connections send rejected estimations. A trial, because it measures time. */
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { startCommand } from '../cli/command.js';
import { samples } from '../support/samples.js';
import { quantile } from '../support/trial.js';
import { until } from '../support/until.js';

const headers = { 'content-type': 'application/json' };
const fields = Array.from({ length: 9_000 }, (_, index) => `"f${index}":1`).join();

const floods = {
  'no amount': '[{"id":"a"}]',
  '90 unknown fields': `[{"id":"a","totalAmount":1,${fields.split(',').slice(0, 90).join()}}]`,
  '1,900 unknown fields': `[{"id":"a","totalAmount":1,${fields.split(',').slice(0, 1_900).join()}}]`,
  '9,000 unknown fields': `[{"id":"a","totalAmount":1,${fields}}]`,
  'arrays 60,000 deep': '['.repeat(60_000) + ']'.repeat(60_000),
};

/** Code of a thread that keeps sending a body over eight connections, and counts the rejections. */
const flooder = `
  const { Agent, request } = require('node:http');
  const { workerData: { url, body, headers, refusals } } = require('node:worker_threads');
  const agent = new Agent({ keepAlive: true });
  const bytes = Buffer.from(body);
  const send = () => request(url, { method: 'POST', agent, headers }, (res) => {
    if (res.statusCode !== 400) throw new Error('answered with ' + res.statusCode);
    res.resume().on('end', () => { Atomics.add(refusals, 0, 1); send(); });
  }).end(bytes);
  for (let connection = 0; connection < 8; connection += 1) send();`;

/** Sends a body, and resolves with the status when the response has ended. */
function send(url: string, agent: Agent, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const req = request(url, { method: 'POST', agent, headers }, (res) => {
      res.resume().on('end', () => resolve(res.statusCode ?? 0));
    });
    req.on('error', reject).end(body);
  });
}

/** Returns the times of valid requests, in ms. */
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

describe('A shopper', { timeout: 120_000 }, () => {
  for (const [what, body] of Object.entries(floods)) {
    it(`waits at most three times as long while eight connections send ${what}`, async (t) => {
      const env = { FINANCING_RATE_LIMIT: '1000000' };
      const mount = await startCommand(t, ['serve', '--sandbox', '--port', '0'], {
        env,
      }).listening();
      const url = mount + samples.estimatePayments.path;
      const agent = new Agent({ keepAlive: true });
      t.after(() => agent.destroy());
      await timesOf(url, agent, 1_000);
      const idle = quantile(await timesOf(url, agent, 3_000), 0.99);

      // Use shared memory. A message for each rejection would delay the thread that measures the shopper.
      const refusals = new Int32Array(new SharedArrayBuffer(4));
      const flood = new Worker(flooder, {
        eval: true,
        workerData: { url, body, headers, refusals },
      });
      await until(() => Atomics.load(refusals, 0) > 100);
      const loaded = quantile(await timesOf(url, agent, 3_000), 0.99);
      await flood.terminate();
      const figures = `p99 ${idle.toFixed(1)} ms idle, ${loaded.toFixed(1)} ms under ${refusals[0]} refusals`;
      t.diagnostic(figures);
      assert.ok(loaded <= 3 * idle, figures);
    });
  }
});
