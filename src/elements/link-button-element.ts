import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { FinancingError, type PageErrorCode } from '../client/financing-error.js';
import type { FinancingLink, PayOverTimeLinkOptions } from '../client/financing-client.js';
import { createIdempotencyKey } from '../client/idempotency-key.js';
import type { CustomerDetails } from '../contract/customer-details.js';
import type { PayOverTimeLinkRequest } from '../contract/pay-over-time-link.js';
import type { PrequalLinkRequest } from '../contract/prequal-link.js';
import type { OperationName } from '../contract/routes.js';
import { FinancingLinkEvent } from './events.js';
import { FinancingElement } from './financing-element.js';
import { openLinkWindow, type LinkWindow } from './link-window.js';
import { buttonStyles, commonStyles } from './styles.js';
import type { Text } from './text.js';

/** The codes after which nobody knows whether the link exists: asking again has to be the same request. */
const unknownOutcome = /^(network|timeout|invalid-response|outcome-unknown|in-progress)$/;

/** The properties that both requests carry under their own names. */
export const sharedFields = [
  'customerDetails',
  'sourcePlatform',
  'representativeEmail',
  'representativeFirstName',
  'representativeLastName',
] as const satisfies readonly (keyof PayOverTimeLinkRequest & keyof PrequalLinkRequest)[];

/** What the two buttons share: a click creates one link, and sends the shopper to it. */
export abstract class LinkButtonElement<LinkRequest> extends FinancingElement {
  static override properties: PropertyDeclarations = {
    departmentId: {},
    sourcePlatform: {},
    representativeEmail: {},
    representativeFirstName: {},
    representativeLastName: {},
    target: {},
    disabled: { type: Boolean, reflect: true },
    customerDetails: { attribute: false },
  };
  static override shadowRootOptions: ShadowRootInit = { mode: 'open', delegatesFocus: true };
  static override styles = [commonStyles, buttonStyles];

  /** Differentiates offers within a merchant; only a value issued to the integrator. */
  declare departmentId: string | null | undefined;
  /** The platform on whose behalf the call is made, if it is another than the integrator. */
  declare sourcePlatform: string | null | undefined;
  declare representativeEmail: string | null | undefined;
  declare representativeFirstName: string | null | undefined;
  declare representativeLastName: string | null | undefined;
  /** Where the link opens: `_blank`, a new window, or `_self`. */
  declare target: string | null | undefined;
  declare disabled: boolean | undefined;
  /** Pre-fills the application. By property only: personal data has no place in the markup. */
  declare customerDetails: CustomerDetails | null | undefined;

  #busy: AbortController | undefined;
  #hasFailed = false;
  /** A link that could not be opened, and the request that it was made for. */
  #link: { readonly url: string; readonly body: string } | undefined;
  /** A request whose outcome is not known. */
  #unknown: { readonly key: string; readonly body: string } | undefined;

  protected abstract readonly operation: OperationName;
  /** The button's text, unless the page gives one. */
  protected abstract label(text: Text): string;
  /** What the link is asked for, or the code of what is missing. */
  protected abstract linkRequest(): LinkRequest | PageErrorCode;
  protected abstract createLink(
    request: LinkRequest,
    options: PayOverTimeLinkOptions,
  ): Promise<FinancingLink>;

  /** The properties of these names that have a value: an absent attribute is null, an empty one says nothing. */
  protected filled(names: readonly string[]): Record<string, unknown> {
    const fields = names.map((property) => [property, this[property as keyof this]]);
    return Object.fromEntries(fields.filter(([, value]) => value));
  }

  /** Does what a shopper's click does. */
  override click(): void {
    this.renderRoot?.querySelector('button')?.click();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    queueMicrotask(() => {
      if (!this.isConnected) this.#busy?.abort();
    });
  }

  protected override render(): TemplateResult {
    const { text } = this;
    const isBusy = this.#busy !== undefined;
    return html`
      <button
        part="button"
        ?disabled=${this.disabled}
        aria-disabled=${isBusy || nothing}
        @click=${this.#onClick}
      >
        <span part="label"><slot>${this.label(text)}</slot></span>
        ${this.target === '_self' ? nothing : html`<span class="spoken">${text.opensWindow}</span>`}
        ${isBusy ? html`<span part="spinner" aria-hidden="true">…</span>` : nothing}
      </button>
      <div part="message" role="status">${this.#renderMessage(text)}</div>
    `;
  }

  #renderMessage(text: Text): TemplateResult | typeof nothing {
    if (this.#busy) return html`<span class="spoken">${text.opening}</span>`;
    if (this.#hasFailed) return html`<slot name="error">${text.failed}</slot>`;
    const link = this.#link;
    if (!link || link.body !== JSON.stringify(this.linkRequest())) return nothing;
    return html`<a part="link" href=${link.url} target="_blank" rel="noopener noreferrer"
      >${text.continue} <span class="spoken">${text.opensWindow}</span></a
    >`;
  }

  protected override updated(): void {
    this.setState('busy', this.#busy !== undefined);
    this.setState('error', this.#hasFailed);
  }

  async #onClick(): Promise<void> {
    if (this.disabled || this.#busy) return;
    this.#link = undefined;
    this.#hasFailed = false;
    const request = this.linkRequest();
    if (typeof request === 'string') return this.#fail(request);

    const target = openLinkWindow(this.target, this.text.opening);
    const busy = (this.#busy = new AbortController());
    this.requestUpdate();
    try {
      await this.#create(request, target, busy.signal);
    } catch (error) {
      target.close();
      if (error instanceof FinancingError) this.#fail(error.code);
    } finally {
      this.#busy = undefined;
      this.requestUpdate();
    }
  }

  async #create(request: LinkRequest, target: LinkWindow, signal: AbortSignal): Promise<void> {
    const body = JSON.stringify(request);
    const idempotencyKey =
      this.#unknown?.body === body ? this.#unknown.key : createIdempotencyKey();
    this.#unknown = { key: idempotencyKey, body };
    const { url } = await this.createLink(request, { idempotencyKey, signal });
    this.#unknown = undefined;

    if (!this.dispatchEvent(new FinancingLinkEvent(url, this.operation))) {
      target.close();
      return;
    }
    if (target.go(url)) return;
    this.#link = { url, body };
    if (target.isBlocked) {
      this.tellError('popup-blocked', this.operation);
    }
  }

  #fail(code: FinancingError['code']): void {
    if (!unknownOutcome.test(code)) this.#unknown = undefined;
    this.#hasFailed = true;
    this.requestUpdate();
    this.tellError(code, this.operation);
  }
}
