import { html, nothing, type TemplateResult } from 'lit';
import type { EstimateResult } from '../contract/estimate.js';
import { money, percent, shortMoney } from './format.js';
import { fill, type Text } from './text.js';

/** An estimate in words: part by part for the eye, and as one sentence for the ear. */
export interface EstimateWords {
  readonly payment: string;
  /** Empty where the term is not known. */
  readonly term: string;
  readonly apr: string;
  readonly downPayment: string;
  readonly sentence: string;
}

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
  return {
    payment: fill(text.payment, values),
    term: months ? fill(text.term, values) : '',
    apr: fill(text.apr, values),
    downPayment: fill(text.downPayment, values),
    sentence: fill(text.sentence, values),
  };
}

export interface LineOptions {
  readonly words: EstimateWords;
  readonly text: Text;
  readonly language: string;
  /** What a screen reader comes across in place of the parts. */
  readonly sentence: string;
  readonly onOpen: () => void;
  readonly dialog: TemplateResult | typeof nothing;
}

/** The line: payment, term, APR, what is due today, and the button that opens the details. */
export function renderLine(options: LineOptions): TemplateResult {
  const { words, text, language, sentence, onOpen, dialog } = options;
  return html`
    <span class="line" lang=${language} dir="auto">
      <span part="estimate" aria-hidden="true">
        <span part="payment">${words.payment}</span>
        ${words.term ? html`<span part="term">${words.term}</span>` : nothing}
        <span part="apr">${words.apr}</span>
        <span part="down-payment">${words.downPayment}</span>
      </span>
      <span class="spoken">${sentence}</span>
      <button
        part="details-button"
        aria-label=${text.details}
        aria-haspopup="dialog"
        @click=${onOpen}
      ></button>
      ${dialog}
    </span>
  `;
}
