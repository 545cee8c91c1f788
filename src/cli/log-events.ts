/**
 * The log of the command: its events, besides those of the proxy, and its fields. After a change, run `npm run reference`,
 * which writes docs/reference-logs-and-metrics.md, and say in docs/runbook.md what to do.
 */
import { proxyLogEvents, type LogEventTable } from '../proxy/report.js';

/** The fields of a line in their order, each with its meaning. No other field is ever written. */
export const logFields = {
  time: 'when it was written, in UTC',
  level: '`debug`, `info`, `warn` or `error`',
  event: 'the name of the event',
  message: 'a fixed sentence',
  requestId: 'the `x-request-id` of the answer',
  traceId: 'the trace that the caller named in a valid `traceparent`',
  method: 'the method of the request',
  route: 'the pattern of the route below the mount, never the requested path',
  operation: 'the operation of the service',
  status: 'the status of the answer; with `webhook-failure`, that of your back end',
  code: 'the code of the problem',
  durationMs:
    'milliseconds from the request to its answer; with `service-recovered` and `store-recovered`, from the first failure to the first success',
  serviceStatus: "the status of the service's answer",
  amounts: 'the number of amounts that a call of the service asked for',
  missing: 'the number of those for which the service sent no valid estimate',
  dropped: 'the names of fields that were left out',
  reason:
    "the system's code of a failed connection, such as `ECONNREFUSED`, or `timeout`; with `sandbox-refusal`, why",
  option: 'the option, flag or variable that the line is about',
  nearest: 'the known name that is nearest to a wrong one',
  signal: 'the signal that came',
  errorName: 'the name of an error',
  stack: 'the places in the code where it was thrown',
} as const satisfies Readonly<Record<string, string>>;

/** Name of a field. */
export type LogField = keyof typeof logFields;

/** The events of the command itself. */
export const commandLogEvents = {
  notice: {
    levels: ['info', 'warn'],
    help: 'Something to know, mostly at the start; `message` says what.',
    fields: ['message', 'option', 'nearest'],
  },
  'unknown-variable': {
    levels: ['warn'],
    help: 'The environment has a `FINANCING_…` variable that the command does not know.',
    fields: ['option', 'nearest'],
  },
  'unused-setting': {
    levels: ['warn'],
    help: 'A setting of the real service has no effect, since a sandbox takes its place.',
    fields: ['option'],
  },
  'sandbox-refusal': {
    levels: ['info'],
    help: 'The sandbox refused a request.',
    fields: ['status', 'reason'],
  },
  'setting-replaced': {
    levels: ['info'],
    help: 'After SIGHUP, new requests use the new value of a setting.',
    fields: ['option'],
  },
  'settings-unchanged': {
    levels: ['info'],
    help: 'After SIGHUP, the files of all settings were as before.',
    fields: [],
  },
  'settings-refused': {
    levels: ['error'],
    help: 'After SIGHUP, a new setting was wrong; all settings stay as they were.',
    fields: ['message', 'errorName', 'stack'],
  },
  stopping: {
    levels: ['info'],
    help: 'A signal came, and the command stops in order.',
    fields: ['signal'],
  },
  'handler-failure': {
    levels: ['error'],
    help: 'An error that no other line describes cost one request, which was answered 500.',
    fields: ['errorName', 'stack'],
  },
  crash: {
    levels: ['error'],
    help: 'An error was not caught, and the command ended with exit code 1.',
    fields: ['errorName', 'stack'],
  },
} as const satisfies LogEventTable<LogField>;

/** Every event that the command can log. */
export const logEvents: LogEventTable<LogField> = { ...proxyLogEvents, ...commandLogEvents };
