import type { PropertyDeclarations } from 'lit';
import type { FinancingLink, PayOverTimeLinkOptions } from '../client/link-client.js';
import type { PageErrorCode } from '../client/financing-error.js';
import type { CustomerDetails } from '../contract/customer-details.js';
import type { PayOverTimeLinkRequest } from '../contract/pay-over-time-link.js';
import type { PrequalLinkRequest } from '../contract/prequal-link.js';
import type { OperationName } from '../contract/routes.js';
import { FinancingElement } from './financing-element.js';

/** The properties that both requests carry under their own names. */
export const sharedFields = [
  'customerDetails',
  'sourcePlatform',
  'representativeEmail',
  'representativeFirstName',
  'representativeLastName',
] as const satisfies readonly (keyof PayOverTimeLinkRequest & keyof PrequalLinkRequest)[];

/** What both buttons know of the link that they ask for. */
export abstract class LinkRequestElement<LinkRequest extends object> extends FinancingElement {
  static override properties: PropertyDeclarations = {
    departmentId: {},
    sourcePlatform: {},
    representativeEmail: {},
    representativeFirstName: {},
    representativeLastName: {},
    target: {},
    delivery: {},
    disabled: { type: Boolean },
    customerDetails: { attribute: false },
  };

  /** Differentiates offers within a merchant; only a value issued to the integrator. */
  declare departmentId: string | null | undefined;
  /** The platform on whose behalf the call is made, if it is another than the integrator. */
  declare sourcePlatform: string | null | undefined;
  /** The email address of the employee who advises the shopper. */
  declare representativeEmail: string | null | undefined;
  /** That employee's first name. */
  declare representativeFirstName: string | null | undefined;
  /** That employee's last name. */
  declare representativeLastName: string | null | undefined;
  /** Where the link opens: `_blank`, a new window, or `_self`. */
  declare target: '_blank' | '_self' | null | undefined;
  /** How the link gets to the shopper: it is opened (`open`), or texted to their phone (`sms`). */
  declare delivery: 'open' | 'sms' | null | undefined;
  /** Whether clicks do nothing. */
  declare disabled: boolean | undefined;
  /** Pre-fills the application. By property only: personal data has no place in the markup. */
  declare customerDetails: CustomerDetails | null | undefined;

  protected abstract readonly operation: OperationName;
  /** The property with the integrator's own identifier of the purchase. */
  protected abstract readonly referenceField: 'transactionId' | 'referral';
  /** The phone number's name in the request and on the element. */
  protected abstract readonly phoneField: 'phoneNumber' | 'customerPhoneNumber';
  /** What a link that is not texted is asked for, or the code of what is missing. */
  protected abstract linkRequest(): LinkRequest | PageErrorCode;
  protected abstract createLink(
    request: LinkRequest,
    options: PayOverTimeLinkOptions,
  ): Promise<FinancingLink>;

  /** The value of the property of this name. */
  protected value(property: string): unknown {
    return this[property as keyof this];
  }

  /** The properties of these names that have a value: an absent attribute is null, an empty one says nothing. */
  protected filled(names: readonly string[]): Record<string, unknown> {
    const fields = names.map((property) => [property, this.value(property)]);
    return Object.fromEntries(fields.filter(([, value]) => value));
  }
}
