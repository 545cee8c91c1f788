import {
  html,
  isServer,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { EstimateResult } from '../../contract/estimate.js';
import { explain } from '../../page/explain.js';
import {
  EstimateController,
  type EstimateOutcome,
  type EstimateStatus,
} from '../estimate-controller.js';
import { dialogs } from '../load-dialogs.js';
import { FinancingEstimateEvent, FinancingUnavailableEvent } from '../events.js';
import { FinancingElement, oneOf } from '../financing-element.js';
import { FocusKeeper } from '../focus-keeper.js';
import { isHydrating } from '../hydration.js';
import { commonStyles } from '../styles.js';
import { Announcements } from './announcements.js';
import { creditTermsOf, type CreditTerms } from './credit-terms.js';
import { icon, renderLine } from './estimate-line.js';
import { estimateStyles } from './estimate-styles.js';
import { inWords, type Offer } from './estimate-words.js';

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
 * @fires {FinancingErrorEvent} financing-error - The estimate could not be loaded.
 * @csspart payment - The monthly payment and the term.
 * @csspart amount - The amount of the payment.
 * @csspart terms - The APR and what is due today, with the button. It has no box: it takes a color, a font, a weight, a case.
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
export class FinancingEstimateElement extends FinancingElement {
  static override properties: PropertyDeclarations = {
    amount: {},
    amountFrom: {},
    representative: {},
    timeZone: {},
    loading: oneOf('eager', 'lazy'),
    whenUnavailable: oneOf('hide', 'keep-space'),
    termMonths: { type: Number },
    aprUnit: oneOf('percent', 'fraction'),
    layout: oneOf('stacked', 'inline'),
    details: oneOf('text', 'icon'),
    product: {},
    estimate: {},
  };
  static override styles = [commonStyles, estimateStyles];

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
  /** The name of the product, which the name of the details button then has. */
  declare product: string | null | undefined;
  /**
   * The estimate of the present amount, or its JSON, where the server has rendered it: it is shown without a
   * request until something that the element asks changes. A value that breaks the contract is ignored.
   */
  declare estimate: EstimateResult | string | null | undefined;

  readonly #controller = new EstimateController(this);
  readonly #announcements = new Announcements(
    this,
    this.#controller,
    () => this.#offer?.words.announcement ?? this.#unavailableText,
  );
  readonly #focusKeeper = isServer ? undefined : new FocusKeeper(this);
  /** The status before `loading`. */
  #settledStatus: EstimateStatus = 'idle';
  /** The outcome that the custom state and the last event were set from. */
  #reported: EstimateOutcome | undefined;
  /** The estimate as it is shown. */
  #offer: Offer | undefined;
  #isOpen = false;

  /** The state of the estimate: `idle`, `loading`, `ready`, `unavailable` or `error`. */
  get status(): EstimateStatus {
    return this.#controller.outcome.status;
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
    const { estimate } = this.#controller.outcome;
    const terms = estimate && creditTermsOf(estimate, this);
    this.#offer = terms && { terms, words: inWords(this.text, terms, this.product) };
  }

  protected override render(): TemplateResult {
    return html`<div class="container">
      ${this.#announcements.renderRegion(this.language)}
      ${this.#offer ? this.#renderOffer(this.#offer) : this.#renderRest()}
    </div>`;
  }

  protected override updated(): void {
    super.updated();
    const { outcome } = this.#controller;
    if (outcome.status !== 'loading') this.#collapseOrShow();
    if (outcome === this.#reported || !this.isConnected) return;
    if (this.#reported) this.setState(this.#reported.status, false);
    if (outcome.status !== 'idle') this.setState(outcome.status, true);
    this.#reported = outcome;
    if (this.#offer && !this.#offer.terms.months) explain(this, 'unknown-term');
    this.#dispatch(outcome);
    this.#announcements.update();
  }

  #collapseOrShow(): void {
    const isHiding =
      this.status === 'unavailable' &&
      this.whenUnavailable !== 'keep-space' &&
      !this.querySelector(':scope > [slot=unavailable]');
    this.setCollapsed(isHiding, this.#announcements.hasRegion);
    this.#focusKeeper?.check();
  }

  get #unavailableText(): string {
    const own = this.querySelector(':scope > [slot=unavailable]')?.textContent.trim();
    return own || this.text.unavailable;
  }

  #renderRest(): TemplateResult | typeof nothing {
    if (this.status === 'unavailable') {
      return html`<slot name="unavailable" @slotchange=${() => this.#collapseOrShow()}></slot>`;
    }
    if (this.status !== 'loading' || this.#hasFallback()) return html`<slot></slot>`;
    return this.#settledStatus === 'idle' ? nothing : html`<div class="bar"></div>`;
  }

  /** Whether there is content to show until the answer comes, or there may be, since the parser is still running. */
  #hasFallback(): boolean {
    // An outdated line is replaced by an empty one: the fallback would disappear a moment later.
    if (this.#settledStatus === 'ready' || this.#settledStatus === 'unavailable') return false;
    return this.hasChildNodes() || isHydrating(this) || document.readyState === 'loading';
  }

  #renderOffer({ terms, words }: Offer): TemplateResult {
    const line = renderLine({
      language: this.language,
      words,
      sentence: this.#announcements.isAnnounced ? '' : words.sentence,
      opener: this.details === 'icon' ? icon : this.text.detailsShort,
      onOpen: () => void this.#open(),
    });
    return html`${line}${this.#isOpen ? this.#renderDetails(terms) : nothing}`;
  }

  #renderDetails(terms: CreditTerms): TemplateResult | undefined {
    const { text, language } = this;
    const amount = this.#controller.request?.amount;
    return dialogs?.details({
      ...{ text, language, terms },
      // A server-rendered estimate may stand without an amount.
      dollars: amount ?? terms.amountFinanced + terms.downPayment,
      mark: this.querySelector(':scope > [slot=mark]'),
      hasAction: Boolean(this.querySelector(':scope > [slot=action]')),
      onClose: () => this.#close(),
    });
  }

  async #open(): Promise<void> {
    const loaded = await this.loadDialogs();
    if (!loaded || !this.#offer) return;
    this.#isOpen = true;
    this.requestUpdate();
    await this.updateComplete;
    loaded.open(this.renderRoot);
    // By default the close button gets the focus, which says little.
    this.renderRoot.querySelector('h2')?.focus();
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
