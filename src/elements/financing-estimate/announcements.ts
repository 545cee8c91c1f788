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
    announceAlone(this.#text(), () => {
      this.isAnnounced = true;
      this.#host.requestUpdate();
    });
  }
}

/** Lets the answers for a page come in, and a screen reader find a new live region, in ms. */
const pause = 150;

/** What may be announced after the pause, by its text. */
const waiting = new Map<string, () => void>();

/**
 * Announces a text only if it is the page's single change: if a whole list changes, nothing is announced. Of several
 * elements with the same text, the first one announces it.
 */
function announceAlone(text: string, announce: () => void): void {
  if (!waiting.size) setTimeout(endPause, pause);
  if (!waiting.has(text)) waiting.set(text, announce);
}

function endPause(): void {
  if (waiting.size === 1) for (const announce of waiting.values()) announce();
  waiting.clear();
}
