import type { ProxyLogEvent } from './events.js';

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
  /** The operation of the service. */
  operation?: string;
  /** Milliseconds from the request to its answer; of a recovery, from the first failure to the first success. */
  durationMs?: number;
  /** The system's code of a failed connection, for example `ECONNREFUSED`; `timeout` after a time limit. */
  reason?: string;
  /** The option whose value may be wrong, as it is written in code. */
  option?: string;
  /** The status of the service's answer. */
  serviceStatus?: number;
  /** The number of amounts that a call of the service asked for. */
  amounts?: number;
  /** The number of those for which the service sent no valid estimate. */
  missing?: number;
  /** The name of an unexpected error, and where it was thrown. */
  errorName?: string;
  /** The frames of that error's stack, without its message. */
  stack?: string[];
  // What follows repeats fields of a request's line at `info`, in the names that log platforms know.
  /** The HTTP method of the request, as in `method`. */
  'http.request.method'?: string;
  /** The mount, and the pattern of the route. */
  'http.route'?: string;
  /** The HTTP status of the answer, as in `status`. */
  'http.response.status_code'?: number;
  /** The problem's code, as in `code`. */
  'error.type'?: string;
  /** In nanoseconds. */
  'event.duration'?: number;
  /** The trace, as in `traceId`. */
  trace_id?: string;
}

/** What joins the entries of a request with each other and with the logs of its caller. */
export type LogIds = Pick<LogEntry, 'requestId' | 'traceId'>;

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

/** Wraps the integrator's logger: an error in it costs a log line, never an answer or the process. */
export function guardLogger(logger: Logger): Logger {
  const guard = (level: keyof Logger) => (entry: LogEntry) => {
    try {
      const returned: unknown = logger[level](entry);
      // An `async` logger can reject later.
      if (returned !== undefined) Promise.resolve(returned).catch(() => undefined);
    } catch {
      // The line is lost.
    }
  };
  return {
    debug: guard('debug'),
    info: guard('info'),
    warn: guard('warn'),
    error: guard('error'),
  };
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

/** Returns a function that is true at most once a minute for each key. For a handful of keys: none is ever removed. */
export function createMinuteThrottle(now: () => number = () => performance.now()) {
  const last = new Map<string, number>();
  return (key: string): boolean => {
    const time = now();
    if (time - (last.get(key) ?? -Infinity) < 60_000) return false;
    last.set(key, time);
    return true;
  };
}

/** This many in this many ms are not start-up, tests or a proxy for each tenant, but a proxy for each request. */
const [mostConstructions, constructionSpan] = [20, 10_000];

/**
 * Returns a function to call for each proxy without a shared store. It warns once when proxies seem to be created for
 * each request, since limits, idempotency and cache then start anew each time.
 */
export function createConstructionWatch(now: () => number = () => performance.now()) {
  let times: number[] = [];
  let hasWarned = false;
  return (logger: Logger): void => {
    if (hasWarned) return;
    const time = now();
    times = [...times.filter((earlier) => time - earlier < constructionSpan), time];
    if (times.length < mostConstructions) return;
    hasWarned = true;
    logger.warn({ event: 'proxy-per-request' });
  };
}
