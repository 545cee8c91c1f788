import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMetrics } from '../../../src/cli/metrics/create-metrics.js';
import { metricTable } from '../../../src/cli/metrics/table.js';

describe('the metrics', () => {
  it('are those of the table, besides those of the process', async () => {
    const text = await createMetrics().read();
    const names = [...text.matchAll(/^# TYPE financing_(\S+)/gm)].map(([, name = '']) => name);
    const own = names.filter((name) => !/^(nodejs|process)_/.test(name));
    assert.deepEqual(own.sort(), Object.keys(metricTable).sort());
  });

  it('count calls that end, and those under way', async () => {
    const { observe, read } = createMetrics();
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

  it('show the circuit of an operation, and only count those of locations', async () => {
    const { observe, read } = createMetrics();
    const operation = 'createPrequalLink';
    observe({ type: 'circuit', operation, scope: 'location', state: 'open' });
    assert.doesNotMatch(await read(), /^financing_circuit_open\{/m);
    observe({ type: 'circuit', operation, scope: 'operation', state: 'open' });
    assert.match(await read(), /^financing_circuit_open\{operation="createPrequalLink"\} 1$/m);
    observe({ type: 'circuit', operation, scope: 'operation', state: 'closed' });
    assert.match(await read(), /^financing_circuit_open\{operation="createPrequalLink"\} 0$/m);
  });
});
