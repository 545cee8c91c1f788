import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { FinancingError } from '../../client/financing-error.js';
import type { FinancingLink, LinkOptions } from '../../client/link-client.js';
import type { OperationName } from '../../contract/routes.js';
import { FinancingLinkEvent, FinancingStatusEvent } from '../events.js';
import { failureText, type ClickResult } from './click-result.js';
import type { LinkWindow } from './link-window.js';

/** The link that a controller creates. */
export interface LinkTask<LinkRequest> {
  operation(): OperationName;
  createLink(request: LinkRequest, options: LinkOptions): Promise<FinancingLink>;
  /** Whether this page stays, and the request is for the purchase that the element stands for now. */
  isTracked(request: LinkRequest): boolean;
  dispatchError(error: FinancingError): void;
}

/**
 * Creates one link at a time, opens it or has it texted, and polls how its application ends if the proxy reports that.
 * The host renders the `outcome`.
 */
export class LinkController<LinkRequest extends object> implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #task: LinkTask<LinkRequest>;
  #outcome: ClickResult = {};
  /** The request that is under way. */
  #busy: AbortController | undefined;
  /** The link whose application is tracked. */
  #tracked: AbortController | undefined;

  constructor(host: ReactiveControllerHost & Element, task: LinkTask<LinkRequest>) {
    this.#host = host;
    this.#task = task;
    host.addController(this);
  }

  get outcome(): ClickResult {
    return this.#outcome;
  }

  get isBusy(): boolean {
    return this.#busy !== undefined;
  }

  hostDisconnected(): void {
    // An element that is moved is disconnected and connected in one turn.
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      this.#busy?.abort();
      this.#tracked?.abort();
    });
  }

  /** Creates a link, and sends the shopper to it in the window; without a window, the request is for a text. */
  async send(request: LinkRequest, target?: LinkWindow): Promise<void> {
    const busy = (this.#busy = new AbortController());
    const { signal } = busy;
    this.#setOutcome({});
    // A page that returns from the back/forward cache may wait for an answer that never comes.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) busy.abort(new FinancingError('network', this.#task.operation()));
    };
    addEventListener('pageshow', onShow, { signal });
    try {
      const link = await this.#task.createLink(request, { signal });
      void this.#track(link, request);
      this.#deliver(link, request, target);
    } catch (error) {
      target?.close();
      if (error instanceof FinancingError) this.fail(error, !target);
    } finally {
      this.#busy = undefined;
      busy.abort();
      this.#host.requestUpdate();
    }
  }

  /** Shows a failure and dispatches it. */
  fail(error: FinancingError, isSms = false): void {
    this.#setOutcome({ state: 'error', text: failureText(error.code, isSms) });
    this.#task.dispatchError(error);
  }

  /** Removes the message of a failure. */
  clearFailure(): void {
    if (this.#outcome.state === 'error') this.#setOutcome({});
  }

  /** Forgets the outcome of an earlier purchase. */
  forget(): void {
    this.#tracked?.abort();
    this.#outcome = {};
  }

  /** Forgets a link that could not be opened, if it was made for another request than this. */
  forgetLinkUnlessFor(request: unknown): void {
    const { link } = this.#outcome;
    if (link && link.request !== JSON.stringify(request)) this.#outcome = {};
  }

  #setOutcome(outcome: ClickResult): void {
    this.#outcome = outcome;
    this.#host.requestUpdate();
  }

  #deliver({ url }: FinancingLink, request: LinkRequest, target: LinkWindow | undefined): void {
    const isWanted = this.#host.dispatchEvent(new FinancingLinkEvent(url, this.#task.operation()));
    if (!target) {
      this.#setOutcome({ state: 'sent', text: 'sent' });
    } else if (!isWanted) {
      target.close();
    } else if (!target.go(url)) {
      this.#setOutcome({ link: { url, request: JSON.stringify(request) } });
      if (target.isBlocked)
        this.#task.dispatchError(new FinancingError('popup-blocked', this.#task.operation()));
    }
  }

  /** Tracks how the application ends. A link without status does not stop polling of an earlier one. */
  async #track({ waitForOutcome }: FinancingLink, request: LinkRequest): Promise<void> {
    if (!waitForOutcome || !this.#task.isTracked(request)) return;
    this.#tracked?.abort();
    this.#tracked = new AbortController();
    const final = await waitForOutcome(this.#tracked);
    if (!final) return;
    this.#setOutcome({ state: final === 'completed' ? final : undefined, text: final });
    this.#host.dispatchEvent(new FinancingStatusEvent(final));
  }
}
