/**
 * The line as a competent developer would write it with lit for one shop: one request for all elements on the page, the payment
 * with its terms, and a dialog that is rendered when it's opened. It's the baseline for our own element.
 */
import { css, html, LitElement, nothing } from 'lit';

// By hand, because the first `Intl.NumberFormat` of a page takes over 10 ms.
const money = (amount) => `$${amount.toFixed(2).replace(/\d(?=(\d{3})+\.)/g, '$&,')}`;
const shortMoney = (amount) => money(amount).replace('.00', '');

function monthsOf({ monthlyAmount, amountFinanced, apr }) {
  const rate = apr / 1200;
  if (rate === 0) return Math.round(amountFinanced / monthlyAmount);
  const paid = (rate * amountFinanced) / monthlyAmount;
  return Math.round(-Math.log(1 - paid) / Math.log(1 + rate));
}

let waiting = [];

async function askForAll() {
  const elements = waiting;
  waiting = [];
  const response = await fetch('/financing/purchase/api/v1/payment-estimation', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(elements.map(({ amount }, id) => ({ id: `${id}`, totalAmount: amount }))),
  });
  if (!response.ok) return;
  for (const estimate of await response.json()) elements[Number(estimate.id)].estimate = estimate;
}

class EstimateElement extends LitElement {
  static properties = {
    amount: { type: Number },
    estimate: { attribute: false },
    isOpen: { state: true },
  };

  static styles = css`
    :host {
      display: block;
      min-block-size: 3em;
      line-height: 1.5;
    }
    b {
      font-variant-numeric: tabular-nums;
    }
    .terms {
      font-size: max(0.875em, 13px);
    }
    button {
      padding: 0;
      border: 0;
      background: none;
      color: inherit;
      font: inherit;
      text-decoration: underline;
    }
    dialog {
      max-inline-size: 28rem;
      border: 1px solid;
    }
    dl div {
      display: flex;
      justify-content: space-between;
    }
  `;

  willUpdate(changed) {
    if (changed.has('amount') && waiting.push(this) === 1) queueMicrotask(askForAll);
  }

  updated(changed) {
    if (changed.has('isOpen') && this.isOpen) this.renderRoot.querySelector('dialog').showModal();
  }

  render() {
    const { estimate } = this;
    if (!estimate || estimate.monthlyAmount < 0) return nothing;
    const payment = `${money(estimate.monthlyAmount)}/mo`;
    return html`
      <div>Estimated <b part="amount">${payment}</b> for ${monthsOf(estimate)} months</div>
      <div class="terms">
        ${estimate.apr}% APR · ${shortMoney(estimate.downPayment)} down ·
        <button
          aria-haspopup="dialog"
          aria-label="See details: ${payment}"
          @click=${() => (this.isOpen = true)}
        >
          See details
        </button>
      </div>
      ${this.isOpen ? this.renderDialog(estimate, payment) : nothing}
    `;
  }

  renderDialog(estimate, payment) {
    const months = monthsOf(estimate);
    const row = (name, amount) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${money(amount)}</dd>
      </div>`;
    return html`
      <dialog aria-label="Pay over time" @close=${() => (this.isOpen = false)}>
        <h2>${payment}, estimated</h2>
        <p>${months} monthly payments at ${estimate.apr}% APR.</p>
        <dl>
          ${row('Purchase amount', this.amount)} ${row('Due today', estimate.downPayment)}
          ${row('Amount financed', estimate.amountFinanced)}
          ${row(`Total of ${months} payments`, months * estimate.monthlyAmount)}
        </dl>
        <form method="dialog"><button>Close</button></form>
      </dialog>
    `;
  }
}
customElements.define('x-estimate', EstimateElement);
