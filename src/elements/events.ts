import type { FinancingError, FinancingErrorCode } from '../client/financing-error.js';
import type { FinalStatus } from '../client/links.js';
import type { EstimateResult } from '../contract/estimate.js';
import type { OperationName } from '../contract/operations.js';
import { NativeEvent } from '../internal/natives.js';

/** The events of the elements by their names. */
export interface FinancingEventMap {
  /** An estimate is shown. */
  'financing-estimate': FinancingEstimateEvent;
  /** No estimate is shown, since the amount cannot be financed. */
  'financing-unavailable': FinancingUnavailableEvent;
  /** A link was created; canceling the event keeps it from opening. */
  'financing-link': FinancingLinkEvent;
  /** A button is about to ask for a link; canceling the event keeps it from asking. */
  'financing-click': FinancingClickEvent;
  /** The details of an estimate were opened or closed. */
  'financing-details': FinancingDetailsEvent;
  /** A shopper has had the time to read an estimate. */
  'financing-view': FinancingViewEvent;
  /** The application of a link has ended. */
  'financing-status': FinancingStatusEvent;
  /** A request failed. */
  'financing-error': FinancingErrorEvent;
}

declare global {
  // Tests import `dist`, which says the same. Where `tsc` says that types "are not identical", it is old: run `npm run build`.
  // oxlint-disable-next-line typescript/no-empty-object-type
  interface GlobalEventHandlersEventMap extends FinancingEventMap {}
}

const everywhere = { bubbles: true, composed: true };

/** Fired when an estimate is on the page. */
export class FinancingEstimateEvent extends NativeEvent {
  /** The estimate that is shown. Money in US dollars. */
  declare readonly estimate: EstimateResult;

  constructor(estimate: EstimateResult) {
    super('financing-estimate', everywhere);
    this.estimate = estimate;
  }
}

/** Fired when the amount of an element cannot be financed. */
export class FinancingUnavailableEvent extends NativeEvent {
  constructor() {
    super('financing-unavailable', everywhere);
  }
}

/** Fired when half of an estimate has been in view for a second; once for each amount that an element shows. */
export class FinancingViewEvent extends NativeEvent {
  /** The estimate that is shown. Money in US dollars. */
  declare readonly estimate: EstimateResult;
  /** The words of the line: "Estimated $114.20/mo for 12 months · 9.99% APR · $0 down". */
  declare readonly text: string;

  constructor(estimate: EstimateResult, text: string) {
    super('financing-view', everywhere);
    this.estimate = estimate;
    this.text = text;
  }
}

/** Fired when the details of an estimate have been opened or closed. */
export class FinancingDetailsEvent extends NativeEvent {
  /** Whether they are open now. */
  declare readonly open: boolean;

  constructor(open: boolean) {
    super('financing-details', everywhere);
    this.open = open;
  }
}

/**
 * Fired when a button is clicked that is not busy or disabled, before anything is checked or asked. What a listener sets
 * on the button still counts for this click; canceling the event ends it.
 */
export class FinancingClickEvent extends NativeEvent {
  /** The operation that the click asks for: `createPrequalLink` or `createPayOverTimeLink`. */
  declare readonly operation: OperationName;

  constructor(operation: OperationName) {
    super('financing-click', { ...everywhere, cancelable: true });
    this.operation = operation;
  }
}

/**
 * Fired when a link was created, before the shopper is sent to it. Canceling the event keeps the shopper on the page,
 * and closes the window that was opened for the link. It is also fired for a texted link; canceling does not undo that.
 */
export class FinancingLinkEvent extends NativeEvent {
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
export class FinancingStatusEvent extends NativeEvent {
  /** How the application ended: `completed` or `aborted`. */
  declare readonly status: FinalStatus;

  constructor(status: FinalStatus) {
    super('financing-status', everywhere);
    this.status = status;
  }
}

/** Fired after a failure. The code is one of the proxy's, or one of the page's own. */
export class FinancingErrorEvent extends NativeEvent {
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
