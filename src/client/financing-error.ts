import { type FinancingErrorCode, pageErrors } from '../contract/error-codes.js';
import type { OperationName } from '../contract/operations.js';

export type { FinancingErrorCode, PageErrorCode, ProxyErrorCode } from '../contract/error-codes.js';

/** A field that the proxy refused. */
export interface FieldError {
  /** Where it is in the request: `[0].totalAmount`. */
  readonly path: string;
  /** What is wrong with it. */
  readonly message: string;
}

/** What is known of a failure besides its code. */
export interface FailureDetails {
  /** What the failure came from, such as the `TypeError` of a lost connection. */
  readonly cause?: unknown;
  /** The HTTP status of the proxy's answer. */
  readonly status?: number | undefined;
  /** A sentence about the failure, from the proxy or the client. It never repeats a value of the request. */
  readonly detail?: string | undefined;
  /** The id under which the proxy has logged the request. */
  readonly requestId?: string | undefined;
  /** The fields that the proxy refused. */
  readonly errors?: readonly FieldError[] | undefined;
  /** How long the proxy asks to wait before the next try, in ms; undefined where it does not say. */
  readonly retryAfterMs?: number | undefined;
  /** True when the service answered: asking again with the same idempotency key would only repeat the failure. */
  readonly isFromService?: boolean;
}

/**
 * A failure to get an estimate or a link. Its message is a sentence with the code. An abort by the caller isn't a failure:
 * it rejects with the signal's reason.
 */
export class FinancingError extends Error implements FailureDetails {
  /** What went wrong. */
  declare readonly code: FinancingErrorCode;
  /** What was asked for. */
  declare readonly operation: OperationName;
  declare readonly status: number | undefined;
  declare readonly detail: string | undefined;
  declare readonly requestId: string | undefined;
  declare readonly errors: readonly FieldError[] | undefined;
  declare readonly retryAfterMs: number | undefined;
  declare readonly isFromService: boolean;

  constructor(code: FinancingErrorCode, operation: OperationName, details: FailureDetails = {}) {
    const [, sentence] =
      (pageErrors as Partial<Record<FinancingErrorCode, readonly [unknown, string]>>)[code] ??
      pageErrors['unknown-error'];
    super(`${details.detail ?? sentence} (${code})`);
    Object.assign(this, { name: 'FinancingError', code, operation }, details);
  }
}
