// A lit element of the shop that contains one of our elements. It can be rendered on servers.
import 'financing-elements';
import { html, LitElement } from 'lit';

class ShopCard extends LitElement {
  static properties = { amount: { type: Number } };

  render() {
    const { amount } = this;
    const tenth = { id: '', monthlyAmount: amount / 10, amountFinanced: amount };
    const estimate = { ...tenth, downPayment: 0, apr: 0 };
    return html`<financing-estimate .amount=${amount} .estimate=${estimate}></financing-estimate>`;
  }
}

customElements.define('shop-card', ShopCard);
