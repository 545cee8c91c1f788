import type { FinancingError, FinancingErrorCode } from '../client/financing-error.js';
import type { FinalStatus } from '../client/links.js';
import type { EstimateResult } from '../contract/estimate.js';
import type { OperationName } from '../contract/routes.js';

/** The events of the elements by their names. */
export interface FinancingEventMap {
  /** An estimate is shown. */
  'financing-estimate': FinancingEstimateEvent;
  /** No estimate is shown, since the amount cannot be financed. */
  'financing-unavailable': FinancingUnavailableEvent;
  /** A link was created; canceling the event keeps it from opening. */
  'financing-link': FinancingLinkEvent;
  /** The application of a link has ended. */
  'financing-status': FinancingStatusEvent;
  /** A request failed. */
  'financing-error': FinancingErrorEvent;
}

declare global {
  // oxlint-disable-next-line typescript/no-empty-object-type
  interface GlobalEventHandlersEventMap extends FinancingEventMap {}
}

const everywhere = { bubbles: true, composed: true };

/** Fired when an estimate is on the page. */
export class FinancingEstimateEvent extends Event {
  /** The estimate that is shown. Money in US dollars. */
  declare readonly estimate: EstimateResult;

  constructor(estimate: EstimateResult) {
    super('financing-estimate', everywhere);
    this.estimate = estimate;
  }
}

/** Fired when the amount of an element cannot be financed. */
export class FinancingUnavailableEvent extends Event {
  constructor() {
    super('financing-unavailable', everywhere);
  }
}

/**
 * Fired when a link was created, before the shopper is sent to it. Canceling the event keeps the shopper on the page,
 * and closes the window that was opened for the link. It is also fired for a texted link; canceling does not undo that.
 */
export class FinancingLinkEvent extends Event {
  /** The address of the link. */
  declare readonly url: string;
  /** The operation that created it: `createPrequalLink` or `createPayOverTimeLink`. */
  declare readonly operation: OperationName;
  /** The purchase amount in US dollars; undefined for a pre-qualification. */
  declare readonly amount: number | undefined;
  /** The integrator's own transaction identifier; undefined for a pre-qualification. */
  declare readonly transactionId: string | undefined;
  /** The location id. */
  declare readonly location: string | undefined;

  constructor(
    url: string,
    operation: OperationName,
    request: { amount?: number; transactionId?: string; location?: string } = {},
  ) {
    super('financing-link', { ...everywhere, cancelable: true });
    const { amount, transactionId, location } = request;
    Object.assign(this, { url, operation, amount, transactionId, location });
  }
}

/** Fired when the application behind a link has ended. The decision is not included. */
export class FinancingStatusEvent extends Event {
  /** How the application ended: `completed` or `aborted`. */
  declare readonly status: FinalStatus;

  constructor(status: FinalStatus) {
    super('financing-status', everywhere);
    this.status = status;
  }
}

/** Fired after a failure. The code is one of the proxy's, or one of the page's own. */
export class FinancingErrorEvent extends Event {
  /** What went wrong, one of the codes in docs/errors.md. */
  declare readonly code: FinancingErrorCode;
  /** The operation that failed. */
  declare readonly operation: OperationName;
  /** The HTTP status of the proxy's answer; undefined where there was none. */
  declare readonly status: number | undefined;
  /** The id under which the proxy has logged the request. */
  declare readonly requestId: string | undefined;
  /** The failure with all that is known of it, such as the fields that the proxy refused. */
  declare readonly cause: FinancingError;

  constructor(cause: FinancingError) {
    super('financing-error', everywhere);
    const { code, operation, status, requestId } = cause;
    Object.assign(this, { code, operation, status, requestId, cause });
  }
}
