import {
  FinancingServiceError,
  OutcomeUnknownError,
  ServiceResponseError,
  ServiceUnreachableError,
} from '../../service/index.js';
import {
  createMinuteThrottle,
  describeError,
  type LogEntry,
  type LogIds,
  type Logger,
} from './log.js';
import type { RecoveryLog } from './recovery-log.js';
import { UnknownLinkHostError, type ProblemCode, type ProblemError } from '../http/index.js';

/** Problems that an operator has to know of. The others are the caller's own. */
export const operatorCodes: readonly ProblemCode[] = [
  'bad-credentials',
  'service-error',
  'service-unreachable',
  'invalid-service-response',
  'service-busy',
  'service-timeout',
  'outcome-unknown',
];

/** Refusals that a wrong option causes as easily as a wrong request does, each with the name of the option. */
export const settingCodes: Partial<Record<ProblemCode, string>> = {
  'location-not-found': 'locations',
  'location-not-allowed': 'locations',
  'origin-not-allowed': 'allowedOrigins',
  'purchase-not-verified': 'purchaseSecret',
  'redirect-not-allowed': 'redirectOrigins',
  'sms-not-allowed': 'sms',
};

/**
 * Returns a function that logs the problems that an operator has to know of. A failure of the service is logged once a
 * minute for each operation and code; an unavailable store, an overloaded proxy and a refusal that may come from a wrong
 * option once a minute: an outage must not fill the disk. An unforeseen error, such as that of a hook, is logged once a
 * minute for each code, without its message. Failures of the service and the store are noted for the log of recoveries.
 */
export function createFailureLog(
  logger: Logger,
  recoveryLog: RecoveryLog,
  isDue = createMinuteThrottle(),
) {
  return (problem: ProblemError, ids: LogIds = {}): void => {
    const { code, cause } = problem;
    const entry = { ...ids, code };
    if (code === 'store-unavailable' || code === 'overloaded') {
      const reason = storeReasonOf(cause);
      const isLogged = isDue(code);
      if (isLogged) logger.error({ event: code, ...entry, ...(reason && { reason }) });
      if (code === 'store-unavailable') recoveryLog.noteStoreFailure(isLogged);
    } else if (cause !== undefined && !(cause instanceof FinancingServiceError)) {
      if (!isDue(`unexpected-error ${code}`)) return;
      logger.error({ event: 'unexpected-error', ...entry, ...describeError(cause) });
    } else if (settingCodes[code]) {
      if (isDue(code)) logger.warn({ event: 'refused', ...entry, option: settingCodes[code] });
    } else if (cause instanceof UnknownLinkHostError) {
      const option = 'linkHosts';
      if (isDue(option)) logger.warn({ event: 'refused', ...entry, option });
    } else if (cause && operatorCodes.includes(code) && isDue(`${cause.operation} ${code}`)) {
      logger.error({ event: 'service-failure', ...entry, ...describeFailure(cause) });
      recoveryLog.noteServiceFailure(cause.operation);
    }
  };
}

/** Returns a function that logs that estimates of a call are missing, once a minute. */
export function createMissingEstimatesLog(logger: Logger, isDue = createMinuteThrottle()) {
  return (counts: Required<Pick<LogEntry, 'amounts' | 'missing'>>): void => {
    if (isDue('estimates-missing')) logger.warn({ event: 'estimates-missing', ...counts });
  };
}

/** Why a store failed, in the words of Node and Redis. No other part of a message is logged, since it may hold input. */
const storeReasons = (
  'ECONNREFUSED ECONNRESET EHOSTUNREACH ENOTFOUND ETIMEDOUT timeout ' +
  'CLUSTERDOWN LOADING MASTERDOWN MISCONF NOAUTH NOPERM OOM READONLY WRONGPASS'
).split(' ');

function storeReasonOf(cause: unknown): string | undefined {
  // A store's own error, or its cause.
  const messages = [cause, (Object(cause) as Error).cause].map(String);
  const words = messages
    .join(' ')
    .replace(/timed out/i, 'timeout')
    .split(/\W+/);
  return storeReasons.find((reason) => words.includes(reason));
}

function describeFailure(cause: FinancingServiceError): Partial<LogEntry> {
  const reason =
    cause instanceof ServiceUnreachableError || cause instanceof OutcomeUnknownError
      ? cause.reason
      : undefined;
  return {
    operation: cause.operation,
    ...(reason && { reason }),
    ...(cause instanceof ServiceResponseError && { serviceStatus: cause.status }),
  };
}
