import type { PropertyDeclarations } from 'lit';
import type { PageErrorCode } from '../../client/financing-error.js';
import type { PrequalLinkRequest } from '../../contract/links.js';
import type { Text } from '../../words/script-text.js';
import { LinkButtonElement, sharedFields } from './link-button-element.js';

declare global {
  interface HTMLElementTagNameMap {
    'prequal-button': PrequalButtonElement;
  }
}

/**
 * Creates a pre-qualification link when it's clicked, and opens it, texts it, shows it as a QR code, or copies it.
 *
 * @tag prequal-button
 * @summary Lets a shopper find out what they qualify for.
 */
export class PrequalButtonElement extends LinkButtonElement<PrequalLinkRequest> {
  static override properties: PropertyDeclarations = {
    referral: {},
    customerPhoneNumber: { attribute: false },
  };

  /**
   * The integrator's own transaction ID, which webhooks include. Use one that can't be guessed, because only the first link
   * with an ID gets its status.
   */
  declare referral: string | null | undefined;
  /** The phone number associated with the link. This is only a property. */
  declare customerPhoneNumber: string | null | undefined;

  /** @internal */
  readonly referenceField = 'referral';
  /** @internal */
  readonly phoneField = 'customerPhoneNumber';
  /** @internal */
  readonly operation = 'createPrequalLink';

  protected label(text: Text): string {
    return text.prequalify;
  }

  /** @internal */
  linkRequest(): PrequalLinkRequest | PageErrorCode {
    const { settings } = this;
    // The ID is a number here, but text on the pay-over-time link (service document, both requests).
    const departmentId = Number(this.departmentId);
    if (!settings.location) return 'missing-location';
    if (this.departmentId && !Number.isFinite(departmentId)) return 'invalid-details';
    return {
      ...this.filled([...sharedFields, 'referral', 'customerPhoneNumber']),
      ...(this.departmentId && { departmentId }),
      location: settings.location,
      sendSMS: false, // omitted means true
    };
  }
}
