/**
 * Reports what happens in the proxy: log entries for people (log-events.ts) and observer events for metrics
 * (observer-events.ts). Reports never hold secrets or personal data. Most log events are limited to one line per minute, so that
 * an outage doesn't fill the disk.
 */
import { callQuietly } from '../internal/call-quietly.js';
import { minuteMs } from '../internal/durations.js';
import type { OperationName } from '../contract/index.js';
import {
  FinancingServiceError,
  InvalidServiceResponseError,
  OutcomeUnknownError,
  ServiceResponseError,
  ServiceUnreachableError,
} from '../service/index.js';
import {
  proxyLogEvents,
  type LogEntry,
  type LogEventRow,
  type Logger,
  type ProxyLogEvent,
} from './log-events.js';
import { UnknownLinkHostError, problemRow, type ProblemError } from './problems.js';
import type { Observer, ObserverEvent } from './observer-events.js';
import { maxReasonedLines, quietMs } from './thresholds.js';

/**
 * The IDs that connect a request's log entries with each other and with the caller's logs. Includes the location once it's known.
 */
export type LogIds = Pick<LogEntry, 'requestId' | 'traceId' | 'location'>;

/** The default logger: writes all entries except `debug` to the console, as one JSON line each. */
export const consoleLogger: Logger = {
  debug() {},
  /* oxlint-disable no-console */
  info: (entry) => console.info(toLine('info', entry)),
  warn: (entry) => console.warn(toLine('warn', entry)),
  error: (entry) => console.error(toLine('error', entry)),
  /* oxlint-enable no-console */
};

function toLine(level: keyof Logger, entry: LogEntry): string {
  const explanation = explainEvent(entry.event, proxyLogEvents);
  return JSON.stringify({ time: new Date().toISOString(), level, ...entry, ...explanation });
}

/**
 * Returns the sentence that explains an event, and a pointer to the guide. Returns undefined for `request`, because there may be a
 * line for each request.
 */
export function explainEvent<Event extends string>(
  event: Event,
  events: Readonly<Record<Event, { readonly help: string }>>,
) {
  if (event === 'request') return undefined;
  return {
    message: events[event].help,
    see: `docs/reference-logs-and-metrics.md#${event} in the package financing-elements`,
  };
}

/** Receives the reports of all parts of a proxy. */
export interface Report {
  /** Passes an event to the integrator's observer. */
  observe(event: ObserverEvent): void;
  /**
   * Logs an event, at most once per `kind` in the interval of the event's row. If `kind` is null, logs it every time. Returns
   * true if the event was logged.
   */
  log(event: ProxyLogEvent, entry?: Omit<LogEntry, 'event'>, kind?: string | null): boolean;
  /** Logs a problem if an operator should know about it. Problems that only the caller can fix aren't logged. */
  logProblem(problem: ProblemError, ids?: LogIds): void;
  /**
   * Records a call or a store write that succeeded. If this ends an outage with at least one logged failure, logs the recovery
   * with the location of the call.
   */
  recordSuccess(what: OperationName | 'store', at?: Pick<LogEntry, 'location'>): void;
}

/** Options of `createReport`. */
export interface ReportOptions {
  readonly logger: Logger;
  readonly observer?: Observer | undefined;
  readonly logRequests?: boolean | undefined;
  /** The service's URL. Its host is logged with each failure of the service. */
  readonly baseUrl?: string | undefined;
}

/**
 * Creates the report of a proxy. If the integrator's logger or observer fails, only that entry or event is lost. The response and
 * the process aren't affected.
 */
export function createReport({ logger, observer, logRequests, baseUrl }: ReportOptions): Report {
  const host = baseUrl === undefined ? {} : { host: new URL(baseUrl).host };
  const lastLogged = new Map<string, number>();
  /** The options (`logger`, `observer`) whose failure has been logged. */
  const failedReceivers = new Set<string>();
  const outages = createOutages();
  const reasonedLines = createAllowance(maxReasonedLines);

  function log(
    event: ProxyLogEvent,
    entry: Omit<LogEntry, 'event'> = {},
    kind: string | null = '',
  ): boolean {
    const { levels, interval }: LogEventRow<string> = proxyLogEvents[event];
    if (interval !== undefined && kind !== null) {
      const time = performance.now();
      const key = `${event} ${kind}`;
      if (time - (lastLogged.get(key) ?? -Infinity) < interval) return false;
      lastLogged.set(key, time);
    }
    const level = event === 'request' && logRequests ? 'info' : levels[0];
    void callReceiver('logger', () => logger[level]({ event, ...entry }));
    return true;
  }

  /** Calls the integrator's logger or observer. Logs only its first failure. */
  function callReceiver(option: 'logger' | 'observer', call: () => unknown): Promise<void> {
    return callQuietly(call, (error) => {
      if (failedReceivers.has(option)) return;
      failedReceivers.add(option);
      consoleLogger.error({ event: 'report-failure', option, ...describeError(error) });
    });
  }

  return {
    log,

    observe(event) {
      if (observer) void callReceiver('observer', () => observer(event));
    },

    logProblem({ code, cause, extras }, ids = {}) {
      const row = problemRow(code);
      const { option = row.option, reason } = extras;
      const entry = { ...ids, code };
      if (code === 'store-unavailable') {
        outages.recordFailure('store', log(code, { ...entry, reason: storeReasonOf(cause) }));
      } else if (code === 'overloaded') {
        log(code, entry);
      } else if (cause !== undefined && !(cause instanceof FinancingServiceError)) {
        log('unexpected-error', { ...entry, ...describeError(cause) }, code);
      } else if (option !== undefined) {
        const details = { ...entry, option, ...(reason !== undefined && { reason }) };
        const kind = `${code} ${option} ${reason}`;
        if (code === 'sms-limit') log(code, details, kind);
        else log('refused', details, reason !== undefined && reasonedLines.take() ? null : kind);
      } else if (cause instanceof UnknownLinkHostError) {
        log('refused', { ...entry, option: 'linkHosts' }, 'linkHosts');
      } else if (cause && row.status >= 500) {
        const details = { ...entry, ...host, ...describeFailure(cause) };
        const isLogged = log('service-failure', details, `${cause.operation} ${code}`);
        outages.recordFailure(cause.operation, isLogged);
      }
    },

    recordSuccess(what, at) {
      const durationMs = outages.end(what);
      if (durationMs === undefined) return;
      if (what === 'store') log('store-recovered', { durationMs });
      else log('service-recovered', { operation: what, durationMs, ...at });
    },
  };
}

/** Creates an allowance: `take` returns true at most `max` times a minute. */
function createAllowance(max: number) {
  let start = -Infinity;
  let taken = 0;
  return {
    take(): boolean {
      const now = performance.now();
      if (now - start >= minuteMs) [start, taken] = [now, 0];
      taken += 1;
      return taken <= max;
    },
  };
}

/** Tracks the outages of the store and of each service operation. */
function createOutages() {
  const outages = new Map<string, { since: number; lastFailure: number; isLogged: boolean }>();
  return {
    /** Records a failure. `isLogged` is true if it was logged. */
    recordFailure(what: OperationName | 'store', isLogged: boolean): void {
      const lastFailure = performance.now();
      const known = outages.get(what);
      const since = known?.since ?? lastFailure;
      outages.set(what, { since, lastFailure, isLogged: isLogged || known?.isLogged === true });
    },

    /** Ends an outage after a success. Returns its duration in ms if the outage is over and one of its failures was logged. */
    end(what: OperationName | 'store'): number | undefined {
      const outage = outages.get(what);
      const now = performance.now();
      if (!outage || now - outage.lastFailure < quietMs) return undefined;
      outages.delete(what);
      return outage.isLogged ? Math.round(now - outage.since) : undefined;
    },
  };
}

/** The words from Node and Redis errors that can be logged. The rest of a message may hold input, so it isn't logged. */
const storeReasons = (
  'ECONNREFUSED ECONNRESET EHOSTUNREACH ENOTFOUND ETIMEDOUT timeout ' +
  'BUSY CLUSTERDOWN LOADING MASTERDOWN MISCONF MOVED NOAUTH NOPERM NOREPLICAS OOM READONLY WRONGPASS'
).split(' ');

/** Reasons for errors that ioredis or our own store describes in a sentence. */
const storeSentences: readonly (readonly [sentence: RegExp, reason: string])[] = [
  [/timed out/i, 'timeout'],
  [/can't run this command/, 'NOPERM'], // the wording of errors from scripts
  [/closed|isn't writeable|Not connected|max retries/, 'not-connected'],
  [/failing over/, 'failover'],
  [/Too few replicas/, 'too-few-replicas'],
  [/reply is not from Redis/, 'invalid-answer'],
];

function storeReasonOf(cause: unknown): string {
  // Our own store wraps the Redis error as its cause.
  const text = [cause, (Object(cause) as Error).cause].map(String).join(' ');
  const words = text.split(/\W+/);
  return (
    storeReasons.find((reason) => words.includes(reason)) ??
    storeSentences.find(([sentence]) => sentence.test(text))?.[1] ??
    'unknown'
  );
}

function describeFailure(cause: FinancingServiceError): Partial<LogEntry> {
  const { operation } = cause;
  if (cause instanceof ServiceResponseError) {
    return { operation, reason: 'status', serviceStatus: cause.status };
  }
  if (cause instanceof InvalidServiceResponseError) return { operation, reason: 'invalid-answer' };
  if (cause instanceof ServiceUnreachableError) {
    return { operation, reason: cause.reason ?? 'unreachable' };
  }
  return { operation, reason: (cause instanceof OutcomeUnknownError && cause.reason) || 'timeout' };
}

/** Matches an error name that looks like a class name. Other names can hold input. */
const plainName = /^[A-Z]\w{0,63}$/;

/** Matches a stack frame with a position in a file, or one in anonymous or native code. */
const frameShape = /^at (?:.*[/\\].*:\d+:\d+\)?|.* \((?:<anonymous>|native)\))$/;

/**
 * Returns the name and the stack frames of an error. Leaves out the message, because messages quote headers and input. Replaces a
 * name that doesn't look like a class name with `Error`. The stack starts with the message from the construction, which may
 * differ from the current message, so only lines that look like frames are kept.
 */
export function describeError(error: unknown): Pick<LogEntry, 'errorName' | 'stack'> {
  if (!(error instanceof Error)) return { errorName: typeof error };
  try {
    const { name, message, stack = '' } = error as { [Member in keyof Error]: unknown };
    const frames = String(stack).replace(String(message), '').split('\n');
    return {
      errorName: typeof name === 'string' && plainName.test(name) ? name : 'Error',
      stack: frames.map((frame) => frame.trim()).filter((frame) => frameShape.test(frame)),
    };
  } catch {
    // A getter of the error threw.
    return { errorName: 'Error' };
  }
}
