import type { PropertyValues, TemplateResult } from 'lit';
import { FinancingError, type PageErrorCode } from '../../client/financing-error.js';
import { toJson } from '../../internal/natives.js';
import { failedFile } from '../../page/failed-file.js';
import { mayCreateLinks } from '../../page/element-settings.js';
import { pageContext } from '../../page/page-client.js';
import type { Delivery, OtherDelivery } from '../deliveries.js';
import { FinancingClickEvent } from '../events.js';
import { failureText } from './failure-text.js';
import type { FrozenRequest } from './after-click/frozen-request.js';
import { afterClick, loadAfterClick } from './lazy-after-click.js';
import type { LinkFlow } from './after-click/link-flow.js';
import type { LinkClicks, LinkHost } from './link-host.js';
import type { LinkState } from './after-click/link-state.js';
import type { LinkTarget } from './after-click/link-target.js';
import { openLinkWindow } from './link-window.js';

export const otherDeliveries: readonly OtherDelivery[] = ['sms', 'qr', 'copy'];

/**
 * Starts what a click asks for. Everything that must happen inside the click is here: the event that the page can cancel, the
 * request as it is now, and the window, which browsers open only during the click. The rest is in `LinkFlow`, whose file loads
 * later. Until then, a button is idle, creating a link, or failed.
 */
export class ButtonClicks<Body extends object> implements LinkClicks<Body> {
  state: LinkState = { kind: 'idle' };

  readonly #host: LinkHost<Body>;
  /** Undefined until a click needs it. */
  #flow: LinkFlow<Body> | undefined;

  constructor(host: LinkHost<Body>) {
    this.#host = host;
  }

  get isBusy(): boolean {
    return this.state.kind === 'creating';
  }

  /** An unknown value of `delivery` opens the link, too. */
  get opensLink(): boolean {
    return !(otherDeliveries as readonly Delivery[]).includes(this.#host.delivery);
  }

  show(state: LinkState): void {
    this.state = state;
    this.#host.requestUpdate();
  }

  fail(error: FinancingError, isSms = false): void {
    const text = failureText(error.code, isSms);
    if (this.#flow) this.#flow.apply({ fail: text });
    else this.show({ kind: 'failed', text, inForm: false });
    this.#host.dispatchError(error);
  }

  freeze(): FrozenRequest<Body | PageErrorCode> {
    const host = this.#host;
    const body = mayCreateLinks(host) ? host.linkRequest() : 'invalid-endpoint';
    const reference = host[host.referenceField] || undefined;
    return { body, reference, key: toJson(body) };
  }

  /** Drops what belongs to another purchase. Called in `willUpdate()`. */
  update(changed: PropertyValues): void {
    if (this.#flow) this.#flow.update(changed);
    else if (changed.has(this.#host.referenceField) && !this.isBusy) this.state = { kind: 'idle' };
  }

  /** Handles a click: dispatches the event, freezes the request, and opens the window. */
  click(): void {
    const host = this.#host;
    if (host.disabled || this.isBusy) return;
    if (!host.dispatchEvent(new FinancingClickEvent(host.operation))) return;
    const request = this.prepare();
    if (!request) return;
    const opened = this.opensLink ? openLinkWindow(host.target, host.text.opening) : undefined;
    void this.#start(request, host.delivery, opened);
  }

  prepare(): FrozenRequest<Body> | undefined {
    const host = this.#host;
    if (host.disabled || this.isBusy) return undefined;
    const { body, ...rest } = this.freeze();
    if (typeof body === 'object') return { body, ...rest };
    const error = new FinancingError(body, host.operation);
    // The message waits for the file that places it, so that it doesn't move.
    if (afterClick) this.fail(error);
    else void this.#load().finally(() => this.fail(error));
    return undefined;
  }

  /** Renders the phone form if it's open. */
  renderForm(spinner: TemplateResult, failure: unknown): TemplateResult | undefined {
    return this.#flow?.renderForm(spinner, failure);
  }

  /** Continues a click with the window that was opened for it, if any. */
  async #start(
    request: FrozenRequest<Body>,
    delivery: Delivery,
    opened: LinkTarget | undefined,
  ): Promise<void> {
    if (!afterClick && delivery !== 'sms') this.show({ kind: 'creating', inForm: false });
    const flow = this.#createFlow() ?? (await this.#load());
    if (flow) return flow.start(request, delivery, opened);
    opened?.close();
    this.fail(new FinancingError('network', this.#host.operation));
  }

  /** Returns the flow. Undefined until its file is loaded. */
  #createFlow(): LinkFlow<Body> | undefined {
    return (this.#flow ??= afterClick?.createFlow(this.#host, this));
  }

  /** Loads the file that the rest of a click needs, usually before the click. Reports a failure and resolves with undefined. */
  #load(): Promise<LinkFlow<Body> | void> {
    return Promise.race([loadAfterClick(), timeout()]).then(
      () => this.#createFlow(),
      (cause: unknown) => reportError(new Error(failedFile('links'), { cause })),
    );
  }
}

/** Rejects when a request for a link would time out, too. Browsers give a file more time than a shopper does. */
function timeout(): Promise<never> {
  return new Promise((_resolve, reject) => setTimeout(reject, pageContext().timeouts.links));
}
