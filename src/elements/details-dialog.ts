import type { TemplateResult } from 'lit';
import { breakdownOf } from '../words/breakdown.js';
import type { DialogText } from '../words/dialog-text.js';
import type { CreditTerms } from '../words/estimate-words.js';
import type { Text } from '../words/text.js';
import { tilesOf } from '../words/tile-text.js';
import { closeDialog, contain, ignoreForLinks, type DialogDependencies } from './dialog-frame.js';
import { renderTiles, tileStyles } from './tiles.js';

/** The content of the details dialog. */
export interface Details {
  readonly text: DialogText & Text;
  readonly language: string;
  readonly terms: CreditTerms;
  readonly purchaseCents: number;
  /** The page's own mark, which the line shows too. */
  readonly mark: Element | null;
  /** True if the page offers a next step. */
  readonly hasAction: boolean;
  onClose(): void;
}

/** Renders the details of an estimate. */
export function renderDetails(shared: DialogDependencies, details: Details): TemplateResult {
  const { html, nothing, fill, money, percent, shortMoney } = shared;
  const { text, language, terms, purchaseCents, mark, hasAction, onClose } = details;
  const { monthlyCents, downPaymentCents, apr, months } = terms;
  const values = {
    payment: money(monthlyCents),
    months: months ?? '',
    apr: percent(apr),
    downPayment: shortMoney(downPaymentCents),
  };
  const planWithTerm = months === 1 ? text.planOfOne : text.plan;
  const [before, amount, after] = text.monthly.split(/(\{payment\})/);
  const { rows, isLastPaymentOther } = breakdownOf(terms, purchaseCents);
  return html`
    <dialog
      part="dialog"
      lang=${language}
      dir="auto"
      aria-labelledby="title"
      closedby="closerequest"
      @close=${onClose}
      @click=${ignoreForLinks}
      @wheel=${contain}
      @mousedown=${contain}
      @pointerdown=${contain}
      @touchstart=${contain}
      @touchmove=${contain}
    >
      <div class="head">
        <h2 id="title" part="dialog-title" tabindex="-1">${text.details}</h2>
        <button part="dialog-close" aria-label=${text.close} @click=${closeDialog}>
          <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 3l10 10M13 3L3 13" /></svg>
        </button>
      </div>
      <div class="body">
        ${mark?.cloneNode(true)}
        <p part="summary" translate="no">
          ${before}<strong>${fill(amount!, values)}</strong>${after}
          <span class="spoken">${fill(months ? planWithTerm : text.planWithoutTerm, values)}</span>
        </p>
        ${renderTiles(shared, tilesOf(text, values))}
        <dl part="breakdown">
          ${rows.map(
            ({ name, cents }) =>
              html`<div part=${name.startsWith('total') ? 'row total' : 'row'}>
                <dt part="row-name">${fill(text[name], values)}</dt>
                <dd part="row-value" translate="no">${money(cents)}</dd>
              </div>`,
          )}
        </dl>
        ${hasAction ? html`<p>${text.checkFirst}</p>` : nothing}
        <slot name="action"></slot>
        <div part="disclosure">
          <slot name="disclosure">${text.disclosure}</slot>
          ${isLastPaymentOther ? text.lastPayment : nothing}
        </div>
      </div>
    </dialog>
  `;
}

export function detailsStyles(css: DialogDependencies['css']) {
  return css`
    ${tileStyles(css)}
    .head {
      position: sticky;
      z-index: 1;
      top: 0;
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 1em;
      padding: 0.75em 0.75em 0.25em 1.5em;
      background: inherit;
    }
    [part='dialog-close'] {
      cursor: pointer;
      flex: none;
      display: grid;
      place-items: center;
      width: 44px;
      height: 44px;
      padding: 0;
      border: 0;
      border-radius: 50%;
      background: none;
      color: inherit;
    }
    [part='dialog-close'] svg {
      width: 1.125em;
      fill: none;
      stroke: currentColor;
      stroke-width: 2;
    }
    [part='summary'],
    [part='tiles'],
    [part='breakdown'] {
      margin: 0 0 1.25em;
    }
    p {
      text-wrap: balance;
    }
    strong {
      font-size: max(1em, min(2em, 10vw));
      line-height: 1.25;
    }
    [part~='row'] {
      display: flex;
      flex-wrap: wrap;
      justify-content: space-between;
      gap: 0 1em;
      padding-block: 0.5em;
      border-block-start: 1px solid color-mix(in srgb, currentColor 14%, transparent);
    }
    [part~='total'] {
      font-weight: 600;
    }
    dd {
      margin-inline-start: auto;
      font-variant-numeric: tabular-nums;
    }
    ::slotted([slot='action']) {
      width: 100%;
    }
    [part='disclosure'] {
      margin-block-start: 1.4em;
      font-size: 0.875em;
    }
  `;
}
