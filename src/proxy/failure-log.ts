import {
  FinancingServiceError,
  OutcomeUnknownError,
  ServiceResponseError,
  ServiceUnreachableError,
} from '../service/index.js';
import { UnknownLinkHostError } from './link-url.js';
import { createMinuteThrottle, describeError, type LogEntry, type Logger } from './log.js';
import type { FinancingProxyOptions } from './settings/index.js';
import type { ProblemCode, ProblemError } from './problem.js';

/** Failures of the service that an operator must act on, or wants to know of. The others are the caller's own. */
const operatorCodes: readonly ProblemCode[] = [
  'bad-credentials',
  'service-error',
  'service-unreachable',
  'invalid-service-response',
  'service-busy',
  'service-timeout',
  'outcome-unknown',
];

/** Refusals that a wrong setting of the integrator causes as easily as a wrong request, each with the option. */
const settingCodes: Partial<Record<ProblemCode, keyof FinancingProxyOptions>> = {
  'location-not-found': 'locations',
  'location-not-allowed': 'locations',
  'origin-not-allowed': 'allowedOrigins',
  'purchase-not-verified': 'purchaseSecret',
  'redirect-not-allowed': 'redirectOrigins',
  'sms-not-allowed': 'sms',
};

/**
 * Returns a function that logs what an operator has to know, each failure of the service once a minute for its
 * operation and code, a store that is away, a proxy that is overloaded or a refusal that may be a wrong setting once a
 * minute: what is down must not fill the disk. What nobody foresaw is logged each time, by name and place, never by message.
 */
export function createFailureLog(logger: Logger, isDue = createMinuteThrottle()) {
  return (problem: ProblemError, requestId?: string): void => {
    const { code, cause } = problem;
    const entry = { ...(requestId !== undefined && { requestId }), code };
    if (code === 'store-unavailable' || code === 'overloaded') {
      if (isDue(code)) logger.error({ event: code, ...entry });
    } else if (cause !== undefined && !(cause instanceof FinancingServiceError)) {
      logger.error({ event: 'unexpected-error', ...entry, ...describeError(cause) });
    } else if (settingCodes[code]) {
      if (isDue(code)) logger.warn({ event: 'refused', ...entry, option: settingCodes[code] });
    } else if (cause instanceof UnknownLinkHostError) {
      const option = 'linkHosts';
      if (isDue(option)) logger.warn({ event: 'refused', ...entry, option });
    } else if (cause && operatorCodes.includes(code) && isDue(`${cause.operation} ${code}`)) {
      logger.error({ event: 'service-failure', ...entry, ...describeFailure(cause) });
    }
  };
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
