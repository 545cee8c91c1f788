import type { Logger } from './log.js';

/** Milliseconds without a failure after which a write shows that the store is back, and not slow or away in part. */
const quietSpan = 5_000;

/** Logs that what failed works again. */
export interface RecoveryLog {
  /** Notes a failure of an operation of the service that was logged. */
  noteServiceFailure(operation: string): void;
  /** Logs the end of an outage of the service, which lasted this long, if a failure was logged since the last end. */
  noteServiceRecovery(operation: string, durationMs: number): void;
  /** Notes a failure of the store, and whether it was logged. */
  noteStoreFailure(isLogged: boolean): void;
  /** Notes a write that succeeded. Logs the end of an outage of the store, if a failure was logged since its start. */
  noteStoreWrite(): void;
}

/**
 * Creates the log of recoveries. There is at most one line for each line of a failure, which come once a minute: an outage
 * that comes and goes does not fill the disk.
 */
export function createRecoveryLog(
  logger: Pick<Logger, 'info'>,
  now: () => number = () => performance.now(),
): RecoveryLog {
  const loggedOperations = new Set<string>();
  let storeOutage: { since: number; lastFailure: number; isLogged: boolean } | undefined;

  return {
    noteServiceFailure(operation) {
      loggedOperations.add(operation);
    },

    noteServiceRecovery(operation, durationMs) {
      if (!loggedOperations.delete(operation)) return;
      logger.info({ event: 'service-recovered', operation, durationMs: Math.round(durationMs) });
    },

    noteStoreFailure(isLogged) {
      const time = now();
      storeOutage ??= { since: time, lastFailure: time, isLogged };
      storeOutage.lastFailure = time;
      storeOutage.isLogged ||= isLogged;
    },

    noteStoreWrite() {
      if (!storeOutage) return;
      const { since, lastFailure, isLogged } = storeOutage;
      const time = now();
      if (time - lastFailure < quietSpan) return;
      storeOutage = undefined;
      if (isLogged) logger.info({ event: 'store-recovered', durationMs: Math.round(time - since) });
    },
  };
}
