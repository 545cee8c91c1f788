import type { PropertyDeclarations } from 'lit';
import type { FinancingLink, LinkOptions } from '../../client/links.js';
import type { PageErrorCode } from '../../client/financing-error.js';
import { pageClient } from '../../page/page-client.js';
import type { PrequalLinkRequest } from '../../contract/links.js';
import type { Text } from '../../words/text.js';
import { LinkButtonElement, sharedFields } from './link-button-element.js';

declare global {
  interface HTMLElementTagNameMap {
    'prequal-button': PrequalButtonElement;
  }
}

/**
 * Creates a pre-qualification link when it is clicked, and opens it, texts it, shows it as a QR code or copies it.
 *
 * @tag prequal-button
 * @summary Lets a shopper find out what they qualify for.
 * @slot - The label.
 * @slot error - Replaces the message after a failure.
 * @slot consent - Replaces what a shopper agrees to by having the link texted.
 * @fires {FinancingClickEvent} financing-click - The button was clicked, and has asked nothing yet. Canceling the event ends the click.
 * @fires {FinancingLinkEvent} financing-link - The link was created. Canceling the event keeps the shopper on the page.
 * @fires {FinancingStatusEvent} financing-status - The application was completed or aborted.
 * @fires {FinancingErrorEvent} financing-error - The link could not be created, or its window was blocked.
 * @csspart button - The button.
 * @csspart label - Its label.
 * @csspart spinner - Turns while the link is created.
 * @csspart message - The message about the click, or the link.
 * @csspart link - The link, where it could not be opened.
 * @csspart phone-dialog - The dialog that asks where to text the link.
 * @csspart phone-form - The form in it.
 * @csspart phone-title - Its heading.
 * @csspart phone-label - The label of its field.
 * @csspart phone-input - Its field.
 * @csspart phone-error - What is wrong with the last try.
 * @csspart phone-consent - What the shopper agrees to.
 * @csspart phone-submit - Sends the text.
 * @csspart phone-cancel - Closes the form.
 * @cssproperty [--financing-button-background=none] - Background of the button.
 * @cssproperty [--financing-button-color=inherit] - Text color of the button.
 * @cssproperty [--financing-button-border-color=currentColor] - Border color of the button.
 * @cssproperty [--financing-button-radius=0.5em] - Corner radius of the button.
 * @cssproperty [--financing-dialog-background=Canvas] - Background of the dialog.
 * @cssproperty [--financing-dialog-color=CanvasText] - Text color of the dialog.
 * @cssproperty [--financing-dialog-border-color=14% of the text color] - Border color of the dialog.
 * @cssproperty [--financing-dialog-backdrop=rgb(0 0 0 / 0.5)] - Background of the page behind the dialog.
 * @cssproperty [--financing-dialog-radius=0.75rem] - Corner radius of the dialog.
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
    // A number here, text on the pay-over-time link (service document, both requests).
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

  protected createLink(request: PrequalLinkRequest, options: LinkOptions): Promise<FinancingLink> {
    return pageClient().createPrequalLink(this.settings.endpoint, request, options);
  }
}
