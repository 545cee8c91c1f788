/**
 * The metrics: one row a metric, whose key is its name after `financing_`. After a change, run `npm run reference`, which
 * writes docs/reference-logs-and-metrics.md.
 */

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
  webhook_events_total: {
    type: 'counter',
    help: 'Events of the service by kind and outcome: handled, repeated, failed or refused.',
    labels: ['kind', 'outcome'],
  },
} as const satisfies Readonly<Record<string, MetricRow>>;
