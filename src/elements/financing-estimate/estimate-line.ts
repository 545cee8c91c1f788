import { html, nothing, type TemplateResult } from 'lit';
import type { EstimateWords } from '../../words/estimate-words.js';

export interface LineOptions {
  readonly language: string;
  readonly words: EstimateWords;
  /** The sentence that screen readers read instead of the parts. */
  readonly sentence: string;
  /** The content of the details button: an icon or a text. */
  readonly opener: TemplateResult | string;
  /** The text of the button in a narrow column, unless it's an icon. */
  readonly shortOpener: string | undefined;
  /** The dialog while it's open. */
  readonly details: unknown;
}

/** The (i) of the details button. */
export const icon: TemplateResult = html`<svg viewBox="0 0 16 16" aria-hidden="true">
  <path d="M8 .75a7.25 7.25 0 1 0 0 14.5a7.25 7.25 0 0 0 0-14.5M8 7.25v4.25M8 4.5v.01" />
</svg>`;

/**
 * Renders the line. It has `translate="no"`, because browser translators replace text nodes that lit still updates. The
 * sentence is outside the line, because `content-visibility` keeps the line out of accessibility trees while it's below the
 * viewport. WebKitGTK ignores a `<span>` that is a block, and it reads a hidden payment unless the payment is an image.
 *
 * In a narrow column, styles replace words with those of `data-short`. They aren't content, so the text of the parts is the
 * same at any width. The months are then in a row of the terms, and have their color.
 */
export function renderLine(line: LineOptions): TemplateResult {
  const { language, words, sentence, opener, shortOpener, details } = line;
  const { short, apr, downPayment } = words;
  const [before, amount, unit, after] = words.payment;
  const months = /\d.*/.exec(words.term)?.[0];
  const isShorter = short.downPayment !== downPayment;
  return html`<span class="container" lang=${language}
    ><div class="spoken" translate="no">${sentence}</div>
    <span class="line" translate="no"
      ><slot name="mark"></slot
      ><span part="payment" role="img" aria-hidden="true"
        ><span class="short" data-short=${short.beforeAmount}></span><span>${before}</span
        ><span part="amount">${amount}<wbr />${unit}</span>${after || nothing}<span class="end"
          >&#32;</span
        ><span class="term" ?hidden=${!months}>${words.term}</span></span
      ><span part="terms"
        ><span class="terms"
          ><span class="months" data-short=${months ?? nothing}></span><span class="gap dot"> </span
          ><span class="apr" aria-hidden="true">${apr}</span><span class="end dot"> </span
          ><span
            class="down-payment"
            data-short=${isShorter ? short.downPayment : nothing}
            aria-hidden="true"
            >${isShorter ? html`<span>${downPayment}</span>` : downPayment}</span
          ><span class="dot"> </span
          ><button part="details-button" aria-label=${words.details} aria-haspopup="dialog">
            <span class="short" data-short=${shortOpener ?? nothing}></span><span>${opener}</span>
          </button></span
        ></span
      ></span
    >${details}</span
  >`;
}
