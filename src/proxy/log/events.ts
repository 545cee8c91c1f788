/**
 * The events that the log can hold. The command adds its own in src/cli/log-events.ts. After a change, run
 * `npm run reference`, which writes docs/reference-logs-and-metrics.md, and say in docs/runbook.md what to do.
 */
import type { LogEntry, Logger } from './log.js';

/** Events by name. */
export type LogEventTable<Field extends string> = Readonly<Record<string, LogEventRow<Field>>>;

/** One event: a row of a table, whose key is the name of the event. */
export interface LogEventRow<Field extends string> {
  /** The levels that it can have. */
  readonly levels: readonly (keyof Logger)[];
  /** What it means, as one sentence. */
  readonly help: string;
  /** The fields that it can have, besides its name. */
  readonly fields: readonly Field[];
}

/** The events of the proxy. */
export const proxyLogEvents = {
  request: {
    levels: ['debug', 'info'],
    help: 'A request was answered; at `info` with `FINANCING_LOG_REQUESTS=on`, otherwise at `debug`.',
    fields: [
      ...(['requestId', 'traceId', 'method', 'route', 'status', 'code', 'durationMs'] as const),
      ...(['http.request.method', 'http.route', 'http.response.status_code'] as const),
      ...(['error.type', 'event.duration', 'trace_id'] as const),
    ],
  },
  'service-failure': {
    levels: ['error'],
    help: 'A call of the service failed. Once a minute for each operation and code.',
    fields: ['requestId', 'traceId', 'code', 'operation', 'reason', 'serviceStatus'],
  },
  'estimates-missing': {
    levels: ['warn'],
    help: 'The service left out estimates of a call, or sent some that break the contract. Once a minute.',
    fields: ['amounts', 'missing'],
  },
  refused: {
    levels: ['warn'],
    help: 'A request was refused, and `option` may be set wrongly. Once a minute for each code.',
    fields: ['requestId', 'traceId', 'code', 'option'],
  },
  'store-unavailable': {
    levels: ['error'],
    help: 'The store did not answer in time, is full, or refuses writes. Once a minute.',
    fields: ['requestId', 'traceId', 'code', 'reason'],
  },
  'service-recovered': {
    levels: ['info'],
    help: 'An operation of the service that failed eight times or more in a row works again. Once for each outage that was logged.',
    fields: ['operation', 'durationMs'],
  },
  'store-recovered': {
    levels: ['info'],
    help: 'The store takes writes again, and has not failed for five seconds. Once for each outage that was logged.',
    fields: ['durationMs'],
  },
  overloaded: {
    levels: ['error'],
    help: 'Too many calls of the service were under way, so a request was refused. Once a minute.',
    fields: ['requestId', 'traceId', 'code'],
  },
  'unexpected-error': {
    levels: ['error'],
    help: 'A function of the integrator or the proxy itself failed. Once a minute for each code.',
    fields: ['requestId', 'traceId', 'code', 'errorName', 'stack'],
  },
  'webhook-unverified': {
    levels: ['warn'],
    help: 'An event came without a valid signature. Once a minute.',
    fields: [],
  },
  'webhook-failure': {
    levels: ['error'],
    help: 'A verified event was not handled, so the service is asked to send it again. Once a minute.',
    fields: ['requestId', 'traceId', 'status', 'reason', 'errorName', 'stack'],
  },
  'proxy-per-request': {
    levels: ['warn'],
    help: 'Twenty proxies were created within ten seconds, each with its own limits and idempotency. Once.',
    fields: [],
  },
  'forwarded-for-ignored': {
    levels: ['warn'],
    help: 'A request has an `X-Forwarded-For`, and `trustedHops` is 0: behind a reverse proxy, all shoppers then share one limit. Once.',
    fields: [],
  },
  'client-address-unknown': {
    levels: ['warn'],
    help: 'Neither the server nor `clientAddress` knows the address of a client: such requests share one limit. Once.',
    fields: [],
  },
} as const satisfies LogEventTable<Exclude<keyof LogEntry, 'event'>>;

/** Name of an event of the proxy. */
export type ProxyLogEvent = keyof typeof proxyLogEvents;
