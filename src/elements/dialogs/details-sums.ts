/** The sums of an estimate in the details dialog: a bar of price and cost, and the rows that add up. */
import type { nothing, TemplateResult } from 'lit';
import type { Row } from '../../words/breakdown.js';
import type { DialogDependencies } from './dialog-frame.js';

/** The smallest share of the bar that shows a cost, in percent. */
const minCostShare = 3;

/**
 * Renders the bar and the rows below it. Without a down payment, the amount financed usually is the purchase amount, which is
 * then left out.
 */
export function renderSums(
  dependencies: DialogDependencies,
  rows: readonly Row[],
  label: (name: Row['name']) => string,
): TemplateResult {
  const { html, nothing, money } = dependencies;
  const [purchase, second] = rows as [Row, Row];
  const hasDownPayment = second.name === 'dueToday';
  const price = hasDownPayment ? purchase : second;
  const cost = rows.find(({ name }) => name === 'costOfFinancing');
  const hasKeys = Boolean(cost?.cents);
  const keyOf = (row: Row) =>
    hasKeys && (row === price || row === cost)
      ? renderKey(dependencies, row === cost ? 'bar-cost' : 'bar-price')
      : nothing;
  const isDuplicate = !hasDownPayment && purchase.cents === second.cents;
  const textOf = ({ name, cents }: Row) => `${label(name)}: ${money(cents)}`;
  return html`
    ${
      cost
        ? renderBar(
            dependencies,
            cost.cents / rows.at(-1)!.cents,
            `${textOf(price)}. ${textOf(cost)}`,
          )
        : nothing
    }
    <dl part="breakdown" class=${hasKeys ? 'keyed' : nothing}>
      ${rows.slice(isDuplicate ? 1 : 0).map(
        (row) =>
          html`<div part=${row.name.startsWith('total') ? 'row total' : 'row'}>
            <dt part="row-name">${keyOf(row)}${label(row.name)}</dt>
            <dd part="row-value" translate="no">${money(row.cents)}</dd>
          </div>`,
      )}
    </dl>
  `;
}

/** Renders the bar. Its lengths are attributes, because a strict Content-Security-Policy doesn't allow inline styles. */
function renderBar(
  { html }: DialogDependencies,
  costShare: number,
  text: string,
): TemplateResult | typeof nothing {
  const percent = costShare && Math.max(costShare * 100, minCostShare);
  return html`<svg part="bar" role="img" aria-label=${text}>
    <rect part="bar-price" width="${100 - percent}%" height="100%" />
    <rect part="bar-cost" x="${100 - percent}%" width="${percent}%" height="100%" />
  </svg>`;
}

/** Renders the legend circle next to a row, in the color of its segment. */
function renderKey({ html }: DialogDependencies, part: string): TemplateResult {
  return html`<svg viewBox="-4 -4 8 8" aria-hidden="true"><circle part=${part} r="4" /></svg>`;
}

/** In forced colors, the cost is hollow. Its stroke is centered on the edge, and the bar cuts off half of it. */
export function sumsStyles(css: DialogDependencies['css']) {
  return css`
    [part='bar'] {
      display: block;
      width: 100%;
      height: 0.625em;
      margin-block-end: 0.75em;
      border-radius: 1em;
    }
    [part='bar']:dir(rtl) {
      transform: scaleX(-1);
    }
    [part='bar-price'] {
      fill: color-mix(in srgb, currentColor 78%, transparent);
    }
    [part='bar-cost'] {
      fill: color-mix(in srgb, currentColor 30%, #0a8450);
    }
    rect[part='bar-cost'] {
      transform: translateX(2px);
    }
    .keyed [part='row'] dt {
      padding-inline-start: 1.125em;
    }
    dt svg {
      width: 0.625em;
      margin-inline: -1.125em 0.5em;
      overflow: visible;
    }
    dl {
      margin: 0;
    }
    [part~='row'] {
      display: flex;
      flex-wrap: wrap;
      justify-content: space-between;
      gap: 0 1em;
      padding-block: 0.375em;
      border-block-start: 1px none color-mix(in srgb, currentColor 14%, transparent);
    }
    [part~='total'] {
      margin-block-start: 0.375em;
      padding-block-start: 0.75em;
      border-block-start-style: solid;
    }
    [part~='total']:last-child {
      font-weight: 600;
    }
    dd {
      margin-inline-start: auto;
      font-variant-numeric: tabular-nums;
    }
    @media (forced-colors: active) {
      [part='bar-price'] {
        fill: CanvasText;
      }
      [part='bar-cost'] {
        fill: Canvas;
        stroke: CanvasText;
        stroke-width: 2px;
      }
      rect[part='bar-cost'] {
        transform: none;
      }
    }
  `;
}
