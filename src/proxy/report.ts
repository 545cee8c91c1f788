/**
 * What the proxy reports: log entries for people, whose events are in log-events.ts, and events for metrics. Nothing that is
 * reported holds input, secrets or personal data, and an outage fills no disk: most events are logged once a minute.
 */
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
import {
  UnknownLinkHostError,
  problemRow,
  type ProblemCode,
  type ProblemError,
} from './problems.js';

/** What joins the entries of a request with each other and with the logs of its caller, and its location once it is known. */
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

/** Returns the line of an entry. A line about a problem says in a sentence what happened, and where to read on. */
function toLine(level: keyof Logger, entry: LogEntry): string {
  const { event } = entry;
  const explanation = event !== 'request' && {
    message: proxyLogEvents[event].help,
    see: `docs/reference-logs-and-metrics.md#${event} in the package financing-elements`,
  };
  return JSON.stringify({ time: new Date().toISOString(), level, ...entry, ...explanation });
}

/**
 * What happens in the proxy, for metrics. Every text is one of a fixed list, and none holds input, secrets or personal
 * data. Durations are in milliseconds.
 */
export type ObserverEvent =
  | {
      /** A request is answered. */
      readonly type: 'request';
      /** The pattern of its route, or `none`. */
      readonly route: string;
      /** The HTTP status of the answer. */
      readonly status: number;
      /** The code of the problem; undefined for any other answer. */
      readonly code?: ProblemCode | undefined;
      /** From the request to its answer. */
      readonly durationMs: number;
    }
  | {
      /** A call of the service begins. */
      readonly type: 'service-call-started';
      /** The operation that is called. */
      readonly operation: OperationName;
    }
  | {
      /** A call of the service has ended, including its retry. */
      readonly type: 'service-call';
      /** The operation that was called. */
      readonly operation: OperationName;
      /** How it ended. `aborted`: its caller went away. */
      readonly outcome: 'success' | 'aborted' | ProblemCode;
      /** Of the call, its retry included. */
      readonly durationMs: number;
    }
  | {
      /** A call goes out a second time. */
      readonly type: 'service-retry';
      /** The operation that is called. */
      readonly operation: OperationName;
    }
  | {
      /** A call is not made. */
      readonly type: 'service-call-refused';
      /** The operation that is not called. */
      readonly operation: OperationName;
      /** Too many calls are in flight, or a circuit is open. */
      readonly reason: 'overloaded' | 'circuit-open';
    }
  | {
      /** A circuit opens or closes. */
      readonly type: 'circuit';
      /** The operation that the circuit is for. */
      readonly operation: OperationName;
      /** Whether it is for all calls of the operation, or for those of one location. */
      readonly scope: 'operation' | 'location';
      /** `open`: no call is made. */
      readonly state: 'open' | 'closed';
    }
  | {
      /** Amounts get their estimates. */
      readonly type: 'estimates';
      /** The memory of this process, a call under way, or a new call. */
      readonly source: 'memory' | 'in-flight' | 'service';
      /** The number of amounts. */
      readonly count: number;
    }
  | {
      /** A text message was requested. */
      readonly type: 'text';
      /**
       * What became of it. `repeated`: the stored answer of an earlier request was given. `unknown`: the service failed,
       * perhaps after the text.
       */
      readonly outcome: 'sent' | 'repeated' | 'refused' | 'unknown';
      /** The code of the problem, if the request got one. */
      readonly reason?: ProblemCode | undefined;
    }
  | {
      /** An operation of the store has ended. */
      readonly type: 'store';
      /** The operation. */
      readonly operation: StoreOperation;
      /** Whether the store answered in time. */
      readonly outcome: 'success' | 'failure';
      /** Of the operation. */
      readonly durationMs: number;
    }
  | {
      /** An event of the service has arrived. */
      readonly type: 'webhook';
      /** A listed kind, `other`, or `unread` where it was refused before it was read. */
      readonly kind: string;
      /** What became of it. `repeated`: it was handled before. */
      readonly outcome: 'handled' | 'repeated' | 'failed' | 'refused';
    };

/** An operation of the store. */
export type StoreOperation = 'get' | 'set' | 'claim' | 'delete' | 'count' | 'uncount';

/** Receives the events, synchronously. An error in it is logged once, on the console. */
export type Observer = (event: ObserverEvent) => void;

/** Takes the reports of all parts of a proxy. */
export interface Report {
  /** Passes an event on to the integrator's observer. */
  observe(event: ObserverEvent): void;
  /**
   * Logs an event, at most once in the interval of its row for each `kind`, or each time if `kind` is null. Returns true if
   * it was logged.
   */
  log(event: ProxyLogEvent, entry?: Omit<LogEntry, 'event'>, kind?: string | null): boolean;
  /** Logs a problem that an operator has to know of. The others are the caller's own. */
  logProblem(problem: ProblemError, ids?: LogIds): void;
  /**
   * Notes a call or a write that succeeded. Logs the end of an outage, if a failure was logged since its start, with the
   * location of the call.
   */
  worked(what: OperationName | 'store', at?: Pick<LogEntry, 'location'>): void;
}

/** Options of `createReport`. */
export interface ReportOptions {
  readonly logger: Logger;
  readonly observer?: Observer | undefined;
  readonly logRequests?: boolean | undefined;
  /** The address of the service, whose failures name its host. */
  readonly baseUrl?: string | undefined;
}

/**
 * Creates the report of a proxy. An error in the integrator's logger or observer costs a line, never an answer or the
 * process.
 */
export function createReport({ logger, observer, logRequests, baseUrl }: ReportOptions): Report {
  const host = baseUrl === undefined ? {} : { host: new URL(baseUrl).host };
  const lastLogged = new Map<string, number>();
  /** The options whose failure has been logged. */
  const failedReceivers = new Set<string>();
  const outages = createOutages();

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
    void callQuietly('logger', () => logger[level]({ event, ...entry }));
    return true;
  }

  /** Calls a logger or an observer of the integrator, which may throw, and may be `async` and reject later. */
  async function callQuietly(option: 'logger' | 'observer', call: () => unknown): Promise<void> {
    try {
      await call();
    } catch (error) {
      if (failedReceivers.has(option)) return;
      failedReceivers.add(option);
      consoleLogger.error({ event: 'report-failure', option, ...describeError(error) });
    }
  }

  return {
    log,

    observe(event) {
      if (observer) void callQuietly('observer', () => observer(event));
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
        if (reason === undefined) log('refused', { ...entry, option }, code);
        else log('refused', { ...entry, option, reason }, null);
      } else if (cause instanceof UnknownLinkHostError) {
        log('refused', { ...entry, option: 'linkHosts' }, 'linkHosts');
      } else if (cause && row.fault !== 'caller') {
        const details = { ...entry, ...host, ...describeFailure(cause) };
        const isLogged = log('service-failure', details, `${cause.operation} ${code}`);
        outages.recordFailure(cause.operation, isLogged);
      }
    },

    worked(what, at) {
      const durationMs = outages.end(what);
      if (durationMs === undefined) return;
      if (what === 'store') log('store-recovered', { durationMs });
      else log('service-recovered', { operation: what, durationMs, ...at });
    },
  };
}

/** After this many ms without a failure, a success means that the outage is over, not that some calls still fail. */
const quietMs = 5_000;

/** Follows the outages of each operation of the service, and of the store. */
function createOutages() {
  const outages = new Map<string, { since: number; lastFailure: number; isLogged: boolean }>();
  return {
    /** Records a failure. `isLogged`: the log has a line about it. */
    recordFailure(what: OperationName | 'store', isLogged: boolean): void {
      const lastFailure = performance.now();
      const known = outages.get(what);
      const since = known?.since ?? lastFailure;
      outages.set(what, { since, lastFailure, isLogged: isLogged || known?.isLogged === true });
    },

    /** Ends an outage after a success. Returns its duration in ms if it is over and the log has a line about it. */
    end(what: OperationName | 'store'): number | undefined {
      const outage = outages.get(what);
      const now = performance.now();
      if (!outage || now - outage.lastFailure < quietMs) return undefined;
      outages.delete(what);
      return outage.isLogged ? Math.round(now - outage.since) : undefined;
    },
  };
}

/** Why a store failed, in the words of Node and Redis. No other part of a message is logged, since it may hold input. */
const storeReasons = (
  'ECONNREFUSED ECONNRESET EHOSTUNREACH ENOTFOUND ETIMEDOUT timeout ' +
  'BUSY CLUSTERDOWN LOADING MASTERDOWN MISCONF MOVED NOAUTH NOPERM NOREPLICAS OOM READONLY WRONGPASS'
).split(' ');

/** The same, where ioredis or our own store say it in a sentence. */
const storeSentences: readonly (readonly [sentence: RegExp, reason: string])[] = [
  [/timed out/i, 'timeout'],
  [/can't run this command/, 'NOPERM'], // as a script says it
  [/closed|isn't writeable|Not connected|max retries/, 'not-connected'],
  [/failing over/, 'failover'],
  [/Too few replicas/, 'too-few-replicas'],
  [/not one of Redis/, 'invalid-answer'],
];

function storeReasonOf(cause: unknown): string {
  // A store's own error, or its cause.
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

/** A name such as that of a class. Any other name can hold input. */
const plainName = /^[A-Z]\w{0,63}$/;

/** A line of a stack with a place in a file, or without a file. */
const frameShape = /^at (?:.*[/\\].*:\d+:\d+\)?|.* \((?:<anonymous>|native)\))$/;

/**
 * Returns the name and the stack frames of an error, without its message: messages quote headers and input. A name that is
 * not plain becomes `Error`. A stack begins with the message at construction, which may have changed since, so only lines
 * that look like frames are kept.
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
    // A member of the error throws when it is read.
    return { errorName: 'Error' };
  }
}
