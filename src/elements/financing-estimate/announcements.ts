import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import type { EstimateController } from '../estimate-controller.js';

/**
 * Announces to screen readers that the estimate of an element has changed, or that the amount can no longer be
 * financed. The first estimate is not announced: it is part of the page.
 */
export class Announcements implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #controller: EstimateController;
  readonly #text: () => string;
  /** The request of the estimate that was shown last. */
  #shownRequest: EstimateController['request'];
  /** Whether there is a live region: from the second request on, since it has to be there before its text changes. */
  hasRegion = false;
  /** Whether the text is in the live region. The sentence of an estimate is then not in the line. */
  isAnnounced = false;
  /** Whether there was an estimate last. Its loss is announced once. */
  #hadEstimate = false;

  /** `text` returns the sentence of the estimate, or says that the amount cannot be financed. */
  constructor(host: ReactiveControllerHost, controller: EstimateController, text: () => string) {
    this.#host = host;
    this.#controller = controller;
    this.#text = text;
    host.addController(this);
  }

  /** Whether the estimate that was shown last no longer answers the request. */
  get isOutdated(): boolean {
    const { request, outcome } = this.#controller;
    return request !== this.#shownRequest || !outcome.estimate;
  }

  hostUpdate(): void {
    if (!this.#shownRequest || !this.isOutdated) return;
    this.hasRegion = true;
    const isStillLost = this.#controller.outcome.status === 'unavailable' && !this.#hadEstimate;
    if (!isStillLost) this.isAnnounced = false;
  }

  renderRegion(language: string): TemplateResult | typeof nothing {
    if (!this.hasRegion) return nothing;
    const text = this.isAnnounced ? this.#text() : '';
    return html`<span class="spoken" role="status" tabindex="-1" lang=${language}>${text}</span>`;
  }

  /** Announces the estimate if it has changed, or its loss. */
  update(): void {
    const { request, outcome } = this.#controller;
    const { status, estimate } = outcome;
    if (status === 'ready' && estimate) {
      const isChange = this.#shownRequest && this.#shownRequest !== request;
      this.#shownRequest = request;
      if (isChange) this.#announce();
    } else if (status === 'unavailable' && this.#hadEstimate) {
      this.#announce();
    }
    if (status !== 'loading') this.#hadEstimate = status === 'ready';
  }

  #announce(): void {
    announceLast(this, () => {
      this.isAnnounced = true;
      this.#host.requestUpdate();
    });
  }

  /** What would be announced now. */
  get text(): string {
    return this.#text();
  }
}

/** A shopper who tries variants hears the last of them; a screen reader finds a new live region meanwhile. In ms. */
const pause = 700;

const waiting = new Map<Announcements, () => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Announces a change once there is no further one, and only if it is the page's single one: if a whole list changes,
 * nothing is announced. Of several elements with the same text, the first one announces it.
 */
function announceLast(announcements: Announcements, announce: () => void): void {
  waiting.set(announcements, announce);
  clearTimeout(timer);
  timer = setTimeout(endPause, pause);
}

function endPause(): void {
  const texts = new Set([...waiting.keys()].map(({ text }) => text));
  const [first] = waiting.values();
  if (texts.size === 1) first!();
  waiting.clear();
}
