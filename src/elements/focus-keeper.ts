import type { ReactiveController, ReactiveControllerHost } from 'lit';

interface Host extends ReactiveControllerHost, Element {}

/**
 * Keeps the focus in an element whose button goes while it has the focus, as when the amount can no longer be financed:
 * the live region has it until the button is back. Otherwise it would fall to the body, and a shopper who uses the
 * keyboard would have to begin at the top of the page.
 */
export class FocusKeeper implements ReactiveController {
  readonly #host: Host;
  #hadFocus = false;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#hadFocus = Boolean(this.#host.shadowRoot?.activeElement);
  }

  hostUpdated(): void {
    if (this.#hadFocus) this.#keep();
  }

  /** Looks once more, after the element has left the layout or has come back. */
  check(): void {
    if (this.#host.shadowRoot?.activeElement) this.#keep();
  }

  /** Moves the focus from what can no longer have it to the button, or else to the live region. */
  #keep(): void {
    const { activeElement } = this.#host.shadowRoot!;
    const [button, region] = ['button', '[role=status]'].map((selector) =>
      this.#host.shadowRoot!.querySelector<HTMLElement>(selector),
    );
    if (activeElement !== region && activeElement?.checkVisibility()) return;
    if (button?.checkVisibility()) button.focus();
    else region?.focus();
  }
}
