import { html, type TemplateResult } from 'lit';
import { preloadDialogs } from '../load-dialogs.js';
import type { EstimateWords } from './estimate-words.js';

export interface LineOptions {
  readonly language: string;
  readonly words: EstimateWords;
  /** Read by screen readers instead of the parts. */
  readonly sentence: string;
  /** What opens the details: an icon, or a word. */
  readonly opener: TemplateResult | string;
  readonly onOpen: () => void;
}

/** What opens the details in a list. */
export const icon = html`<svg viewBox="0 0 16 16" aria-hidden="true">
  <path d="M8 .75a7.25 7.25 0 1 0 0 14.5a7.25 7.25 0 0 0 0-14.5M8 7.25v4.25M8 4.5v.01" />
</svg>`;

/**
 * The line: the payment, its terms, and the button that opens the details. A browser's translator must not touch it: it
 * replaces texts, and lit would then update the old ones, which are no longer on the page.
 */
export function renderLine(line: LineOptions): TemplateResult {
  const { language, words, sentence, opener, onOpen } = line;
  const [before, amount, unit, after] = words.payment;
  const onClick = (click: Event) => {
    click.preventDefault(); // for a link around the element
    onOpen();
  };
  return html`<span
    class="line"
    lang=${language}
    dir="auto"
    translate="no"
    @contentvisibilityautostatechange=${stayLaidOut}
    ><span class="spoken">${sentence}</span><slot name="mark"></slot
    ><span part="payment" aria-hidden="true"
      >${before}<span part="amount">${amount}<wbr />${unit}</span>${after}&#32;<span class="term"
        >${words.term}</span
      ></span
    ><span class="gap dot"> </span
    ><span part="terms"
      ><span class="terms"
        ><span class="apr" aria-hidden="true">${words.apr}</span><span class="dot"> </span
        ><span class="down-payment" aria-hidden="true">${words.downPayment}</span
        ><span class="dot"> </span
        ><button
          part="details-button"
          aria-label=${words.details}
          aria-haspopup="dialog"
          @click=${onClick}
          @focus=${preloadDialogs}
          @pointerenter=${preloadDialogs}
        >
          ${opener}
        </button></span
      ></span
    ></span
  >`;
}

/**
 * Removes `content-visibility` from a line that has come near the viewport. It makes a stacking context, which would
 * put the text of the line above a link that covers the card.
 */
function stayLaidOut({ skipped, currentTarget }: ContentVisibilityAutoStateChangeEvent): void {
  if (!skipped) (currentTarget as Element).classList.add('seen');
}
