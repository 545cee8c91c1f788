import type { ReactiveController, ReactiveControllerHost } from 'lit';

interface Host extends ReactiveControllerHost, Element {}

/**
 * Keeps the focus in an element whose focused button disappears, as when the amount can no longer be financed: the live
 * region has it until the button is back. Otherwise it would fall to the body, and a shopper who uses the keyboard would
 * have to start at the top of the page.
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

  /** Moves the focus if needed. Called after the element has left the layout or has returned to it. */
  check(): void {
    if (this.#host.shadowRoot?.activeElement) this.#keep();
  }

  /** Moves the focus to the button, or else to the live region, if the focused element is no longer visible. */
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
