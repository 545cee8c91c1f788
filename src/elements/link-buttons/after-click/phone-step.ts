import type { TemplateResult } from 'lit';
import type { Dialogs } from '../../dialogs/dialogs.js';
import type { loadDialogsFor } from '../../lazy-dialogs.js';
import type { FrozenRequest } from './frozen-request.js';
import type { LinkClicks, LinkHost } from '../link-host.js';
import { isFormOpen, type LinkAction } from './link-state.js';

/** Applies actions to the state of a button, and creates links. */
interface Flow<Body extends object> {
  apply(action: LinkAction): void;
  create(request: FrozenRequest<Body>): Promise<void>;
}

/** Asks for the phone number that a link is texted to. */
export class PhoneStep<Body extends object> {
  readonly #host: LinkHost<Body>;
  readonly #clicks: LinkClicks<Body>;
  readonly #flow: Flow<Body>;
  readonly #loadDialogsFor: typeof loadDialogsFor;
  #dialogs: Dialogs | undefined;

  constructor(
    host: LinkHost<Body>,
    clicks: LinkClicks<Body>,
    flow: Flow<Body>,
    load: typeof loadDialogsFor,
  ) {
    this.#host = host;
    this.#clicks = clicks;
    this.#flow = flow;
    this.#loadDialogsFor = load;
  }

  /** Opens the form. */
  async ask(): Promise<void> {
    const host = this.#host;
    this.#flow.apply('clear');
    this.#dialogs = await this.#loadDialogsFor(host);
    if (!this.#dialogs) return this.#flow.apply({ fail: 'failed' });
    if (host.disabled || this.#clicks.isBusy) return;
    this.#flow.apply('ask');
    await host.updateComplete;
    this.#dialogs.openPhoneForm(host.renderRoot, this.#knownPhone);
  }

  /** Renders the form if it's open. Screen readers don't announce text behind a modal dialog, so it shows the failure. */
  render(spinner: TemplateResult, failure: unknown): TemplateResult | undefined {
    if (!isFormOpen(this.#clicks.state)) return undefined;
    const { text, language } = this.#host;
    return this.#dialogs?.phoneForm({
      text,
      language,
      spinner,
      isBusy: this.#clicks.isBusy,
      isInvalid: this.#isNumberRefused,
      message: failure,
      knownPhone: this.#knownPhone,
      onSubmit: async (phone) => {
        await this.#sendTo(phone);
        return this.#isNumberRefused;
      },
      onClose: () => this.#onClose(),
    });
  }

  async #sendTo(phone: string): Promise<void> {
    const request = this.#clicks.prepare();
    if (!request) return;
    const body = { ...request.body, [this.#host.phoneField]: phone, sendSMS: true };
    await this.#flow.create({ ...request, body });
  }

  get #knownPhone(): unknown {
    return this.#host[this.#host.phoneField];
  }

  get #isNumberRefused(): boolean {
    const { state } = this.#clicks;
    return state.kind === 'failed' && state.text === 'notSent';
  }

  #onClose(): void {
    const { renderRoot } = this.#host;
    if (renderRoot.querySelector('dialog')?.open) return; // it was opened again in the meantime
    this.#flow.apply('close');
    renderRoot.querySelector('button')?.focus();
  }
}
