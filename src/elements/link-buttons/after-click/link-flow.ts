import type { PropertyValues, ReactiveController, TemplateResult } from 'lit';
import type { LinkClientDependencies } from '../../../client/link-client-dependencies.js';
import type {
  FinancingLink,
  LinkClient,
  PayOverTimeLinkOptions,
} from '../../../client/link-client.js';
import { prefillFields } from '../../../contract/prefill-fields.js';
import type { warn } from '../../../page/console-warnings.js';
import type { failedFile } from '../../../page/failed-file.js';
import type { Delivery } from '../../deliveries.js';
import type { loadDialogsFor } from '../../lazy-dialogs.js';
import type { FinancingLinkEvent, FinancingStatusEvent } from '../../events.js';
import { compare, type FrozenRequest } from './frozen-request.js';
import type { LinkClicks, LinkHost } from '../link-host.js';
import { type LinkAction, nextState } from './link-state.js';
import { type LinkTarget, openTarget } from './link-target.js';
import { PhoneStep } from './phone-step.js';
import type { qrCode } from './qr-code.js';

/** The functions that the flow gets from the script. */
export interface LinkFlowDependencies extends LinkClientDependencies {
  readonly FinancingLinkEvent: typeof FinancingLinkEvent;
  readonly FinancingStatusEvent: typeof FinancingStatusEvent;
  readonly warn: typeof warn;
  readonly failedFile: typeof failedFile;
  readonly loadDialogsFor: typeof loadDialogsFor;
  /** Returns the page's client. */
  client(): LinkClient;
}

/** Either function of the client. The host's request has the fields of its operation. */
type CreateLink = (
  endpoint: string,
  body: object,
  options: PayOverTimeLinkOptions,
) => Promise<FinancingLink>;

/**
 * Creates one link for a click, delivers it, and tracks its application. If the button is for another purchase when the
 * link arrives, the link is dropped. An aborted request isn't a failure. Nothing is sent without a click.
 */
export class LinkFlow<Body extends object> implements ReactiveController {
  readonly #host: LinkHost<Body>;
  readonly #clicks: LinkClicks<Body>;
  readonly #dependencies: LinkFlowDependencies;
  readonly #phone: PhoneStep<Body>;
  /** Aborts the request in progress. */
  #creation: AbortController | undefined;
  /** The request of the last click. */
  #request: FrozenRequest<Body> | undefined;
  /** Stops tracking the application. */
  #tracking: AbortController | undefined;

  constructor(host: LinkHost<Body>, clicks: LinkClicks<Body>, dependencies: LinkFlowDependencies) {
    this.#host = host;
    this.#clicks = clicks;
    this.#dependencies = dependencies;
    this.#phone = new PhoneStep(host, clicks, this, dependencies.loadDialogsFor);
    host.addController(this);
  }

  apply(action: LinkAction): void {
    this.#clicks.show(nextState(this.#clicks.state, action));
  }

  /** Asks for a phone number, or creates the link. */
  start(
    request: FrozenRequest<Body>,
    delivery: Delivery,
    opened: LinkTarget | undefined,
  ): Promise<void> {
    if (delivery === 'sms') return this.#phone.ask();
    return this.create(request, opened ?? openTarget(delivery));
  }

  renderForm(spinner: TemplateResult, failure: unknown): TemplateResult | undefined {
    return this.#phone.render(spinner, failure);
  }

  hostDisconnected(): void {
    // Moving an element disconnects and connects it in the same turn.
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      this.#creation?.abort();
      this.#tracking?.abort();
    });
  }

  /** Drops the outcome of another purchase, or a link that was created for another request. Called in `willUpdate()`. */
  update(changed: PropertyValues): void {
    const clicks = this.#clicks;
    const { state } = clicks;
    if (changed.has(this.#host.referenceField)) {
      this.#tracking?.abort();
      // The page may set the reference in the same turn as the click. The request then includes it.
      if (clicks.isBusy && !this.#isOfAnotherPurchase(this.#request)) return;
      this.#creation?.abort();
      this.apply('reset');
    } else if (
      changed.size &&
      state.kind === 'shown' &&
      state.link &&
      this.#differenceTo(state.link.request)
    ) {
      this.apply('reset');
    }
  }

  #differenceTo(request: FrozenRequest) {
    return compare(request, this.#clicks.freeze());
  }

  #isOfAnotherPurchase(request: FrozenRequest | undefined): boolean {
    return !request || this.#differenceTo(request) === 'purchase';
  }

  /** Creates a link and delivers it. Without a target, the proxy texts it. */
  async create(request: FrozenRequest<Body>, target?: LinkTarget): Promise<void> {
    const { FinancingError } = this.#dependencies;
    const host = this.#host;
    const creation = (this.#creation = new AbortController());
    const { signal } = creation;
    this.#request = request;
    this.apply('send');
    if (target?.delivery === 'qr') void this.#loadQrCode();
    // A page that returns from the back/forward cache may wait for a response that never comes.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) creation.abort(new FinancingError('network', host.operation));
    };
    addEventListener('pageshow', onShow, { signal });
    try {
      // The page may have changed while this file was loading.
      if (!host.isConnected || this.#isOutdated(request, target)) return void target?.close();
      const link = await this.#send(request.body, signal);
      await this.#accept(link, request, target);
    } catch (error) {
      target?.close();
      if (error instanceof FinancingError && !this.#isOfAnotherPurchase(request))
        this.#clicks.fail(error, !target);
    } finally {
      creation.abort();
      if (this.#creation === creation) this.apply({ done: { kind: 'idle' } });
    }
  }

  #send(body: Body, signal: AbortSignal): Promise<FinancingLink> {
    const { operation, settings, purchase } = this.#host;
    const create = this.#dependencies.client()[operation] as CreateLink;
    return create(settings.endpoint, body, { signal, purchase: purchase ?? undefined });
  }

  /** True if the button is now for another purchase, or if a link that would be shown has other terms than the button. */
  #isOutdated(request: FrozenRequest, target: LinkTarget | undefined): boolean {
    const difference = this.#differenceTo(request);
    if (target && difference === 'terms') this.apply({ fail: 'failed' });
    return difference === 'purchase' || (!!target && difference === 'terms');
  }

  /** Delivers a link, unless the button is now for another purchase or has other terms. */
  async #accept(
    link: FinancingLink,
    request: FrozenRequest<Body>,
    target: LinkTarget | undefined,
  ): Promise<void> {
    if (this.#isOutdated(request, target)) return void target?.close();
    const isPrefilled = prefillFields[this.#host.operation].some((field) => field in request.body);
    if (isPrefilled) this.#dependencies.warn(this.#host, 'prefill');
    void this.#track(link);
    await this.#deliver(link.url, request, target);
  }

  /** Delivers a link to its target, unless the page cancels the event. */
  async #deliver(
    url: string,
    request: FrozenRequest<Body>,
    target: LinkTarget | undefined,
  ): Promise<void> {
    const { FinancingError, FinancingLinkEvent } = this.#dependencies;
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
    const encode = delivery === 'qr' ? await this.#loadQrCode() : undefined;
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
    if (!waitForOutcome || (this.#host.target === '_self' && this.#clicks.opensLink)) return;
    this.#tracking?.abort();
    this.#tracking = new AbortController();
    const status = await waitForOutcome(this.#tracking);
    if (!status) return;
    this.apply({ ended: status });
    this.#host.dispatchEvent(new this.#dependencies.FinancingStatusEvent(status));
  }

  /**
   * Loads the QR code encoder. If that fails, reports the error and resolves with undefined. The link is then shown without a
   * code.
   */
  #loadQrCode(): Promise<typeof qrCode | void> {
    return import('./qr-code.js').then(
      (loaded) => loaded.qrCode,
      (cause) => reportError(new Error(this.#dependencies.failedFile('qr'), { cause })),
    );
  }
}
