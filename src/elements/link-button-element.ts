import { html, nothing, type CSSResultGroup, type TemplateResult } from 'lit';
import { FinancingError } from '../client/financing-error.js';
import type { FinancingLink } from '../client/link-client.js';
import { toJson } from '../client/json.js';
import { FinancingLinkEvent, FinancingStatusEvent } from './events.js';
import { failureText, renderOutcome, type LinkOutcome } from './link-outcome.js';
import { LinkRequestElement } from './link-request-element.js';
import { openLinkWindow, type LinkWindow } from './link-window.js';
import { renderPhoneForm, spinner } from './phone-form.js';
import { buttonStyles, commonStyles } from './styles.js';
import type { Text } from './text.js';

/**
 * What the two buttons share: a click creates one link, and sends the shopper to it, or asks for a phone number and
 * has the link texted. It then follows how the application ends, where the proxy can tell.
 */
export abstract class LinkButtonElement<
  LinkRequest extends object,
> extends LinkRequestElement<LinkRequest> {
  static override shadowRootOptions: ShadowRootInit = { mode: 'open', delegatesFocus: true };
  static override styles: CSSResultGroup = [commonStyles, buttonStyles];

  /** What runs; one request at a time. */
  #busy: AbortController | undefined;
  /** The link whose application is followed. */
  #followed: AbortController | undefined;
  #outcome: LinkOutcome = {};
  /** The transaction or referral that the outcome is of. */
  #reference: unknown;

  /** The button's text, unless the page gives one. */
  protected abstract label(text: Text): string;

  /** Does what a shopper's click does. */
  override click(): void {
    this.renderRoot?.querySelector('button')?.click();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#dialog?.close();
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#busy?.abort();
      this.#followed?.abort();
    });
  }

  protected override setCollapsed(isCollapsed: boolean): void {
    // A modal dialog that is not seen would still keep the shopper from the page.
    if (isCollapsed) this.#dialog?.close();
    super.setCollapsed(isCollapsed);
  }

  get #dialog(): HTMLDialogElement | null | undefined {
    return this.renderRoot?.querySelector('dialog');
  }

  get #input(): HTMLInputElement | null {
    return this.renderRoot.querySelector('input');
  }

  #tell(outcome: LinkOutcome): void {
    this.#outcome = outcome;
    this.requestUpdate();
  }

  /** An outcome is shown for the purchase that it is of, a link for the request that it was made for. */
  protected override willUpdate(): void {
    this.toggleAttribute('disabled', Boolean(this.disabled));
    const reference = this.value(this.referenceField);
    const { link } = this.#outcome;
    if (reference !== this.#reference) {
      this.#followed?.abort();
      this.#outcome = {};
    } else if (link && link.request !== toJson(this.linkRequest())) {
      this.#outcome = {};
    }
    this.#reference = reference;
  }

  protected override render(): TemplateResult {
    const { text, language } = this;
    const { state, text: key } = this.#outcome;
    const isBusy = this.#busy !== undefined;
    const isText = this.delivery === 'sms';
    const message = isBusy
      ? html`<span class="spoken">${text.opening}</span>`
      : renderOutcome(this.#outcome, text);
    // A failure is told in the form that it is of: what is behind a modal dialog is not heard.
    const isInForm = this.#dialog?.open && state === 'error';
    return html`
      <button
        part="button"
        disabled=${this.disabled || nothing}
        aria-disabled=${isBusy || nothing}
        aria-haspopup=${isText ? 'dialog' : nothing}
        @click=${() => this.#onClick()}
      >
        <span part="label"><slot>${this.label(text)}</slot></span>
        ${
          isText || this.target === '_self'
            ? nothing
            : html`<span class="spoken">${text.opensWindow}</span>`
        }
        ${isBusy ? spinner : nothing}
      </button>
      <div part="message" role="status">${isInForm ? nothing : message}</div>
      ${
        isText
          ? renderPhoneForm({
              text,
              language,
              isBusy,
              isInvalid: key === 'notSent',
              message: isInForm ? message : nothing,
              onSubmit: (submit) => this.#onSubmit(submit),
              onClose: () => this.#onClose(),
            })
          : nothing
      }
    `;
  }

  protected override updated(): void {
    this.setState('busy', this.#busy !== undefined);
    for (const state of ['error', 'sent', 'completed'] as const) {
      this.setState(state, state === this.#outcome.state);
    }
  }

  #onClick(): void {
    const request = this.#prepare();
    if (!request) return;
    if (this.delivery === 'sms') void this.#askForPhone();
    else void this.#run(request, openLinkWindow(this.target, this.text.opening));
  }

  async #askForPhone(): Promise<void> {
    this.#forgetFailure();
    await this.updateComplete;
    // Never a number that was typed for somebody else.
    if (this.#input) this.#input.value = String(this.value(this.phoneField) ?? '');
    this.#dialog?.showModal();
  }

  #onSubmit(submit: Event): void {
    submit.preventDefault();
    const request = this.#prepare();
    const phone = this.#input?.value.trim();
    if (request) void this.#run({ ...request, [this.phoneField]: phone, sendSMS: true });
  }

  #onClose(): void {
    this.#forgetFailure();
    this.renderRoot.querySelector('button')?.focus();
  }

  #forgetFailure(): void {
    if (this.#outcome.state === 'error') this.#tell({});
  }

  /** What to ask for; undefined when there is nothing to ask, or not now. */
  #prepare(): LinkRequest | undefined {
    if (this.disabled || this.#busy) return undefined;
    const request = this.linkRequest();
    if (typeof request === 'object') return request;
    this.#fail(request);
    return undefined;
  }

  /** Sends the request; without a window, it is for a text. */
  async #run(request: LinkRequest, target?: LinkWindow): Promise<void> {
    const busy = (this.#busy = new AbortController());
    const { signal } = busy;
    this.#tell({});
    // A page that comes back from the back/forward cache may wait for an answer that is lost.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) busy.abort(new FinancingError('network', this.operation));
    };
    addEventListener('pageshow', onShow, { signal });
    try {
      const link = await this.createLink(request, { signal });
      this.#follow(link);
      this.#deliver(link, request, target);
    } catch (error) {
      target?.close();
      if (error instanceof FinancingError) this.#fail(error.code, !target);
    } finally {
      this.#busy = undefined;
      busy.abort();
      this.requestUpdate();
    }
  }

  #deliver({ url }: FinancingLink, request: LinkRequest, target: LinkWindow | undefined): void {
    const isWanted = this.dispatchEvent(new FinancingLinkEvent(url, this.operation));
    if (!target) {
      this.#tell({ state: 'sent', text: 'sent' });
      this.#dialog?.close();
    } else if (!isWanted) {
      target.close();
    } else if (!target.go(url)) {
      this.#tell({ link: { url, request: toJson(request) } });
      if (target.isBlocked) this.tellError('popup-blocked', this.operation);
    }
  }

  /** Follows how the application ends. A link that tells nothing leaves the purchase's earlier one in its place. */
  #follow({ waitForOutcome }: FinancingLink): void {
    if (!waitForOutcome || (this.target === '_self' && this.delivery !== 'sms')) return;
    this.#followed?.abort();
    this.#followed = new AbortController();
    void waitForOutcome(this.#followed).then((final) => {
      if (!final) return;
      this.#tell({ state: final === 'completed' ? final : undefined, text: final });
      this.dispatchEvent(new FinancingStatusEvent(final));
    });
  }

  #fail(code: FinancingError['code'], isText = false): void {
    const text = failureText(code, isText);
    this.#tell({ state: 'error', text });
    if (text === 'notSent') this.#input?.focus();
    this.tellError(code, this.operation);
  }
}
