import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import type { ProblemDetails } from '../../src/proxy/index.js';
import { startCommand } from '../cli/command.js';
import { mebibyte, peakMemory, quantile, trialSeconds } from '../support/trial.js';
import { financed } from '../support/samples.js';
import { startHttp } from '../support/servers.js';
import { until } from '../support/until.js';

const isTrial = trialSeconds > 0;

/** A service that does not answer until it is released. */
async function startHung(t: TestContext) {
  const waiting: ServerResponse[] = [];
  const url = await startHttp(
    t,
    (req, res) => void req.resume().on('end', () => waiting.push(res)),
  );
  return {
    url,
    /** All calls are in flight together, since none was answered. */
    calls: () => waiting.length,
    letGo() {
      const body = JSON.stringify([financed('a')]);
      for (const res of waiting) res.setHeader('content-type', 'application/json').end(body);
    },
  };
}

/** On a busy machine 2,000 connections take longer than undici waits for one; nothing was sent on those that it gives up. */
async function fetchAnyway(url: string, init: RequestInit, tries = 5): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code !== 'UND_ERR_CONNECT_TIMEOUT' || tries === 1) throw error;
    return fetchAnyway(url, init, tries - 1);
  }
}

/** Asks for an estimate of an amount that no other request asks for. */
async function ask(mount: string, totalAmount: number) {
  const begin = performance.now();
  const response = await fetchAnyway(`${mount}/purchase/api/v1/payment-estimation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ id: 'a', totalAmount }]),
  });
  const { code } = (await response.json()) as Partial<ProblemDetails>;
  return { status: response.status, code, time: performance.now() - begin };
}

describe('2,000 estimations at once while the service hangs', { timeout: 300_000 }, () => {
  it('are 48 calls; the others are refused at once, and take no memory', async (t) => {
    const service = await startHung(t);
    const env = {
      FINANCING_BASE_URL: service.url,
      FINANCING_SVC_KEY: 'key',
      FINANCING_TIMEOUT: '250000',
      FINANCING_RATE_LIMIT: '1000000',
    };
    const command = startCommand(t, ['serve', '--port', '0'], { env });
    const mount = await command.listening();
    let amount = 0;

    // One after the other, since what comes together is one call.
    const first = [];
    for (let calls = 1; calls <= 48; calls += 1) {
      first.push(ask(mount, ++amount));
      await until(() => service.calls() >= calls);
    }

    const refused = [];
    for (let asked = 0; asked < 200; asked += 1) refused.push(await ask(mount, ++amount));
    const slowest = quantile(
      refused.map(({ time }) => time),
      0.99,
    );

    const flood = Promise.all(Array.from({ length: 2_000 }, () => ask(mount, ++amount)));
    const memory = await peakMemory(command.child.pid!, flood);
    for (const { status, code } of [...refused, ...(await flood)]) {
      assert.deepEqual([status, code], [503, 'overloaded']);
    }
    assert.equal(service.calls(), 48);
    service.letGo();
    for (const { status } of await Promise.all(first)) assert.equal(status, 200);

    t.diagnostic(
      `refused within ${slowest.toFixed(1)} ms (99 in 100), ${Math.round(memory / mebibyte)} MiB`,
    );
    assert.ok(memory < 256 * mebibyte, `${memory} bytes`);
    assert.ok(slowest < (isTrial ? 100 : 2_000), `refused after ${slowest} ms`);
  });
});
