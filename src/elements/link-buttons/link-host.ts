import type { ReactiveControllerHost } from 'lit';
import type { FinancingError, PageErrorCode } from '../../client/financing-error.js';
import type { FinancingLink, LinkClient, LinkOptions } from '../../client/links.js';
import type { OperationName } from '../../contract/operations.js';
import type { Text } from '../../words/text.js';
import type { FrozenRequest } from './frozen-request.js';
import type { LinkAction, LinkState } from './link-state.js';

/** A button that creates links. */
export interface LinkHost<Body extends object> extends ReactiveControllerHost, Element {
  readonly operation: OperationName;
  readonly referenceField: string;
  readonly phoneField: string;
  readonly disabled: boolean | undefined;
  readonly delivery: string | null | undefined;
  readonly target: string | null | undefined;
  linkRequest(): Body | PageErrorCode;
  createLink(client: LinkClient, request: Body, options: LinkOptions): Promise<FinancingLink>;
  /** Shows the phone form. */
  askForPhone(): unknown;
  closePhoneForm(): void;
  readonly text: Text;
  dispatchError(error: FinancingError): void;
}

/** The clicks of a button, and their state. */
export interface LinkClicks<Body extends object> {
  state: LinkState;
  readonly isBusy: boolean;
  /** True if the button opens the link. */
  readonly opensLink: boolean;
  apply(action: LinkAction): void;
  /** Shows a failure and dispatches it. */
  fail(error: FinancingError, isSms?: boolean): void;
  /** Returns the request that a click would send now. */
  freeze(): FrozenRequest<Body | PageErrorCode>;
}
