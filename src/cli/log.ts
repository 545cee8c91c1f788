/**
 * The log of the command: its events, besides those of the proxy, and its fields. build/logs-and-metrics-reference.ts says
 * what to do about each event. After a change, run `npm run reference`, which writes docs/reference-logs-and-metrics.md.
 */
import type { LogEntry } from '../proxy/index.js';
import { proxyLogEvents, type LogEventTable } from '../proxy/report.js';
import type { CommandSettings } from './settings/table.js';

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
  location: 'the location that a request named, where it looks like an identifier',
  verdict: '`ok`, `note` or `wrong`',
  version: 'the version of the package',
  node: 'the version of Node',
  replica: 'the name of the machine, pod or container',
  opens: 'the settings that open something',
  signal: 'the signal that came',
  errorName: 'the name of an error',
  stack: 'the places in the code where it was thrown',
} as const satisfies Readonly<Record<string, string>>;

/** Name of a field. */
export type LogField = keyof typeof logFields;

/** The events of the command itself. */
const commandLogEvents = {
  started: {
    levels: ['info'],
    help: 'The proxy accepts connections.',
    fields: ['version', 'node', 'replica', 'opens'],
  },
  'not-started': {
    levels: ['error'],
    help: 'The command ended before it listened, with exit code 1; `message` says why.',
    fields: ['message'],
  },
  check: {
    levels: ['info', 'error'],
    help: 'One line of the report of `--check`, where stderr is no terminal.',
    fields: ['verdict', 'message'],
  },
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
    help: 'A signal came, and the command stops gracefully.',
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

/** A log entry of the command itself; the proxy has its own. */
export interface CommandEntry extends Pick<LogEntry, 'status' | 'reason' | 'errorName' | 'stack'> {
  event: keyof typeof commandLogEvents;
  message?: string;
  verdict?: 'ok' | 'note' | 'wrong';
  version?: string;
  node?: string;
  replica?: string;
  opens?: readonly string[];
  /** The flag or variable concerned. */
  option?: string;
  /** The known flag or variable that is nearest. */
  nearest?: string | undefined;
  signal?: string;
}

type Level = CommandSettings['logLevel'];

/** The proxy's `Logger`, for the command's own entries too. */
export type CommandLogger = Readonly<Record<Level, (entry: LogEntry | CommandEntry) => void>>;

const levels = ['debug', 'info', 'warn', 'error'] as const satisfies readonly Level[];

/** The only fields that are written; any other field of an entry is dropped. */
const fields = Object.keys(logFields);

/**
 * Creates a logger that writes one JSON line an entry, from `least` upward. JSON escapes line ends and
 * control characters, so that no input can forge a line.
 *
 * Lines go to stderr: stdout carries only the `listening on …` line that scripts wait for.
 */
export function createLogger(
  least: Level,
  write: (line: string) => void = (line) => void process.stderr.write(line),
): CommandLogger {
  const writer = (level: Level) => (entry: LogEntry | CommandEntry) => {
    if (levels.indexOf(level) < levels.indexOf(least)) return;
    const line = { time: new Date().toISOString(), level, ...entry };
    write(`${JSON.stringify(line, fields)}\n`);
  };
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
  };
}
