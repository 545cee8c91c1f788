import { type FinancingErrorCode, pageErrors } from '../contract/error-codes.js';
import type { OperationName } from '../contract/operations.js';

export type { FinancingErrorCode, PageErrorCode, ProxyErrorCode } from '../contract/error-codes.js';

/** A field that the proxy rejected. */
export interface FieldError {
  /** The position of the field in the request: `[0].totalAmount`. */
  readonly path: string;
  /** The problem with the field. */
  readonly message: string;
}

/** The details of a failure besides its code. */
export interface FailureDetails {
  /** The cause of the failure, such as the `TypeError` of a lost connection. */
  readonly cause?: unknown;
  /** The HTTP status of the proxy's response. */
  readonly status?: number | undefined;
  /** A sentence about the failure, from the proxy or the client. It never repeats a value from the request. */
  readonly detail?: string | undefined;
  /** The ID under which the proxy logged the request. */
  readonly requestId?: string | undefined;
  /** The fields that the proxy rejected. */
  readonly errors?: readonly FieldError[] | undefined;
  /** The time to wait before a retry, in ms, if the proxy asks for one. */
  readonly retryAfterMs?: number | undefined;
  /** True if the service responded. A retry with the same idempotency key would only repeat the failure. */
  readonly isFromService?: boolean;
}

/**
 * A failure to get an estimate or a link. Its message is a sentence with the code. An abort by the caller isn't a failure: the
 * call rejects with the signal's reason.
 */
export class FinancingError extends Error implements FailureDetails {
  /** The error code. */
  declare readonly code: FinancingErrorCode;
  /** The operation that failed. */
  declare readonly operation: OperationName;
  declare readonly status: number | undefined;
  declare readonly detail: string | undefined;
  declare readonly requestId: string | undefined;
  declare readonly errors: readonly FieldError[] | undefined;
  declare readonly retryAfterMs: number | undefined;
  declare readonly isFromService: boolean;
  /** The section of the guide about the error. Only `createFinancingClient` sets it, to keep the elements' script small. */
  declare help?: string;

  constructor(code: FinancingErrorCode, operation: OperationName, details: FailureDetails = {}) {
    const [, sentence] =
      (pageErrors as Partial<Record<FinancingErrorCode, readonly [unknown, string]>>)[code] ??
      pageErrors['unknown-error'];
    super(`${details.detail ?? sentence} (${code})`);
    Object.assign(this, { name: 'FinancingError', code, operation }, details);
  }
}
