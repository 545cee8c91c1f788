import {
  InvalidServiceResponseError,
  OutcomeUnknownError,
  ServiceResponseError,
  ServiceTimeoutError,
} from '../../service/index.js';
import { diagnose } from '../check/index.js';
import { isBusy } from './at-service-pace.js';
import type { EntryOutcome } from './results-file.js';

/** What an error of a creation means for its row, and for the run. */
export interface Failure {
  readonly outcome: Extract<EntryOutcome, 'exists' | 'refused' | 'failed' | 'not-sent' | 'unknown'>;
  /** One or two sentences: the problem and the remedy. */
  readonly reason: string;
  /** True where every further row would fail alike. */
  readonly ends: boolean;
}

/** The remedy of an unknown outcome. */
export const unknownOutcomeRemedy =
  'Run the same command again later: it asks the service for the location before it sends anything.';

/** Describes an error of `addMerchantLocation`. Throws any other error again. */
export function describeFailure(error: unknown, sendSMS: boolean): Failure {
  if (error instanceof OutcomeUnknownError || error instanceof InvalidServiceResponseError) {
    const reason = `The service may or may not have added the location. ${unknownOutcomeRemedy}`;
    return { outcome: 'unknown', reason, ends: false };
  }
  // A load balancer may answer 503 after the service has carried the request out; 429 is a refusal.
  if (sendSMS && error instanceof ServiceResponseError && error.status === 503) {
    const reason = `The service is busy (503), perhaps after the text. ${unknownOutcomeRemedy}`;
    return { outcome: 'unknown', reason, ends: true };
  }
  if (!(error instanceof ServiceResponseError) || isBusy(error)) {
    return { outcome: 'not-sent', reason: diagnose(error, undefined), ends: true };
  }
  const { status } = error;
  if (status === 409) return { outcome: 'exists', reason: 'It was added before.', ends: false };
  if (status === 400 || status === 422) {
    return { outcome: 'refused', reason: `${refusal(error)} ${runAgain}`, ends: false };
  }
  if (status < 500) {
    return { outcome: 'not-sent', reason: diagnose(error, undefined), ends: true };
  }
  return sendSMS
    ? {
        outcome: 'unknown',
        reason: `The service failed (${status}), perhaps after the text. ${unknownOutcomeRemedy}`,
        ends: false,
      }
    : {
        outcome: 'failed',
        reason: `The service failed (${status}). Run the same command again later.`,
        ends: false,
      };
}

/** What an error of a status read means for its location, and for the run. */
export interface StatusFailure {
  readonly reason: string;
  /** True where every further row would fail alike. */
  readonly ends: boolean;
  /** True where the service failed to answer as the contract says. */
  readonly isServiceFailure: boolean;
}

/** Describes an error of `getMerchantStatus`, but for 404. Throws any error again that is not the service's. */
export function describeStatusFailure(error: unknown): StatusFailure {
  const status = error instanceof ServiceResponseError ? error.status : 0;
  if (status === 422) {
    const reason =
      'The service does not accept the state of this merchant (422). Ask the service operator.';
    return { reason, ends: false, isServiceFailure: false };
  }
  const isServiceFailure =
    error instanceof ServiceTimeoutError ||
    error instanceof InvalidServiceResponseError ||
    (status >= 500 && !isBusy(error));
  return { reason: diagnose(error, undefined), ends: !isServiceFailure, isServiceFailure };
}

/** After as many failures of the service in a row, the other rows are left for later. */
export const mostFailures = 5;

/** Why a run then ends. */
export const failedTooOften = `The service failed ${mostFailures} times in a row. Tell the service operator, and run the command again later.`;

const runAgain = 'Then run the same command again.';

function refusal({ status, conditions, states }: ServiceResponseError): string {
  if (status === 400) {
    return 'The service finds the row incomplete or invalid (400). Correct it.';
  }
  const listed = states.length > 0 ? `: ${states.join(', ')}` : '';
  const state = `The service does not accept this state (422${listed}). Correct businessAddress.state, or leave the row out.`;
  const vertical =
    'The service does not accept this vertical for you (422). Correct it, or ask the service operator.';
  const either =
    'The service does not accept the vertical or the state (422). Correct them, or ask the service operator.';
  if (conditions.length !== 1) return either;
  return conditions[0] === 'stateNotSupported' ? state : vertical;
}
