import type { OperationName } from '../contract/index.js';

/**
 * Base of the errors of the Financing Service client. Where there is a `cause`, it is a timeout or a failed check of the
 * answer; never an error of a transport or a parser, which can hold an address, a header or a part of the answer.
 */
export abstract class FinancingServiceError extends Error {
  constructor(
    /** The operation that failed. */
    readonly operation: OperationName,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What an answer with an error status says. */
type ErrorAnswer = Pick<
  ServiceResponseError,
  'status' | 'contractMessage' | 'conditions' | 'states' | 'retryAfterSeconds'
> &
  Partial<Pick<ServiceResponseError, 'sandboxReason'>>;

/**
 * The service answered with an error status (service document, "Errors"). The message is the contract's, or ours; the
 * sandbox adds its reason, as in `LocationNotFound (sandbox: Location not found for the alliance)`.
 */
export class ServiceResponseError extends FinancingServiceError {
  /** Says which error it is, as `instanceof` does. */
  override readonly name = 'ServiceResponseError';
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The message, when it is one that the contract lists for this operation and status. */
  readonly contractMessage: string | undefined;
  /** Names in `operations[operation].errors` of the conditions that the answer can mean. */
  readonly conditions: readonly string[];
  /** Postal codes of unsupported states that the message lists. */
  readonly states: readonly string[];
  /** The answer's `Retry-After` in seconds; undefined without one. */
  readonly retryAfterSeconds: number | undefined;
  /**
   * Why the sandbox refuses the request, in words: names of fields, and never their values. Undefined for an answer of the
   * service itself.
   */
  readonly sandboxReason: string | undefined;

  constructor(operation: OperationName, answer: ErrorAnswer) {
    const { status, contractMessage, sandboxReason } = answer;
    const message = contractMessage ?? `The service answered with status ${status}`;
    super(operation, sandboxReason ? `${message} (sandbox: ${sandboxReason})` : message);
    this.status = status;
    this.contractMessage = contractMessage;
    this.conditions = answer.conditions;
    this.states = answer.states;
    this.retryAfterSeconds = answer.retryAfterSeconds;
    this.sandboxReason = sandboxReason;
  }
}

/**
 * The service could not be reached. On a link and on adding a location, no connection was made, so the service has not seen
 * the request. On an estimate and a status read, it may have seen it: the connection may have ended before the answer.
 */
export class ServiceUnreachableError extends FinancingServiceError {
  /** Says which error it is, as `instanceof` does. */
  override readonly name = 'ServiceUnreachableError';

  constructor(
    operation: OperationName,
    /** The system's code, for example `ECONNREFUSED`; undefined when the runtime reports none. */
    readonly reason?: string,
  ) {
    super(operation, 'The service could not be reached');
  }
}

/** No complete answer came within the time limit, on an operation that is safe to retry. */
export class ServiceTimeoutError extends FinancingServiceError {
  /** Says which error it is, as `instanceof` does. */
  override readonly name = 'ServiceTimeoutError';

  constructor(operation: OperationName, options?: ErrorOptions) {
    super(operation, 'The service did not answer in time', options);
  }
}

/** The service may have carried out the request, but no answer came. Never send it again: the shopper could get two texts. */
export class OutcomeUnknownError extends FinancingServiceError {
  /** Says which error it is, as `instanceof` does. */
  override readonly name = 'OutcomeUnknownError';

  constructor(
    operation: OperationName,
    /** The system's code, for example `ECONNRESET`; undefined after a time limit. */
    readonly reason?: string,
    options?: ErrorOptions,
  ) {
    super(operation, 'The service may or may not have carried out the request', options);
  }
}

/** The service answered with a success status, but the body does not match the contract. */
export class InvalidServiceResponseError extends FinancingServiceError {
  /** Says which error it is, as `instanceof` does. */
  override readonly name = 'InvalidServiceResponseError';

  constructor(operation: OperationName, options?: ErrorOptions) {
    super(
      operation,
      'The service answered with something that the contract does not allow',
      options,
    );
  }
}
