/**
 * A service that fails over real connections: three in ten calls for ten times TRIAL_SECONDS, and all calls for
 * TRIAL_SECONDS.
 */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EstimateItem } from '../../src/contract/index.js';
import { startCommand } from '../cli/command.js';
import { notRun } from '../runner/not-run.js';
import { estimateOf } from '../support/service-stub.js';
import { startHttp } from '../support/servers.js';
import { createDraw, createRandom, trialSeed, quantile, trialSeconds } from '../support/trial.js';
import { eventually } from '../support/until.js';

const seed = Number(trialSeed ?? Date.now() % 2 ** 31);
const json = { 'content-type': 'application/json' };

type Fault = (req: IncomingMessage, res: ServerResponse) => void;

const faults: Record<string, Fault> = {
  error: (_, res) => res.writeHead(500).end(),
  page: (_, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  truncated: (_, res) =>
    res.writeHead(200, { ...json, 'content-length': 99 }).write('[', () => res.destroy()),
  reset: (req) => req.socket.resetAndDestroy(),
};

/** Starts a service with this failure rate, and the proxy in front of it. */
async function start(t: TestContext, failing: { rate: number }) {
  const random = createRandom(seed);
  const drawFault = createDraw(random, { error: 1, page: 1, truncated: 1, reset: 1 });
  let calls = 0;
  const baseUrl = await startHttp(t, async (req, res) => {
    calls += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    if (random() < failing.rate) return faults[drawFault()]!(req, res);
    const items = JSON.parse(Buffer.concat(chunks).toString()) as EstimateItem[];
    const results = items.map(({ id, totalAmount }) => estimateOf(id, totalAmount));
    res.writeHead(200, json).end(JSON.stringify(results));
  });
  const env = {
    FINANCING_BASE_URL: baseUrl,
    FINANCING_SVC_KEY: 'key',
    FINANCING_RATE_LIMIT: '1000000',
  };
  const mount = await startCommand(t, ['serve', '--port', '0'], { env }).listening();
  return { mount, calls: () => calls };
}

/** Requests an estimate for a new amount, because known amounts are cached. */
async function send(mount: string, index: number) {
  const totalAmount = (100 + index) / 100;
  const begin = performance.now();
  const response = await fetch(`${mount}/purchase/api/v1/payment-estimation`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify([{ id: 'a', totalAmount }]),
  });
  const text = await response.text();
  const time = performance.now() - begin;
  const isWrong = response.ok && text !== JSON.stringify([estimateOf('a', totalAmount)]);
  return { status: response.status, isWrong, time };
}

/** Measures a response without any work, which shows how busy the machine is. */
async function timeHealth(mount: string): Promise<number> {
  const begin = performance.now();
  await (await fetch(`${mount}/health`)).text();
  return performance.now() - begin;
}

// Ten minutes are too long for `npm test`.
if (trialSeconds > 0) {
  const options = { timeout: trialSeconds * 12_000 + 120_000 };
  describe('A service that fails for a long time', options, () => {
    it('on three in ten calls: 91 of 100 estimates are returned, and none is wrong', async (t) => {
      const { mount, calls } = await start(t, { rate: 0.3 });
      const end = performance.now() + trialSeconds * 10_000;
      let [sent, right, wrong] = [0, 0, 0];
      const shopper = async () => {
        while (performance.now() < end) {
          const { status, isWrong } = await send(mount, (sent += 1));
          if (isWrong) wrong += 1;
          else if (status === 200) right += 1;
          await sleep(20);
        }
      };
      await Promise.all(Array.from({ length: 4 }, shopper));
      t.diagnostic(`seed ${seed}: ${right} of ${sent} returned, with ${calls()} calls`);
      assert.equal(wrong, 0);
      // Allow four standard deviations.
      assert.ok(right / sent >= 0.91 - 4 * Math.sqrt((0.91 * 0.09) / sent), 'returned');
      assert.ok(calls() / sent <= 1.35, 'calls');
    });

    it('on all calls: is rarely called, and is soon called again once it works', async (t) => {
      const failing = { rate: 1 };
      const { mount, calls } = await start(t, failing);
      const begin = performance.now();
      const elapsed = () => performance.now() - begin;
      let sent = 0;
      let early = { sent: 0, calls: 0 };
      const [times, plainTimes]: [number[], number[]] = [[], []];
      while (elapsed() < trialSeconds * 1_000 + 5_000) {
        // Both at the same time, so that a busy machine slows down both.
        const [{ status, time }, plainTime] = await Promise.all([
          send(mount, (sent += 1)),
          timeHealth(mount),
        ]);
        assert.ok(status === 502 || status === 503, String(status));
        // On a busy machine, the circuit may need more time to open.
        const isEarly = elapsed() < 5_000 || (times.length === 0 && status !== 503);
        if (isEarly) early = { sent, calls: calls() };
        else if (status === 503) {
          times.push(time);
          plainTimes.push(plainTime);
        }
        await sleep(25);
      }
      const seconds = elapsed() / 1_000;
      const [late, lateCalls] = [sent - early.sent, calls() - early.calls];
      failing.rate = 0;
      const healed = performance.now();
      await eventually(async () => (await send(mount, (sent += 1))).status === 200, {
        what: 'an estimate once the service works',
      });
      const back = performance.now() - healed;
      const [usual, p95, plainP95] = [
        quantile(times, 0.5),
        quantile(times, 0.95),
        quantile(plainTimes, 0.95),
      ];
      t.diagnostic(
        `${lateCalls} calls for ${late} requests, refusals took ${usual.toFixed(1)} ms, 95 in 100 of them ` +
          `${p95.toFixed(1)} (a response without any work ${plainP95.toFixed(1)}), back after ${Math.round(back)} ms`,
      );
      assert.ok(times.length > 0, 'it opened');
      // If a busy machine sends few requests, one call in 5 s with its retry is more than 1 in 20.
      assert.ok(lateCalls <= Math.max(0.05 * late, 2 * (seconds / 5 + 1)), 'calls');
      assert.ok(usual < 50 && p95 < 50 + plainP95, 'refusals');
      assert.ok(back <= 15_000, 'back');
    });
  });
} else notRun('a service that fails for long', 'it takes ten minutes (npm run trial -- outage)');
