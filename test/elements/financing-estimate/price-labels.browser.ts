import { expect } from '@open-wc/testing';
import { until } from '../../support/until.js';
import { showProduct } from '../page.js';

const follows = '<financing-estimate amount-from=".price"></financing-estimate>';

describe('A price next to its currency, its period, or its label', () => {
  for (const markup of [
    '<i>€</i><b class="price">200</b>',
    '<i>CA$</i><b class="price">200</b>',
    '<b class="price">200</b> <i>€</i>',
    '<b class="price">$200</b> <i>CAD</i>',
    '<b class="price">$200</b><i>/mo</i>',
    '<b class="price">$200</b> per night',
    '<b class="price">$200</b> <i>every month</i>',
    '<i>As low as</i> <p><b class="price">$200</b></p>',
    '<p>From:</p><p><b class="price">$200</b></p>',
    '<h2>From <b class="price">$200</b></h2>',
    '<p>Chairs starting at only <b class="price">$200</b></p>',
    '<p>Up to <b class="price">$200</b></p>',
    '<p>Desde <b class="price">$200</b></p>',
    '<p>Was <b class="price">$200</b></p>',
    '<p>Compare at <b class="price">$200</b></p>',
    '<table><tr><th>List price<td><b class="price">$200</b></table>',
    '<p>MSRP: <i>$</i><b class="price">200</b></p>',
    '<p>You save <b class="price">$200</b></p>',
    '<p>You save:</p><p><b class="price">$200</b></p>',
    '<p><label>Deposit</label> <b class="price">$200</b></p>',
    '<p>4 × <b class="price">$200</b></p>',
    '<p>Oak + <b class="price">$200</b></p>',
    '<p>$100 – <b class="price">$200</b></p>',
    '<p><b class="price">$200</b> <i>–</i> <i>$300</i></p>',
    '<p><b class="price">$200</b> to $300</p>',
    '<p><b class="price">$200</b><i>+</i></p>',
    '<p><b class="price">$200</b> and up</p>',
    '<p><b class="price">$200</b> off your first order</p>',
    '<p><b class="price">$200</b> down</p>',
    '<p><b class="price">$200</b> <i>/ sq. ft.</i></p>',
    '<p><b class="price">$200</b> per arch</p>',
    '<p><b class="price">$200</b> / 100 g</p>',
    '<p><b class="price">$200</b> <i>every 3 months</i></p>',
    '<p><b class="price">$200</b> bi-weekly</p>',
    '<p><b class="price">$200</b> <i>monthly</i></p>',
    '<p><b class="price">$200</b> quincenales</p>',
    '<p><b class="price">$200</b> <i>al mes</i></p>',
    '<p>or 4 payments of <b class="price">$200</b></p>',
    '<p>4 pagos de <b class="price">$200</b></p>',
    '<p><b class="price">$200</b> in 4 payments</p>',
    '<p>Buy 2 for <b class="price">$200</b></p>',
    '<p>2 por <b class="price">$200</b></p>',
    '<p>Reserve yours for <b class="price">$200</b></p>',
    '<p>Pay a <b class="price">$200</b> deposit</p>',
    '<p><b class="price">$200</b> refundable deposit</p>',
    '<p>Depósito: <b class="price">$200</b></p>',
    '<p>Free shipping on orders over <b class="price">$200</b></p>',
    '<p>Earn <b class="price">$200</b></p>',
    '<p><b class="price">$200</b> gift card</p>',
    '<p><b class="price">$200</b> value</p>',
    '<p><b class="price">$200</b> for the first month</p>',
    '<p><b class="price">$200</b> with code SOFA</p>',
    '<p><b class="price">$200</b> con cupón</p>',
    '<p>After $100 rebate: <b class="price">$200</b></p>',
    '<p><b class="price">$200</b> <i>after mail-in rebate</i></p>',
    '<p><b class="price">$200</b> w/ trade-in</p>',
    '<p><b class="price">$200</b> when you buy 2</p>',
    '<p>Prices start at <b class="price">$200</b></p>',
    '<p>About <b class="price">$200</b></p>',
    '<p><b class="price">$200</b> or less</p>',
    '<p>Current bid: <b class="price">$200</b></p>',
    '<p>Rent <b class="price">$200</b></p>',
    '<p>Comparable value <b class="price">$200</b></p>',
    '<p>Era <b class="price">$200</b></p>',
    '<p>Delivery: <b class="price">$200</b></p>',
    '<p>Due today: <b class="price">$200</b></p>',
    '<p>Pronto <b class="price">$200</b></p>',
    '<p>Puja actual: <b class="price">$200</b></p>',
    '<p><b class="price">$200</b> × 4</p>',
  ]) {
    it(`has no payment: ${markup}`, async () => {
      const { element, proxy } = await showProduct(markup);
      expect([element.status, proxy.calls.length]).to.deep.equal(['error', 0]);
    });
  }

  for (const markup of [
    '<i>$</i><b class="price">200</b> <i>USD</i>',
    '<b class="price">$200</b> <i>€180</i>',
    '<b class="price">$200</b> <i>/ each</i>',
    '<b class="price">$200</b> <i hidden>CAD</i>',
    '<p>Regular price <b class="price">$200</b></p>',
    '<p>Now <b class="price">$200</b></p>',
    '<p>The chair that it always was</p><p><b class="price">$200</b></p>',
    '<a>Save</a> <b class="price">$200</b>',
    '<i role="button">Save</i> <b class="price">$200</b>',
    '<label><input type="checkbox"> Compare</label> <b class="price">$200</b>',
    '<p>Was $300 <b class="price">$200</b> Save $100</p>',
    '<p>Sofa – <b class="price">$200</b> – ships from Ohio</p>',
    '<p><b class="price">$200</b> -$100</p>',
    '<p><s>$300</s> – <b class="price">$200</b></p>',
    '<p><b class="price">$200</b> <button>+</button></p>',
    '<p><b class="price">$200</b> Down comforter, off white</p>',
    '<p><b class="price">$200</b> Off-white lamp</p>',
    '<p><b class="price">$200</b></p><p>Off-white, per request in gray</p>',
    '<p><b class="price">$200</b> or $20/mo</p>',
    '<p>Total of <b class="price">$200</b></p>',
    '<p>Precio de <b class="price">$200</b></p>',
    '<p>Discount price <b class="price">$200</b></p>',
    '<p>Free delivery <b class="price">$200</b></p>',
    '<p>Price with delivery: <b class="price">$200</b></p>',
    '<p>Including installation: <b class="price">$200</b></p>',
    '<p><b class="price">$200</b> with installation</p>',
    '<p><b class="price">$200</b> con entrega</p>',
    '<p>Tax incl. <b class="price">$200</b></p>',
    '<p>Best value <b class="price">$200</b></p>',
    '<p>Total due today: <b class="price">$200</b></p>',
    '<p><b class="price">$200</b> × 1</p>',
    '<p>Rebajado a <b class="price">$200</b></p>',
    '<p><b class="price">$200</b> with free shipping</p>',
    '<p><b class="price">$200</b> <i>Monthly payments available</i></p>',
    '<p><b class="price">$200</b> in 3 colors</p>',
    '<p><b class="price">$200</b> Credit cards accepted</p>',
    '<p><b class="price">$200</b></p><p>With oak legs</p>',
    '<p>A table for</p><p><b class="price">$200</b></p>',
    '<p><b class="price">$200</b> <a>For gamers</a></p>',
  ]) {
    it(`has a payment if they change nothing: ${markup}`, async () => {
      const { proxy } = await showProduct(markup);
      expect(proxy.amounts).to.deep.equal([[200]]);
    });
  }
});

describe('A price next to "From"', () => {
  it('has a payment that is the lowest one', async () => {
    const { payment } = await showProduct(
      '<p>From <b class="price">$200</b></p>',
      follows.replace('>', ' qualifier="from">'),
    );
    expect(payment()).to.equal('From $20.00/mo');
  });

  it('has the same payment with and without the text inside the element', async () => {
    const estimate = follows.replace('><', '>from $20/mo<');
    const { proxy } = await showProduct('', `${estimate}<p><b class="price">$200</b></p>`);
    expect(proxy.amounts).to.deep.equal([[200]]);
  });

  it('has no payment in a quick view that opens', async () => {
    const { wrapper, element } = await showProduct(
      '',
      `<div style="display: none"><p>From <b class="price">$200</b></p>${follows}</div>`,
    );
    expect(element.status).to.equal('ready'); // hidden, as is the label
    const before = performance.now();
    wrapper.querySelector('div')!.style.display = '';
    await until(() => element.status === 'error');
    expect(performance.now() - before).to.be.below(600);
  });
});
