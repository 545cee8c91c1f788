import type { PropertyValues } from 'lit';
import { FinancingError, type PageErrorCode } from '../../client/financing-error.js';
import { toJson } from '../../internal/natives.js';
import { failedFile } from '../../page/failed-file.js';
import { mayCreateLinks } from '../../page/host-page.js';
import { pageContext } from '../../page/page-client.js';
import { FinancingClickEvent } from '../events.js';
import { failureText } from './failure-text.js';
import type { FrozenRequest } from './frozen-request.js';
import { links, loadLinks } from './lazy-links.js';
import type { Links } from './link-creation.js';
import type { LinkFlow } from './link-flow.js';
import type { LinkClicks, LinkHost } from './link-host.js';
import { idle, type LinkAction, type LinkState, nextState } from './link-state.js';
import { type LinkTarget, openLinkWindow, targets } from './link-target.js';

/**
 * Starts what a click asks for. Everything that must happen inside the click is here: the event that the page can cancel, the
 * request as it is now, and the window or the clipboard, which browsers give to a page only during the click. The rest is in
 * `LinkFlow`, whose file loads later.
 */
export class ButtonClicks<Body extends object> implements LinkClicks<Body> {
  state: LinkState = idle;

  readonly #host: LinkHost<Body>;
  /** Undefined until the first link is created. */
  #flow: LinkFlow<Body> | undefined;

  constructor(host: LinkHost<Body>) {
    this.#host = host;
  }

  get isBusy(): boolean {
    return this.state.kind === 'creating';
  }

  /** An unknown value of `delivery` opens the link, too. */
  get opensLink(): boolean {
    return !targets.has(this.#host.delivery);
  }

  apply(action: LinkAction): void {
    this.state = nextState(this.state, action);
    this.#host.requestUpdate();
  }

  fail(error: FinancingError, isSms = false): void {
    this.apply({ fail: failureText(error.code, isSms) });
    this.#host.dispatchError(error);
  }

  freeze(): FrozenRequest<Body | PageErrorCode> {
    const host = this.#host;
    const body = mayCreateLinks(host) ? host.linkRequest() : 'invalid-endpoint';
    const reference = host[host.referenceField as keyof LinkHost<Body>] || undefined;
    return { body, reference, key: toJson(body) };
  }

  /** Drops what belongs to another purchase. Called in `willUpdate()`. */
  update(changed: PropertyValues): void {
    if (this.#flow) this.#flow.update(changed);
    else if (changed.has(this.#host.referenceField) && !this.isBusy)
      this.state = nextState(this.state, 'reset');
  }

  /** Asks for a phone number, or creates the link. */
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

  /** Returns the request to send, or undefined if something is missing or nothing can be sent now. */
  #prepare(): FrozenRequest<Body> | undefined {
    const host = this.#host;
    if (host.disabled || this.isBusy) return undefined;
    const { body, ...rest } = this.freeze();
    if (typeof body === 'object') return { body, ...rest };
    const error = new FinancingError(body, host.operation);
    // The message waits for the file that places it, so that it doesn't move.
    if (links) this.fail(error);
    else void this.#load().finally(() => this.fail(error));
    return undefined;
  }

  /** Creates a link and delivers it. */
  async #create(request: FrozenRequest<Body>, target?: LinkTarget): Promise<void> {
    this.apply('send');
    const loaded = links ?? (await this.#load());
    if (loaded) return (this.#flow ??= loaded.createFlow(this.#host, this)).create(request, target);
    target?.close();
    this.fail(new FinancingError('network', this.#host.operation));
  }

  /** Loads the file that the rest of a click needs, usually before the click. Reports a failure and resolves with undefined. */
  #load(): Promise<Links | void> {
    return Promise.race([loadLinks(), timeout()]).catch((cause: unknown) =>
      reportError(new Error(failedFile('links'), { cause })),
    );
  }
}

/** Rejects when a request for a link would time out, too. Browsers give a file more time than a shopper does. */
function timeout(): Promise<never> {
  return new Promise((_resolve, reject) => setTimeout(reject, pageContext().timeouts.links));
}
