import type { PropertyDeclarations } from 'lit';
import type { FinancingLink, LinkOptions } from '../../client/link-client.js';
import type { PageErrorCode } from '../../client/financing-error.js';
import { pageClient } from '../../page/page-client.js';
import type { PrequalLinkRequest } from '../../contract/links.js';
import type { Text } from '../text.js';
import { LinkButtonElement } from './link-button-element.js';
import { sharedFields } from './shared-fields.js';

declare global {
  interface HTMLElementTagNameMap {
    'prequal-button': PrequalButtonElement;
  }
}

/**
 * Creates a pre-qualification link when it is clicked, and opens or texts it.
 *
 * @tag prequal-button
 * @summary Lets a shopper find out what they qualify for.
 * @slot - The label.
 * @slot error - Replaces the message after a failure.
 * @slot consent - Replaces what a shopper agrees to by having the link texted.
 * @fires {FinancingLinkEvent} financing-link - The link was created. Canceling the event keeps the shopper on the page.
 * @fires {FinancingStatusEvent} financing-status - The application was completed or aborted.
 * @fires {FinancingErrorEvent} financing-error - The link could not be created, or its window was blocked.
 * @csspart button - The button.
 * @csspart label - Its label.
 * @csspart spinner - Turns while the link is created.
 * @csspart message - The message about the click, or the link.
 * @csspart link - The link, where it could not be opened.
 * @csspart phone-form - The form that asks where to text the link, in a dialog.
 * @csspart phone-title - Its heading.
 * @csspart phone-input - Its field.
 * @csspart phone-submit - Sends the text.
 * @csspart phone-cancel - Closes the form.
 * @cssproperty [--financing-button-background=none] - Background of the button.
 * @cssproperty [--financing-button-color=inherit] - Text color of the button.
 * @cssproperty [--financing-button-border-color=currentColor] - Border color of the button.
 * @cssproperty [--financing-button-radius=0.5em] - Corner radius of the button.
 * @cssproperty [--financing-dialog-background=Canvas] - Background of the dialog.
 * @cssproperty [--financing-dialog-color=CanvasText] - Text color of the dialog.
 * @cssproperty [--financing-dialog-radius=0.5em] - Corner radius of the dialog.
 * @cssstate busy - The link is being created.
 * @cssstate error - The last click failed.
 * @cssstate sent - The link was texted.
 * @cssstate completed - The application is complete.
 */
export class PrequalButtonElement extends LinkButtonElement<PrequalLinkRequest> {
  static override properties: PropertyDeclarations = {
    referral: {},
    customerPhoneNumber: { attribute: false },
  };

  /**
   * The integrator's own transaction identifier, which webhooks carry. Use one that cannot be guessed: the first link made
   * with it gets its status.
   */
  declare referral: string | null | undefined;
  /** The phone number associated with the link. By property only. */
  declare customerPhoneNumber: string | null | undefined;

  protected readonly referenceField = 'referral';
  protected readonly phoneField = 'customerPhoneNumber';
  protected readonly operation = 'createPrequalLink';

  protected label(text: Text): string {
    return text.prequalify;
  }

  protected linkRequest(): PrequalLinkRequest | PageErrorCode {
    const { settings } = this;
    if (!settings.location) return 'missing-location';
    return {
      ...this.filled([...sharedFields, 'referral', 'customerPhoneNumber']),
      // A number here, text on the pay-over-time link (service document, both requests).
      ...(this.departmentId && { departmentId: Number(this.departmentId) }),
      location: settings.location,
      sendSMS: false, // omitted means true
    };
  }

  protected createLink(request: PrequalLinkRequest, options: LinkOptions): Promise<FinancingLink> {
    return pageClient().createPrequalLink(this.settings.endpoint, request, options);
  }
}
