import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { metricTable } from '../../../src/cli/metrics/metric-table.js';
import { createMetrics } from '../../../src/cli/metrics/metrics.js';
import type { ObserverEvent } from '../../../src/proxy/index.js';
import { problemCodes } from '../../../src/proxy/problems.js';
import { assertAbsent } from '../../support/assertions.js';
import { credentials, samples } from '../../support/samples.js';
import { createTestProxy, shop } from '../../support/test-proxy.js';

/** One event of each type. The compiler reports a missing type. */
const examples: {
  readonly [Type in ObserverEvent['type']]: Extract<ObserverEvent, { type: Type }>;
} = {
  request: { type: 'request', route: '/line', status: 200, durationMs: 1 },
  'service-call-started': { type: 'service-call-started', operation: 'createPrequalLink' },
  'service-call': {
    type: 'service-call',
    operation: 'createPrequalLink',
    outcome: 'success',
    durationMs: 1,
  },
  'service-retry': { type: 'service-retry', operation: 'estimatePayments' },
  'service-call-refused': {
    type: 'service-call-refused',
    operation: 'createPrequalLink',
    reason: 'overloaded',
  },
  circuit: { type: 'circuit', operation: 'createPrequalLink', scope: 'operation', state: 'open' },
  estimates: { type: 'estimates', source: 'memory', count: 1 },
  text: { type: 'text', outcome: 'sent' },
  store: { type: 'store', operation: 'claim', outcome: 'failure', durationMs: 1 },
  webhook: { type: 'webhook', kind: 'other', outcome: 'handled' },
};

const options = { hasWebhooks: false, version: '1.0.0' };

describe('The metrics', () => {
  it('are those of the table and those of the process', async () => {
    const text = await createMetrics(options).read();
    const names = [...text.matchAll(/^# TYPE financing_(\S+)/gm)].map(([, name = '']) => name);
    const own = names.filter((name) => !/^(nodejs|process)_/.test(name));
    assert.deepEqual(own.sort(), Object.keys(metricTable).sort());
  });

  it('are all changed by some event of the proxy or the log', async () => {
    const { observe, counting, read } = createMetrics(options);
    const silent = { debug() {}, info() {}, warn() {}, error() {} };
    counting(silent).info({ event: 'started' });
    let text = await read();
    for (const event of Object.values(examples)) {
      observe(event);
      // Read after each event, because a later event may set a gauge back to 0.
      text += await read();
    }
    const isFilled = (name: string) =>
      new RegExp(`^financing_${name}(_count)?(\\{.*\\})? [1-9]`, 'm').test(text);
    assert.deepEqual(
      Object.keys(metricTable).filter((name) => !isFilled(name)),
      [],
      'src/cli/metrics/metrics.ts fills them from an event of src/proxy/observer-events.ts',
    );
  });

  it('count calls that end and calls in progress', async () => {
    const { observe, read } = createMetrics(options);
    const operation = 'estimatePayments';
    observe({ type: 'service-call-started', operation });
    observe({ type: 'service-call-started', operation });
    observe({ type: 'service-call', operation, outcome: 'service-timeout', durationMs: 4_000 });
    const text = await read();
    assert.match(text, /^financing_service_calls_in_flight 1$/m);
    assert.match(
      text,
      /^financing_service_calls_total\{operation="estimatePayments",outcome="service-timeout"\} 1$/m,
    );
    assert.match(text, /^financing_service_call_duration_seconds_sum\{.*\} 4$/m);
  });

  it('include each outcome that an alert looks for', () => {
    const alerts = readFileSync(join(import.meta.dirname, '../../../ops/alerts.yml'), 'utf8');
    const [, texts = ''] = /service_calls_total\{outcome=~"([^"]+)"\}/.exec(alerts) ?? [];
    const outcomes = texts.split('|');
    assert.ok(outcomes.length > 3);
    const codes: readonly string[] = problemCodes;
    for (const outcome of outcomes) assert.ok(codes.includes(outcome), outcome);
  });

  it('start at 0, so that a rate counts the first event', async () => {
    const lines = (await createMetrics({ ...options, hasWebhooks: true }).read()).split('\n');
    for (const series of [
      'service_calls_total{operation="createPrequalLink",outcome="bad-credentials"}',
      'circuit_changes_total{operation="estimatePayments",scope="operation",state="open"}',
      'circuit_changes_total{operation="addMerchantLocation",scope="location",state="closed"}',
      'texts_total{outcome="sent",reason="none"}',
      'texts_total{outcome="repeated",reason="none"}',
      'texts_total{outcome="refused",reason="sms-not-allowed"}',
      'texts_total{outcome="unknown",reason="outcome-unknown"}',
      'webhook_events_total{kind="MERCHANT_ACTIVATED",outcome="handled"}',
      'webhook_events_total{kind="PREQUAL_COMPLETED",outcome="repeated"}',
      'webhook_events_total{kind="TRANSACTION_REFUNDED",outcome="failed"}',
      'webhook_events_total{kind="other",outcome="failed"}',
      'webhook_events_total{kind="unread",outcome="refused"}',
    ]) {
      assert.ok(lines.includes(`financing_${series} 0`), series);
    }
  });

  it('have no series of events if no webhooks are expected', async () => {
    assert.doesNotMatch(await createMetrics(options).read(), /^financing_webhook_events_total\{/m);
  });

  it('contain nothing from a request', async () => {
    const { observe, read } = createMetrics(options);
    const { send } = createTestProxy({ observer: observe, sms: true });
    const phoneNumber = '+14155550100';
    const body = { ...(samples.createPayOverTimeLink.body as object), sendSMS: true, phoneNumber };
    const headers = {
      'idempotency-key': 'key-of-this-test',
      origin: shop,
      host: new URL(shop).host,
    };
    const texted = await send('createPayOverTimeLink', {
      headers,
      body: {
        ...body,
        location: 'ann-street',
        transactionId: 'order-ann',
        customerDetails: { firstName: 'Ann' },
      },
    });
    assert.equal(texted.status, 200);
    await send('estimatePayments', { query: '?location=ann-street' });
    await send('getMerchantStatus', { path: '/onboarding/api/v1/location/ann-street' });
    const text = await read();
    assert.match(text, /^financing_texts_total\{outcome="sent",reason="none"\} 1$/m);
    assert.match(text, /^financing_requests_total\{route="[^"]+\{location\}"/m);
    assertAbsent(text, 'ann-', 'order-ann', 'Ann', '4155550100', 'key-of-this-test');
    assertAbsent(text, ...Object.values(credentials));
  });

  it('show the circuit of an operation, and only count those of locations', async () => {
    const { observe, read } = createMetrics(options);
    const operation = 'createPrequalLink';
    observe({ type: 'circuit', operation, scope: 'location', state: 'open' });
    assert.doesNotMatch(await read(), /^financing_circuit_open\{/m);
    observe({ type: 'circuit', operation, scope: 'operation', state: 'open' });
    assert.match(await read(), /^financing_circuit_open\{operation="createPrequalLink"\} 1$/m);
    observe({ type: 'circuit', operation, scope: 'operation', state: 'closed' });
    assert.match(await read(), /^financing_circuit_open\{operation="createPrequalLink"\} 0$/m);
  });
});
