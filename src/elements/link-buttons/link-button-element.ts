import {
  type CSSResultGroup,
  html,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { PageErrorCode } from '../../client/financing-error.js';
import type { LinkClient } from '../../client/link-client.js';
import type {
  CustomerDetails,
  PayOverTimeLinkRequest,
  PrequalLinkRequest,
} from '../../contract/links.js';
import type { Text } from '../../words/script-text.js';
import { toggleStyle } from '../adopted-styles.js';
import { collapse } from '../collapse.js';
import { commonStyles } from '../common-styles.js';
import { FinancingElement } from '../financing-element.js';
import { preloadDialogs } from '../lazy-dialogs.js';
import { BlankLabel } from './blank-label.js';
import { buttonStyles, followedStyles } from './button-styles.js';
import { afterClick, preloadAfterClick, preloadAfterClickLater } from './lazy-after-click.js';
import { ButtonClicks, otherDeliveries } from './button-clicks.js';
import { messageKind, renderMessage } from './link-message.js';

const spinner = html`<span part="spinner"></span>`;

/**
 * The base class of the two buttons. A click creates one link, which is opened, shown as a QR code, copied, or texted to a
 * phone number that the button asks for. `ButtonClicks` and `LinkFlow` have the steps. This class has the properties and the
 * markup.
 *
 * @slot - The label.
 * @slot error - Replaces the message after a failure.
 * @slot consent - Replaces the text that a shopper agrees to by having the link texted.
 * @fires {FinancingClickEvent} financing-click - The button was clicked and hasn't requested anything yet. Canceling the event ends the click.
 * @fires {FinancingLinkEvent} financing-link - The link was created. Canceling the event keeps the shopper on the page.
 * @fires {FinancingStatusEvent} financing-status - The application was completed or aborted.
 * @fires {FinancingErrorEvent} financing-error - The link could not be created, or its window was blocked.
 * @csspart button - The button.
 * @csspart label - The label of the button.
 * @csspart busy-label - Replaces the label while the link is being created: the spinner and a text.
 * @csspart spinner - The spinner.
 * @csspart message - The message after a click, or the link.
 * @csspart qr-card - The card with the QR code.
 * @csspart qr-caption - The text below the QR code.
 * @csspart link - The link, if it's shown instead of being opened or copied.
 * @csspart phone-dialog - The dialog that asks where to text the link.
 * @csspart phone-form - The form in the dialog.
 * @csspart phone-title - The heading of the form.
 * @csspart phone-close - The button in the corner that closes the form.
 * @csspart phone-intro - The sentence that says what happens.
 * @csspart phone-label - The label of the phone number field.
 * @csspart phone-hint - The text that says which numbers can be used.
 * @csspart phone-input - The phone number field.
 * @csspart phone-error - The error message for the last attempt.
 * @csspart phone-consent - The text that the shopper agrees to.
 * @csspart phone-submit - The button that sends the text message.
 * @csspart phone-cancel - The button that closes the form.
 * @cssproperty [--financing-button-background=none] - Background of the button.
 * @cssproperty [--financing-button-color=inherit] - Text color of the button.
 * @cssproperty [--financing-button-border-color=currentColor] - Border color of the button.
 * @cssproperty [--financing-button-radius=0.5em] - Corner radius of the button.
 * @cssproperty [--financing-button-width=auto] - Width of the element. `100%` fills the container.
 * @cssproperty [--financing-focus-color=text color of the page] - Color of the focus ring.
 * @cssstate busy - The link is being created.
 * @cssstate error - The last click failed.
 * @cssstate sent - The link was texted.
 * @cssstate completed - The application is complete.
 */
export abstract class LinkButtonElement<LinkRequest extends object> extends FinancingElement {
  static override shadowRootOptions: ShadowRootInit = { mode: 'open', delegatesFocus: true };
  static override styles: CSSResultGroup = [commonStyles, buttonStyles];
  static override properties: PropertyDeclarations = {
    departmentId: { attribute: 'department-id' },
    sourcePlatform: { attribute: 'source-platform' },
    representativeEmail: { attribute: 'representative-email' },
    representativeFirstName: { attribute: 'representative-first-name' },
    representativeLastName: { attribute: 'representative-last-name' },
    target: {},
    delivery: {},
    disabled: { type: Boolean, reflect: true, useDefault: true },
    customerDetails: { attribute: false },
  };
  static override choices = {
    target: ['_blank', '_self'],
    delivery: ['open', ...otherDeliveries] satisfies LinkButtonElement<object>['delivery'][],
  };

  /** Distinguishes offers within a merchant. Use only an ID that was issued to you. */
  declare departmentId: string | null | undefined;
  /** The platform that the request is made for, if it isn't the integrator. */
  declare sourcePlatform: string | null | undefined;
  /** The email address of the employee who advises the shopper. */
  declare representativeEmail: string | null | undefined;
  /** That employee's first name. */
  declare representativeFirstName: string | null | undefined;
  /** That employee's last name. */
  declare representativeLastName: string | null | undefined;
  /** The window in which the link opens: a new one (`_blank`, the default) or the current one (`_self`). */
  declare target: '_blank' | '_self' | null | undefined;
  /**
   * The way the shopper gets the link: it's opened (`open`, the default), texted to their phone (`sms`), shown as a QR code (`qr`),
   * or copied (`copy`).
   */
  declare delivery: 'open' | 'sms' | 'qr' | 'copy' | null | undefined;
  /** Disables the button. */
  declare disabled: boolean | undefined;
  /** Pre-fills the application. This is only a property, because personal data doesn't belong in markup. */
  declare customerDetails: CustomerDetails | null | undefined;

  /** @internal */
  abstract readonly operation: keyof LinkClient;
  /**
   * The name of the property that identifies the purchase for the integrator.
   * @internal
   */
  abstract readonly referenceField: 'transactionId' | 'referral';
  /**
   * The name of the phone number in the request and on the element.
   * @internal
   */
  abstract readonly phoneField: 'phoneNumber' | 'customerPhoneNumber';

  readonly #blankLabel = new BlankLabel(this);
  readonly #clicks = new ButtonClicks<LinkRequest>(this);

  constructor() {
    super();
    this.target = '_blank';
    this.delivery = 'open';
    this.disabled = false;
    // Otherwise, holding Enter would click repeatedly, and submit the form that the first click opened.
    const ignore = (typed: KeyboardEvent) => {
      if (typed.repeat && typed.key === 'Enter') typed.preventDefault();
    };
    this.addEventListener('keydown', ignore, true);
  }

  /**
   * Returns the request for a link that isn't texted, or an error code if something is missing.
   * @internal
   */
  abstract linkRequest(): LinkRequest | PageErrorCode;
  /** Returns the default label, for a button without one in the page. */
  protected abstract label(text: Text): string;

  /** Clicks the button as a shopper would. */
  override click(): void {
    this.renderRoot?.querySelector('button')?.click();
  }

  /** Returns the named properties that have a value. An absent attribute is null, and an empty one counts as absent. */
  protected filled(names: readonly string[]): Record<string, unknown> {
    const fields = names.map((property) => [property, this[property as keyof this]]);
    return Object.fromEntries(fields.filter(([, value]) => value));
  }

  protected setCollapsed(isCollapsed: boolean): void {
    // An invisible modal dialog would still block the page.
    if (isCollapsed) this.closePhoneForm();
    collapse(this, isCollapsed, Boolean(this.shadowRoot?.activeElement));
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.#clicks.update(changed);
  }

  protected override render(): TemplateResult {
    const { text } = this;
    const { isBusy, opensLink, state } = this.#clicks;
    const isSms = this.delivery === 'sms';
    const label = this.label(text);
    const opensWindow = opensLink && this.target !== '_self';
    const message = renderMessage(state, text);
    // Screen readers don't announce text behind a modal dialog.
    const isInForm = state.kind === 'failed' && state.inForm;
    return html`
      <button
        part="button"
        ?disabled=${this.disabled}
        aria-disabled=${isBusy || nothing}
        aria-haspopup=${isSms ? 'dialog' : nothing}
        @click=${this.#onClick}
        @focus=${this.#onFocus}
        @pointerenter=${this.#preload}
      >
        <span part="label"
          ><slot @slotchange=${this.#blankLabel.onSlotChange}>${label}</slot
          >${this.#blankLabel.isBlank ? label : nothing}</span
        >
        ${opensWindow ? html`<span class="spoken">${text.opensWindow}</span>` : nothing}
        ${
          isBusy
            ? html`<span part="busy-label"
                >${spinner}<bdi>${opensLink ? text.busy : text.opening}</bdi></span
              >`
            : nothing
        }
      </button>
      <div class="below">
        <div
          part="message"
          class=${isInForm ? nothing : messageKind(state)}
          role="status"
          tabindex="-1"
        >
          ${isInForm ? nothing : message}
        </div>
      </div>
      ${this.#clicks.renderForm(spinner, isInForm ? message : nothing)}
    `;
  }

  protected override firstUpdated(): void {
    preloadAfterClickLater();
  }

  protected override updated(): void {
    super.updated();
    // On connection would be too early, because the tag of the previous element may be defined a moment later.
    const previous = this.previousElementSibling;
    if (previous instanceof LinkButtonElement) toggleStyle(previous, followedStyles, true);
    const { isBusy, state } = this.#clicks;
    if (afterClick) {
      toggleStyle(this, afterClick.styles, true);
      afterClick.placeMessages(this.renderRoot.querySelector<HTMLElement>('[part=message]')!);
    }
    this.setState('busy', isBusy);
    this.setState('error', state.kind === 'failed');
    this.setState('sent', state.kind === 'sent');
    this.setState('completed', state.kind === 'shown' && state.text === 'completed');
  }

  #preload(): void {
    preloadAfterClick();
    if (this.delivery === 'sms') preloadDialogs();
  }

  #onFocus({ target }: Event): void {
    this.#preload();
    // The focus ring has the color of the page's text. The button's own text may have a different color.
    (target as HTMLElement).style.setProperty('--page-color', getComputedStyle(this).color);
  }

  #onClick(click: Event): void {
    click.preventDefault(); // for a link around the element
    this.#clicks.click();
  }

  /** @internal */
  closePhoneForm(): void {
    this.renderRoot?.querySelector('dialog')?.close();
  }
}

/** The properties that both requests contain under the same names. */
export const sharedFields = [
  'customerDetails',
  'sourcePlatform',
  'representativeEmail',
  'representativeFirstName',
  'representativeLastName',
] as const satisfies readonly (keyof PayOverTimeLinkRequest & keyof PrequalLinkRequest)[];
