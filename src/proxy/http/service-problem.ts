import type { OperationName, operations } from '../../contract/index.js';
import {
  InvalidServiceResponseError,
  OutcomeUnknownError,
  ServiceResponseError,
  ServiceTimeoutError,
  ServiceUnreachableError,
} from '../../service/index.js';
import { ProblemError, type ProblemCode } from './problem.js';

type Condition = {
  [Name in OperationName]: keyof (typeof operations)[Name]['errors'];
}[OperationName];

/**
 * The code of each condition that the contract declares, whatever the operation. Bad credentials are the proxy's, never
 * the shopper's fault.
 */
const codes: Readonly<Record<Condition, ProblemCode>> = {
  badCredentials: 'bad-credentials',
  allianceNotAllowed: 'bad-credentials',
  unauthorized: 'bad-credentials',
  badRequest: 'invalid-request',
  locationRequired: 'location-not-found',
  locationNotFound: 'location-not-found',
  verticalNotFound: 'location-not-found',
  locationExists: 'location-exists',
  invalidPhoneNumber: 'invalid-phone-number',
  invalidEmail: 'invalid-email',
  applicationMissing: 'application-unavailable',
  applicationDisabled: 'application-unavailable',
  verticalNotSupported: 'vertical-not-supported',
  stateNotSupported: 'state-not-supported',
  serverError: 'service-error',
};

const details: Partial<Record<ProblemCode, string>> = {
  'bad-credentials': 'The service does not accept the credentials of this proxy.',
  'location-not-found': 'The service does not know this location, or requires one and got none.',
  'location-exists': 'This location has been added already.',
  'invalid-phone-number': 'The service does not accept this phone number.',
  'invalid-email': 'The service does not accept this email address.',
  'application-unavailable': 'This location has no online application, or it is disabled.',
  'state-not-supported': 'The service is not available in this state.',
  'vertical-not-supported': 'The service does not support this vertical.',
  'invalid-request': 'The service found input that is missing or invalid.',
  'service-refused': 'The service refused the request.',
  'service-busy': 'The service is busy.',
  'service-error': 'The service failed.',
};

/** A link that is valid except for its host, which `linkHosts` does not list. */
export class UnknownLinkHostError extends InvalidServiceResponseError {}

/**
 * Turns any error into a problem. An unforeseen error gets the answer of a failing service, since the shopper can do no
 * more about it.
 */
export function toProblem(error: unknown): ProblemError {
  const problem = toServiceProblem(error);
  if (problem instanceof ProblemError) return problem;
  return new ProblemError('service-error', 'The request could not be carried out.', {
    cause: problem,
  });
}

/** Turns an error of the service client into a problem; returns other errors as they are. */
export function toServiceProblem(error: unknown): unknown {
  if (error instanceof ServiceResponseError) return answeredProblem(error);
  const cause = error;
  if (error instanceof ServiceUnreachableError) {
    return new ProblemError('service-unreachable', 'The service could not be reached.', { cause });
  }
  if (error instanceof InvalidServiceResponseError) {
    return new ProblemError('invalid-service-response', 'The service gave no valid answer.', {
      cause,
    });
  }
  if (error instanceof ServiceTimeoutError) {
    return new ProblemError('service-timeout', 'The service did not answer in time.', { cause });
  }
  if (error instanceof OutcomeUnknownError) {
    const detail = 'The service may or may not have carried out the request.';
    return new ProblemError('outcome-unknown', detail, { cause });
  }
  return error;
}

function answeredProblem(error: ServiceResponseError): ProblemError {
  const code = codeOf(error);
  const { contractMessage: message, states } = error;
  const service = {
    status: error.status,
    ...(message !== undefined && { message }),
    ...(states.length > 0 && { states }),
  };
  return new ProblemError(code, details[code] ?? 'The service refused the request.', {
    // The contract answers an unknown location with 422 on estimation, with 404 elsewhere.
    ...(code === 'location-not-found' && { status: error.status }),
    ...(code === 'service-busy' && { retryAfterSeconds: retryAfterSeconds(error) }),
    service,
    cause: error,
  });
}

function codeOf({ status, conditions }: ServiceResponseError): ProblemCode {
  if (status === 401 || status === 403) return 'bad-credentials';
  if (status === 429 || status === 503) return 'service-busy';
  const [code, ...others] = new Set(conditions.map((condition) => codes[condition as Condition]));
  if (code === undefined) return 'service-error';
  return others.length === 0 ? code : 'service-refused';
}

/** Keeps the header's seconds within 1 to 60: a wrong value must neither flood the service nor close the shop. */
function retryAfterSeconds({ retryAfterSeconds: seconds = 1 }: ServiceResponseError): number {
  return Math.min(Math.max(seconds, 1), 60);
}
