/** Turns the events of the proxy into metrics for Prometheus. Labels are the fixed texts of the events, so they are bounded. */
import { operationNames } from '../../contract/index.js';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Observer, ObserverEvent } from '../../proxy/index.js';

/** The metrics of one process. */
export interface Metrics {
  readonly observe: Observer;
  readonly contentType: string;
  /** Resolves with all metrics in Prometheus' text format. */
  read(): Promise<string>;
}

/** From 1 ms, which an estimate from memory takes, to the 10 s after which a link is given up. */
const requestBuckets = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** From half a ms to the time limit of a store. */
const storeBuckets = [0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25];

/** Creates the metrics. Those of the process are read when they are asked for. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'financing_' });
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `financing_${name}`, help, labelNames, registers: [registry] });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name: `financing_${name}`, help, labelNames, registers: [registry] });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets: number[],
  ) =>
    new Histogram({
      ...{ name: `financing_${name}`, help, labelNames, buckets, registers: [registry] },
    });

  const requests = counter(
    'requests_total',
    'Requests by route, status and code of the problem; none for an answer without a problem.',
    ['route', 'status', 'code'],
  );
  const requestSeconds = histogram(
    'request_duration_seconds',
    'Time from a request to its answer.',
    ['route'],
    requestBuckets,
  );
  const calls = counter(
    'service_calls_total',
    'Calls of the service by operation and outcome: success, aborted, or the code of the problem.',
    ['operation', 'outcome'],
  );
  const callSeconds = histogram(
    'service_call_duration_seconds',
    'Time of a call of the service, including its retry.',
    ['operation'],
    requestBuckets,
  );
  const callsInFlight = gauge('service_calls_in_flight', 'Calls of the service under way.', []);
  const callsRefused = counter(
    'service_calls_refused_total',
    'Calls of the service that were not made: overloaded, or circuit-open.',
    ['operation', 'reason'],
  );
  const circuitOpen = gauge(
    'circuit_open',
    '1 while the circuit of an operation is open, for all locations.',
    ['operation'],
  );
  const circuitChanges = counter(
    'circuit_changes_total',
    'Circuits that opened or closed, of an operation or of one of its locations.',
    ['operation', 'scope', 'state'],
  );
  const estimates = counter(
    'estimates_total',
    'Amounts estimated by source: memory, shared, in-flight or service.',
    ['source'],
  );
  const texts = counter(
    'texts_total',
    'Text messages requested by outcome: sent, repeated or refused, and the code of the problem.',
    ['outcome', 'reason'],
  );
  const storeSeconds = histogram(
    'store_operation_duration_seconds',
    'Time of an operation of the shared store.',
    ['operation'],
    storeBuckets,
  );
  const storeOperations = counter(
    'store_operations_total',
    'Operations of the shared store by outcome: success or failure.',
    ['operation', 'outcome'],
  );
  const webhooks = counter(
    'webhook_events_total',
    'Events of the service by kind and outcome: handled, repeated, failed or refused.',
    ['kind', 'outcome'],
  );

  const handlers: {
    readonly [Type in ObserverEvent['type']]: (
      event: Extract<ObserverEvent, { type: Type }>,
    ) => void;
  } = {
    request({ route, status, code = 'none', durationMs }) {
      requests.inc({ route, status, code });
      requestSeconds.observe({ route }, durationMs / 1_000);
    },
    'service-call-started': () => callsInFlight.inc(),
    'service-call'({ operation, outcome, durationMs }) {
      callsInFlight.dec();
      calls.inc({ operation, outcome });
      callSeconds.observe({ operation }, durationMs / 1_000);
    },
    'service-call-refused': ({ operation, reason }) => callsRefused.inc({ operation, reason }),
    circuit({ operation, scope, state }) {
      circuitChanges.inc({ operation, scope, state });
      if (scope === 'operation') circuitOpen.set({ operation }, state === 'open' ? 1 : 0);
    },
    estimates: ({ source, count }) => estimates.inc({ source }, count),
    text: ({ outcome, reason = 'none' }) => texts.inc({ outcome, reason }),
    store({ operation, outcome, durationMs }) {
      storeOperations.inc({ operation, outcome });
      storeSeconds.observe({ operation }, durationMs / 1_000);
    },
    webhook: ({ kind, outcome }) => webhooks.inc({ kind, outcome }),
  };
  // A series that begins with its first event would hide that event from rate() and increase().
  webhooks.inc({ kind: 'other', outcome: 'handled' }, 0);
  for (const operation of operationNames) calls.inc({ operation, outcome: 'bad-credentials' }, 0);
  texts.inc({ outcome: 'sent', reason: 'none' }, 0);
  texts.inc({ outcome: 'refused', reason: 'sms-limit' }, 0);

  return {
    observe: (event) => (handlers[event.type] as (event: ObserverEvent) => void)(event),
    contentType: registry.contentType,
    read: () => registry.metrics(),
  };
}
