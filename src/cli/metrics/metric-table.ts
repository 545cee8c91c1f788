/**
 * The metrics, one row each. The key of a row is the name of the metric after `financing_`. After a change, run
 * `npm run reference`, which writes docs/reference-logs-and-metrics.md.
 */
import { Counter, Gauge, Histogram, type Registry } from '../../packages/prom-client.js';

/** From 1 ms, for a cached estimate, to 10 s, the default timeout of a link. */
const requestBuckets = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** From half a millisecond to the timeout of a store. */
const storeBuckets = [0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25];

/** The name of a metric, and the registry that it belongs to. */
interface Registration {
  readonly name: string;
  readonly registers: Registry[];
}

const counter = <Label extends string>(labels: readonly Label[], help: string) => ({
  type: 'counter',
  labels,
  help,
  create: (registration: Registration) =>
    new Counter({ ...registration, help, labelNames: labels }),
});

const gauge = <Label extends string>(labels: readonly Label[], help: string) => ({
  type: 'gauge',
  labels,
  help,
  create: (registration: Registration) => new Gauge({ ...registration, help, labelNames: labels }),
});

/** `buckets` are the upper bounds, in seconds. */
const histogram = <Label extends string>(
  labels: readonly Label[],
  help: string,
  buckets: number[],
) => ({
  type: 'histogram',
  labels,
  help,
  create: (registration: Registration) =>
    new Histogram({ ...registration, help, labelNames: labels, buckets }),
});

/** The metrics of the proxy. prom-client adds its own metrics for the process. */
export const metricTable = {
  requests_total: counter(
    ['route', 'status', 'code'],
    'Requests by route, status, and problem code. The status is 499 if the caller disconnected before the response. The code is none for a response without a problem.',
  ),
  request_duration_seconds: histogram(
    ['route'],
    'Time from a request to its response.',
    requestBuckets,
  ),
  service_calls_total: counter(
    ['operation', 'outcome'],
    'Calls to the service by operation and outcome: success, aborted, or the problem code.',
  ),
  service_call_duration_seconds: histogram(
    ['operation'],
    'Duration of a call to the service, including its retry.',
    requestBuckets,
  ),
  service_calls_in_flight: gauge([], 'Calls to the service in progress.'),
  service_calls_refused_total: counter(
    ['operation', 'reason'],
    'Calls to the service that were not made: overloaded (too many calls in progress) or circuit-open.',
  ),
  service_retries_total: counter(
    ['operation'],
    'Retried calls to the service. Only estimates and status reads are retried.',
  ),
  circuit_open: gauge(
    ['operation'],
    '1 while the circuit of an operation is open, for all locations.',
  ),
  circuit_changes_total: counter(
    ['operation', 'scope', 'state'],
    'Circuits that opened or closed, for an operation or one of its locations.',
  ),
  estimates_total: counter(
    ['source'],
    'Estimated amounts by source: memory, in-flight (a call in progress), or service.',
  ),
  texts_total: counter(
    ['outcome', 'reason'],
    'Requested text messages by outcome and problem code. The outcome is sent, repeated (the stored response was returned), refused, or unknown (the text may have been sent). Requests refused earlier are counted only for sms-not-allowed.',
  ),
  store_operation_duration_seconds: histogram(
    ['operation'],
    'Duration of a store operation.',
    storeBuckets,
  ),
  store_operations_total: counter(
    ['operation', 'outcome'],
    'Store operations by outcome: success or failure.',
  ),
  log_lines_total: counter(
    ['event'],
    'Log lines by event. Most events are logged at most once a minute.',
  ),
  build_info: gauge(
    ['version', 'node'],
    'Always 1. The labels are the versions of the package and of Node.',
  ),
  settings_last_reload_successful: gauge(
    [],
    '1 if the settings read last are in use, 0 if SIGHUP found an invalid setting.',
  ),
  settings_last_reload_success_timestamp_seconds: gauge(
    [],
    'Time when settings were last applied, at the start or on SIGHUP.',
  ),
  webhook_events_total: counter(
    ['kind', 'outcome'],
    'Webhook events by kind and outcome: handled, repeated, failed, or refused.',
  ),
};

/** The metric of each row, by the row's key. */
export type Metrics = {
  readonly [Name in keyof typeof metricTable]: ReturnType<(typeof metricTable)[Name]['create']>;
};

/** Creates and registers the metric of each row. */
export function createFromTable(registry: Registry): Metrics {
  const created = Object.entries(metricTable).map(([name, { create }]) => {
    return [name, create({ name: `financing_${name}`, registers: [registry] })];
  });
  return Object.fromEntries(created) as Metrics;
}
