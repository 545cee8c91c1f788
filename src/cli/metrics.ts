/**
 * The metrics: one row a metric, whose key is its name after `financing_`. After a change, run `npm run reference`, which
 * writes docs/reference-logs-and-metrics.md.
 */
import {
  linkEventKinds,
  merchantEventKinds,
  operationNames,
  transactionEventKinds,
} from '../contract/index.js';
import type { FetchHandler } from '../node/index.js';
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
} from '../packages/prom-client.js';
import type { Observer, ObserverEvent } from '../proxy/index.js';
import type { CommandContext } from './context.js';
import type { CommandLogger } from './log.js';
import { listen } from './server.js';

/** One metric. */
export interface MetricRow {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** What it is, as one sentence. */
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram, in seconds. */
  readonly buckets?: readonly number[];
}

/** From 1 ms, which an estimate from memory takes, to the 10 s after which a link is given up. */
const requestBuckets = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** From half a ms to the time limit of a store. */
const storeBuckets = [0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25];

/** The metrics of the proxy. Those of the process, which prom-client names, come on top. */
export const metricTable = {
  requests_total: {
    type: 'counter',
    help: 'Requests by route, status and code of the problem; none for an answer without a problem.',
    labels: ['route', 'status', 'code'],
  },
  request_duration_seconds: {
    type: 'histogram',
    help: 'Time from a request to its answer.',
    labels: ['route'],
    buckets: requestBuckets,
  },
  service_calls_total: {
    type: 'counter',
    help: 'Calls of the service by operation and outcome: success, aborted, or the code of the problem.',
    labels: ['operation', 'outcome'],
  },
  service_call_duration_seconds: {
    type: 'histogram',
    help: 'Time of a call of the service, including its retry.',
    labels: ['operation'],
    buckets: requestBuckets,
  },
  service_calls_in_flight: {
    type: 'gauge',
    help: 'Calls of the service under way.',
    labels: [],
  },
  service_calls_refused_total: {
    type: 'counter',
    help: 'Calls of the service that were not made: overloaded (too many under way), or circuit-open.',
    labels: ['operation', 'reason'],
  },
  service_retries_total: {
    type: 'counter',
    help: 'Calls of the service that went out a second time, which estimates and status reads alone do.',
    labels: ['operation'],
  },
  circuit_open: {
    type: 'gauge',
    help: '1 while the circuit of an operation is open, for all locations.',
    labels: ['operation'],
  },
  circuit_changes_total: {
    type: 'counter',
    help: 'Circuits that opened or closed, of an operation or of one of its locations.',
    labels: ['operation', 'scope', 'state'],
  },
  estimates_total: {
    type: 'counter',
    help: 'Amounts estimated by source: memory, in-flight (a call under way) or service.',
    labels: ['source'],
  },
  texts_total: {
    type: 'counter',
    help: 'Text messages requested by outcome: sent, repeated (the stored answer), refused or unknown (perhaps sent), and the code of the problem. Requests that are refused before, other than with sms-not-allowed, are not counted.',
    labels: ['outcome', 'reason'],
  },
  store_operation_duration_seconds: {
    type: 'histogram',
    help: 'Time of an operation of the store.',
    labels: ['operation'],
    buckets: storeBuckets,
  },
  store_operations_total: {
    type: 'counter',
    help: 'Operations of the store by outcome: success or failure.',
    labels: ['operation', 'outcome'],
  },
  log_lines_total: {
    type: 'counter',
    help: 'Lines of the log by event. Most events are logged once a minute at most.',
    labels: ['event'],
  },
  build_info: {
    type: 'gauge',
    help: 'Always 1; the versions of the package and of Node.',
    labels: ['version', 'node'],
  },
  settings_last_reload_successful: {
    type: 'gauge',
    help: '1 where the settings that were read last are in use, and 0 after SIGHUP found one wrong.',
    labels: [],
  },
  settings_last_reload_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When settings were last taken: at the start or at SIGHUP.',
    labels: [],
  },
  webhook_events_total: {
    type: 'counter',
    help: 'Events of the service by kind and outcome: handled, repeated, failed or refused.',
    labels: ['kind', 'outcome'],
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

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
export function createMetrics({ hasWebhooks = false, version = '' } = {}) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'financing_' });
  // Gauges whose names end as those of counters do, which Prometheus' linter refuses.
  for (const what of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`financing_nodejs_active_${what}_total`);
  }
  const metrics = createInstruments(registry);
  metrics.build_info.set({ version, node: process.versions.node }, 1);
  /** Notes whether settings that were read at SIGHUP are in use. */
  const noteReload = (isSuccessful: boolean) => {
    metrics.settings_last_reload_successful.set(isSuccessful ? 1 : 0);
    if (isSuccessful) metrics.settings_last_reload_success_timestamp_seconds.setToCurrentTime();
  };
  noteReload(true);
  /** A logger whose lines are counted. */
  const counting = ({ debug, info, warn, error }: CommandLogger): CommandLogger => {
    const counted: typeof info = ({ event }) => metrics.log_lines_total.inc({ event });
    // `debug` is of requests, which have counters of their own.
    return {
      debug,
      info: (entry) => (counted(entry), info(entry)),
      warn: (entry) => (counted(entry), warn(entry)),
      error: (entry) => (counted(entry), error(entry)),
    };
  };
  for (const event of ['unexpected-error', 'handler-failure'])
    metrics.log_lines_total.inc({ event }, 0);

  const handlers: {
    readonly [Type in ObserverEvent['type']]: (
      event: Extract<ObserverEvent, { type: Type }>,
    ) => void;
  } = {
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
  // A series that begins with its first event would hide that event from rate() and increase().
  for (const operation of operationNames) {
    metrics.service_calls_total.inc({ operation, outcome: 'bad-credentials' }, 0);
    for (const scope of ['operation', 'location']) {
      for (const state of ['open', 'closed'])
        metrics.circuit_changes_total.inc({ operation, scope, state }, 0);
    }
  }
  for (const operation of storeOperations) {
    metrics.store_operations_total.inc({ operation, outcome: 'failure' }, 0);
  }
  for (const [outcome, reason] of textResults) metrics.texts_total.inc({ outcome, reason }, 0);
  if (hasWebhooks) {
    for (const kind of eventKinds) {
      for (const outcome of ['handled', 'repeated', 'failed'])
        metrics.webhook_events_total.inc({ kind, outcome }, 0);
    }
    metrics.webhook_events_total.inc({ kind: 'unread', outcome: 'refused' }, 0);
  }

  return {
    observe: ((event) =>
      (handlers[event.type] as (event: ObserverEvent) => void)(event)) satisfies Observer,
    counting,
    noteReload,
    contentType: registry.contentType,
    /** Resolves with all metrics in Prometheus' text format. */
    read: () => registry.metrics(),
  };
}

/**
 * Serves `GET /metrics` on a port of its own until the process ends, and returns what fills it. Throws `CommandError` when the
 * port cannot be used.
 */
export async function startMetrics(
  { settings, nameOf, logger, version }: CommandContext,
  address: { readonly host: string; readonly port: number },
) {
  const metrics = createMetrics({ hasWebhooks: settings.webhookSecret !== undefined, version });
  const answer: FetchHandler = {
    async fetch({ url, method }) {
      if (new URL(url).pathname !== '/metrics') return new Response(null, { status: 404 });
      if (!['GET', 'HEAD'].includes(method)) {
        return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
      }
      const headers = { 'content-type': metrics.contentType };
      return new Response(await metrics.read(), { headers });
    },
  };
  const server = await listen(answer, { ...address, portName: nameOf('metricsPort'), logger });
  process.stdout.write(`metrics on ${server.url}/metrics\n`);
  return metrics;
}
