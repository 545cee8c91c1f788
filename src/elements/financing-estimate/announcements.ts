import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import type { EstimateResult } from '../../contract/estimate.js';
import type { EstimateController } from '../estimate-controller.js';

/** What can be in a live region: an estimate, whose sentence is in the line otherwise, or that there is none. */
export type Announced = EstimateResult | 'unavailable';

/** Puts an announcement into words. */
export type AnnouncementText = (announced: Announced) => string;

/**
 * Announces to screen readers that the estimate of an element has changed, or that the amount can no longer be
 * financed. The first estimate is not announced: it is part of the page.
 */
export class Announcements implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #controller: EstimateController;
  readonly #textOf: AnnouncementText;
  /** The request of the estimate that was shown last. */
  #shownRequest: EstimateController['request'];
  /** Whether there is a live region: from the second request on, since it has to be there before its text changes. */
  hasRegion = false;
  /** What is in the live region. The sentence of an estimate is then not in the line. */
  announced: Announced | undefined;
  /** Whether there was an estimate last. Its loss is announced once. */
  #hadEstimate = false;

  constructor(
    host: ReactiveControllerHost,
    controller: EstimateController,
    textOf: AnnouncementText,
  ) {
    this.#host = host;
    this.#controller = controller;
    this.#textOf = textOf;
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
    if (this.#controller.outcome.status === 'loading') this.announced = undefined;
  }

  renderRegion(language: string): TemplateResult | typeof nothing {
    if (!this.hasRegion) return nothing;
    const text = this.announced && this.#textOf(this.announced);
    return html`<span class="spoken" role="status" tabindex="-1" lang=${language}>${text}</span>`;
  }

  /** Announces what is on the page now, if it is another estimate than before, or no longer one. */
  update(): void {
    const { request, outcome } = this.#controller;
    const { status, estimate } = outcome;
    if (status === 'ready' && estimate) {
      const isChange = this.#shownRequest && this.#shownRequest !== request;
      this.#shownRequest = request;
      if (isChange) this.#announce(estimate);
    } else if (status === 'unavailable' && this.#hadEstimate) {
      this.#announce(status);
    }
    if (status !== 'loading') this.#hadEstimate = status === 'ready';
  }

  #announce(announced: Announced): void {
    announceAlone(this.#textOf(announced), () => {
      this.announced = announced;
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
