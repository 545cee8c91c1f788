import { html, isServer, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { EstimateResult } from '../contract/estimate.js';
import { announce } from './announcer.js';
import { creditTermsOf, type CreditTerms } from './credit-terms.js';
import { renderDetails } from './estimate-details.js';
import {
  EstimateFollower,
  type EstimateStatus,
  type FollowedEstimate,
} from './estimate-follower.js';
import { renderLine } from './estimate-line.js';
import { inWords } from './estimate-words.js';
import { FinancingEstimateEvent, FinancingUnavailableEvent } from './events.js';
import { connectedElements, FinancingElement, longList } from './financing-element.js';
import { givenEstimate } from './given-estimate.js';
import { isHydrating } from './hydration.js';
import { commonStyles, estimateStyles } from './styles.js';
import { textIn } from './text.js';

declare global {
  interface HTMLElementTagNameMap {
    'financing-estimate': FinancingEstimateElement;
  }
}

/**
 * Shows what an amount costs a month: the payment, and in the same line the term, the APR and what is due today
 * (US Regulation Z, 12 CFR 1026.24(d): a payment never stands without them). What is in the element stays until
 * the first estimate, and when there is none to be had.
 *
 * @tag financing-estimate
 * @summary The monthly payment of an amount.
 * @slot - Seen without JavaScript, until the first estimate, and after a failure.
 * @slot unavailable - Seen when the amount cannot be financed; without it the element hides.
 * @slot disclosure - Replaces the small print of the details dialog.
 * @fires {FinancingEstimateEvent} financing-estimate - The estimate is on the page.
 * @fires {FinancingUnavailableEvent} financing-unavailable - The amount cannot be financed.
 * @fires {FinancingErrorEvent} financing-error - There is no estimate to be had.
 * @csspart estimate - The line.
 * @csspart payment - The monthly payment.
 * @csspart term - The number of months, where it is known.
 * @csspart apr - The APR.
 * @csspart down-payment - What is due today.
 * @csspart details-button - Opens the dialog.
 * @csspart dialog - The details.
 * @csspart breakdown - The list of amounts in the dialog.
 * @csspart disclosure - The small print in the dialog.
 * @csspart dialog-close - Closes the dialog.
 * @cssproperty [--financing-payment-weight=600] - Font weight of the payment.
 * @cssproperty [--financing-dialog-background=Canvas] - Background of the dialog.
 * @cssproperty [--financing-dialog-color=CanvasText] - Text color of the dialog.
 * @cssproperty [--financing-dialog-radius=0.5em] - Corner radius of the dialog.
 * @cssproperty [--financing-button-background=none] - Background of the dialog's button.
 * @cssproperty [--financing-button-color=inherit] - Text color of the dialog's button.
 * @cssproperty [--financing-button-border-color=currentColor] - Border color of the dialog's button.
 * @cssproperty [--financing-button-radius=0.5em] - Corner radius of the dialog's button.
 * @cssstate loading - The answer is on its way.
 * @cssstate ready - The estimate is shown.
 * @cssstate unavailable - The amount cannot be financed.
 * @cssstate error - There is no estimate to be had.
 */
export class FinancingEstimateElement extends FinancingElement {
  static override properties: PropertyDeclarations = {
    amount: {},
    amountFrom: {},
    representative: {},
    timeZone: {},
    loading: {},
    whenUnavailable: {},
    termMonths: { type: Number },
    aprUnit: {},
    layout: {},
    details: {},
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
  /** Whether it asks at once, or when it comes near the viewport: `eager` or `lazy`. */
  declare loading: 'eager' | 'lazy' | null | undefined;
  /** Whether an amount that cannot be financed takes no room, or an empty line: `hide` or `keep-space`. */
  declare whenUnavailable: 'hide' | 'keep-space' | null | undefined;
  /** The number of monthly payments, for estimates that do not imply it. */
  declare termMonths: number | null | undefined;
  /** What the service means by an APR of 9.99: `percent`, or `fraction` where it would send 0.0999. */
  declare aprUnit: 'percent' | 'fraction' | null | undefined;
  /**
   * How the line is arranged: payment and terms in one row where there is space for it (`auto`), the terms always below
   * the payment (`stacked`), or always behind it (`inline`).
   */
  declare layout: 'auto' | 'stacked' | 'inline' | null | undefined;
  /** What opens the details: an `icon`, or the word "Details" (`text`). */
  declare details: 'icon' | 'text' | null | undefined;
  /**
   * The estimate of the present amount, or its JSON, where the server has rendered it: it is shown without a
   * request until something that the element asks changes. What is none by the contract is ignored.
   */
  declare estimate: EstimateResult | string | null | undefined;

  readonly #follower: FollowedEstimate = isServer
    ? givenEstimate(this)
    : new EstimateFollower(this);
  /** Where it was last, but for `loading`. */
  #settledStatus: EstimateStatus = 'idle';
  #isOpen = false;
  /** What was asked for the estimate that was shown last. */
  #lastAsked: Question;
  /**
   * The live region. A change is heard when its text changes, so it is there before, from the second question on.
   * The sentence is in it, to be heard at once, or else in the line, to be come across.
   */
  #region: { spoken?: EstimateResult } | undefined;

  /** Where the element is: `idle`, `loading`, `ready`, `unavailable` or `error`. */
  get status(): EstimateStatus {
    return this.#follower.status;
  }

  /** Asks for the estimate again. */
  refresh(): void {
    this.#follower.askAgain('reload');
  }

  protected override render(): TemplateResult {
    const { estimate, question } = this.#follower;
    const isOther = question !== this.#lastAsked;
    if (isOther || !estimate) this.#isOpen = false;
    if (isOther && this.#lastAsked) this.#region = {};
    const content = estimate ? this.#renderEstimate(estimate) : this.#renderRest();
    return html`<div class="container">
      ${this.#region ? this.#renderRegion(estimate) : nothing} ${content}
    </div>`;
  }

  protected override updated(): void {
    const { status } = this;
    const isLoading = status === 'loading';
    this.setState('loading', isLoading);
    if (status !== this.#settledStatus) this.setState(this.#settledStatus, false);
    if (!isLoading) {
      if (status !== 'idle') this.setState(status, true);
      this.#settledStatus = status;
      this.#collapseOrShow();
    }
    if (this.#follower.hasNews && this.isConnected) this.#tell(this.#follower);
  }

  #collapseOrShow(): void {
    const isHiding =
      this.status === 'unavailable' &&
      this.whenUnavailable !== 'keep-space' &&
      !this.querySelector(':scope > [slot=unavailable]');
    this.setCollapsed(isHiding);
  }

  #renderRegion(estimate: EstimateResult | undefined): TemplateResult {
    const sentence =
      estimate && this.#region?.spoken === estimate ? this.#sentenceOf(estimate) : '';
    return html`<span class="spoken" role="status" lang=${this.language}>${sentence}</span>`;
  }

  #renderRest(): TemplateResult | typeof nothing {
    if (this.status === 'unavailable') {
      return html`<slot name="unavailable" @slotchange=${() => this.#collapseOrShow()}></slot>`;
    }
    return this.status !== 'loading' || this.#hasFallback() ? html`<slot></slot>` : nothing;
  }

  /** Whether there is something to show until the answer comes, or may be. In a long list, what is empty stays so. */
  #hasFallback(): boolean {
    const mayHave =
      connectedElements.size <= longList ||
      this.hasChildNodes() ||
      isHydrating(this) ||
      document.readyState === 'loading';
    // A line that is out of date gives way to an empty one, not to a fallback that is gone in a moment.
    return mayHave && /idle|error/.test(this.#settledStatus);
  }

  #renderEstimate(estimate: EstimateResult): TemplateResult {
    const { language } = this;
    const text = textIn(language);
    const terms = creditTermsOf(estimate, this);
    const words = inWords(text, terms);
    const line = renderLine({
      text,
      language,
      words,
      sentence: this.#region?.spoken === estimate ? '' : words.sentence,
      isText: this.details === 'text',
      onOpen: () => this.#open(),
    });
    return html`${line}${this.#isOpen ? this.#renderDetails(terms) : nothing}`;
  }

  #sentenceOf(estimate: EstimateResult): string {
    return inWords(this.text, creditTermsOf(estimate, this)).sentence;
  }

  #renderDetails(terms: CreditTerms): TemplateResult {
    const amount = this.#follower.question?.amount;
    // An estimate that came with the page may stand without an amount.
    const dollars = amount ?? terms.amountFinanced + terms.downPayment;
    return renderDetails(this.text, this.language, terms, dollars, () => this.#close());
  }

  #open(): void {
    this.#isOpen = true;
    this.requestUpdate();
    this.performUpdate();
    this.renderRoot.querySelector('dialog')?.showModal();
    // The first thing that can have the focus is the button at the end, which a small screen would scroll to.
    this.renderRoot.querySelector('h2')?.focus();
  }

  #close(): void {
    this.#isOpen = false;
    this.requestUpdate();
  }

  #tell(follower: FollowedEstimate): void {
    const { status, estimate, error, question } = follower;
    follower.hasNews = false;
    if (estimate) {
      this.dispatchEvent(new FinancingEstimateEvent(estimate));
      this.#announceChange(estimate, question);
    } else if (status === 'unavailable') this.dispatchEvent(new FinancingUnavailableEvent());
    else if (error) this.tellError(error.code, error.operation);
  }

  #announceChange(estimate: EstimateResult, question: Question): void {
    const isChange = this.#lastAsked && this.#lastAsked !== question;
    this.#lastAsked = question;
    if (!isChange) return;
    announce(this.#sentenceOf(estimate), () => {
      if (this.#region) this.#region.spoken = estimate;
      this.requestUpdate();
    });
  }
}

type Question = FollowedEstimate['question'];
