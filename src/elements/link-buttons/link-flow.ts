import type { PropertyValues, ReactiveController, ReactiveControllerHost } from 'lit';
import { FinancingError, type PageErrorCode } from '../../client/financing-error.js';
import type { FinancingLink, LinkOptions } from '../../client/links.js';
import type { OperationName } from '../../contract/operations.js';
import { explain } from '../../page/advice.js';
import { mayCreateLinks } from '../../page/host-page.js';
import type { Text } from '../../words/text.js';
import { FinancingClickEvent, FinancingLinkEvent, FinancingStatusEvent } from '../events.js';
import { failureText } from './failure-text.js';
import { compare, freeze, type FrozenRequest } from './frozen-request.js';
import { idle, type LinkAction, type LinkState, nextState } from './link-state.js';
import { type LinkTarget, loadQrCode, openLinkWindow, targets } from './link-target.js';

/** A button that creates links. */
interface Host<Body extends object> extends ReactiveControllerHost, Element {
  readonly operation: OperationName;
  readonly referenceField: string;
  readonly phoneField: string;
  readonly disabled: boolean | undefined;
  readonly delivery: string | null | undefined;
  readonly target: string | null | undefined;
  linkRequest(): Body | PageErrorCode;
  createLink(request: Body, options: LinkOptions): Promise<FinancingLink>;
  /** Shows the phone form. */
  askForPhone(): unknown;
  closePhoneForm(): void;
  readonly text: Text;
  dispatchError(error: FinancingError): void;
}

/**
 * Handles a click from start to finish: creates one link, delivers it, and tracks its application. The request is frozen at the
 * click. If the button stands for another purchase when the link arrives, the link is dropped. An aborted request isn't a
 * failure. Nothing is sent without a click.
 */
export class LinkFlow<Body extends object> implements ReactiveController {
  state: LinkState = idle;

  readonly #host: Host<Body>;
  /** Aborts the request in progress. */
  #creation: AbortController | undefined;
  /** The request of the last click. */
  #request: FrozenRequest<Body> | undefined;
  /** Stops tracking the application. */
  #tracking: AbortController | undefined;

  constructor(host: Host<Body>) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    // Moving an element disconnects and connects it in the same turn.
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      this.#creation?.abort();
      this.#tracking?.abort();
    });
  }

  get isBusy(): boolean {
    return this.state.kind === 'creating';
  }

  /** True if this button opens the link. An unknown value of `delivery` opens it, too. */
  get opensLink(): boolean {
    return !targets.has(this.#host.delivery);
  }

  apply(action: LinkAction): void {
    this.state = nextState(this.state, action);
    this.#host.requestUpdate();
  }

  /** Drops the outcome of another purchase, or a link that was created for another request. Called in `willUpdate()`. */
  update(changed: PropertyValues): void {
    const { state } = this;
    if (changed.has(this.#host.referenceField)) {
      this.#tracking?.abort();
      // The page may set the reference in the same turn as the click. The request then includes it.
      if (this.isBusy && !this.#isOfAnotherPurchase(this.#request)) return;
      this.#creation?.abort();
      this.state = nextState(state, 'reset');
    } else if (
      changed.size &&
      state.kind === 'shown' &&
      state.link &&
      this.#differenceTo(state.link.request)
    ) {
      this.state = idle;
    }
  }

  /** Starts the flow: asks for a phone number, or creates the link. */
  click(): void {
    const host = this.#host;
    if (host.disabled || this.isBusy) return;
    if (!host.dispatchEvent(new FinancingClickEvent(host.operation))) return;
    const request = this.#prepare();
    if (!request) return;
    if (host.delivery === 'sms') return void host.askForPhone();
    const open = targets.get(host.delivery) ?? openLinkWindow;
    void this.#create(request, open(host.target, host.text.opening));
  }

  /** Creates a link that is texted to a phone number. */
  async sendTo(phone: string): Promise<void> {
    const request = this.#prepare();
    if (!request) return;
    const body = { ...request.body, [this.#host.phoneField]: phone, sendSMS: true };
    await this.#create({ ...request, body });
  }

  #reference(): unknown {
    return this.#host[this.#host.referenceField as keyof Host<Body>] || undefined;
  }

  #differenceTo(request: FrozenRequest) {
    return compare(request, this.#host.linkRequest(), this.#reference());
  }

  #isOfAnotherPurchase(request: FrozenRequest | undefined): boolean {
    return !request || this.#differenceTo(request) === 'purchase';
  }

  /** Returns the request to send, or undefined if something is missing or nothing can be sent now. */
  #prepare(): FrozenRequest<Body> | undefined {
    const host = this.#host;
    if (host.disabled || this.isBusy) return undefined;
    const body = mayCreateLinks(host) ? host.linkRequest() : 'invalid-endpoint';
    if (typeof body === 'object') return freeze(body, this.#reference());
    this.#fail(new FinancingError(body, host.operation));
    return undefined;
  }

  /** Creates a link and delivers it. Without a target, the proxy texts it. */
  async #create(request: FrozenRequest<Body>, target?: LinkTarget): Promise<void> {
    const creation = (this.#creation = new AbortController());
    const { signal } = creation;
    this.#request = request;
    this.apply('send');
    // A page that returns from the back/forward cache may wait for a response that never comes.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) creation.abort(new FinancingError('network', this.#host.operation));
    };
    addEventListener('pageshow', onShow, { signal });
    try {
      const link = await this.#host.createLink(request.body, { signal });
      await this.#accept(link, request, target);
    } catch (error) {
      target?.close();
      if (error instanceof FinancingError && !this.#isOfAnotherPurchase(request))
        this.#fail(error, !target);
    } finally {
      creation.abort();
      if (this.#creation === creation) this.apply({ done: idle });
    }
  }

  /** Delivers a link, unless the button now stands for another purchase or other terms. */
  async #accept(
    link: FinancingLink,
    request: FrozenRequest,
    target: LinkTarget | undefined,
  ): Promise<void> {
    const difference = this.#differenceTo(request);
    if (difference === 'purchase') return void target?.close();
    if (target && difference === 'terms') {
      target.close();
      return this.apply({ fail: 'failed' });
    }
    if (Object.keys(request.body).some((name) => /^customer|Email/.test(name)))
      explain(this.#host, 'prefill');
    void this.#track(link);
    await this.#deliver(link.url, request, target);
  }

  /** Delivers a link to its target, unless the page cancels the event. */
  async #deliver(
    url: string,
    request: FrozenRequest,
    target: LinkTarget | undefined,
  ): Promise<void> {
    const host = this.#host;
    const isWanted = host.dispatchEvent(new FinancingLinkEvent(url, host.operation, request.body));
    if (!target) {
      host.closePhoneForm();
      this.apply('close');
      return this.apply({ done: { kind: 'sent' } });
    }
    if (!isWanted) return void target.close();
    const { delivery } = target; // from the target, because the page may have changed `delivery` since the click
    if (await target.go(url)) {
      if (delivery === 'copy' && !this.#isOfAnotherPurchase(request))
        this.apply({ done: { kind: 'shown', text: 'copied' } });
      return;
    }
    const encode = delivery === 'qr' ? await loadQrCode() : undefined;
    if (this.#isOfAnotherPurchase(request)) return;
    const code = encode ? encode(url) : undefined;
    const isAddress = delivery === 'copy';
    this.apply({ done: { kind: 'shown', link: { url, request, code, isAddress } } });
    if (isAddress) {
      await host.updateComplete;
      const address = host.shadowRoot!.querySelector('.address');
      if (address) getSelection()?.selectAllChildren(address);
    }
    if (target.isBlocked) host.dispatchError(new FinancingError('popup-blocked', host.operation));
  }

  /** Tracks how the application ends. A link without a status doesn't end the tracking of an earlier link. */
  async #track({ waitForOutcome }: FinancingLink): Promise<void> {
    // A link in this window replaces the page.
    if (!waitForOutcome || (this.#host.target === '_self' && this.opensLink)) return;
    this.#tracking?.abort();
    this.#tracking = new AbortController();
    const status = await waitForOutcome(this.#tracking);
    if (!status) return;
    this.apply({ ended: status });
    this.#host.dispatchEvent(new FinancingStatusEvent(status));
  }

  /** Shows a failure and dispatches it. */
  #fail(error: FinancingError, isSms = false): void {
    this.apply({ fail: failureText(error.code, isSms) });
    this.#host.dispatchError(error);
  }
}
