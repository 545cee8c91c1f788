import { html, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { hasBox } from '../collapse.js';
import type { EstimateController } from '../estimates/estimate-controller.js';

/** An element whose changes are announced. */
interface AnnouncingElement extends LitElement {
  /** The text to announce. */
  readonly announcement: string;
}

/**
 * Announces to screen readers that the estimate of an element has changed, or that the amount can no longer be financed. The
 * first estimate isn't announced, because it's part of the page.
 */
export class Announcements implements ReactiveController {
  readonly #host: AnnouncingElement;
  readonly #controller: EstimateController;
  /** The request of the last estimate that was shown. */
  #shownRequest: EstimateController['request'];
  /** True if there is a live region. It's added for the second request, because it must exist before its text changes. */
  hasRegion = false;
  /** True if the text is in the live region. The sentence of the estimate is then left out of the line. */
  isAnnounced = false;
  /** True if the last outcome was an estimate. Its loss is announced only once. */
  #hadEstimate = false;

  constructor(host: AnnouncingElement, controller: EstimateController) {
    this.#host = host;
    this.#controller = controller;
    host.addController(this);
  }

  /** True if the last estimate that was shown doesn't belong to the current request. */
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

  renderRegion(language: string): TemplateResult {
    const text = this.isAnnounced ? this.text : '';
    return html`<span class="spoken" role="status" tabindex="-1" lang=${language}>${text}</span>`;
  }

  /** Announces a changed estimate, or that there is no estimate anymore. */
  update(): void {
    const { request, outcome } = this.#controller;
    const { status, estimate } = outcome;
    if (status === 'ready' && estimate) {
      const isChange = this.#shownRequest && this.#shownRequest !== request;
      this.#shownRequest = request;
      if (isChange) announceLast(this);
    } else if (status === 'unavailable' && this.#hadEstimate) {
      announceLast(this);
    }
    if (status !== 'loading') this.#hadEstimate = status === 'ready';
  }

  /** Puts the text into the live region. */
  announce(): void {
    this.isAnnounced = true;
    this.#host.requestUpdate();
  }

  /** The text that would be announced now. */
  get text(): string {
    return this.#host.announcement;
  }

  /**
   * True if screen readers can read the live region. The element may be hidden, for example in a part of the page for phones.
   */
  get isHeard(): boolean {
    const region = this.#host.renderRoot.querySelector('[role=status]');
    return hasBox(region) && region.checkVisibility?.({ visibilityProperty: true }) !== false;
  }
}

/**
 * The delay before an announcement, in ms. A shopper who tries several variants hears only the last one, and screen readers
 * have time to detect a new live region.
 */
const announcementDelay = 700;

const waiting = new Set<Announcements>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Schedules an announcement for when there are no further changes. It's made only if all changed elements that are visible have
 * the same text, and only by the first of them. If a whole list changes, nothing is announced.
 */
function announceLast(announcements: Announcements): void {
  waiting.add(announcements);
  clearTimeout(timer);
  timer = setTimeout(announceSame, announcementDelay);
}

function announceSame(): void {
  const heard = [...waiting].filter(({ isHeard }) => isHeard);
  const texts = new Set(heard.map(({ text }) => text));
  if (texts.size === 1) heard[0]!.announce();
  waiting.clear();
}
