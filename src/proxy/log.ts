/** What the proxy tells an operator: a flat record of these fields and no others. None holds input, secrets or personal data. */
export interface LogEntry {
  /** What happened. */
  event: 'request' | 'service-failure' | 'unexpected-error';
  requestId?: string;
  method?: string;
  /** The route's pattern, never the path that was asked for. */
  route?: string;
  status?: number;
  /** The problem's code. */
  code?: string;
  operation?: string;
  durationMs?: number;
  /** The system's code of a failed connection, for example `ECONNREFUSED`. */
  reason?: string;
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

/** A logger that drops everything. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

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
