import type { TemplateResult } from 'lit';
import { breakdownOf } from '../../words/breakdown.js';
import type { CreditTerms } from '../../words/estimate-words.js';
import type { Text } from '../../words/script-text.js';
import { actionStyles, fillAction, noteOf } from './details-action.js';
import { renderSums, sumsStyles } from './details-sums.js';
import {
  closeDialog,
  type DialogDependencies,
  ignoreForLinks,
  openDialog,
  renderCross,
} from './dialog-frame.js';
import { renderTiles, tileStyles } from './tiles.js';

/** The content of the details dialog. */
export interface Details {
  readonly text: Text;
  readonly language: string;
  readonly terms: CreditTerms;
  readonly purchaseCents: number;
  /** The name of the product, if the page set it. */
  readonly product: unknown;
  /** The page's own mark, which the line shows too. */
  readonly mark: Element | null;
  /** The next step that the page offers. */
  readonly action: Element | null;
  onClose(): void;
}

/** Renders the details of an estimate. */
export function renderDetails(dependencies: DialogDependencies, details: Details): TemplateResult {
  const { html, nothing, fill } = dependencies;
  const { text, language, terms, product, mark, action, onClose } = details;
  const { months } = terms;
  const values = dependencies.valuesOf(text, terms);
  const planWithTerm = months === 1 ? text.planOfOne : text.plan;
  const [before, after] = text.monthly.split('{payment}');
  const { rows, isLastPaymentOther } = breakdownOf(terms, details.purchaseCents);
  const sums = renderSums(dependencies, rows, (name) => fill(text[name], values));
  return html`
    <dialog
      part="dialog"
      lang=${language}
      dir="auto"
      aria-labelledby="title product"
      closedby="closerequest"
      @close=${onClose}
      @click=${ignoreForLinks}
    >
      <div class="head">
        <div>
          <h2 id="title" part="dialog-title" tabindex="-1">${text.details}</h2>
          ${product ? html`<p id="product" part="dialog-product">${product}</p>` : nothing}
        </div>
        <button part="dialog-close" aria-label=${text.close} @click=${closeDialog}>
          ${renderCross(html)}
        </button>
      </div>
      <div class="body">
        <div class="overview">
          <div class="facts">
            ${mark?.cloneNode(true)}
            <p part="summary" translate="no">
              ${before}<strong part="summary-amount">${values.payment}</strong>
              <span class="unit">${after}</span>
              <span class="spoken"
                >${fill(months ? planWithTerm : text.planWithoutTerm, values)}</span
              >
            </p>
            ${renderTiles(dependencies, text, values)}
          </div>
          <div class="sums">${sums}</div>
        </div>
        <div class=${action ? 'action' : nothing}><slot name="action"></slot></div>
        ${action ? html`<p class="note">${noteOf(action, text)}</p>` : nothing}
        <div part="disclosure">
          <slot name="disclosure">${text.disclosure}</slot>
          ${isLastPaymentOther ? html`<p>${text.lastPayment}</p>` : nothing}
        </div>
      </div>
    </dialog>
  `;
}

/** Opens the details in a shadow tree. */
export function openDetails(root: ParentNode): void {
  openDialog(root);
  // By default, the dialog focuses its close button, which doesn't tell screen reader users what opened.
  root.querySelector('h2')?.focus();
  fillAction(root);
  keepBelowHead(root);
}

/** Keeps the next step below the head, which may have any number of rows, and focused links below both. */
function keepBelowHead(root: ParentNode): void {
  const head = root.querySelector<HTMLElement>('.head');
  const action = root.querySelector<HTMLElement>('.action');
  if (!head) return;
  const { style } = head.parentElement!;
  style.setProperty('--head', `${head.offsetHeight}px`);
  style.scrollPaddingBlockStart = `${head.offsetHeight + (action?.offsetHeight ?? 0)}px`;
}

/** Returns the styles of the details. In a low and wide window, such as a phone's in landscape, the facts are next to the sums. */
export function detailsStyles(css: DialogDependencies['css']) {
  return css`
    ${headStyles(css)} ${tileStyles(css)} ${sumsStyles(css)} ${actionStyles(css)}
    [part='dialog'] p {
      margin: 0;
      text-wrap: balance;
    }
    [part='tiles'] {
      margin-block-start: 1em;
    }
    [part='summary-amount'] {
      margin-inline-end: 0.1em;
      font-size: max(1em, min(2.25em, 11vw));
      line-height: 1.2;
    }
    .unit,
    [part='summary-amount'] {
      display: inline-block;
    }
    .sums {
      margin-block-start: 1.25em;
    }
    [part='dialog-product'],
    [part='disclosure'],
    .note {
      color: color-mix(in srgb, currentColor 80%, transparent);
      font-size: 0.875em;
    }
    [part='disclosure'] {
      margin-block-start: 1.25em;
    }
    @media (height < 30rem) and (width >= 40rem) {
      [part='dialog'] {
        width: min(46em, 100vw - 2em);
      }
      .overview {
        display: grid;
        grid-template-columns: 1fr 1fr;
        column-gap: 2em;
      }
      .sums {
        margin: 0;
      }
      .action {
        padding-block-start: 0.75em;
      }
    }
  `;
}

function headStyles(css: DialogDependencies['css']) {
  return css`
    .head {
      position: sticky;
      z-index: 1;
      top: 0;
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 1em;
      padding: 1.125em 0.75em 0.5em max(1em, min(1.5em, 5vw));
      background: inherit;
    }
    [part$='-close'] {
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
      font: inherit;
    }
    [part$='-close'] svg {
      width: 1.125em;
      fill: none;
      stroke: currentColor;
      stroke-width: 2;
    }
  `;
}
