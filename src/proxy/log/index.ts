/** The log: its entries, and the rules that keep it small. */
export { proxyLogEvents, type LogEventTable } from './events.js';
export { createFailureLog, createMissingEstimatesLog } from './failure-log.js';
export {
  consoleLogger,
  createConstructionWatch,
  createMinuteThrottle,
  describeError,
  guardLogger,
  type LogEntry,
  type LogIds,
  type Logger,
} from './log.js';
export { createRecoveryLog } from './recovery-log.js';
export { toRequestLine } from './request-line.js';
