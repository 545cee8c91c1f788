/**
 * The line as a competent developer would write it with lit for one shop: one request for all elements on the page, in which
 * equal amounts are asked for once; the payment with terms that never break; a sentence for screen readers; the page's own
 * content until there is an estimate; an event for failures; and a dialog that is rendered when it's opened. It's the
 * baseline for our own element.
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
  const byAmount = Map.groupBy(waiting, ({ amount }) => amount);
  waiting = [];
  const groups = [...byAmount.values()];
  try {
    const response = await fetch('/financing/purchase/api/v1/payment-estimation', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(
        [...byAmount.keys()].map((totalAmount, id) => ({ id: `${id}`, totalAmount })),
      ),
    });
    if (!response.ok) throw new Error(`The proxy responded with ${response.status}`);
    for (const estimate of await response.json()) {
      for (const element of groups[Number(estimate.id)]) element.estimate = estimate;
    }
  } catch (error) {
    console.warn(error);
    for (const element of groups.flat())
      element.dispatchEvent(new CustomEvent('failed', { detail: error }));
  }
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
      position: relative;
      line-height: 1.5;
    }
    .spoken {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: clip;
      white-space: nowrap;
    }
    .whole {
      white-space: nowrap;
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
    if (!estimate || estimate.monthlyAmount < 0) return html`<slot></slot>`;
    const payment = `${money(estimate.monthlyAmount)}/mo`;
    const term = `${monthsOf(estimate)} months`;
    const down = `${shortMoney(estimate.downPayment)} down`;
    return html`
      <div class="spoken">
        Estimated payment: ${money(estimate.monthlyAmount)} a month for ${term} at ${estimate.apr}%
        APR, ${down}.
      </div>
      <div aria-hidden="true">
        Estimated <b class="whole" part="amount">${payment}</b>
        <span class="whole">for ${term}</span>
      </div>
      <div class="terms">
        <span aria-hidden="true"
          ><span class="whole">${estimate.apr}% APR ·</span>
          <span class="whole">${down} ·</span></span
        >
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
