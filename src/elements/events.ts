import type { FinancingError, FinancingErrorCode } from '../client/financing-error.js';
import type { EstimateResult } from '../contract/estimate.js';
import type { FinalStatus } from '../contract/link-tracking.js';
import type { OperationName } from '../contract/operations.js';
import { NativeEvent } from '../internal/natives.js';

/** The elements' events, by name. */
export interface FinancingEventMap {
  /** An estimate is shown. */
  'financing-estimate': FinancingEstimateEvent;
  /** No estimate is shown because the amount can't be financed. */
  'financing-unavailable': FinancingUnavailableEvent;
  /** A link was created. Canceling the event prevents it from opening. */
  'financing-link': FinancingLinkEvent;
  /** A button is about to request a link. Canceling the event prevents the request. */
  'financing-click': FinancingClickEvent;
  /** The details of an estimate were opened or closed. */
  'financing-details': FinancingDetailsEvent;
  /** An estimate has been in view long enough for a shopper to read it. */
  'financing-view': FinancingViewEvent;
  /** The application behind a link was completed or aborted. */
  'financing-status': FinancingStatusEvent;
  /** A request failed. */
  'financing-error': FinancingErrorEvent;
}

declare global {
  // Tests import `dist`, which declares the same interface. If `tsc` reports types that "are not identical", `dist` is stale:
  // run `npm run build`.
  // oxlint-disable-next-line typescript/no-empty-object-type
  interface GlobalEventHandlersEventMap extends FinancingEventMap {}
}

const everywhere = { bubbles: true, composed: true };

/** Fired when an estimate is shown on the page. */
export class FinancingEstimateEvent extends NativeEvent {
  /** The estimate that is shown. Amounts are in US dollars. */
  declare readonly estimate: EstimateResult;

  constructor(estimate: EstimateResult) {
    super('financing-estimate', everywhere);
    this.estimate = estimate;
  }
}

/** Fired when an element's amount can't be financed. */
export class FinancingUnavailableEvent extends NativeEvent {
  constructor() {
    super('financing-unavailable', everywhere);
  }
}

/** Fired when half of an estimate has been in view for one second. Fires once for each amount that an element shows. */
export class FinancingViewEvent extends NativeEvent {
  /** The estimate that is shown. Amounts are in US dollars. */
  declare readonly estimate: EstimateResult;
  /** The text of the line: "Estimated $114.20/mo for 12 months · 9.99% APR · $0 down". */
  declare readonly text: string;

  constructor(estimate: EstimateResult, text: string) {
    super('financing-view', everywhere);
    this.estimate = estimate;
    this.text = text;
  }
}

/** Fired when the details of an estimate are opened or closed. */
export class FinancingDetailsEvent extends NativeEvent {
  /** True if the details are open now. */
  declare readonly open: boolean;

  constructor(open: boolean) {
    super('financing-details', everywhere);
    this.open = open;
  }
}

/**
 * Fired when a button is clicked that is neither busy nor disabled, before anything is validated or requested. Properties that
 * a listener sets on the button still apply to this click. Canceling the event ends the click.
 */
export class FinancingClickEvent extends NativeEvent {
  /** The operation that the click requests: `createPrequalLink` or `createPayOverTimeLink`. */
  declare readonly operation: OperationName;

  constructor(operation: OperationName) {
    super('financing-click', { ...everywhere, cancelable: true });
    this.operation = operation;
  }
}

/**
 * Fired when a link was created, before the shopper is sent to it. Canceling the event keeps the shopper on the page and closes
 * the window that was opened for the link. The event also fires for a texted link, but canceling it doesn't undo the text
 * message.
 */
export class FinancingLinkEvent extends NativeEvent {
  /** The URL of the link. */
  declare readonly url: string;
  /** The operation that created the link: `createPrequalLink` or `createPayOverTimeLink`. */
  declare readonly operation: OperationName;
  /** The purchase amount in US dollars. Undefined for a pre-qualification link. */
  declare readonly amount: number | undefined;
  /** The integrator's own transaction ID. Undefined for a pre-qualification link. */
  declare readonly transactionId: string | undefined;
  /** The location ID. */
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

/** Fired when the application behind a link was completed or aborted. The event doesn't include the decision. */
export class FinancingStatusEvent extends NativeEvent {
  /** The result of the application: `completed` or `aborted`. */
  declare readonly status: FinalStatus;

  constructor(status: FinalStatus) {
    super('financing-status', everywhere);
    this.status = status;
  }
}

/** Fired after a failure. The code comes from the proxy or from the page itself. */
export class FinancingErrorEvent extends NativeEvent {
  /** The error code. docs/errors.md lists all codes. */
  declare readonly code: FinancingErrorCode;
  /** The operation that failed. */
  declare readonly operation: OperationName;
  /** The HTTP status of the proxy's response. Undefined if there was no response. */
  declare readonly status: number | undefined;
  /** The ID under which the proxy logged the request. */
  declare readonly requestId: string | undefined;
  /** The complete error, including details such as the fields that the proxy rejected. */
  declare readonly cause: FinancingError;

  constructor(cause: FinancingError) {
    super('financing-error', everywhere);
    const { code, operation, status, requestId } = cause;
    Object.assign(this, { code, operation, status, requestId, cause });
  }
}
