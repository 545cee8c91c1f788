/**
 * The command's log fields, and its events in addition to the proxy's. The comment above an event says in Markdown what to do
 * about it. After a change, run `npm run reference`, which writes docs/reference-logs-and-metrics.md.
 */
import {
  proxyLogEvents,
  type LogEntry,
  type LogEventTable,
  type ProxyLogEvent,
} from '../proxy/log-events.js';
import { explainEvent } from '../proxy/report.js';
import { escapeJson } from './printable.js';
import type { CommandSettings } from './settings/table.js';

/** Stands for the comment of the field in the proxy's `LogEntry`. */
const fromLogEntry = undefined;

/** The fields of a log line in order, each with its meaning. No other field is ever written. */
export const logFields = {
  time: 'The time when the line was written, in UTC.',
  level: '`debug`, `info`, `warn`, or `error`.',
  event: fromLogEntry,
  message: 'A sentence about the event, which may name a setting. `request` has none.',
  requestId: fromLogEntry,
  traceId: fromLogEntry,
  method: fromLogEntry,
  route: fromLogEntry,
  operation: fromLogEntry,
  host: fromLogEntry,
  status: fromLogEntry,
  code: fromLogEntry,
  durationMs: fromLogEntry,
  serviceStatus: fromLogEntry,
  amounts: fromLogEntry,
  missing: fromLogEntry,
  dropped: fromLogEntry,
  reason: fromLogEntry,
  option: 'The option, flag, or variable that the line is about.',
  nearest: 'The known name that is most similar to a wrong one.',
  location: fromLogEntry,
  verdict: '`ok`, `note`, or `wrong`.',
  version: 'The version of the package.',
  node: 'The version of Node.',
  replica: 'The name of the machine, pod, or container.',
  opens: 'The settings that open something.',
  signal: 'The signal that was received.',
  errorName: fromLogEntry,
  stack: fromLogEntry,
  see: 'Where to read what to do. `request` has none.',
} as const satisfies Readonly<Record<string, string | undefined>>;

export type LogField = keyof typeof logFields;

/** The events of the command itself. */
const commandLogEvents = {
  /**
   * `opens` lists the settings that open something, and includes `any location` if no list limits the locations. Remove any
   * setting that opens something you want closed.
   */
  started: {
    levels: ['info'],
    help: 'The proxy accepts connections.',
    fields: ['version', 'node', 'replica', 'opens'],
  },
  /**
   * Follow `message`. With `--check`, look for `check` lines before it with the verdict `wrong`. In a rolling update, the old
   * replicas keep running.
   */
  'not-started': {
    levels: ['error'],
    help: 'The command ended with exit code 1 before it listened. `message` says why.',
    fields: ['message'],
  },
  /** For the verdict `wrong`, which prevents the start, follow `message`. A `note` is for your information. */
  check: {
    levels: ['info', 'error'],
    help: "One line of the `--check` report, if stderr isn't a terminal.",
    fields: ['verdict', 'message'],
  },
  /**
   * Follow `message`. It's about the settings, about Redis at the start, about a Redis that may drop claims, or about a Sentinel.
   * For details, run `financing-elements check` in the environment of `serve`.
   */
  notice: {
    levels: ['info', 'warn'],
    help: 'Something worth knowing, usually at the start. `message` says what.',
    fields: ['message', 'option', 'nearest'],
  },
  /**
   * Most likely a typo. If you meant `nearest`, set that variable instead ([all settings](reference-settings.md)). `check` and
   * `serve --check` report it as `wrong`, because a mistyped limit has no effect.
   */
  'unknown-variable': {
    levels: ['warn'],
    help: "The environment has a `FINANCING_…` variable that the command doesn't know.",
    fields: ['option', 'nearest'],
  },
  /** Remove `--sandbox`, or remove the credential or base URL that `option` names. */
  'unused-setting': {
    levels: ['warn'],
    help: 'A setting of the real service has no effect, because a sandbox replaces the service.',
    fields: ['option'],
  },
  /** Correct the request. `reason` says what's wrong with it. The real service never causes this line. */
  'sandbox-refusal': {
    levels: ['info'],
    help: 'The sandbox refused a request.',
    fields: ['status', 'reason'],
  },
  /** Look for this line on each replica before you revoke [the old secret](operating.md#replacing-secrets). */
  'setting-replaced': {
    levels: ['info'],
    help: 'After SIGHUP, new requests use the new value of a setting.',
    fields: ['option'],
  },
  /**
   * If you did replace a setting, check that the process sees the new file: compare its `sha256sum` in the container, at the path
   * of the `…_FILE` variable. A container keeps the old version of a file that is mounted by itself, so mount its folder instead.
   * Kubernetes takes up to a minute to write a changed secret.
   */
  'settings-unchanged': {
    levels: ['info'],
    help: 'After SIGHUP, no setting had changed.',
    fields: [],
  },
  /**
   * Fix what `message` names, and send SIGHUP again. Otherwise, the next restart fails. With `serve --check`, the report is
   * above this line. Changing `FINANCING_STORE_SECRET` needs a restart. So does removing the locations, the purchase secret, the
   * webhook secret, or the webhook forward: a file that's still being written may not have them yet.
   */
  'settings-refused': {
    levels: ['error'],
    help: 'After SIGHUP, a new setting was wrong, so nothing changed.',
    fields: ['message', 'errorName', 'stack'],
  },
  /**
   * If you or a deployment requested it, no action is needed. To find out who did, run `systemctl status` or
   * `kubectl describe pod`.
   */
  stopping: {
    levels: ['info'],
    help: 'The command received a signal, and stops gracefully.',
    fields: ['signal'],
  },
  /** Report it to the maintainers of this package, with `stack` and the version. */
  'handler-failure': {
    levels: ['error'],
    help: 'A request failed with an unexpected error. The response was a 500.',
    fields: ['errorName', 'stack'],
  },
  /**
   * Report it to the maintainers of this package, with `stack` and the version. The supervisor restarts the process. Requests in
   * progress were cut off, but their claims stay in Redis. Until the error is fixed, more replicas make each crash less costly. If
   * there are many crashes in a row, look at the panels "Memory" and "Event loop lag".
   */
  crash: {
    levels: ['error'],
    help: "An error wasn't caught, and the command ended with exit code 1.",
    fields: ['errorName', 'stack'],
  },
} as const satisfies LogEventTable<LogField>;

/** The name of an event that the command can log. */
export type LogEvent = ProxyLogEvent | keyof typeof commandLogEvents;

/** Every event that the command can log, including the proxy's. */
export const logEvents: LogEventTable<LogField> = { ...proxyLogEvents, ...commandLogEvents };

/** A log entry of the command itself. The proxy's entries have their own type. */
interface CommandEntry extends Partial<
  Record<LogField, string | number | readonly string[] | undefined>
> {
  readonly event: keyof typeof commandLogEvents;
}

type Level = CommandSettings['logLevel'];

/** The proxy's `Logger`, which also takes the command's own entries. */
export type CommandLogger = Readonly<Record<Level, (entry: LogEntry | CommandEntry) => void>>;

const levels = ['debug', 'info', 'warn', 'error'] as const satisfies readonly Level[];

/** The fields that are written. All others are dropped. */
const fields = Object.keys(logFields);

/**
 * Creates a logger that writes entries of level `minLevel` and above, one JSON line each. Line breaks and control characters are
 * escaped, so input can't forge a line.
 *
 * Lines go to stderr, because scripts wait for the `listening on …` line on stdout.
 */
export function createLogger(
  minLevel: Level,
  write: (line: string) => void = (line) => void process.stderr.write(line),
): CommandLogger {
  const writer = (level: Level) => (entry: LogEntry | CommandEntry) => {
    if (levels.indexOf(level) < levels.indexOf(minLevel)) return;
    const line: Partial<Record<string, unknown>> = {
      time: new Date().toISOString(),
      level,
      ...entry,
    };
    const allowed = fields.flatMap((field) => (field in line ? [[field, line[field]]] : []));
    const { message, see } = explainEvent(entry.event, logEvents) ?? {};
    const explained = { ...Object.fromEntries(allowed), message: line['message'] ?? message, see };
    write(`${escapeJson(JSON.stringify(explained))}\n`);
  };
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
  };
}
