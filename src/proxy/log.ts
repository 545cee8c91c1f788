import type { AddressWarning } from './client-address.js';

/** What the proxy tells an operator: a flat record of these fields and no others. None holds input, secrets or personal data. */
export interface LogEntry {
  /** What happened. */
  event:
    | 'request'
    | 'service-failure'
    | 'refused'
    | 'store-unavailable'
    | 'overloaded'
    | 'unexpected-error'
    | 'webhook-unverified'
    | 'webhook-failure'
    /** Many proxies were made in a short time, each with limits and idempotency of its own. */
    | 'proxy-per-request'
    | AddressWarning;
  requestId?: string;
  method?: string;
  /** The route's pattern, never the path that was asked for. */
  route?: string;
  status?: number;
  /** The problem's code. */
  code?: string;
  operation?: string;
  durationMs?: number;
  /** The system's code of a failed connection, for example `ECONNREFUSED`; `timeout` where time was up. */
  reason?: string;
  /** The option that may be set wrongly, as it is written in code. */
  option?: string;
  /** The status that the service answered with. */
  serviceStatus?: number;
  /** The name of an unexpected error, and where it was thrown. */
  errorName?: string;
  stack?: string[];
}

/** Receives log entries. Each level is one method, as in most loggers. */
export interface Logger {
  debug(entry: LogEntry): void;
  info(entry: LogEntry): void;
  warn(entry: LogEntry): void;
  error(entry: LogEntry): void;
}

/** Writes warnings and errors as JSON lines to the console, where people look when they gave no logger. */
export const consoleLogger: Logger = {
  debug() {},
  info() {},
  /* eslint-disable no-console */
  warn: (entry) => console.warn(JSON.stringify(entry)),
  error: (entry) => console.error(JSON.stringify(entry)),
  /* eslint-enable no-console */
};

/** The integrator's logger, such that a defect in it costs a log line and never an answer or the process. */
export function guardLogger(logger: Logger): Logger {
  const guard = (level: keyof Logger) => (entry: LogEntry) => {
    try {
      const returned: unknown = logger[level](entry);
      // An `async` logger may still reject.
      if (returned !== undefined) Promise.resolve(returned).catch(() => undefined);
    } catch {
      // A line less.
    }
  };
  return {
    debug: guard('debug'),
    info: guard('info'),
    warn: guard('warn'),
    error: guard('error'),
  };
}

/**
 * Name and place of an error, without its message: messages quote headers and input. The stack begins with the message
 * that the error was made with, which may have been replaced since; so only what looks like a place is taken from it.
 */
export function describeError(error: unknown): Pick<LogEntry, 'errorName' | 'stack'> {
  if (!(error instanceof Error)) return { errorName: typeof error };
  const { name, message, stack = '' } = error;
  const frames = stack.replace(message, '').split('\n');
  return {
    errorName: name,
    stack: frames.map((frame) => frame.trim()).filter((frame) => /^at\b/.test(frame)),
  };
}

/** Returns a function that is true at most once a minute for each key. Meant for a handful of keys. */
export function createMinuteThrottle(now: () => number = () => performance.now()) {
  const last = new Map<string, number>();
  return (key: string): boolean => {
    const time = now();
    if (time - (last.get(key) ?? -Infinity) < 60_000) return false;
    last.set(key, time);
    return true;
  };
}
