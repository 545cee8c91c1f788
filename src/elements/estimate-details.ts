import { html, type TemplateResult } from 'lit';
import type { EstimateResult } from '../contract/estimate.js';
import { money, percent } from './format.js';
import type { Text } from './text.js';

export interface EstimateDetails {
  /** With its APR in percent. */
  estimate: EstimateResult;
  months: number | undefined;
  /** The purchase amount. */
  dollars: number;
  text: Text;
  onClose(): void;
}

/** The dialog that spells an estimate out, from the purchase amount to the total of the payments. */
export function renderDetails(details: EstimateDetails): TemplateResult {
  const { estimate, months, dollars, text, onClose } = details;
  const { amountFinanced, downPayment, monthlyAmount, apr } = estimate;
  const rows = [
    [text.purchaseAmount, money(dollars)],
    [text.dueToday, money(downPayment)],
    [text.amountFinanced, money(amountFinanced)],
    [text.monthlyPayment, money(monthlyAmount)],
    months && [text.numberOfPayments, months],
    months && [text.totalOfPayments, money(monthlyAmount * months)],
    [text.annualPercentageRate, percent(apr)],
  ];
  return html`
    <dialog part="dialog" aria-labelledby="title" closedby="any" @close=${onClose}>
      <h2 id="title" tabindex="-1">${text.details}</h2>
      <dl part="breakdown">
        ${rows.map(
          (row) =>
            row &&
            html`<div>
              <dt>${row[0]}</dt>
              <dd>${row[1]}</dd>
            </div>`,
        )}
      </dl>
      <div part="disclosure"><slot name="disclosure">${text.disclosure}</slot></div>
      <button part="dialog-close" @click=${closeDialog}>${text.close}</button>
    </dialog>
  `;
}

function closeDialog(click: Event): void {
  (click.currentTarget as Element).closest('dialog')?.close();
}
