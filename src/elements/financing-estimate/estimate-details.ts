import { html, type TemplateResult } from 'lit';
import { closeDialog } from '../close-dialog.js';
import type { CreditTerms } from './credit-terms.js';
import { money, percent } from './format.js';
import type { Text } from '../text.js';

/** The dialog that spells an estimate out, from the purchase amount, in dollars, to the total of the payments. */
export function renderDetails(
  text: Text,
  language: string,
  terms: CreditTerms,
  dollars: number,
  onClose: () => void,
): TemplateResult {
  const { amountFinanced, downPayment, monthlyAmount, apr, months } = terms;
  return html`
    <dialog
      part="dialog"
      lang=${language}
      dir="auto"
      aria-labelledby="title"
      closedby="any"
      @close=${onClose}
    >
      <h2 id="title" part="dialog-title" tabindex="-1">${text.details}</h2>
      <dl part="breakdown">
        ${row(text.purchaseAmount, money(dollars))} ${row(text.dueToday, money(downPayment))}
        ${row(text.amountFinanced, money(amountFinanced))}
        ${row(text.monthlyPayment, money(monthlyAmount))}
        ${months && row(text.numberOfPayments, months)}
        ${months && row(text.totalOfPayments, money(monthlyAmount * months))}
        ${months && row(text.totalWithDownPayment, money(monthlyAmount * months + downPayment))}
        ${row(text.annualPercentageRate, percent(apr))}
      </dl>
      <div part="disclosure"><slot name="disclosure">${text.disclosure}</slot></div>
      <button part="dialog-close" @click=${closeDialog}>${text.close}</button>
    </dialog>
  `;
}

function row(name: string, value: string | number): TemplateResult {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}
