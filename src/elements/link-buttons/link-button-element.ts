import {
  html,
  isServer,
  nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { PageErrorCode } from '../../client/financing-error.js';
import type { FinancingLink, LinkOptions } from '../../client/link-client.js';
import type { CustomerDetails } from '../../contract/links.js';
import type { OperationName } from '../../contract/routes.js';
import { mayCreateLinks } from '../../page/settings.js';
import { openDialog } from '../dialog.js';
import { FinancingElement } from '../financing-element.js';
import { FocusKeeper } from '../focus-keeper.js';
import { commonStyles } from '../styles.js';
import type { Text } from '../text.js';
import { BlankLabel } from './blank-label.js';
import { buttonStyles } from './button-styles.js';
import { LinkController } from './link-controller.js';
import { renderClickResult } from './click-result.js';
import { openLinkWindow } from './link-window.js';
import { renderPhoneForm, spinner } from './phone-form.js';

/**
 * What the two buttons share: a click creates one link, and sends the shopper to it, or asks for a phone number and
 * has the link texted.
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
  /** Where the link opens: in a new window (`_blank`, the default), or in this one (`_self`). */
  declare target: '_blank' | '_self' | null | undefined;
  /** How the link gets to the shopper: it is opened (`open`, the default), or texted to their phone (`sms`). */
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

  readonly #links = new LinkController<LinkRequest>(this, {
    operation: () => this.operation,
    createLink: (request, options) => this.createLink(request, options),
    isTracked: (request) => this.#isTracked(request),
    dispatchError: (code) => this.dispatchError(code, this.operation),
  });

  readonly #blankLabel = new BlankLabel(this);
  readonly #focusKeeper = isServer ? undefined : new FocusKeeper(this);
  #isFormOpen = false;

  constructor() {
    super();
    this.target = '_blank';
    this.delivery = 'open';
    this.disabled = false;
  }

  /** The request of a link that is not texted, or the code of what is missing. */
  protected abstract linkRequest(): LinkRequest | PageErrorCode;
  protected abstract createLink(request: LinkRequest, options: LinkOptions): Promise<FinancingLink>;
  /** The button's text, unless the page gives one. */
  protected abstract label(text: Text): string;

  /** Clicks the button, as a shopper does. */
  override click(): void {
    this.renderRoot?.querySelector('button')?.click();
  }

  /** The properties of these names that have a value: an absent attribute is null, an empty one counts as absent. */
  protected filled(names: readonly string[]): Record<string, unknown> {
    const fields = names.map((property) => [property, this.#value(property)]);
    return Object.fromEntries(fields.filter(([, value]) => value));
  }

  protected override setCollapsed(isCollapsed: boolean): void {
    // An invisible modal dialog would still block the page.
    if (isCollapsed) this.#dialog?.close();
    const hasFocus = Boolean(this.renderRoot.querySelector(':focus'));
    super.setCollapsed(isCollapsed, hasFocus);
    this.#focusKeeper?.check();
  }

  /** Drops the outcome of another purchase, and a link that was made for another request. */
  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has(this.referenceField)) this.#links.forget();
    else if (this.#links.outcome.link) this.#links.forgetLinkUnlessFor(this.linkRequest());
  }

  protected override render(): TemplateResult {
    const { text } = this;
    const { isBusy } = this.#links;
    const isSms = this.delivery === 'sms';
    const label = this.label(text);
    const opensWindow = !isSms && this.target !== '_self';
    return html`
      <button
        part="button"
        ?disabled=${this.disabled}
        aria-disabled=${isBusy || nothing}
        aria-haspopup=${isSms ? 'dialog' : nothing}
        @click=${this.#onClick}
      >
        <span part="label"
          ><slot @slotchange=${this.#blankLabel.onSlotChange}>${label}</slot
          >${this.#blankLabel.isBlank ? label : nothing}</span
        >
        ${opensWindow ? html`<span class="spoken">${text.opensWindow}</span>` : nothing}
        ${isBusy ? spinner : nothing}
      </button>
      <div part="message" role="status" tabindex="-1">
        ${this.#isInForm ? nothing : this.#renderMessage(text)}
      </div>
      ${isSms ? this.#renderPhoneForm(text) : nothing}
    `;
  }

  #renderMessage(text: Text): ReturnType<typeof renderClickResult> {
    const { isBusy, outcome } = this.#links;
    return isBusy
      ? html`<span class="spoken">${text.opening}</span>`
      : renderClickResult(outcome, text);
  }

  #renderPhoneForm(text: Text): TemplateResult {
    const { isBusy, outcome } = this.#links;
    return renderPhoneForm({
      text,
      language: this.language,
      isBusy,
      isInvalid: outcome.text === 'notSent',
      message: this.#isInForm ? this.#renderMessage(text) : nothing,
      onSubmit: (submit) => void this.#onSubmit(submit),
      onClose: () => this.#onClose(),
    });
  }

  protected override updated(): void {
    super.updated();
    this.setState('busy', this.#links.isBusy);
    for (const state of ['error', 'sent', 'completed'] as const) {
      this.setState(state, state === this.#links.outcome.state);
    }
  }

  get #dialog(): HTMLDialogElement | null | undefined {
    return this.renderRoot?.querySelector('dialog');
  }

  get #input(): HTMLInputElement | null {
    return this.renderRoot.querySelector('input');
  }

  /** Whether the form shows the failure: screen readers do not announce text behind a modal dialog. */
  get #isInForm(): boolean {
    return this.#isFormOpen && this.#links.outcome.state === 'error';
  }

  #value(property: string): unknown {
    return this[property as keyof this];
  }

  #isTracked(request: Partial<Record<string, unknown>>): boolean {
    const { referenceField } = this;
    const isSamePurchase = request[referenceField] === (this.#value(referenceField) || undefined);
    return isSamePurchase && (this.target !== '_self' || this.delivery === 'sms');
  }

  #onClick(click: Event): void {
    click.preventDefault(); // for a link around the element
    const request = this.#prepare();
    if (!request) return;
    if (this.delivery === 'sms') void this.#askForPhone();
    else void this.#links.send(request, openLinkWindow(this.target, this.text.opening));
  }

  async #askForPhone(): Promise<void> {
    this.#links.clearFailure();
    await this.updateComplete;
    // A number that was typed before may be that of another shopper.
    if (this.#input) this.#input.value = String(this.#value(this.phoneField) ?? '');
    openDialog(this.renderRoot);
    this.#isFormOpen = true;
  }

  async #onSubmit(submit: Event): Promise<void> {
    submit.preventDefault();
    const request = this.#prepare();
    if (!request) return;
    const phone = this.#input?.value.trim();
    await this.#links.send({ ...request, [this.phoneField]: phone, sendSMS: true });
    const { state, text } = this.#links.outcome;
    if (state === 'sent') this.#dialog?.close();
    if (text === 'notSent') this.#input?.focus();
  }

  #onClose(): void {
    this.#isFormOpen = false;
    this.#links.clearFailure();
    this.renderRoot.querySelector('button')?.focus();
  }

  /** The request to send; undefined when something is missing, or when nothing can be sent now. */
  #prepare(): LinkRequest | undefined {
    if (this.disabled || this.#links.isBusy) return undefined;
    const request = mayCreateLinks(this) ? this.linkRequest() : 'invalid-endpoint';
    if (typeof request === 'object') return request;
    this.#links.fail(request);
    return undefined;
  }
}
