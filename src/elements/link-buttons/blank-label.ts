import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Detects a label of white space only, as between tags on two lines. The browser shows it instead of the slot's default
 * content (DOM standard, "assigned slottables"), so the button would have no name.
 */
export class BlankLabel implements ReactiveController {
  isBlank = false;

  readonly #host: ReactiveControllerHost;
  #slot: HTMLSlotElement | undefined;
  #observer: MutationObserver | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#check();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }

  readonly onSlotChange = ({ currentTarget }: Event): void => {
    this.#slot = currentTarget as HTMLSlotElement;
    this.#check();
  };

  #check(): void {
    if (!this.#slot) return;
    const nodes = this.#slot.assignedNodes({ flatten: true });
    const isBlank = nodes.length > 0 && nodes.every(isBlankText);
    // A framework may write the label into an existing text node, which does not change the slot.
    this.#observer?.disconnect();
    this.#observer ??= new MutationObserver(() => this.#check());
    for (const node of nodes) this.#observer.observe(node, { characterData: true });
    if (isBlank === this.isBlank) return;
    this.isBlank = isBlank;
    this.#host.requestUpdate();
  }
}

function isBlankText(node: Node): boolean {
  return node.nodeType === Node.TEXT_NODE && !node.textContent?.trim();
}
