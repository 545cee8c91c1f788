/** Fills the metrics of metric-table.ts from the events of the proxy and the lines of the log. */
import {
  linkEventKinds,
  merchantEventKinds,
  operationNames,
  transactionEventKinds,
} from '../../contract/index.js';
import { collectDefaultMetrics, Registry } from '../../packages/prom-client.js';
import type { Observer, ObserverEvent } from '../../proxy/index.js';
import { storeOperations } from '../../proxy/observer-events.js';
import type { CommandLogger, LogEvent } from '../log.js';
import { createFromTable, type Metrics } from './metric-table.js';

/** The most common results of a text message. Other results are rare, and their series begin with the first event. */
const textResults = [
  ['sent', 'none'],
  ['repeated', 'none'],
  ['refused', 'sms-limit'],
  ['refused', 'sms-not-allowed'],
  ['unknown', 'outcome-unknown'],
  ['unknown', 'service-error'],
  ['unknown', 'invalid-service-response'],
] as const;

const webhookKinds = [...merchantEventKinds, ...linkEventKinds, ...transactionEventKinds, 'other'];

/** The metrics of the command. */
export interface CommandMetrics {
  readonly observe: Observer;
  /** Returns a logger that counts its lines. */
  counting(logger: CommandLogger): CommandLogger;
  /** Records whether the settings that were last read are in use. */
  noteReload(isSuccessful: boolean): void;
  readonly contentType: string;
  /** Resolves with all metrics in Prometheus' text format. */
  read(): Promise<string>;
}

/** Options of `createMetrics`. */
interface MetricsOptions {
  /** True if the proxy receives events of the service. */
  readonly hasWebhooks: boolean;
  readonly version: string;
}

/** Creates the metrics. */
export function createMetrics({ hasWebhooks, version }: MetricsOptions): CommandMetrics {
  const registry = createRegistry();
  const metrics = createFromTable(registry);
  const handlers = createHandlers(metrics);
  metrics.build_info.set({ version, node: process.versions.node }, 1);
  startSeries(metrics);
  if (hasWebhooks) startWebhookSeries(metrics);

  function noteReload(isSuccessful: boolean): void {
    metrics.settings_last_reload_successful.set(isSuccessful ? 1 : 0);
    if (isSuccessful) metrics.settings_last_reload_success_timestamp_seconds.setToCurrentTime();
  }
  noteReload(true);

  return {
    observe: (event) => (handlers[event.type] as (event: ObserverEvent) => void)(event),
    counting: (logger) => countLines(metrics, logger),
    noteReload,
    contentType: registry.contentType,
    read: () => registry.metrics(),
  };
}

/** Creates a registry with the metrics of the process, which are read on each request. */
function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'financing_' });
  // These gauges end in `_total` like counters, which Prometheus' linter rejects.
  for (const resource of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`financing_nodejs_active_${resource}_total`);
  }
  return registry;
}

/** A function for each type of event. */
type Handlers = {
  readonly [Type in ObserverEvent['type']]: (event: Extract<ObserverEvent, { type: Type }>) => void;
};

function createHandlers(metrics: Metrics): Handlers {
  return {
    request({ route, status, code = 'none', durationMs }) {
      metrics.requests_total.inc({ route, status, code });
      metrics.request_duration_seconds.observe({ route }, durationMs / 1_000);
    },
    'service-call-started': () => metrics.service_calls_in_flight.inc(),
    'service-call'({ operation, outcome, durationMs }) {
      metrics.service_calls_in_flight.dec();
      metrics.service_calls_total.inc({ operation, outcome });
      metrics.service_call_duration_seconds.observe({ operation }, durationMs / 1_000);
    },
    'service-retry': ({ operation }) => metrics.service_retries_total.inc({ operation }),
    'service-call-refused': ({ operation, reason }) =>
      metrics.service_calls_refused_total.inc({ operation, reason }),
    circuit({ operation, scope, state }) {
      metrics.circuit_changes_total.inc({ operation, scope, state });
      if (scope === 'operation') metrics.circuit_open.set({ operation }, state === 'open' ? 1 : 0);
    },
    estimates: ({ source, count }) => metrics.estimates_total.inc({ source }, count),
    text: ({ outcome, reason = 'none' }) => metrics.texts_total.inc({ outcome, reason }),
    store({ operation, outcome, durationMs }) {
      metrics.store_operations_total.inc({ operation, outcome });
      metrics.store_operation_duration_seconds.observe({ operation }, durationMs / 1_000);
    },
    webhook: ({ kind, outcome }) => metrics.webhook_events_total.inc({ kind, outcome }),
  };
}

/** Starts series at zero. A series that begins with its first event would hide that event from rate() and increase(). */
function startSeries(metrics: Metrics): void {
  for (const event of ['unexpected-error', 'handler-failure'] satisfies LogEvent[]) {
    metrics.log_lines_total.inc({ event }, 0);
  }
  for (const operation of operationNames) {
    metrics.service_calls_total.inc({ operation, outcome: 'bad-credentials' }, 0);
    for (const scope of ['operation', 'location']) {
      for (const state of ['open', 'closed']) {
        metrics.circuit_changes_total.inc({ operation, scope, state }, 0);
      }
    }
  }
  for (const operation of storeOperations) {
    metrics.store_operations_total.inc({ operation, outcome: 'failure' }, 0);
  }
  for (const [outcome, reason] of textResults) metrics.texts_total.inc({ outcome, reason }, 0);
}

function startWebhookSeries(metrics: Metrics): void {
  for (const kind of webhookKinds) {
    for (const outcome of ['handled', 'repeated', 'failed']) {
      metrics.webhook_events_total.inc({ kind, outcome }, 0);
    }
  }
  metrics.webhook_events_total.inc({ kind: 'unread', outcome: 'refused' }, 0);
}

function countLines(metrics: Metrics, logger: CommandLogger): CommandLogger {
  const { debug, info, warn, error } = logger;
  const count: typeof info = ({ event }) => metrics.log_lines_total.inc({ event });
  return {
    debug, // request lines, which have their own counters
    info: (entry) => (count(entry), info(entry)),
    warn: (entry) => (count(entry), warn(entry)),
    error: (entry) => (count(entry), error(entry)),
  };
}
