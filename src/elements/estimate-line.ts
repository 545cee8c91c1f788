import { html, nothing, type TemplateResult } from 'lit';
import type { EstimateWords } from './estimate-words.js';
import type { Text } from './text.js';

export interface LineOptions {
  readonly text: Text;
  readonly language: string;
  readonly words: EstimateWords;
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
        <span part="payment">${words.payment}</span>
        ${words.term ? html`<span part="term">${words.term}</span>` : nothing}
        <span part="apr">${words.apr}</span>
        <span part="down-payment">${words['down-payment']}</span>
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
