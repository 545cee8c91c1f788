import type { OperationName } from '../contract/index.js';
import {
  FinancingServiceError,
  OutcomeUnknownError,
  ServiceResponseError,
  ServiceUnreachableError,
} from '../service/index.js';
import { createMinuteThrottle, describeError, type LogEntry, type Logger } from './log.js';
import type { ProblemCode, ProblemError } from './problem.js';

/** Failures that an operator must act on, or wants to know of. The others are the caller's own. */
const operatorCodes: readonly ProblemCode[] = [
  'bad-credentials',
  'service-error',
  'service-unreachable',
  'invalid-service-response',
  'service-busy',
  'service-timeout',
  'outcome-unknown',
];

/**
 * Returns a function that logs why the service failed, once a minute for each operation and code: a service that
 * is down must not fill the disk. What nobody foresaw is logged each time, by name and place, never by message.
 */
export function createFailureLog(logger: Logger, isDue = createMinuteThrottle()) {
  return (problem: ProblemError, requestId: string): void => {
    const { code, cause } = problem;
    if (cause !== undefined && !(cause instanceof FinancingServiceError)) {
      logger.error({ event: 'unexpected-error', requestId, code, ...describeError(cause) });
    } else if (operatorCodes.includes(code) && isDue(`${cause?.operation} ${code}`)) {
      logger.error({ event: 'service-failure', requestId, code, ...describeFailure(cause) });
    }
  };
}

function describeFailure(cause: FinancingServiceError | undefined): Partial<LogEntry> {
  const operation: OperationName | undefined = cause?.operation;
  const reason =
    cause instanceof ServiceUnreachableError || cause instanceof OutcomeUnknownError
      ? cause.reason
      : undefined;
  return {
    ...(operation && { operation }),
    ...(reason && { reason }),
    ...(cause instanceof ServiceResponseError && { serviceStatus: cause.status }),
  };
}
