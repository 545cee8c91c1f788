/** Turns the events of the proxy into metrics for Prometheus. Labels are the fixed texts of the events, so they are bounded. */
import {
  linkEventKinds,
  merchantEventKinds,
  operationNames,
  transactionEventKinds,
} from '../../contract/index.js';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Observer, ObserverEvent } from '../../proxy/index.js';
import { metricTable, type MetricRow } from './table.js';

/** The metrics of one process. */
export interface Metrics {
  readonly observe: Observer;
  readonly contentType: string;
  /** Resolves with all metrics in Prometheus' text format. */
  read(): Promise<string>;
}

/** The instrument of a row of the table. */
type Instrument<Row extends MetricRow> = Row['type'] extends 'counter'
  ? Counter<Row['labels'][number]>
  : Row['type'] extends 'gauge'
    ? Gauge<Row['labels'][number]>
    : Histogram<Row['labels'][number]>;

type Instruments = { [Name in keyof typeof metricTable]: Instrument<(typeof metricTable)[Name]> };

function createInstruments(registry: Registry): Instruments {
  const made = Object.entries<MetricRow>(metricTable).map(([name, row]) => {
    const { type, help, labels, buckets = [] } = row;
    const common = { name: `financing_${name}`, help, labelNames: labels, registers: [registry] };
    if (type === 'counter') return [name, new Counter(common)];
    if (type === 'gauge') return [name, new Gauge(common)];
    return [name, new Histogram({ ...common, buckets: [...buckets] })];
  });
  // Each is made by the type of its row.
  return Object.fromEntries(made) as Instruments;
}

/** What most often becomes of a text, and why. Other reasons are rare, and their series begin with the first event. */
const textResults = [
  ['sent', 'none'],
  ['repeated', 'none'],
  ['refused', 'sms-limit'],
  ['refused', 'sms-not-allowed'],
  ['unknown', 'outcome-unknown'],
  ['unknown', 'service-error'],
  ['unknown', 'invalid-service-response'],
] as const;

const storeOperations = ['get', 'set', 'claim', 'delete', 'count', 'uncount'] as const;

const eventKinds = [...merchantEventKinds, ...linkEventKinds, ...transactionEventKinds, 'other'];

/** Creates the metrics. Those of the process are read when they are asked for. `hasWebhooks`: whether events are expected. */
export function createMetrics({ hasWebhooks = false } = {}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'financing_' });
  const {
    requests_total: requests,
    request_duration_seconds: requestSeconds,
    service_calls_total: calls,
    service_call_duration_seconds: callSeconds,
    service_calls_in_flight: callsInFlight,
    service_calls_refused_total: callsRefused,
    circuit_open: circuitOpen,
    circuit_changes_total: circuitChanges,
    estimates_total: estimates,
    texts_total: texts,
    store_operation_duration_seconds: storeSeconds,
    store_operations_total: storeResults,
    webhook_events_total: webhooks,
  } = createInstruments(registry);

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
      storeResults.inc({ operation, outcome });
      storeSeconds.observe({ operation }, durationMs / 1_000);
    },
    webhook: ({ kind, outcome }) => webhooks.inc({ kind, outcome }),
  };
  // A series that begins with its first event would hide that event from rate() and increase().
  for (const operation of operationNames) {
    calls.inc({ operation, outcome: 'bad-credentials' }, 0);
    for (const scope of ['operation', 'location']) {
      for (const state of ['open', 'closed']) circuitChanges.inc({ operation, scope, state }, 0);
    }
  }
  for (const operation of storeOperations) {
    storeResults.inc({ operation, outcome: 'failure' }, 0);
  }
  for (const [outcome, reason] of textResults) texts.inc({ outcome, reason }, 0);
  if (hasWebhooks) {
    for (const kind of eventKinds) {
      for (const outcome of ['handled', 'repeated', 'failed']) webhooks.inc({ kind, outcome }, 0);
    }
    webhooks.inc({ kind: 'unread', outcome: 'refused' }, 0);
  }

  return {
    observe: (event) => (handlers[event.type] as (event: ObserverEvent) => void)(event),
    contentType: registry.contentType,
    read: () => registry.metrics(),
  };
}
