import type { TemplateResult } from 'lit';
import type { CreditTerms, EstimateWords } from '../../words/estimate-words.js';
import type { Text } from '../../words/script-text.js';
import type { cardSizes } from '../card-sizes.js';
import type { DialogDependencies } from './dialog-frame.js';
import { renderTiles } from './tiles.js';

/** The functions and the sizes that the card gets from the script. */
export interface CardDependencies extends DialogDependencies {
  readonly cardSizes: typeof cardSizes;
}

/** The content of the card. */
export interface Card {
  readonly text: Text;
  readonly language: string;
  readonly terms: CreditTerms;
  readonly words: EstimateWords;
  /** `from` if the amount is the lowest of several prices. */
  readonly qualifier: unknown;
  /** The sentence that screen readers read instead of the parts. */
  readonly sentence: string;
  /** The next step that the page offers. */
  readonly action: Element | null;
  /** The dialog while it's open. It shows the next step then, and the card keeps the space. */
  readonly details: TemplateResult | undefined;
}

/** Renders the card: the payment, the button that opens the details, and the terms as tiles. */
export function renderCard(dependencies: DialogDependencies, card: Card): TemplateResult {
  const { html } = dependencies;
  const { text, language, terms, words, qualifier, sentence, action, details } = card;
  const values = dependencies.valuesOf(text, terms);
  const [before, after] = text.monthly.split('{payment}');
  const isFrom = qualifier === 'from';
  return html`<div class="container" lang=${language}>
    <div class="spoken" translate="no">${sentence}</div>
    <div part="card" translate="no">
      <div class="heading">
        <slot name="mark"></slot>
        <div part="payment" role="img" aria-hidden="true">
          <span>${isFrom ? words.payment[0] : before}</span>
          <span part="amount">${values.payment}</span>
          <span>${after}</span>
        </div>
      </div>
      ${renderTiles(dependencies, text, values)}
      <button part="details-button" aria-label=${words.details} aria-haspopup="dialog">
        <span>${text.detailsShort}</span>
      </button>
      ${action ? html`<div class="action">${details ? '' : html`<slot name="action"></slot>`}</div>` : ''}
    </div>
    ${details}
  </div>`;
}

/** The height of the heading, in em. The tiles have the rest of the card. */
const headingHeight = 5.4125;

/**
 * The styles of the card. A page can't hide the terms while the payment is visible (US Regulation Z, 12 CFR 1026.24(d)).
 */
export function cardStyles(dependencies: CardDependencies) {
  const { css } = dependencies;
  return css`
    [part='card'] {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      overflow: hidden;
      border: 1px solid color-mix(in srgb, currentColor 18%, transparent);
      border-radius: 0.75em;
      font-size: 1em;
      line-height: 1.4;
      text-align: start;
      white-space: normal;
    }
    .heading {
      display: flex;
      align-items: center;
      gap: 0.75em;
      box-sizing: border-box;
      min-block-size: ${headingHeight}em;
      padding: 1em;
    }
    [part='card'] [part='payment'] span {
      font-size: 0.875em;
      line-height: 1.5;
    }
    [part='card'] [part='payment'] span:last-child {
      display: block;
    }
    [part='card'] span:empty {
      display: none !important;
    }
    [part='card'] [part='payment'] [part='amount'] {
      font-size: max(1em, min(1.75em, 14cqi));
      line-height: 1.2;
      letter-spacing: -0.01em;
    }
    ${cardTileStyles(dependencies)}
    [part='card'] [part='details-button'] {
      align-self: center;
      margin: 0;
      margin-inline-end: 1em;
      padding: 0.4em 1em;
      border: 1px solid color-mix(in srgb, currentColor 35%, transparent);
      border-radius: 99em;
      font-weight: 500;
      line-height: 1.5;
      text-align: center;
      text-decoration: none;
    }
    [part='card'] [part='details-button'] span {
      font-size: 0.875em;
    }
    [part='card'] [part='details-button']:hover {
      background: color-mix(in srgb, currentColor 8%, transparent);
    }
    [part='card'] .action {
      grid-column: 1 / -1;
      min-block-size: max(44px, 2.75em);
      padding: 1em;
    }
    ${emptyCardStyles(dependencies)} ${cardWidthStyles(dependencies)}
  `;
}

/** The tiles. A page can't hide them, and they have the full width below the payment. */
function cardTileStyles({ css, cardSizes }: CardDependencies) {
  return css`
    [part='card'] [part='tiles'] {
      display: grid !important;
      font-size: 1em !important;
      grid-area: 2 / 1 / auto / -1;
      grid-auto-flow: column;
      grid-auto-columns: auto;
      min-block-size: calc(${cardSizes.height} - ${headingHeight}em);
      margin: 0 !important;
      border: 0;
      border-radius: 0;
      background: color-mix(in srgb, currentColor 4%, transparent);
    }
    [part='card'] :is([part='tiles'], [part='tile'], [part='tile-value']) {
      position: static !important;
      block-size: auto !important;
      overflow: visible !important;
      opacity: 1 !important;
      visibility: inherit !important;
    }
    [part='card'] :is([part='tile'], [part='tile-value']) {
      display: block !important;
    }
    [part='card'] [part='tile-value'] {
      font-size: 1.125em !important;
    }
    [part='card'] [part='tile'] {
      font-size: 1em !important;
      padding: 0.625em 0.3em;
    }
    [part='card'] [part='tile']:where(:first-child) {
      padding-inline-start: 0.75em;
    }
    [part='card'] [part='tile'] span {
      font-size: max(0.8125em, min(1em, 13px));
    }
  `;
}

/** The frame of the card while it loads, and for an amount that can no longer be financed. `.lost` has a smaller font. */
function emptyCardStyles({ css, cardSizes }: CardDependencies) {
  return css`
    :host([layout='card']) :is(.lost, .container:has(> .bar)) {
      display: grid;
      place-content: center stretch;
      box-sizing: border-box;
      min-block-size: calc(${cardSizes.height} + 2px);
      padding: 1em;
      border: 1px solid color-mix(in srgb, currentColor 18%, transparent);
      border-radius: 0.75em;
      text-align: center;
      text-wrap: balance;
    }
    :host([layout='card']) .container .lost {
      min-block-size: calc(${cardSizes.height} / 0.875 + 2px);
    }
  `;
}

/** The card in narrow and in wide columns. */
function cardWidthStyles({ css, cardSizes }: CardDependencies) {
  return css`
    @container (inline-size >= 17em) {
      [part='card'] [part='tile'] {
        padding-inline: 0.6em;
      }
      [part='card'] [part='tile']:where(:first-child) {
        padding-inline-start: 1em;
      }
    }
    @container (inline-size >= ${cardSizes.narrow}) {
      [part='card'] [part='tiles'] {
        grid-auto-columns: 1fr;
      }
      [part='card'] [part='tile'] {
        padding-inline: 1em;
      }
    }
    @container (inline-size < ${cardSizes.narrow}) {
      [part='card'] [part='details-button'] {
        grid-column: 1 / -1;
        margin: 1em;
        min-block-size: max(44px, 2.75em);
        border-radius: var(--financing-button-radius, 0.5em);
      }
      [part='card'] .action {
        padding-block-start: 0;
      }
      :host([layout='card']) .container .lost {
        min-block-size: calc((${cardSizes.height} + 2em) / 0.875 + 2px + max(44px, 2.75em / 0.875));
      }
    }
    @container (inline-size < ${cardSizes.narrowest}) {
      [part='card'] [part='tiles'] {
        grid-auto-flow: row;
        min-block-size: calc(${cardSizes.height} - ${headingHeight}em + ${cardSizes.columnHeight});
      }
      [part='card'] [part='tile'] {
        display: flex !important;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 0.4em;
        padding: 0.4em 1em;
      }
    }
  `;
}
