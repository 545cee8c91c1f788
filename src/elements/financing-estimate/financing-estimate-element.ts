import {
  html,
  isServer,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { parsePrice, roundToCents } from '../../internal/dollars.js';
import type { EstimateQuery } from '../../contract/estimate-query.js';
import type { EstimateResult } from '../../contract/estimate.js';
import { toJson } from '../../internal/natives.js';
import { collapse } from '../collapse.js';
import { FinancingElement } from '../financing-element.js';
import { isHydrating } from '../hydration.js';
import { dialogs, loadDialogsFor, preloadDialogs } from '../lazy-dialogs.js';
import {
  EstimateController,
  type EstimateOutcome,
  type EstimateStatus,
} from '../estimates/estimate-controller.js';
import {
  FinancingDetailsEvent,
  FinancingEstimateEvent,
  FinancingUnavailableEvent,
  FinancingViewEvent,
} from '../events.js';
import { Announcements } from './announcements.js';
import { icon, renderLine } from './estimate-line.js';
import { estimateStyles } from './estimate-styles.js';
import {
  announcementOf,
  type CreditTerms,
  creditTermsOf,
  inWords,
} from '../../words/estimate-words.js';
import { unwatchView, watchView } from './view-watch.js';
import { warn, warnIfCents } from '../../page/console-warnings.js';

declare global {
  interface HTMLElementTagNameMap {
    'financing-estimate': FinancingEstimateElement;
  }
}

/**
 * Shows the monthly cost of an amount: the payment and its term, and below them the APR and the amount due today. US
 * Regulation Z (12 CFR 1026.24(d)) doesn't allow a payment without them. The element's own content is shown until the first
 * estimate and after a failure.
 *
 * @tag financing-estimate
 * @summary The monthly payment for an amount.
 * @slot - Shown without JavaScript, until the first estimate, and after a failure.
 * @slot unavailable - Shown when the amount can't be financed. Without it, the element hides, or says so if it showed an estimate before.
 * @slot mark - A mark before the line, such as a lender's logo.
 * @slot action - The next step in the details dialog and the card, such as a `<prequal-button>`.
 * @slot disclosure - Replaces the fine print of the details dialog.
 * @fires {FinancingEstimateEvent} financing-estimate - An estimate is shown.
 * @fires {FinancingUnavailableEvent} financing-unavailable - The amount can't be financed.
 * @fires {FinancingViewEvent} financing-view - Half of the line was in view for one second. Fires once for each amount.
 * @fires {FinancingDetailsEvent} financing-details - The details were opened or closed.
 * @fires {FinancingErrorEvent} financing-error - The estimate could not be loaded.
 * @csspart payment - The monthly payment and the term.
 * @csspart amount - The amount of the payment.
 * @csspart terms - The APR and the amount due today, with the button. In a narrow column, the term too. It uses `display: contents`, so only inherited styles apply: color, font, weight, case.
 * @csspart details-button - Opens the details dialog.
 * @csspart card - The frame around the payment and its terms with `layout="card"`.
 * @csspart dialog - The details dialog.
 * @csspart dialog-title - The heading of the dialog.
 * @csspart dialog-product - The name of the product below the heading.
 * @csspart summary - The payment, at the top of the dialog.
 * @csspart summary-amount - The amount of that payment.
 * @csspart tiles - The number of payments, the APR, and the amount due today, side by side.
 * @csspart tile - One of these facts.
 * @csspart tile-value - The number in a tile.
 * @csspart bar - The shares of the price and the cost of financing.
 * @csspart bar-price - The segment of the price, and the circle next to its row. `fill` sets its color.
 * @csspart bar-cost - The segment of the cost, and the circle next to its row. `fill` sets its color.
 * @csspart breakdown - The list of amounts in the dialog.
 * @csspart row - A row of the breakdown.
 * @csspart row-name - The name of an amount.
 * @csspart row-value - The amount.
 * @csspart total - A row with a total.
 * @csspart disclosure - The fine print in the dialog.
 * @csspart dialog-close - Closes the dialog.
 * @cssproperty [--financing-payment-weight=600] - Font weight of the amount.
 * @cssproperty [--financing-terms-size=0.875em] - Font size of the terms. At least 13px, or the page's font size if it's smaller.
 * @cssproperty [--financing-example=a typical line] - A sample text. The space that it needs is reserved for the line.
 * @cssproperty [--financing-focus-color=currentColor] - Color of the focus ring.
 * @cssproperty [--financing-button-radius=0.5em] - Corner radius of the button.
 * @cssstate loading - A request is in progress.
 * @cssstate ready - The estimate is shown.
 * @cssstate unavailable - The amount can't be financed.
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
    layout: ['stacked', 'inline', 'card'],
    details: ['text', 'icon'],
    qualifier: ['none', 'from'],
  };
  static override styles = estimateStyles;

  /** The purchase amount in US dollars: `1299`, `1299.00` or `$1,299.00`. */
  declare amount: string | number | bigint | null | undefined;
  /** A CSS selector for a price on the page, which the element follows as it changes. If set, `amount` is ignored. */
  declare amountFrom: string | null | undefined;
  /** The employee who advises the shopper: an ID, a name, or any other identifier. */
  declare representative: string | null | undefined;
  /** An IANA time zone, or `browser` for the browser's time zone. Not sent by default. */
  declare timeZone: string | null | undefined;
  /** Requests the estimate immediately (`eager`, the default) or when the element comes near the viewport (`lazy`). */
  declare loading: 'eager' | 'lazy' | null | undefined;
  /**
   * The behavior for a first amount that can't be financed: take no space (`hide`, the default) or keep an empty line
   * (`keep-space`). After an estimate, the element says that there is none now.
   */
  declare whenUnavailable: 'hide' | 'keep-space' | null | undefined;
  /** The number of monthly payments, for estimates that don't imply it. */
  declare termMonths: number | null | undefined;
  /** The format of the service's APR: `percent` (9.99, the default) or `fraction` (0.0999), for 9.99%. */
  declare aprUnit: 'percent' | 'fraction' | null | undefined;
  /** The terms below the payment (`stacked`, the default), after it (`inline`), or as tiles in a card (`card`). */
  declare layout: 'stacked' | 'inline' | 'card' | null | undefined;
  /** The button that opens the details: "See details" (`text`, the default) or an icon (`icon`), for example in a list. */
  declare details: 'text' | 'icon' | null | undefined;
  /** The name of the product, for the heading of the details and the accessible name of the button that opens them. */
  declare product: string | null | undefined;
  /** The meaning of the amount: the price (`none`, the default) or the lowest of several prices (`from`), shown as "From $70.24/mo". */
  declare qualifier: 'none' | 'from' | null | undefined;
  /**
   * The estimate for the current amount, or its JSON, from a server that rendered the element. It's shown without a request
   * until a property that is part of the request changes. A value that breaks the contract is ignored, and so is one whose
   * amount financed and down payment don't add up to the amount.
   */
  declare estimate: EstimateResult | string | null | undefined;

  readonly #controller = new EstimateController(this);
  readonly #announcements = new Announcements(this, this.#controller);
  /** The last status other than `loading`. */
  #settledStatus: EstimateStatus = 'idle';
  /** The outcome that was last reported by the custom state and an event. */
  #reported: EstimateOutcome | undefined;
  /** The terms that are shown. */
  #terms: CreditTerms | undefined;
  #isOpen = false;
  /** The state of the file with the card. Undefined until an estimate needs it. */
  #cardFile: 'loading' | 'loaded' | 'failed' | undefined;
  /** The value of `open` in the last `financing-details` event. */
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

  /** The estimate on the screen, or undefined if there is none. Amounts are in US dollars. */
  get currentEstimate(): EstimateResult | undefined {
    return this.#controller.outcome.estimate;
  }

  /**
   * The sentence that describes the estimate, or says that the amount can't be financed.
   * @internal
   */
  get announcement(): string {
    if (this.#terms) return announcementOf(this.text, this.#terms, this);
    const own = this.querySelector(':scope > [slot=unavailable]')?.textContent.trim();
    return own || this.text.unavailable;
  }

  /** Requests the estimate again. */
  refresh(): void {
    this.#controller.repeat('reload');
  }

  protected override willUpdate(changed: PropertyValues): void {
    // An update that only shows a response doesn't change the request.
    if (changed.size || isServer) this.#controller.update();
    if (this.#announcements.isOutdated) this.#isOpen = false;
    if (this.status !== 'loading') this.#settledStatus = this.status;
    const { currentEstimate } = this;
    this.#terms = currentEstimate && creditTermsOf(currentEstimate, this);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { language } = this;
    const { hasRegion } = this.#announcements;
    const content = this.#terms ? this.#renderOffer(this.#terms, language) : this.#renderRest();
    const hasNextStep =
      this.#isCard && !(this.#terms && this.#cardFile === 'loaded') && this.#action;
    // A live region must stay the same DOM element. Most elements never have one, so they do without this extra template.
    if (!hasRegion && !hasNextStep) return content;
    const region = hasRegion ? this.#announcements.renderRegion(language) : nothing;
    // The space of the next step, until the card shows it.
    return html`${region}${content}${hasNextStep ? html`<div class="next"></div>` : nothing}`;
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
    if (this.#terms && !this.#terms.months) warn(this, 'unknown-term');
    if (outcome.status === 'unavailable') warnIfCents(this, request?.amount);
    this.#dispatch(outcome);
    this.#announcements.update();
    if (outcome.status === 'ready' && !this.#seen?.has(toJson(request))) watchView(this);
    else unwatchView(this);
  }

  /** @internal */
  onView(): void {
    const { estimate } = this.#controller.outcome;
    (this.#seen ??= new Set()).add(toJson(this.#controller.request));
    if (!estimate || !this.#terms) return;
    const { payment, term, apr, downPayment } = inWords(this.text, this.#terms, this);
    const text = [`${payment.join('')} ${term}`.trim(), apr, downPayment].join(' · ');
    this.dispatchEvent(new FinancingViewEvent(estimate, text));
  }

  #reportDetails(isOpen: boolean): void {
    if (isOpen === this.#wasOpen) return;
    this.#wasOpen = isOpen;
    this.dispatchEvent(new FinancingDetailsEvent(isOpen));
  }

  /** Takes the element out of the layout if it has nothing to show, unless the page or an earlier estimate keeps the space. */
  #collapseOrShow(): void {
    const { status } = this;
    const isLost = status === 'unavailable' && !this.#announcements.hasRegion;
    const slot = this.renderRoot.querySelector('slot');
    const isHiding =
      (isLost || status === 'error') &&
      this.whenUnavailable !== 'keep-space' &&
      !slot?.assignedNodes().some((node) => node.nodeType === 1 || node.textContent?.trim());
    collapse(this, isHiding, this.#announcements.hasRegion);
  }

  #renderRest(): TemplateResult | typeof nothing {
    if (this.status === 'unavailable') {
      const { hasRegion, isAnnounced } = this.#announcements;
      // After the announcement, the live region has the same text.
      const sentence = html`<div class="lost" aria-hidden=${isAnnounced}>
        ${this.text.unavailable}
      </div>`;
      return html`<div class="container">
        <slot name="unavailable" @slotchange=${this.#collapseOrShow}
          >${hasRegion ? sentence : nothing}</slot
        >
      </div>`;
    }
    if (this.status !== 'loading' || this.#hasFallback()) {
      return html`<div class="container">
        <slot @slotchange=${this.#collapseOrShow}></slot>
      </div>`;
    }
    return this.#settledStatus === 'idle'
      ? nothing
      : html`<div class="container"><div class="bar"></div></div>`;
  }

  /** True if there is content to show until the response arrives, or if there may be because the parser is still running. */
  #hasFallback(): boolean {
    // While a new estimate loads, an outdated line is replaced by an empty one. The fallback would disappear a moment later.
    if (this.#settledStatus === 'ready' || this.#settledStatus === 'unavailable') return false;
    return this.hasChildNodes() || isHydrating(this) || document.readyState === 'loading';
  }

  #renderOffer(terms: CreditTerms, language: string): TemplateResult | typeof nothing {
    const { text, qualifier } = this;
    const words = inWords(text, terms, this);
    const sentence = this.#announcements.isAnnounced ? '' : words.sentence;
    const details = this.#isOpen ? this.#renderDetails(terms) : undefined;
    if (this.#isCard && this.#cardFile !== 'failed') {
      if (!this.#cardFile) void this.#loadCard();
      const action = this.#action;
      return this.#cardFile === 'loaded'
        ? dialogs!.card({ text, language, terms, words, qualifier, sentence, action, details })
        : nothing;
    }
    const isIcon = this.details === 'icon';
    return renderLine({
      language,
      words,
      sentence,
      opener: isIcon ? icon : text.detailsShort,
      shortOpener: isIcon ? undefined : text.detailsShortest,
      details,
    });
  }

  get #isCard(): boolean {
    return this.layout === 'card' && !isServer && !isHydrating(this);
  }

  /** Loads the file with the card. If that fails, the line is shown instead. */
  async #loadCard(): Promise<void> {
    this.#cardFile = 'loading';
    this.#cardFile = (await loadDialogsFor(this)) ? 'loaded' : 'failed';
    this.requestUpdate();
  }

  get #action(): Element | null {
    return this.querySelector(':scope > [slot=action]');
  }

  #renderDetails(terms: CreditTerms): TemplateResult | undefined {
    const { text, language } = this;
    const amount = this.#controller.request?.amount;
    return dialogs?.details({
      text,
      language,
      terms,
      // A server-rendered estimate may have no amount, or one that can't be read yet.
      purchaseCents: amount ? roundToCents(amount) : terms.financedCents + terms.downPaymentCents,
      product: this.product,
      mark: this.querySelector(':scope > [slot=mark]'),
      action: this.#action,
      onClose: () => this.#close(),
    });
  }

  /** Adds the listeners to the shadow root. Lit creates an object for each listener in a template, and a list has hundreds. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    if (isServer) return root;
    for (const type of ['click', 'focusin', 'pointerover', 'contentvisibilityautostatechange']) {
      root.addEventListener(type, this, true); // captures, because the last one doesn't bubble in every browser
    }
    return root;
  }

  /** @internal */
  handleEvent(event: Event): void {
    const target = event.target as Element;
    if (!this.renderRoot.contains(target)) return; // from the page's own content, in a slot
    // Once the line is rendered, turn off `content-visibility`. It creates a stacking context, which would put the line above a
    // link that covers the card.
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
    if (!this.#isOpen || !this.isConnected) return; // removed or changed in the meantime
    loaded.openDetails(this.renderRoot);
    this.#reportDetails(true);
  }

  #close(): void {
    if (this.renderRoot.querySelector('dialog')?.open) return; // it was opened again in the meantime
    this.#isOpen = false;
    this.requestUpdate();
  }

  #dispatch({ status, estimate, error }: EstimateOutcome): void {
    if (status === 'ready' && estimate) this.dispatchEvent(new FinancingEstimateEvent(estimate));
    if (status === 'unavailable') this.dispatchEvent(new FinancingUnavailableEvent());
    if (error) this.dispatchError(error);
  }
}
