import {
  type CSSResultGroup,
  html,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import {
  FinancingError,
  type FinancingErrorCode,
  type PageErrorCode,
  proxyErrorCodes,
} from '../../client/financing-error.js';
import type { FinancingLink, LinkOptions } from '../../client/links.js';
import type {
  CustomerDetails,
  PayOverTimeLinkRequest,
  PrequalLinkRequest,
} from '../../contract/links.js';
import type { OperationName } from '../../contract/operations.js';
import { toggleStyle } from '../adopted-styles.js';
import { commonStyles } from '../common-styles.js';
import { FinancingElement } from '../element.js';
import { dialogs, loadDialogsFor, preloadDialogs } from '../lazy-dialogs.js';
import { FinancingClickEvent, FinancingLinkEvent, FinancingStatusEvent } from '../events.js';
import { BlankLabel } from './blank-label.js';
import { buttonStyles, followedStyles } from './button-styles.js';
import { type LinkTarget, loadQrCode, openLinkWindow, targets } from './link-target.js';
import type { QrCode } from './qr-code.js';
import type { Text } from '../../words/text.js';
import { explain } from '../../page/advice.js';
import { mayCreateLinks } from '../../page/host-page.js';

/** Turns while a link is created. */
const spinner = html`<span part="spinner"></span>`;

/**
 * What the two buttons share: a click creates one link, and sends the shopper to it, shows it as a QR code, copies it, or
 * asks for a phone number and has it texted.
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
    delivery: ['open', 'sms', 'qr', 'copy'],
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
  /**
   * How the link gets to the shopper: it is opened (`open`, the default), texted to their phone (`sms`), shown as a QR code
   * (`qr`), or copied (`copy`).
   */
  declare delivery: 'open' | 'sms' | 'qr' | 'copy' | null | undefined;
  /** Disables the button. */
  declare disabled: boolean | undefined;
  /** Pre-fills the application. By property only: personal data has no place in the markup. */
  declare customerDetails: CustomerDetails | null | undefined;

  protected abstract readonly operation: OperationName;
  /** The property with the integrator's own identifier of the purchase. */
  protected abstract readonly referenceField: 'transactionId' | 'referral';
  /** The phone number's name in the request and on the element. */
  protected abstract readonly phoneField: 'phoneNumber' | 'customerPhoneNumber';

  readonly #blankLabel = new BlankLabel(this);
  #isFormOpen = false;
  #formReadAt = 0;
  #result: ClickResult = {};
  /** Ends the request that is under way. */
  #busy: AbortController | undefined;
  /** The newest request. */
  #sent: object = {};
  /** The link whose application is tracked. */
  #tracked: AbortController | undefined;

  constructor() {
    super();
    this.target = '_blank';
    this.delivery = 'open';
    this.disabled = false;
    // Else a held Enter clicks again and again, and sends the form that its first click has opened.
    const ignore = (typed: KeyboardEvent) => {
      if (typed.repeat && typed.key === 'Enter') typed.preventDefault();
    };
    this.addEventListener('keydown', ignore, true);
  }

  /** The request of a link that is not texted, or the code of what is missing. */
  protected abstract linkRequest(): LinkRequest | PageErrorCode;
  protected abstract createLink(request: LinkRequest, options: LinkOptions): Promise<FinancingLink>;
  /** The button's text, unless the page gives one. */
  protected abstract label(text: Text): string;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // An element that is moved is disconnected and connected in one turn.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#busy?.abort();
      this.#tracked?.abort();
    });
  }

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
    super.setCollapsed(isCollapsed, Boolean(this.shadowRoot?.activeElement));
  }

  /** Drops the outcome of another purchase, and a link that was made for another request. */
  protected override willUpdate(changed: PropertyValues): void {
    const { link } = this.#result;
    if (changed.has(this.referenceField)) {
      if (!this.#isCurrent(this.#sent)) this.#busy?.abort();
      this.#tracked?.abort();
      this.#result = {};
    } else if (link && link.request !== JSON.stringify(this.linkRequest())) this.#result = {};
  }

  protected override render(): TemplateResult {
    const { text } = this;
    const isBusy = this.#isBusy;
    const isSms = this.delivery === 'sms';
    const label = this.label(text);
    const opensWindow = this.#isOpened && this.target !== '_self';
    return html`
      <button
        part="button"
        ?disabled=${this.disabled}
        aria-disabled=${isBusy || nothing}
        aria-haspopup=${isSms ? 'dialog' : nothing}
        @click=${this.#onClick}
        @focus=${isSms ? preloadDialogs : nothing}
        @pointerenter=${isSms ? preloadDialogs : nothing}
      >
        <span part="label"
          ><slot @slotchange=${this.#blankLabel.onSlotChange}>${label}</slot
          >${this.#blankLabel.isBlank ? label : nothing}</span
        >
        ${opensWindow ? html`<span class="spoken">${text.opensWindow}</span>` : nothing}
        ${isBusy ? spinner : nothing}
      </button>
      <div class="below">
        <div part="message" role="status" tabindex="-1">
          ${this.#isInForm ? nothing : this.#renderMessage(text)}
        </div>
      </div>
      ${this.#isFormOpen ? this.#renderPhoneForm(text) : nothing}
    `;
  }

  #renderMessage(text: Text): ReturnType<typeof renderClickResult> {
    return this.#isBusy
      ? html`<span class="spoken">${text.opening}</span>`
      : renderClickResult(this.#result, text);
  }

  #renderPhoneForm(text: Text): TemplateResult | undefined {
    return dialogs?.phoneForm({
      ...{ text, spinner, isBusy: this.#isBusy },
      language: this.language,
      isInvalid: this.#result.text === 'notSent',
      message: this.#isInForm ? this.#renderMessage(text) : nothing,
      onSubmit: (submit) => void this.#onSubmit(submit),
      onClose: () => this.#onClose(),
    });
  }

  protected override updated(): void {
    super.updated();
    // Not when it is connected: the tag of the one before may be defined a moment later.
    const before = this.previousElementSibling;
    if (before instanceof LinkButtonElement) toggleStyle(before, followedStyles, true);
    this.setState('busy', this.#isBusy);
    for (const state of ['error', 'sent', 'completed'] as const) {
      this.setState(state, state === this.#result.state);
    }
  }

  get #isBusy(): boolean {
    return this.#busy !== undefined;
  }

  get #dialog(): HTMLDialogElement | null | undefined {
    return this.renderRoot?.querySelector('dialog');
  }

  get #input(): HTMLInputElement | null {
    return this.renderRoot.querySelector('input');
  }

  /** Whether the form shows the failure: screen readers do not announce text behind a modal dialog. */
  get #isInForm(): boolean {
    return this.#isFormOpen && this.#result.state === 'error';
  }

  /** Whether the link is opened here; so it is with a value of `delivery` that is not known. */
  get #isOpened(): boolean {
    return !targets.has(this.delivery);
  }

  #value(property: string): unknown {
    return this[property as keyof this];
  }

  /** Whether a request is of the purchase that the element stands for now. */
  #isCurrent(request: Partial<Record<string, unknown>>): boolean {
    const { referenceField } = this;
    return request[referenceField] === (this.#value(referenceField) || undefined);
  }

  /** Whether the page has set another amount or store since, as when the total of a cart comes late. */
  #isOutdated({ amount, location }: Partial<Record<string, unknown>>): boolean {
    const now = Object(this.linkRequest()) as Partial<Record<string, unknown>>;
    return amount !== now['amount'] || location !== now['location'];
  }

  #onClick(click: Event): void {
    click.preventDefault(); // for a link around the element
    if (this.disabled || this.#isBusy) return;
    if (!this.dispatchEvent(new FinancingClickEvent(this.operation))) return;
    const request = this.#prepare();
    if (!request) return;
    if (this.delivery === 'sms') void this.#askForPhone();
    else {
      const open = targets.get(this.delivery) ?? openLinkWindow;
      void this.#send(request, open(this.target, this.text.opening));
    }
  }

  async #askForPhone(): Promise<void> {
    this.#clearFailure();
    const loaded = await loadDialogsFor(this);
    if (!loaded) return this.#setResult({ state: 'error', text: 'failed' });
    if (this.disabled) return;
    this.#isFormOpen = true;
    this.requestUpdate();
    await this.updateComplete;
    // A number that was typed before may be that of another shopper.
    if (this.#input) this.#input.value = String(this.#value(this.phoneField) ?? '');
    loaded.open(this.renderRoot);
    this.#formReadAt = performance.now() + 500;
  }

  async #onSubmit(submit: Event): Promise<void> {
    submit.preventDefault();
    const phone = this.#input?.value.trim();
    // Else the second tap of a double tap that opens the form sends a number that the page knows: its consent is unread.
    const known = String(this.#value(this.phoneField)).trim();
    if (performance.now() < this.#formReadAt && phone === known) return;
    const request = this.#prepare();
    if (!request) return;
    await this.#send({ ...request, [this.phoneField]: phone, sendSMS: true });
    const { state, text } = this.#result;
    if (state === 'sent') this.#dialog?.close();
    if (text === 'notSent') this.#input?.focus();
  }

  #onClose(): void {
    if (this.#dialog?.open) return; // it was opened again meanwhile
    this.#isFormOpen = false;
    this.requestUpdate();
    this.#clearFailure();
    this.renderRoot.querySelector('button')?.focus();
  }

  /** The request to send; undefined when something is missing, or when nothing can be sent now. */
  #prepare(): LinkRequest | undefined {
    if (this.disabled || this.#isBusy) return undefined;
    const request = mayCreateLinks(this) ? this.linkRequest() : 'invalid-endpoint';
    if (typeof request === 'object') return request;
    this.#fail(new FinancingError(request, this.operation));
    return undefined;
  }

  /** Creates a link, and takes it to its target; without a target, the request is for a text. */
  async #send(request: LinkRequest, target?: LinkTarget): Promise<void> {
    const busy = (this.#busy = new AbortController());
    const { signal } = busy;
    this.#sent = request;
    this.#setResult({});
    // A page that returns from the back/forward cache may wait for an answer that never comes.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) busy.abort(new FinancingError('network', this.operation));
    };
    addEventListener('pageshow', onShow, { signal });
    try {
      const link = await this.createLink(request, { signal });
      if (!this.#isCurrent(request)) return void target?.close();
      if (target && this.#isOutdated(request)) {
        target.close();
        return this.#setResult({ state: 'error', text: 'failed' });
      }
      if (Object.keys(request).some((name) => /^customer|Email/.test(name)))
        explain(this, 'prefill');
      void this.#track(link);
      await this.#deliver(link, request, target);
    } catch (error) {
      target?.close();
      if (error instanceof FinancingError && this.#isCurrent(request)) this.#fail(error, !target);
    } finally {
      this.#busy = undefined;
      busy.abort();
      this.requestUpdate();
    }
  }

  /** Takes a link to its target, unless the page cancels that. */
  async #deliver(
    { url }: FinancingLink,
    request: LinkRequest,
    target: LinkTarget | undefined,
  ): Promise<void> {
    const isWanted = this.dispatchEvent(new FinancingLinkEvent(url, this.operation, request));
    if (!target) return this.#setResult({ state: 'sent', text: 'sent' });
    if (!isWanted) return void target.close();
    const { delivery } = target; // the page may have changed its own since
    if (await target.go(url)) {
      if (delivery === 'copy' && this.#isCurrent(request)) this.#setResult({ text: 'copied' });
      return;
    }
    const encode = delivery === 'qr' ? await loadQrCode() : undefined;
    if (!this.#isCurrent(request)) return;
    const code = encode ? encode(url) : undefined;
    this.#setResult({ link: { url, request: JSON.stringify(request), code } });
    if (target.isBlocked) this.dispatchError(new FinancingError('popup-blocked', this.operation));
  }

  /** Tracks how the application ends. A link without status does not stop polling of an earlier one. */
  async #track({ waitForOutcome }: FinancingLink): Promise<void> {
    // The page of a link in this window is left.
    if (!waitForOutcome || (this.target === '_self' && this.#isOpened)) return;
    this.#tracked?.abort();
    this.#tracked = new AbortController();
    const final = await waitForOutcome(this.#tracked);
    if (!final) return;
    this.#setResult({ state: final === 'completed' ? final : undefined, text: final });
    this.dispatchEvent(new FinancingStatusEvent(final));
  }

  /** Shows a failure and dispatches it. */
  #fail(error: FinancingError, isSms = false): void {
    this.#setResult({ state: 'error', text: failureText(error.code, isSms) });
    this.dispatchError(error);
  }

  /** Removes the message of a failure. */
  #clearFailure(): void {
    if (this.#result.state === 'error') this.#setResult({});
  }

  #setResult(result: ClickResult): void {
    this.#result = result;
    this.requestUpdate();
  }
}

/** The outcome of the last click. */
interface ClickResult {
  readonly state?: 'error' | 'sent' | 'completed' | undefined;
  /** The name of the text that describes it. */
  readonly text?: keyof Text;
  /** A link that was not opened, the request that it was made for, and its QR code where one is wanted. */
  readonly link?: {
    readonly url: string;
    readonly request: string;
    readonly code: QrCode | undefined;
  };
}

/** Renders the message about a click. */
function renderClickResult(
  { state, text: key, link }: ClickResult,
  text: Text,
): TemplateResult | string | typeof nothing {
  if (link) {
    const { code } = link;
    return html`${
        code &&
        html`<svg viewBox=${code.viewBox} role="img" aria-label=${text.qrCode}>
          <path d=${code.path} />
        </svg>`
      }<a part="link" href=${link.url} target="_blank" rel="noopener noreferrer"
        >${text.continue} <span class="spoken">${text.opensWindow}</span></a
      >`;
  }
  const words = key ? text[key] : nothing;
  // The page's slot is for general failures; a refused number needs its own message.
  return state === 'error' && key !== 'notSent' ? html`<slot name="error">${words}</slot>` : words;
}

/** Codes after which another try may succeed. */
const temporary = setOf(
  // Those of the service and of the proxy itself: the codes are in the order of their status.
  ...proxyErrorCodes.slice(proxyErrorCodes.indexOf('service-error')),
  'body-timeout',
  'duplicate-send',
  'in-progress',
  'invalid-response',
  'network',
  'timeout',
  'verification-failed',
);

const limited = setOf('rate-limited', 'sms-limit');

/** Temporary failures that come before anything is sent. */
const unsent = setOf('overloaded', 'store-unavailable');

/** The message for a failure. It asks for another try only if that may succeed. */
export function failureText(code: FinancingErrorCode, isSms: boolean): keyof Text {
  if (limited.has(code)) return 'limited';
  if (isSms && code === 'invalid-phone-number') return 'notSent';
  if (!temporary.has(code)) return 'refused';
  return isSms && !unsent.has(code) ? 'perhapsSent' : 'failed';
}

function setOf(...codes: readonly FinancingErrorCode[]): ReadonlySet<FinancingErrorCode> {
  return new Set(codes);
}

/** The properties that both requests carry under their own names. */
export const sharedFields = [
  'customerDetails',
  'sourcePlatform',
  'representativeEmail',
  'representativeFirstName',
  'representativeLastName',
] as const satisfies readonly (keyof PayOverTimeLinkRequest & keyof PrequalLinkRequest)[];
