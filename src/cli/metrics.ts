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

/** From 1 ms, which an estimate from memory takes, to the 10 s after which a link is given up. */
const requestBuckets = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** From half a ms to the time limit of a store. */
const storeBuckets = [0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25];

/** What a metric is made with, besides what its row says. */
interface Place {
  readonly name: string;
  readonly registers: Registry[];
}

const counter = <Label extends string>(labels: readonly Label[], help: string) => ({
  ...{ type: 'counter', labels, help },
  create: (at: Place) => new Counter({ ...at, help, labelNames: labels }),
});

const gauge = <Label extends string>(labels: readonly Label[], help: string) => ({
  ...{ type: 'gauge', labels, help },
  create: (at: Place) => new Gauge({ ...at, help, labelNames: labels }),
});

/** `buckets`: upper bounds, in seconds. */
const histogram = <Label extends string>(
  labels: readonly Label[],
  help: string,
  buckets: number[],
) => ({
  ...{ type: 'histogram', labels, help },
  create: (at: Place) => new Histogram({ ...at, help, labelNames: labels, buckets }),
});

/** The metrics of the proxy. Those of the process, which prom-client names, come on top. */
export const metricTable = {
  requests_total: counter(
    ['route', 'status', 'code'],
    'Requests by route, status and code of the problem; none for an answer without a problem.',
  ),
  request_duration_seconds: histogram(
    ['route'],
    'Time from a request to its answer.',
    requestBuckets,
  ),
  service_calls_total: counter(
    ['operation', 'outcome'],
    'Calls of the service by operation and outcome: success, aborted, or the code of the problem.',
  ),
  service_call_duration_seconds: histogram(
    ['operation'],
    'Time of a call of the service, including its retry.',
    requestBuckets,
  ),
  service_calls_in_flight: gauge([], 'Calls of the service under way.'),
  service_calls_refused_total: counter(
    ['operation', 'reason'],
    'Calls of the service that were not made: overloaded (too many under way), or circuit-open.',
  ),
  service_retries_total: counter(
    ['operation'],
    'Calls of the service that went out a second time, which estimates and status reads alone do.',
  ),
  circuit_open: gauge(
    ['operation'],
    '1 while the circuit of an operation is open, for all locations.',
  ),
  circuit_changes_total: counter(
    ['operation', 'scope', 'state'],
    'Circuits that opened or closed, of an operation or of one of its locations.',
  ),
  estimates_total: counter(
    ['source'],
    'Amounts estimated by source: memory, in-flight (a call under way) or service.',
  ),
  texts_total: counter(
    ['outcome', 'reason'],
    'Text messages requested by outcome: sent, repeated (the stored answer), refused or unknown (perhaps sent), and the code of the problem. Requests that are refused before, other than with sms-not-allowed, are not counted.',
  ),
  store_operation_duration_seconds: histogram(
    ['operation'],
    'Time of an operation of the store.',
    storeBuckets,
  ),
  store_operations_total: counter(
    ['operation', 'outcome'],
    'Operations of the store by outcome: success or failure.',
  ),
  log_lines_total: counter(
    ['event'],
    'Lines of the log by event. Most events are logged once a minute at most.',
  ),
  build_info: gauge(['version', 'node'], 'Always 1; the versions of the package and of Node.'),
  settings_last_reload_successful: gauge(
    [],
    '1 where the settings that were read last are in use, and 0 after SIGHUP found one wrong.',
  ),
  settings_last_reload_success_timestamp_seconds: gauge(
    [],
    'When settings were last taken: at the start or at SIGHUP.',
  ),
  webhook_events_total: counter(
    ['kind', 'outcome'],
    'Events of the service by kind and outcome: handled, repeated, failed or refused.',
  ),
};

/** The metric of each row. */
type Metrics = {
  [Name in keyof typeof metricTable]: ReturnType<(typeof metricTable)[Name]['create']>;
};

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
  const made = Object.entries(metricTable).map(([name, { create }]) => {
    return [name, create({ name: `financing_${name}`, registers: [registry] })];
  });
  const metrics = Object.fromEntries(made) as Metrics;
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
export async function startMetrics(context: CommandContext, host: string, port: number) {
  const { settings, nameOf, version } = context;
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
  const server = await listen(answer, context, { host, port, portName: nameOf('metricsPort') });
  process.stdout.write(`metrics on ${server.url}/metrics\n`);
  return metrics;
}
