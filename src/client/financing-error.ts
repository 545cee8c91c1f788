import type { OperationName } from '../contract/routes.js';

/** The failures that the page itself finds; every other code is the proxy's. */
export type PageErrorCode =
  | 'network'
  | 'timeout'
  | 'invalid-response'
  | 'invalid-amount'
  | 'invalid-endpoint'
  | 'invalid-details'
  | 'missing-location'
  | 'missing-transaction-id'
  | 'popup-blocked';

/** A code of the page's own, or any `code` that the proxy answers with. */
export type FinancingErrorCode = PageErrorCode | (string & {});

/** A failure to get an estimate or a link, thrown for every reason but the caller's own abort. */
export class FinancingError extends Error {
  declare readonly code: FinancingErrorCode;
  declare readonly operation: OperationName;
  /** How long the proxy asks to wait before the next try, in ms. */
  declare readonly retryAfter: number | undefined;

  constructor(code: FinancingErrorCode, operation: OperationName, retryAfter?: number) {
    super(`${operation}: ${code}`);
    Object.assign(this, { name: 'FinancingError', code, operation, retryAfter });
  }
}
