import type { OperationName } from '../contract/index.js';

/** Base of every error that a call of the Financing Service ends with. */
export abstract class FinancingServiceError extends Error {
  constructor(
    /** The operation that failed. */
    readonly operation: OperationName,
    message: string,
  ) {
    super(message);
  }
}

/** The service answered with an error status (service document, "Errors"). The message is the contract's, or ours. */
export class ServiceResponseError extends FinancingServiceError {
  override readonly name = 'ServiceResponseError';
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The contract's message, when the answer carried one that the contract lists for this operation and status. */
  readonly contractMessage: string | undefined;
  /** Names in `operations[operation].errors` of the conditions that the answer leaves possible. */
  readonly conditions: readonly string[];
  /** Postal codes of unsupported states that the message lists. */
  readonly states: readonly string[];
  /** Seconds after which the service wants to be asked again, as it says itself. */
  readonly retryAfter: number | undefined;

  constructor(
    operation: OperationName,
    answer: Pick<
      ServiceResponseError,
      'status' | 'contractMessage' | 'conditions' | 'states' | 'retryAfter'
    >,
  ) {
    super(operation, answer.contractMessage ?? `The service answered with status ${answer.status}`);
    this.status = answer.status;
    this.contractMessage = answer.contractMessage;
    this.conditions = answer.conditions;
    this.states = answer.states;
    this.retryAfter = answer.retryAfter;
  }
}

/** No connection came about, so the service has not seen the request. */
export class ServiceUnreachableError extends FinancingServiceError {
  override readonly name = 'ServiceUnreachableError';

  constructor(
    operation: OperationName,
    /** The system's code, for example `ECONNREFUSED`; undefined where the runtime gives none. */
    readonly reason?: string,
  ) {
    super(operation, 'The service could not be reached');
  }
}

/** No whole answer came within the time limit, on an operation that can be asked again. */
export class ServiceTimeoutError extends FinancingServiceError {
  override readonly name = 'ServiceTimeoutError';

  constructor(operation: OperationName) {
    super(operation, 'The service did not answer in time');
  }
}

/** The request may have been carried out, but no answer came. Never send it again: it may text somebody twice. */
export class OutcomeUnknownError extends FinancingServiceError {
  override readonly name = 'OutcomeUnknownError';

  constructor(
    operation: OperationName,
    /** The system's code, for example `ECONNRESET`; undefined after a time limit. */
    readonly reason?: string,
  ) {
    super(operation, 'The service may or may not have carried out the request');
  }
}

/** The service answered with success, but not with what the contract says. */
export class InvalidServiceResponseError extends FinancingServiceError {
  override readonly name = 'InvalidServiceResponseError';

  constructor(operation: OperationName) {
    super(operation, 'The service answered with something that the contract does not allow');
  }
}
