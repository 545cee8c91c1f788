/**
 * What the proxy reports: log entries for people, and events for metrics. Each log event is a row of `proxyLogEvents`,
 * which says its level and its fields. Nothing that is reported holds input, secrets or personal data, and an outage fills
 * no disk: most events are logged once a minute.
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
  UnknownLinkHostError,
  problemRow,
  type ProblemCode,
  type ProblemError,
} from './problems.js';

/** A log entry: a flat record of these fields and no others. None holds input, secrets or personal data. */
export interface LogEntry {
  /** What happened, one of a fixed list. */
  event: ProxyLogEvent;
  /** The request's identifier, which its answer has as `requestId` and in the header `X-Request-Id`. */
  requestId?: string;
  /** The trace that the caller named in a valid `traceparent`. */
  traceId?: string;
  /** The HTTP method of the request. */
  method?: string;
  /** The pattern of the route, never the requested path. */
  route?: string;
  /** The HTTP status of the answer. */
  status?: number;
  /** The problem's code. */
  code?: string;
  /** The location that a request named, where it looks like an identifier and so holds no personal data. */
  location?: string;
  /** The operation of the service. */
  operation?: string;
  /** Milliseconds from the request to its answer; of a recovery, from the first failure to the first success. */
  durationMs?: number;
  /** The system's code of a failed connection, such as `ECONNREFUSED`; `timeout`, `status` or `invalid-answer`. */
  reason?: string;
  /** The option whose value may be wrong, as it is written in code. */
  option?: string;
  /** The status of the service's answer. */
  serviceStatus?: number;
  /** The number of amounts that a call of the service asked for. */
  amounts?: number;
  /** The number of those for which the service sent no valid estimate. */
  missing?: number;
  /** The paths of fields that were left out, without their values. */
  dropped?: string[];
  /** The name of an unexpected error, and where it was thrown. */
  errorName?: string;
  /** The frames of that error's stack, without its message. */
  stack?: string[];
}

/** What joins the entries of a request with each other and with the logs of its caller, and its location once it is known. */
export type LogIds = Pick<LogEntry, 'requestId' | 'traceId' | 'location'>;

/** Receives log entries, with a method for each level. */
export interface Logger {
  /** Receives details for a search for a fault. */
  debug(entry: LogEntry): void;
  /** Receives what happens in normal operation. */
  info(entry: LogEntry): void;
  /** Receives what may need a change of the configuration. */
  warn(entry: LogEntry): void;
  /** Receives failures. */
  error(entry: LogEntry): void;
}

/** The default logger: writes all entries but those at `debug` to the console, a JSON line each. */
export const consoleLogger: Logger = {
  debug() {},
  /* oxlint-disable no-console */
  info: (entry) => console.info(JSON.stringify(entry)),
  warn: (entry) => console.warn(JSON.stringify(entry)),
  error: (entry) => console.error(JSON.stringify(entry)),
  /* oxlint-enable no-console */
};

/** Events by name. */
export type LogEventTable<Field extends string> = Readonly<Record<string, LogEventRow<Field>>>;

/** One event: a row of a table, whose key is the name of the event. */
export interface LogEventRow<Field extends string> {
  /** The levels that it can have; the first one, unless the place that logs it says otherwise. */
  readonly levels: readonly [keyof Logger, ...(keyof Logger)[]];
  /** What it means, as one sentence. */
  readonly help: string;
  /** The fields that it can have, besides its name. */
  readonly fields: readonly Field[];
  /** Logged once in this many ms for each kind, `Infinity` for once at all; each time without it. */
  readonly interval?: number;
}

const minute = 60_000;

/**
 * The events of the proxy. The command adds its own in src/cli/log.ts. build/logs-and-metrics-reference.ts says what to do
 * about each. After a change, run `npm run reference`, which writes docs/reference-logs-and-metrics.md.
 */
export const proxyLogEvents = {
  request: {
    levels: ['debug', 'info'],
    help: 'A request was answered; at `info` with `FINANCING_LOG_REQUESTS=on`, otherwise at `debug`.',
    fields: ['requestId', 'traceId', 'method', 'route', 'status', 'code', 'durationMs'],
  },
  'service-failure': {
    levels: ['error'],
    help: 'A call of the service failed. Once a minute for each operation and code.',
    fields: ['requestId', 'traceId', 'location', 'code', 'operation', 'reason', 'serviceStatus'],
    interval: minute,
  },
  'estimates-missing': {
    levels: ['warn'],
    help: 'The service left out estimates of a call, or sent some that break the contract. Once a minute.',
    fields: ['amounts', 'missing'],
    interval: minute,
  },
  'fields-dropped': {
    levels: ['warn'],
    help: 'Fields were left out: of a request, since they cannot pre-fill an application, or of an answer, since they break the contract. Once a minute for each operation.',
    fields: ['requestId', 'traceId', 'location', 'operation', 'dropped'],
    interval: minute,
  },
  refused: {
    levels: ['warn'],
    help: 'A request was refused, and `option` may be set wrongly. Once a minute for each code.',
    fields: ['requestId', 'traceId', 'location', 'code', 'option'],
    interval: minute,
  },
  'store-unavailable': {
    levels: ['error'],
    help: 'The store did not answer in time, is full, or refuses writes. Once a minute.',
    fields: ['requestId', 'traceId', 'location', 'code', 'reason'],
    interval: minute,
  },
  'service-recovered': {
    levels: ['info'],
    help: 'An operation of the service works again, and has not failed for five seconds. Once for each outage that was logged.',
    fields: ['operation', 'durationMs'],
  },
  'location-added': {
    levels: ['info'],
    help: 'An authorized request has added a location over HTTP, or has repeated the request that did.',
    fields: ['requestId', 'traceId', 'location', 'status'],
  },
  'circuit-opened': {
    levels: ['warn'],
    help: 'Eight calls in a row failed, so the operation (or one location of it) is no longer called, except for one trial call every five seconds.',
    fields: ['operation', 'location'],
  },
  'circuit-closed': {
    levels: ['info'],
    help: 'A call succeeded, so the operation is called again.',
    fields: ['operation', 'location'],
  },
  'store-recovered': {
    levels: ['info'],
    help: 'The store takes writes again, and has not failed for five seconds. Once for each outage that was logged.',
    fields: ['durationMs'],
  },
  overloaded: {
    levels: ['error'],
    help: 'Too many calls of the service were under way, so a request was refused. Once a minute.',
    fields: ['requestId', 'traceId', 'location', 'code'],
    interval: minute,
  },
  'unexpected-error': {
    levels: ['error'],
    help: 'A function of the integrator or the proxy itself failed. Once a minute for each code.',
    fields: ['requestId', 'traceId', 'location', 'code', 'errorName', 'stack'],
    interval: minute,
  },
  'webhook-unverified': {
    levels: ['warn'],
    help: 'An event came without a valid signature. Once a minute.',
    fields: [],
    interval: minute,
  },
  'webhook-failure': {
    levels: ['error'],
    help: 'A verified event was not handled, so the service is asked to send it again. Once a minute.',
    fields: ['requestId', 'traceId', 'location', 'status', 'reason', 'errorName', 'stack'],
    interval: minute,
  },
  'report-failure': {
    levels: ['error'],
    help: 'Your `logger` or `observer` failed, and lost an entry or event. Once for each, on the console.',
    fields: ['option', 'errorName', 'stack'],
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
    interval: Infinity,
  },
  'forwarded-for-short': {
    levels: ['warn'],
    help: 'A request has fewer entries in `X-Forwarded-For` than `trustedHops`: the address of its connection counts. Once.',
    fields: [],
    interval: Infinity,
  },
  'client-address-unknown': {
    levels: ['warn'],
    help: 'Neither the server nor `clientAddress` knows the address of a client: such requests share one limit. Once.',
    fields: [],
    interval: Infinity,
  },
} as const satisfies LogEventTable<Exclude<keyof LogEntry, 'event'>>;

/** Name of an event of the proxy. */
export type ProxyLogEvent = keyof typeof proxyLogEvents;

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
  /** Logs an event, at the interval of its row for each `kind`. Returns whether it was logged. */
  log(event: ProxyLogEvent, entry?: Omit<LogEntry, 'event'>, kind?: string): boolean;
  /** Logs a problem that an operator has to know of. The others are the caller's own. */
  logProblem(problem: ProblemError, ids?: LogIds): void;
  /** Notes a call or a write that succeeded. Logs the end of an outage, if a failure was logged since its start. */
  worked(what: OperationName | 'store'): void;
}

/** Options of `createReport`. */
export interface ReportOptions {
  readonly logger: Logger;
  readonly observer?: Observer | undefined;
  readonly logRequests?: boolean | undefined;
}

/** Milliseconds without a failure after which a success shows the end of an outage, and not a service that fails at times. */
const quietSpan = 5_000;

/**
 * Creates the report of a proxy. An error in the integrator's logger or observer costs a line, never an answer or the
 * process.
 */
export function createReport({ logger, observer, logRequests }: ReportOptions): Report {
  const lastLogged = new Map<string, number>();
  /** The options whose failure has been logged. */
  const failedReceivers = new Set<string>();
  /** The outages by what is out: an operation of the service, or the store. */
  const outages = new Map<string, { since: number; lastFailure: number; isLogged: boolean }>();

  function log(event: ProxyLogEvent, entry: Omit<LogEntry, 'event'> = {}, kind = ''): boolean {
    const { levels, interval }: LogEventRow<string> = proxyLogEvents[event];
    if (interval !== undefined) {
      const time = performance.now();
      const key = `${event} ${kind}`;
      if (time - (lastLogged.get(key) ?? -Infinity) < interval) return false;
      lastLogged.set(key, time);
    }
    const level = event === 'request' && logRequests ? 'info' : levels[0];
    callQuietly('logger', () => logger[level]({ event, ...entry }));
    return true;
  }

  /** Calls a logger or an observer of the integrator, which may throw, and may be `async` and reject later. */
  function callQuietly(option: 'logger' | 'observer', call: () => unknown): void {
    const onFailure = (error: unknown) => {
      if (failedReceivers.has(option)) return;
      failedReceivers.add(option);
      consoleLogger.error({ event: 'report-failure', option, ...describeError(error) });
    };
    try {
      const returned = call();
      if (returned !== undefined) Promise.resolve(returned).catch(onFailure);
    } catch (error) {
      onFailure(error);
    }
  }

  function failed(what: OperationName | 'store', isLogged: boolean): void {
    const lastFailure = performance.now();
    const known = outages.get(what);
    const since = known?.since ?? lastFailure;
    outages.set(what, { since, lastFailure, isLogged: isLogged || known?.isLogged === true });
  }

  return {
    log,

    observe(event) {
      if (observer) callQuietly('observer', () => observer(event));
    },

    logProblem({ code, cause }, ids = {}) {
      const { option, isFailure } = problemRow(code);
      const entry = { ...ids, code };
      if (code === 'store-unavailable') {
        const reason = storeReasonOf(cause);
        failed('store', log(code, { ...entry, reason }));
      } else if (code === 'overloaded') {
        log(code, entry);
      } else if (cause !== undefined && !(cause instanceof FinancingServiceError)) {
        log('unexpected-error', { ...entry, ...describeError(cause) }, code);
      } else if (option !== undefined) {
        log('refused', { ...entry, option }, code);
      } else if (cause instanceof UnknownLinkHostError) {
        log('refused', { ...entry, option: 'linkHosts' }, 'linkHosts');
      } else if (cause && isFailure) {
        const details = { ...entry, ...describeFailure(cause) };
        failed(cause.operation, log('service-failure', details, `${cause.operation} ${code}`));
      }
    },

    worked(what) {
      const outage = outages.get(what);
      const time = performance.now();
      if (!outage || time - outage.lastFailure < quietSpan) return;
      outages.delete(what);
      if (!outage.isLogged) return;
      const durationMs = Math.round(time - outage.since);
      if (what === 'store') log('store-recovered', { durationMs });
      else log('service-recovered', { operation: what, durationMs });
    },
  };
}

/** Why a store failed, in the words of Node and Redis. No other part of a message is logged, since it may hold input. */
const storeReasons = (
  'ECONNREFUSED ECONNRESET EHOSTUNREACH ENOTFOUND ETIMEDOUT timeout ' +
  'CLUSTERDOWN LOADING MASTERDOWN MISCONF NOAUTH NOPERM OOM READONLY WRONGPASS'
).split(' ');

function storeReasonOf(cause: unknown): string {
  // A store's own error, or its cause.
  const messages = [cause, (Object(cause) as Error).cause].map(String);
  const words = messages
    .join(' ')
    .replace(/timed out/i, 'timeout')
    .split(/\W+/);
  return storeReasons.find((reason) => words.includes(reason)) ?? 'unknown';
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
