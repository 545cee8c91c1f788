import { html, nothing, type TemplateResult } from 'lit';
import type { EstimateResult } from '../contract/estimate.js';
import { money, percent, shortMoney } from './format.js';
import { fill, type Text } from './text.js';

/** An estimate in words: part by part for the eye, and as one sentence for the ear. */
export type EstimateWords = (
  key: 'payment' | 'term' | 'apr' | 'downPayment' | 'sentence',
) => string;

/** Puts an estimate, with its APR in percent and its term in months where that is known, into words. */
export function inWords(
  text: Text,
  { monthlyAmount, apr, downPayment }: EstimateResult,
  months: number | undefined,
): EstimateWords {
  const values = {
    payment: money(monthlyAmount),
    months: months ?? '',
    forMonths: months ? fill(text.forMonths, { months }) : '',
    apr: percent(apr),
    downPayment: shortMoney(downPayment),
  };
  return (key) => fill(text[key], values);
}

export interface LineOptions {
  readonly text: Text;
  readonly language: string;
  readonly words: EstimateWords;
  /** The term, where it is known. */
  readonly months: number | undefined;
  /** What a screen reader comes across in place of the parts. */
  readonly sentence: string;
  readonly onOpen: () => void;
  readonly dialog: TemplateResult | typeof nothing;
}

/** The line: payment, term, APR, what is due today, and the button that opens the details. */
export function renderLine(line: LineOptions): TemplateResult {
  const { words } = line;
  return html`
    <span class="line" lang=${line.language} dir="auto">
      <span part="estimate" aria-hidden="true">
        <span part="payment">${words('payment')}</span>
        ${line.months ? html`<span part="term">${words('term')}</span>` : nothing}
        <span part="apr">${words('apr')}</span>
        <span part="down-payment">${words('downPayment')}</span>
      </span>
      <span class="spoken">${line.sentence}</span>
      <button
        part="details-button"
        aria-label=${line.text.details}
        aria-haspopup="dialog"
        @click=${line.onOpen}
      ></button>
      ${line.dialog}
    </span>
  `;
}
