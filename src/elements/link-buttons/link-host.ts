import type { LitElement } from 'lit';
import type { FinancingError, PageErrorCode } from '../../client/financing-error.js';
import type { LinkClient } from '../../client/link-client.js';
import type { Text } from '../../words/script-text.js';
import type { Delivery } from '../deliveries.js';
import type { FrozenRequest } from './after-click/frozen-request.js';
import type { LinkState } from './after-click/link-state.js';

/** The properties that only one of the two buttons has, under the name that its request gives them. */
type ReferenceField = 'transactionId' | 'referral';
type PhoneField = 'phoneNumber' | 'customerPhoneNumber';

/** A button that creates links. */
export interface LinkHost<Body extends object>
  extends LitElement, Partial<Record<ReferenceField | PhoneField, unknown>> {
  readonly operation: keyof LinkClient;
  readonly referenceField: ReferenceField;
  readonly phoneField: PhoneField;
  readonly settings: { readonly endpoint: string };
  readonly disabled: boolean | undefined;
  readonly delivery: Delivery;
  readonly target: string | null | undefined;
  readonly purchase?: string | null | undefined;
  readonly language: string;
  readonly text: Text;
  linkRequest(): Body | PageErrorCode;
  closePhoneForm(): void;
  dispatchError(error: FinancingError): void;
}

/** The clicks of a button, and their state. */
export interface LinkClicks<Body extends object> {
  readonly state: LinkState;
  readonly isBusy: boolean;
  /** True if the button opens the link. */
  readonly opensLink: boolean;
  show(state: LinkState): void;
  /** Shows a failure and dispatches it. */
  fail(error: FinancingError, isSms?: boolean): void;
  /** Returns the request that a click would send now. */
  freeze(): FrozenRequest<Body | PageErrorCode>;
  /** Returns the request to send, or undefined if something is missing or nothing can be sent now. */
  prepare(): FrozenRequest<Body> | undefined;
}
