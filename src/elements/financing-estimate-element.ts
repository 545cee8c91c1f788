import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { EstimateResult } from '../contract/estimate.js';
import { renderDetails } from './estimate-details.js';
import { followEstimate, type EstimateFollower, type EstimateStatus } from './estimate-follower.js';
import { FinancingEstimateEvent, FinancingUnavailableEvent } from './events.js';
import { FinancingElement } from './financing-element.js';
import { money, percent, shortMoney } from './format.js';
import { commonStyles, estimateStyles } from './styles.js';
import { derivedTerm } from './term.js';
import { fill } from './text.js';

declare global {
  interface HTMLElementTagNameMap {
    'financing-estimate': FinancingEstimateElement;
  }
}

const states = ['loading', 'ready', 'unavailable', 'error'] as const;

let hasWarnedOfTerm = false;

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
    representative: {},
    timeZone: {},
    whenUnavailable: {},
    termMonths: { type: Number },
    aprUnit: {},
  };
  static override styles = [commonStyles, estimateStyles];

  /** The purchase amount in US dollars: `1299`, `1299.00` or `$1,299.00`. */
  declare amount: string | number | bigint | null | undefined;
  /** The employee who advises the shopper: id, name or any identifier. */
  declare representative: string | null | undefined;
  /** An IANA time zone, or `browser` for that of the browser. Not sent by default. */
  declare timeZone: string | null | undefined;
  /** Whether an amount that cannot be financed takes no room, or an empty line: `hide` or `keep-space`. */
  declare whenUnavailable: string | null | undefined;
  /** The number of monthly payments, for estimates that do not imply it. */
  declare termMonths: number | null | undefined;
  /** What the service means by an APR of 9.99: `percent`, or `fraction` where it would send 0.0999. */
  declare aprUnit: string | null | undefined;

  #follower = followEstimate(this, (follower) => this.#announce(follower));
  /** What is seen while the answer to a changed question is on its way: the fallback, or nothing. */
  #seesFallback = true;
  #isOpen = false;

  /** Where the element is: `idle`, `loading`, `ready`, `unavailable` or `error`. */
  get status(): EstimateStatus {
    return this.#follower.status;
  }

  /** Asks for the estimate again. */
  refresh(): void {
    this.#follower.refresh();
  }

  protected override render(): TemplateResult {
    const { estimate } = this.#follower;
    if (estimate) return this.#renderEstimate(inPercent(estimate, this.aprUnit));
    this.#isOpen = false;
    if (this.status === 'unavailable') {
      return html`<slot name="unavailable" @slotchange=${this.#collapseOrShow}></slot>`;
    }
    // A line that is out of date gives way to an empty one, not to a fallback that is gone in a moment.
    return this.status === 'loading' && !this.#seesFallback ? html`` : html`<slot></slot>`;
  }

  protected override updated(): void {
    for (const state of states) this.setState(state, state === this.status);
    if (this.status === 'loading') return;
    this.#seesFallback = this.status === 'idle' || this.status === 'error';
    this.#collapseOrShow();
  }

  #collapseOrShow(): void {
    const isEmpty = !this.querySelector(':scope > [slot="unavailable"]');
    const isHiding = this.whenUnavailable !== 'keep-space';
    this.setCollapsed(this.status === 'unavailable' && isEmpty && isHiding);
  }

  #renderEstimate(estimate: EstimateResult): TemplateResult {
    const { text } = this;
    const months = this.#monthsOf(estimate);
    const values = {
      payment: money(estimate.monthlyAmount),
      months: months ?? '',
      forMonths: months ? fill(text.forMonths, { months }) : '',
      apr: percent(estimate.apr),
      downPayment: shortMoney(estimate.downPayment),
    };
    // The parts are for the eye; a screen reader hears one sentence.
    return html`
      <span class="line" lang=${this.language} dir="auto">
        <span part="estimate" aria-hidden="true">
          <span part="payment">${fill(text.payment, values)}</span>
          ${months ? html`<span part="term">${fill(text.term, values)}</span>` : nothing}
          <span part="apr">${fill(text.apr, values)}</span>
          <span part="down-payment">${fill(text.downPayment, values)}</span>
        </span>
        <span class="spoken">${fill(text.sentence, values)}</span>
        <button
          part="details-button"
          aria-label=${text.details}
          aria-haspopup="dialog"
          @click=${this.#open}
        ></button>
        ${this.#isOpen ? this.#renderDetails(estimate, months) : nothing}
      </span>
    `;
  }

  #renderDetails(estimate: EstimateResult, months: number | undefined): TemplateResult {
    const cents = this.#follower.question?.cents ?? NaN;
    return renderDetails({ estimate, months, cents, text: this.text, onClose: this.#close });
  }

  #monthsOf(estimate: EstimateResult): number | undefined {
    const months = derivedTerm(estimate) ?? (this.termMonths || undefined);
    if (!months && !hasWarnedOfTerm) {
      hasWarnedOfTerm = true;
      console.warn('An estimate implies no term; set term-months on', this);
    }
    return months;
  }

  async #open(): Promise<void> {
    this.#isOpen = true;
    this.requestUpdate();
    await this.updateComplete;
    this.renderRoot.querySelector('dialog')?.showModal();
  }

  #close(): void {
    this.#isOpen = false;
    this.requestUpdate();
  }

  #announce({ status, estimate, error }: EstimateFollower): void {
    if (estimate) this.dispatchEvent(new FinancingEstimateEvent(estimate));
    else if (status === 'unavailable') this.dispatchEvent(new FinancingUnavailableEvent());
    else if (error) this.tellError(error.code, error.operation);
  }
}

function inPercent(estimate: EstimateResult, aprUnit: unknown): EstimateResult {
  return aprUnit === 'fraction' ? { ...estimate, apr: estimate.apr * 100 } : estimate;
}
