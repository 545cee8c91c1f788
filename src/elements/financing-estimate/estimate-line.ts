import { html, nothing, type TemplateResult } from 'lit';
import type { EstimateWords } from './estimate-words.js';
import type { Text } from '../text.js';

export interface LineOptions {
  readonly text: Text;
  readonly language: string;
  readonly words: EstimateWords;
  /** Read by screen readers instead of the parts. */
  readonly sentence: string;
  /** Whether the details button is a word rather than an icon. */
  readonly hasTextButton: boolean;
  readonly onOpen: () => void;
}

const icon = html`<svg viewBox="0 0 16 16" aria-hidden="true">
  <path d="M8 .75a7.25 7.25 0 1 0 0 14.5a7.25 7.25 0 0 0 0-14.5M8 7.25v4.25M8 4.5v.01" />
</svg>`;

/**
 * The line: the payment, its terms, and the button that opens the details. A browser's translator must not touch it: it
 * replaces texts, and lit would then update the old ones, which are no longer on the page.
 */
export function renderLine(line: LineOptions): TemplateResult {
  const { text, words } = line;
  const onClick = (click: Event) => {
    click.preventDefault(); // for a link around the element
    line.onOpen();
  };
  return html`
    <span
      part="estimate"
      lang=${line.language}
      dir="auto"
      translate="no"
      @contentvisibilityautostatechange=${stayLaidOut}
    >
      <span part="payment" aria-hidden="true">${words.payment}</span>
      <span part="terms" aria-hidden="true"
        >${words.term ? html`<span part="term">${words.term}</span> ` : nothing}<span part="apr"
          >${words.apr}</span
        >
        <span part="down-payment">${words['down-payment']}</span></span
      ><span class="spoken">${line.sentence}</span
      ><button
        part="details-button"
        aria-label=${words.details}
        aria-haspopup="dialog"
        @click=${onClick}
      >
        ${line.hasTextButton ? text.detailsShort : icon}
      </button>
    </span>
  `;
}

/**
 * Removes `content-visibility` from a line that has come near the viewport. It makes a stacking context, which would
 * put the text of the line above a link that covers the card.
 */
function stayLaidOut({ skipped, currentTarget }: ContentVisibilityAutoStateChangeEvent): void {
  if (!skipped) (currentTarget as Element).classList.add('seen');
}
