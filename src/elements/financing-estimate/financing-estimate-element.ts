import {
  html,
  isServer,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type ReactiveController,
  type TemplateResult,
} from 'lit';
import { parsePrice, roundToCents } from '../../internal/dollars.js';
import type { EstimateQuery } from '../../contract/estimate-query.js';
import type { EstimateResult } from '../../contract/estimate.js';
import { toJson } from '../../internal/natives.js';
import { collapse, hasBox } from '../collapse.js';
import { FinancingElement } from '../element.js';
import { isHydrating } from '../hydration.js';
import { dialogs, loadDialogsFor, preloadDialogs } from '../lazy-dialogs.js';
import {
  EstimateController,
  type EstimateOutcome,
  type EstimateStatus,
} from '../estimate-controller.js';
import {
  FinancingDetailsEvent,
  FinancingEstimateEvent,
  FinancingUnavailableEvent,
  FinancingViewEvent,
} from '../events.js';
import { estimateStyles } from './estimate-styles.js';
import {
  announcementOf,
  type CreditTerms,
  creditTermsOf,
  type EstimateWords,
  inWords,
} from '../../words/estimate-words.js';
import { unwatchView, watchView } from '../view-watch.js';
import { explain, explainUnavailable } from '../../page/advice.js';

declare global {
  interface HTMLElementTagNameMap {
    'financing-estimate': FinancingEstimateElement;
  }
}

/**
 * Shows what an amount costs a month: the payment and its term, and below them the APR and what is due today
 * (US Regulation Z, 12 CFR 1026.24(d): a payment never stands without them). Its content shows until the first
 * estimate, and after a failure.
 *
 * @tag financing-estimate
 * @summary The monthly payment of an amount.
 * @slot - Seen without JavaScript, until the first estimate, and after a failure.
 * @slot unavailable - Seen when the amount cannot be financed; without it the element hides.
 * @slot mark - A mark before the line, such as a lender's logo.
 * @slot action - The next step that the details offer, such as a `<prequal-button>`.
 * @slot disclosure - Replaces the small print of the details dialog.
 * @fires {FinancingEstimateEvent} financing-estimate - The estimate is on the page.
 * @fires {FinancingUnavailableEvent} financing-unavailable - The amount cannot be financed.
 * @fires {FinancingViewEvent} financing-view - Half of the line has been in view for a second, once for each amount.
 * @fires {FinancingDetailsEvent} financing-details - The details were opened or closed.
 * @fires {FinancingErrorEvent} financing-error - The estimate could not be loaded.
 * @csspart payment - The monthly payment and the term.
 * @csspart amount - The amount of the payment.
 * @csspart terms - The APR and what is due today, with the button. It has no box, so it takes only what inherits: color, font, weight, case.
 * @csspart details-button - Opens the dialog.
 * @csspart dialog - The details.
 * @csspart dialog-title - Their heading.
 * @csspart summary - The payment and the plan, which lead the details.
 * @csspart breakdown - The list of amounts in the dialog.
 * @csspart row - One of its rows.
 * @csspart row-name - The name of an amount.
 * @csspart row-value - The amount.
 * @csspart total - A row with a total.
 * @csspart disclosure - The small print in the dialog.
 * @csspart dialog-close - Closes the dialog.
 * @cssproperty [--financing-payment-weight=600] - Font weight of the amount.
 * @cssproperty [--financing-terms-size=0.875em] - Font size of the terms; at least 13px, or the size of the page.
 * @cssproperty [--financing-example=a typical line] - The text whose space is reserved for the line.
 * @cssproperty [--financing-focus-color=currentColor] - Color of the focus ring.
 * @cssproperty [--financing-dialog-background=Canvas] - Background of the dialog.
 * @cssproperty [--financing-dialog-color=CanvasText] - Text color of the dialog.
 * @cssproperty [--financing-dialog-border-color=14% of the text color] - Border color of the dialog.
 * @cssproperty [--financing-dialog-backdrop=rgb(0 0 0 / 0.5)] - Background of the page behind the dialog.
 * @cssproperty [--financing-dialog-radius=0.75rem] - Corner radius of the dialog.
 * @cssstate loading - The answer is on its way.
 * @cssstate ready - The estimate is shown.
 * @cssstate unavailable - The amount cannot be financed.
 * @cssstate error - The estimate could not be loaded.
 */
export class FinancingEstimateElement
  extends FinancingElement
  implements Record<keyof EstimateQuery, unknown>
{
  static override properties: PropertyDeclarations = {
    // Reflected because a clone, such as a carousel's or a router's snapshot, copies attributes only.
    amount: { reflect: true, converter: { toAttribute: parsePrice } },
    amountFrom: { attribute: 'amount-from' },
    representative: {},
    timeZone: { attribute: 'time-zone' },
    loading: {},
    whenUnavailable: { attribute: 'when-unavailable' },
    termMonths: { attribute: 'term-months', type: Number },
    aprUnit: { attribute: 'apr-unit' },
    layout: {},
    details: {},
    product: {},
    qualifier: {},
    estimate: {},
  };
  static override choices = {
    loading: ['eager', 'lazy'],
    whenUnavailable: ['hide', 'keep-space'],
    aprUnit: ['percent', 'fraction'],
    layout: ['stacked', 'inline'],
    details: ['text', 'icon'],
    qualifier: ['none', 'from'],
  };
  static override styles = estimateStyles;

  /** The purchase amount in US dollars: `1299`, `1299.00` or `$1,299.00`. */
  declare amount: string | number | bigint | null | undefined;
  /** A CSS selector of the page's own price, which is followed as it changes. Where it is set, it alone decides. */
  declare amountFrom: string | null | undefined;
  /** The employee who advises the shopper: id, name or any identifier. */
  declare representative: string | null | undefined;
  /** An IANA time zone, or `browser` for that of the browser. Not sent by default. */
  declare timeZone: string | null | undefined;
  /** Requests the estimate at once (`eager`, the default), or when it comes near the viewport (`lazy`). */
  declare loading: 'eager' | 'lazy' | null | undefined;
  /** Whether an amount that cannot be financed takes no space (`hide`, the default) or keeps an empty line (`keep-space`). */
  declare whenUnavailable: 'hide' | 'keep-space' | null | undefined;
  /** The number of monthly payments, for estimates that do not imply it. */
  declare termMonths: number | null | undefined;
  /** What the service means by an APR of 9.99: `percent` (the default), or `fraction` where it would send 0.0999. */
  declare aprUnit: 'percent' | 'fraction' | null | undefined;
  /** Where the terms are: below the payment (`stacked`, the default), or behind it (`inline`). */
  declare layout: 'stacked' | 'inline' | null | undefined;
  /** What opens the details: "See details" (`text`, the default), or an icon (`icon`), as in a list. */
  declare details: 'text' | 'icon' | null | undefined;
  /** The name of the product, added to the accessible name of the details button. */
  declare product: string | null | undefined;
  /** What the amount is: the price (`none`, the default), or the lowest of several (`from`): "From $70.24/mo". */
  declare qualifier: 'none' | 'from' | null | undefined;
  /**
   * The estimate of the present amount, or its JSON, where the server has rendered it: it is shown without a
   * request until something that the element asks changes. A value that breaks the contract is ignored.
   */
  declare estimate: EstimateResult | string | null | undefined;

  readonly #controller = new EstimateController(this);
  readonly #announcements = new Announcements(this, this.#controller);
  /** The status before `loading`. */
  #settledStatus: EstimateStatus = 'idle';
  /** The outcome that the custom state and the last event were set from. */
  #reported: EstimateOutcome | undefined;
  /** The estimate as it is shown. */
  #terms: CreditTerms | undefined;
  #isOpen = false;
  /** What the last `financing-details` said. */
  #wasOpen = false;
  /** The requests whose estimates have been in view, as JSON. */
  #seen: Set<string | undefined> | undefined;

  constructor() {
    super();
    this.loading = 'eager';
    this.whenUnavailable = 'hide';
    this.aprUnit = 'percent';
    this.layout = 'stacked';
    this.details = 'text';
    this.qualifier = 'none';
  }

  /** The state of the estimate: `idle`, `loading`, `ready`, `unavailable` or `error`. */
  get status(): EstimateStatus {
    return this.#controller.outcome.status;
  }

  /** The estimate that is on screen; undefined if there is none. Money in US dollars. */
  get currentEstimate(): EstimateResult | undefined {
    return this.#controller.outcome.estimate;
  }

  /**
   * The sentence of the estimate, or that the amount cannot be financed.
   * @internal
   */
  get announcement(): string {
    if (this.#terms) return announcementOf(this.text, this.#terms, this);
    const own = this.querySelector(':scope > [slot=unavailable]')?.textContent.trim();
    return own || this.text.unavailable;
  }

  /** Asks for the estimate again. */
  refresh(): void {
    this.#controller.repeat('reload');
  }

  protected override willUpdate(changed: PropertyValues): void {
    // An update that only shows an answer does not change the request.
    if (changed.size || isServer) this.#controller.update();
    if (this.#announcements.isOutdated) this.#isOpen = false;
    if (this.status !== 'loading') this.#settledStatus = this.status;
    const { currentEstimate } = this;
    this.#terms = currentEstimate && creditTermsOf(currentEstimate, this);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { language } = this;
    const content = this.#terms ? this.#renderOffer(this.#terms, language) : this.#renderRest();
    // A live region has to stay the same element. Most elements never have one, and are one template less.
    return this.#announcements.hasRegion
      ? html`${this.#announcements.renderRegion(language)}${content}`
      : content;
  }

  protected override updated(): void {
    super.updated();
    const { outcome, request } = this.#controller;
    if (!this.#isOpen) this.#reportDetails(false);
    if (outcome.status !== 'loading') this.#collapseOrShow();
    if (outcome === this.#reported || !this.isConnected) return;
    if (this.#reported) this.setState(this.#reported.status, false);
    if (outcome.status !== 'idle') this.setState(outcome.status, true);
    this.#reported = outcome;
    if (this.#terms && !this.#terms.months) explain(this, 'unknown-term');
    if (outcome.status === 'unavailable') explainUnavailable(this, request?.amount);
    this.#dispatch(outcome);
    this.#announcements.update();
    if (outcome.status === 'ready' && !this.#seen?.has(toJson(request))) watchView(this);
    else unwatchView(this);
  }

  /** @internal */
  onView(): void {
    const { estimate } = this.#controller.outcome;
    (this.#seen ??= new Set()).add(toJson(this.#controller.request));
    const words = [...this.renderRoot.querySelectorAll('[part=payment], .apr, .down-payment')];
    const text = words.map(({ textContent }) => textContent.trim()).join(' · ');
    if (estimate) this.dispatchEvent(new FinancingViewEvent(estimate, text));
  }

  #reportDetails(isOpen: boolean): void {
    if (isOpen === this.#wasOpen) return;
    this.#wasOpen = isOpen;
    this.dispatchEvent(new FinancingDetailsEvent(isOpen));
  }

  #collapseOrShow(): void {
    const isHiding =
      this.status === 'unavailable' &&
      this.whenUnavailable !== 'keep-space' &&
      !this.querySelector(':scope > [slot=unavailable]');
    collapse(this, isHiding, this.#announcements.hasRegion);
  }

  #renderRest(): TemplateResult | typeof nothing {
    if (this.status === 'unavailable') {
      return html`<div class="container">
        <slot name="unavailable" @slotchange=${this.#collapseOrShow}></slot>
      </div>`;
    }
    if (this.status !== 'loading' || this.#hasFallback()) {
      return html`<div class="container"><slot></slot></div>`;
    }
    return this.#settledStatus === 'idle'
      ? nothing
      : html`<div class="container"><div class="bar"></div></div>`;
  }

  /** Whether there is content to show until the answer comes, or there may be, since the parser is still running. */
  #hasFallback(): boolean {
    // An outdated line is replaced by an empty one: the fallback would disappear a moment later.
    if (this.#settledStatus === 'ready' || this.#settledStatus === 'unavailable') return false;
    return this.hasChildNodes() || isHydrating(this) || document.readyState === 'loading';
  }

  #renderOffer(terms: CreditTerms, language: string): TemplateResult {
    const { text } = this;
    const words = inWords(text, terms, this);
    return renderLine({
      language,
      words,
      sentence: this.#announcements.isAnnounced ? '' : words.sentence,
      opener: this.details === 'icon' ? icon : text.detailsShort,
      details: this.#isOpen ? this.#renderDetails(terms) : nothing,
    });
  }

  #renderDetails(terms: CreditTerms): TemplateResult | undefined {
    const { text, language } = this;
    const amount = this.#controller.request?.amount;
    return dialogs?.details({
      ...{ text, language, terms },
      // A server-rendered estimate may have no amount, or one that can't be read yet.
      purchaseCents: amount ? roundToCents(amount) : terms.financedCents + terms.downPaymentCents,
      mark: this.querySelector(':scope > [slot=mark]'),
      hasAction: Boolean(this.querySelector(':scope > [slot=action]')),
      onClose: () => this.#close(),
    });
  }

  /** Listens at the root of the tree: each listener in the template would be an object of lit's, and a list has hundreds. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    if (isServer) return root;
    for (const type of ['click', 'focusin', 'pointerover', 'contentvisibilityautostatechange']) {
      root.addEventListener(type, this, true); // the last one does not bubble everywhere
    }
    return root;
  }

  /** @internal */
  handleEvent(event: Event): void {
    const target = event.target as Element;
    if (!this.renderRoot.contains(target)) return; // from the page's own content, in a slot
    // `content-visibility` makes a stacking context, which would put the line above a link that covers the card.
    if ((event as Partial<ContentVisibilityAutoStateChangeEvent>).skipped === false) {
      target.classList.add('seen');
    } else if (target.closest('[part=details-button]')) {
      if (event.type === 'click') void this.#openDetails(event);
      else preloadDialogs();
    }
  }

  async #openDetails(click: Event): Promise<void> {
    click.preventDefault(); // for a link around the element
    const loaded = await loadDialogsFor(this);
    if (!loaded || !this.#terms) return;
    this.#isOpen = true;
    this.requestUpdate();
    await this.updateComplete;
    if (!this.#isOpen || !this.isConnected) return; // removed, or of another amount meanwhile
    loaded.open(this.renderRoot);
    // By default the close button gets the focus, which says little.
    this.renderRoot.querySelector('h2')?.focus();
    this.#reportDetails(true);
  }

  #close(): void {
    if (this.renderRoot.querySelector('dialog')?.open) return; // it was opened again meanwhile
    this.#isOpen = false;
    this.requestUpdate();
  }

  #dispatch({ status, estimate, error }: EstimateOutcome): void {
    if (status === 'ready' && estimate) this.dispatchEvent(new FinancingEstimateEvent(estimate));
    if (status === 'unavailable') this.dispatchEvent(new FinancingUnavailableEvent());
    if (error) this.dispatchError(error);
  }
}

export interface LineOptions {
  readonly language: string;
  readonly words: EstimateWords;
  /** Read by screen readers instead of the parts. */
  readonly sentence: string;
  /** What opens the details: an icon, or a word. */
  readonly opener: TemplateResult | string;
  /** The dialog, while it is open. */
  readonly details: unknown;
}

const icon = html`<svg viewBox="0 0 16 16" aria-hidden="true">
  <path d="M8 .75a7.25 7.25 0 1 0 0 14.5a7.25 7.25 0 0 0 0-14.5M8 7.25v4.25M8 4.5v.01" />
</svg>`;

/**
 * Renders the line. Browsers' translators replace text nodes that lit still updates, so it has `translate="no"`. The sentence
 * isn't in the line, whose `content-visibility` keeps it out of accessibility trees below the viewport. WebKitGTK ignores a
 * `<span>` that is a block, and reads a hidden payment unless it's an image.
 */
export function renderLine(line: LineOptions): TemplateResult {
  const { language, words, sentence, opener, details } = line;
  const [before, amount, unit, after] = words.payment;
  return html`<span class="container" lang=${language}
    ><div class="spoken" translate="no">${sentence}</div>
    <span class="line" translate="no"
      ><slot name="mark"></slot
      ><span part="payment" role="img" aria-hidden="true"
        >${before}<span part="amount">${amount}<wbr />${unit}</span>${after || nothing}&#32;<span
          class="term"
          >${words.term}</span
        ></span
      ><span class="gap dot"> </span
      ><span part="terms"
        ><span class="terms"
          ><span class="apr" aria-hidden="true">${words.apr}</span><span class="dot"> </span
          ><span class="down-payment" aria-hidden="true">${words.downPayment}</span
          ><span class="dot"> </span
          ><button part="details-button" aria-label=${words.details} aria-haspopup="dialog">
            ${opener}
          </button></span
        ></span
      ></span
    >${details}</span
  >`;
}

/**
 * Announces to screen readers that the estimate of an element has changed, or that the amount can no longer be
 * financed. The first estimate is not announced: it is part of the page.
 */
class Announcements implements ReactiveController {
  readonly #host: FinancingEstimateElement;
  readonly #controller: EstimateController;
  /** The request of the estimate that was shown last. */
  #shownRequest: EstimateController['request'];
  /** Whether there is a live region: from the second request on, since it has to be there before its text changes. */
  hasRegion = false;
  /** Whether the text is in the live region. The sentence of an estimate is then not in the line. */
  isAnnounced = false;
  /** Whether there was an estimate last. Its loss is announced once. */
  #hadEstimate = false;

  constructor(host: FinancingEstimateElement, controller: EstimateController) {
    this.#host = host;
    this.#controller = controller;
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

  renderRegion(language: string): TemplateResult {
    const text = this.isAnnounced ? this.text : '';
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
    return this.#host.announcement;
  }

  /** Whether a screen reader would hear it, unlike in a part of the page that is shown on phones alone. */
  get isHeard(): boolean {
    const region = this.#host.renderRoot.querySelector('[role=status]');
    return hasBox(region) && region.checkVisibility?.({ visibilityProperty: true }) !== false;
  }
}

/** A shopper who tries variants hears the last of them; a screen reader finds a new live region meanwhile. In ms. */
const pause = 700;

const waiting = new Map<Announcements, () => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Announces a change once there is no further one, and only if it is the page's single one: if a whole list changes,
 * nothing is announced. Of several visible elements with the same text, the first one announces it.
 */
function announceLast(announcements: Announcements, announce: () => void): void {
  waiting.set(announcements, announce);
  clearTimeout(timer);
  timer = setTimeout(endPause, pause);
}

function endPause(): void {
  const heard = [...waiting].filter(([{ isHeard }]) => isHeard);
  const texts = new Set(heard.map(([{ text }]) => text));
  if (texts.size === 1) heard[0]![1]();
  waiting.clear();
}
