import type { OperationName } from '../contract/index.js';

/**
 * The base class of errors of the Financing Service client. A `cause` is a timeout or a failed check of the response. It is never
 * the error of a transport or a parser, because that can contain an address, a header, or a part of the response.
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

/** The details of an error response. */
type ErrorResponse = Pick<
  ServiceResponseError,
  'status' | 'contractMessage' | 'conditions' | 'states' | 'retryAfterSeconds'
> &
  Partial<Pick<ServiceResponseError, 'sandboxReason'>>;

/**
 * The service responded with an error status (service document, "Errors"). The message is the contract's, or ours if there is
 * none. The sandbox adds its reason, as in `LocationNotFound (sandbox: Location not found for the alliance)`.
 */
export class ServiceResponseError extends FinancingServiceError {
  /** Identifies the class of the error, like `instanceof`. */
  override readonly name = 'ServiceResponseError';
  /** The HTTP status of the response. */
  readonly status: number;
  /** The message, if the contract lists it for this operation and status. */
  readonly contractMessage: string | undefined;
  /** The conditions that the response can mean, as keys of `operations[operation].errors`. */
  readonly conditions: readonly string[];
  /** The abbreviations of unsupported states that the message lists. */
  readonly states: readonly string[];
  /** The response's `Retry-After` in seconds. Undefined if there is none. */
  readonly retryAfterSeconds: number | undefined;
  /**
   * Why the sandbox refused the request, in words. Contains names of fields, but never their values. Undefined if the response
   * comes from the real service.
   */
  readonly sandboxReason: string | undefined;

  constructor(operation: OperationName, response: ErrorResponse) {
    const { status, contractMessage, sandboxReason } = response;
    const message = contractMessage ?? `The service responded with status ${status}`;
    super(operation, sandboxReason ? `${message} (sandbox: ${sandboxReason})` : message);
    this.status = status;
    this.contractMessage = contractMessage;
    this.conditions = response.conditions;
    this.states = response.states;
    this.retryAfterSeconds = response.retryAfterSeconds;
    this.sandboxReason = sandboxReason;
  }
}

/**
 * The service couldn't be reached. For a link or a new location, no connection was made, so the service hasn't seen the request.
 * For an estimate or a status read, the service may have seen the request, because the connection may have closed before the
 * response.
 */
export class ServiceUnreachableError extends FinancingServiceError {
  /** Identifies the class of the error, like `instanceof`. */
  override readonly name = 'ServiceUnreachableError';

  constructor(
    operation: OperationName,
    /** The system's error code, such as `ECONNREFUSED`. Undefined if the runtime reports none. */
    readonly reason?: string,
  ) {
    super(operation, 'The service could not be reached');
  }
}

/** There was no complete response within the timeout, for an operation that is safe to retry. */
export class ServiceTimeoutError extends FinancingServiceError {
  /** Identifies the class of the error, like `instanceof`. */
  override readonly name = 'ServiceTimeoutError';

  constructor(operation: OperationName, options?: ErrorOptions) {
    super(operation, 'The service did not respond in time', options);
  }
}

/**
 * The service may have carried out the request, but there was no response. Never send it again, because the shopper could get two
 * text messages.
 */
export class OutcomeUnknownError extends FinancingServiceError {
  /** Identifies the class of the error, like `instanceof`. */
  override readonly name = 'OutcomeUnknownError';

  constructor(
    operation: OperationName,
    /** The system's error code, such as `ECONNRESET`. Undefined after a timeout. */
    readonly reason?: string,
    options?: ErrorOptions,
  ) {
    super(operation, 'The service may or may not have carried out the request', options);
  }
}

/** The service responded with a success status, but the body doesn't match the contract. */
export class InvalidServiceResponseError extends FinancingServiceError {
  /** Identifies the class of the error, like `instanceof`. */
  override readonly name = 'InvalidServiceResponseError';

  constructor(operation: OperationName, options?: ErrorOptions) {
    super(operation, "The service sent a response that doesn't match the contract", options);
  }
}
