import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAbsent } from '../../support/assertions.js';
import { putEstimate, startCommand } from '../command.js';

const tests = { concurrency: 2, timeout: 120_000 };

/** Returns the value of a series, such as `financing_estimates_total{source="memory"}`, or 0 if it is missing. */
function valueOf(text: string, series: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1) ?? 0);
}

describe('financing-elements serve --metrics-port', tests, () => {
  it('reports what has happened since the start', async (t) => {
    const command = startCommand(t, ['serve', '--sandbox', '--port', '0', '--metrics-port', '0']);
    const [, metrics = ''] = await command.printed('stdout', /^metrics on (\S+)$/m);
    const url = await command.listening();
    assert.notEqual(new URL(metrics).port, new URL(url).port);
    const scrape = async () => (await fetch(metrics)).text();

    const [before, after] = [await scrape(), await putEstimate(url).then(() => scrape())];
    await putEstimate(url);
    const last = await scrape();
    const route = '/purchase/api/v1/payment-estimation';
    for (const [series, values] of [
      [`financing_requests_total{route="${route}",status="200",code="none"}`, [0, 1, 2]],
      [`financing_request_duration_seconds_count{route="${route}"}`, [0, 1, 2]],
      ['financing_service_calls_total{operation="estimatePayments",outcome="success"}', [0, 1, 1]],
      ['financing_estimates_total{source="service"}', [0, 1, 1]],
      ['financing_estimates_total{source="memory"}', [0, 0, 1]],
      ['financing_service_calls_in_flight', [0, 0, 0]],
    ] as const) {
      const seen = [before, after, last].map((text) => valueOf(text, series));
      assert.deepEqual(seen, values, series);
    }
    assert.ok(valueOf(last, 'financing_process_resident_memory_bytes') > 1e7);
    for (const line of last.split('\n').filter((each) => each && !each.startsWith('#'))) {
      assert.match(line, /^financing_/);
    }
    assertAbsent(last, 'sandbox-key', 'sandbox-secret');
  });

  it('serves nothing else on that port, and no metrics under the mount', async (t) => {
    const command = startCommand(t, ['serve', '--sandbox', '--port', '0', '--metrics-port', '0']);
    const [, metrics = ''] = await command.printed('stdout', /^metrics on (\S+)$/m);
    const url = await command.listening();
    assert.equal((await fetch(`${url}/metrics`)).status, 404);
    assert.equal((await fetch(new URL('/financing/health', metrics))).status, 404);
    assert.equal((await fetch(metrics, { method: 'POST' })).status, 405);
  });

  it('exits with one line if the port is in use', async (t) => {
    const url = await startCommand(t, ['serve', '--sandbox', '--port', '0']).listening();
    const { port } = new URL(url);
    const args = ['serve', '--sandbox', '--port', '0', '--metrics-port', port];
    const { code, stderr } = await startCommand(t, args).closed;
    assert.match(
      stderr,
      /^\{.*"not-started","message":"cannot listen on 127\.0\.0\.1, port \d+ \(--metrics-port\): another program uses it; choose another port".*\}$/m,
    );
    assert.equal(code, 1);
  });
});
