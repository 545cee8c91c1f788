import { expect } from '@open-wc/testing';
import { until } from '../../support/until.js';
import { showProduct } from '../page.js';

const follows = '<financing-estimate amount-from=".price"></financing-estimate>';

/** The groups of src/page/prices/price-words.ts. In each, the words that change what a price means, and similar ones that don't. */
const groups: Readonly<
  Record<string, { changed: readonly string[]; unchanged: readonly string[] }>
> = {
  'its currency': {
    changed: [
      '<i>€</i><b class="price">200</b>',
      '<i>CA$</i><b class="price">200</b>',
      '<b class="price">200</b> <i>€</i>',
      '<b class="price">$200</b> <i>CAD</i>',
    ],
    unchanged: [
      '<i>$</i><b class="price">200</b> <i>USD</i>',
      '<b class="price">$200</b> <i>€180</i>',
      '<b class="price">$200</b> <i hidden>CAD</i>',
    ],
  },
  'the label of a former price': {
    changed: [
      '<p>Was <b class="price">$200</b></p>',
      '<p>Compare at <b class="price">$200</b></p>',
      '<table><tr><th>List price<td><b class="price">$200</b></table>',
      '<p>MSRP: <i>$</i><b class="price">200</b></p>',
      '<p>Comparable value <b class="price">$200</b></p>',
      '<p>Previous lowest price <b class="price">$200</b></p>',
      '<p>Suggested retail price: <b class="price">$200</b></p>',
      '<p><b class="price">$200</b> MSRP*</p>',
      '<p><b class="price">$200</b> <small>List price</small></p>',
      '<p><b class="price">$200</b> MSRP</p><p>In stock</p>',
      '<p>Lowest price in the last 30 days: <b class="price">$200</b></p>',
      '<p>M.S.R.P. <b class="price">$200</b></p>',
      '<p>Former price <b class="price">$200</b></p>',
      '<p>Precio anterior: <b class="price">$200</b></p>',
      '<p>Precio sugerido <b class="price">$200</b></p>',
      '<p>Era <b class="price">$200</b></p>',
      '<p><i>Era:</i> <b class="price">$200</b></p>',
      '<p>El precio era <b class="price">$200</b></p>',
    ],
    unchanged: [
      '<p>Regular price <b class="price">$200</b></p>',
      '<p>Now <b class="price">$200</b></p>',
      '<p>The chair that it always was</p><p><b class="price">$200</b></p>',
      '<label><input type="checkbox"> Compare</label> <b class="price">$200</b>',
      '<p>Best value <b class="price">$200</b></p>',
      '<p>Lowest price in 30 days</p><p><b class="price">$200</b></p>',
      '<p>Rebajado a <b class="price">$200</b></p>',
      '<p>Precio de oferta: <b class="price">$200</b></p>',
      '<p>Precio habitual <b class="price">$200</b></p>',
      '<p>Modelo anterior <b class="price">$200</b></p>',
      '<p>Victorian era <b class="price">$200</b></p>',
      '<p><b class="price">$200</b> MSRP $300</p>',
      '<p><b class="price">$200</b> <i>Was</i> <s>$300</s></p>',
      '<p><b class="price">$200</b> List</p><p>$300</p>',
      '<p><b class="price">$200</b> <button>List</button></p>',
      '<p><b class="price">$200</b> Original finish</p>',
    ],
  },
  'the label of savings': {
    changed: [
      '<p>You save <b class="price">$200</b></p>',
      '<p>You save:</p><p><b class="price">$200</b></p>',
      '<p>Bundle &amp; save <b class="price">$200</b></p>',
      '<p>Ahorro: <b class="price">$200</b></p>',
    ],
    unchanged: [
      '<a>Save</a> <b class="price">$200</b>',
      '<i role="button">Save</i> <b class="price">$200</b>',
      '<p>Was $300 <b class="price">$200</b> Save $100</p>',
      '<p>Bundle &amp; save</p><p><b class="price">$200</b></p>',
    ],
  },
  'a word for a part of the price': {
    changed: [
      '<p><label>Deposit</label> <b class="price">$200</b></p>',
      '<p>Pay a <b class="price">$200</b> deposit</p>',
      '<p><b class="price">$200</b> refundable deposit</p>',
      '<p><b class="price">$200</b> due today</p>',
      '<p><b class="price">$200</b> due at signing</p>',
      '<p>Depósito: <b class="price">$200</b></p>',
      '<p>Pronto <b class="price">$200</b></p>',
      '<p>Pago inicial <b class="price">$200</b></p>',
      '<p>Pago mensual: <b class="price">$200</b></p>',
      '<p>Cuota mensual <b class="price">$200</b></p>',
      '<p><b class="price">$200</b> de enganche</p>',
      '<p>Due today: <b class="price">$200</b></p>',
      '<p>Est. payment: <b class="price">$200</b></p>',
      '<p>Monthly: <b class="price">$200</b></p>',
      '<p>Financing: <b class="price">$200</b></p>',
      '<p>36 installments: <b class="price">$200</b></p>',
      '<p>36 months at <b class="price">$200</b></p>',
      '<p><b class="price">$200</b> down</p>',
    ],
    unchanged: [
      '<p>Total due today: <b class="price">$200</b></p>',
      '<p>Total <b class="price">$200</b> due today</p>',
      '<p><b class="price">$200</b> Down comforter, off white</p>',
      '<p>$59 monthly <b class="price">$200</b></p>',
      '<p>Special financing <b class="price">$200</b></p>',
      '<p><b class="price">$200</b> <i>Due today:</i> $20</p>',
    ],
  },
  'a word for another offer or another amount': {
    changed: [
      '<p>Current bid: <b class="price">$200</b></p>',
      '<p>Puja actual: <b class="price">$200</b></p>',
      '<p>Renta <b class="price">$200</b></p>',
      '<p><b class="price">$200</b> de descuento</p>',
      '<p>Rent <b class="price">$200</b></p>',
      '<p>Delivery: <b class="price">$200</b></p>',
      '<p>Protection plan: <b class="price">$200</b></p>',
      '<p>Tax: <b class="price">$200</b></p>',
      '<p>Doc fee <b class="price">$200</b></p>',
      '<p>Shipping &amp; taxes</p><p><b class="price">$200</b></p>',
      '<p>Destination charge <b class="price">$200</b></p>',
      '<p><b class="price">$200</b> dealer fee</p>',
      '<p>Average price <b class="price">$200</b></p>',
      '<p>Market value: <b class="price">$200</b></p>',
      '<p>KBB <b class="price">$200</b></p>',
      '<p><b class="price">$200</b> off your first order</p>',
      '<p><b class="price">$200</b> gift card</p>',
      '<p><b class="price">$200</b> value</p>',
    ],
    unchanged: [
      '<p>Discount price <b class="price">$200</b></p>',
      '<p>Free delivery <b class="price">$200</b></p>',
      '<p>Price with delivery: <b class="price">$200</b></p>',
      '<p>Including installation: <b class="price">$200</b></p>',
      '<p>Tax incl. <b class="price">$200</b></p>',
      '<p>Incl. tax: <b class="price">$200</b></p>',
      '<p>Tax included <b class="price">$200</b></p>',
      '<p>Price before taxes &amp; fees: <b class="price">$200</b></p>',
      '<p>No hidden fees <b class="price">$200</b></p>',
      '<p>Price + tax: <b class="price">$200</b></p>',
      '<p>Course fee: <b class="price">$200</b></p>',
      '<p>Treatment fee <b class="price">$200</b></p>',
      '<p>Corner Market <b class="price">$200</b></p>',
      '<p>4.6 average <b class="price">$200</b></p>',
      '<p><b class="price">$200</b> + tax</p>',
      '<p><b class="price">$200</b> plus tax</p>',
      '<p><b class="price">$200</b> with no fees</p>',
      '<p><b class="price">$200</b> Off-white lamp</p>',
      '<p><b class="price">$200</b> -$100</p>',
      '<p><b class="price">$200</b> Credit cards accepted</p>',
    ],
  },
  'a word for the lowest or the highest price': {
    changed: [
      '<i>As low as</i> <p><b class="price">$200</b></p>',
      '<p>From:</p><p><b class="price">$200</b></p>',
      '<p>Prices from</p><p><b class="price">$200</b></p>',
      '<h2>From <b class="price">$200</b></h2>',
      '<p>Chairs starting at only <b class="price">$200</b></p>',
      '<p>Prices start at <b class="price">$200</b></p>',
      '<p>Up to <b class="price">$200</b></p>',
      '<p>Desde <b class="price">$200</b></p>',
      '<p>Desde solo <b class="price">$200</b></p>',
    ],
    unchanged: ['<p>See where it ships from</p><p><b class="price">$200</b></p>'],
  },
  'a range': {
    changed: [
      '<p>$100 – <b class="price">$200</b></p>',
      '<p><b class="price">$200</b> <i>–</i> <i>$300</i></p>',
      '<p><b class="price">$200</b> to $300</p>',
      '<p><b class="price">$200</b><i>+</i></p>',
      '<p><b class="price">$200</b> and up</p>',
      '<p><b class="price">$200</b> or less</p>',
    ],
    unchanged: [
      '<p>Sofa – <b class="price">$200</b> – ships from Ohio</p>',
      '<p><s>$300</s> – <b class="price">$200</b></p>',
      '<p><b class="price">$200</b> <button>+</button></p>',
      '<p><b class="price">$200</b> or $20/mo</p>',
    ],
  },
  'a factor, a sign, or a sentence': {
    changed: [
      '<p>4 × <b class="price">$200</b></p>',
      '<p><b class="price">$200</b> × 4</p>',
      '<p>Oak + <b class="price">$200</b></p>',
      '<p>or 4 payments of <b class="price">$200</b></p>',
      '<p>4 pagos de <b class="price">$200</b></p>',
      '<p>Buy 2 for <b class="price">$200</b></p>',
      '<p>2 por <b class="price">$200</b></p>',
      '<p><i>2</i> por <b class="price">$200</b></p>',
      '<p>Reserve yours for <b class="price">$200</b></p>',
      '<p><a>Reserve</a> yours for <b class="price">$200</b></p>',
      '<p>Free shipping on orders over <b class="price">$200</b></p>',
      '<p>Earn <b class="price">$200</b></p>',
      '<p>About <b class="price">$200</b></p>',
    ],
    unchanged: [
      '<p><b class="price">$200</b> × 1</p>',
      '<p>Total of <b class="price">$200</b></p>',
      '<p>Precio de <b class="price">$200</b></p>',
      '<p>Yours for <b class="price">$200</b></p>',
      '<p>A recliner</p><p>Now for only <b class="price">$200</b></p>',
      '<h2>Silla</h2><p>Por <b class="price">$200</b></p>',
      '<p>A table for</p><p><b class="price">$200</b></p>',
    ],
  },
  'a period, or one of several payments': {
    changed: [
      '<b class="price">$200</b><i>/mo</i>',
      '<b class="price">$200</b> per night',
      '<b class="price">$200</b> <i>every month</i>',
      '<p><b class="price">$200</b> <i>every 3 months</i></p>',
      '<p><b class="price">$200</b> cada 15 días</p>',
      '<p><b class="price">$200</b> bi-weekly</p>',
      '<p><b class="price">$200</b> <i>monthly</i></p>',
      '<p><b class="price">$200</b> quincenales</p>',
      '<p><b class="price">$200</b> <i>al mes</i></p>',
      '<p><b class="price">$200</b> a la semana</p>',
      '<p><b class="price">$200</b></p><p>monthly</p>',
      '<p><b class="price">$200</b> <i>mo</i></p>',
      '<p><b class="price">$200</b></p><p>for 36 months</p>',
      '<p><b class="price">$200</b> in 4 payments</p>',
      '<p><b class="price">$200</b> for the first month</p>',
      '<p><b class="price">$200</b>* for 12 months</p>',
    ],
    unchanged: [
      '<p><b class="price">$200</b> <i>Monthly payments available</i></p>',
      '<p><b class="price">$200</b> in 3 colors</p>',
      '<p><b class="price">$200</b></p><p>Per month: $20</p>',
      '<p><b class="price">$200</b> Everyday low price</p>',
      '<p><b class="price">$200</b></p><p>Monthly deals</p>',
      '<p><b class="price">$200</b></p><p>A year of support</p>',
      '<p><b class="price">$200</b> <a>For gamers</a></p>',
      '<p><b class="price">$200</b> for a set of 4</p>',
      '<p><b class="price">$200</b> for the pair</p>',
      '<p><b class="price">$200</b> cada una</p>',
      '<p><b class="price">$200</b> a la venta hoy</p>',
    ],
  },
  'a unit': {
    changed: [
      '<p><b class="price">$200</b> <i>/ sq. ft.</i></p>',
      '<p><b class="price">$200</b> <i>/</i> <i>oz</i></p>',
      '<p><b class="price">$200</b> per arch</p>',
      '<p><b class="price">$200</b> per unit / mo</p>',
      '<p><b class="price">$200</b> / 100 g</p>',
      '<p><b class="price">$200</b> sq. ft.</p>',
      '<p><b class="price">$200</b><small>SqFt</small></p>',
      '<p><b class="price">$200</b> <i>linear foot</i></p>',
      '<p><b class="price">$200</b> yd</p>',
    ],
    unchanged: [
      '<b class="price">$200</b> <i>/ each</i>',
      '<p><b class="price">$200</b> Square table</p>',
      '<p><b class="price">$200</b> 12 sq. ft. rug</p>',
      '<p><b class="price">$200</b> Foot stool</p>',
      '<p><b class="price">$200</b></p><p>Off-white, per request in gray</p>',
    ],
  },
  'a condition': {
    changed: [
      '<p>After $100 rebate: <b class="price">$200</b></p>',
      '<p><b class="price">$200</b> <i>after mail-in rebate</i></p>',
      '<p><b class="price">$200</b> when you buy 2</p>',
      '<p><b class="price">$200</b> with code SOFA</p>',
      '<p><b class="price">$200</b> for the pair with code SOFA</p>',
      '<p><b class="price">$200</b> with <i>code</i> SOFA</p>',
      '<p><b class="price">$200</b><sup>1</sup> (with coupon)</p>',
      '<p><b class="price">$200</b> con cupón</p>',
      '<p><b class="price">$200</b> w/ trade-in</p>',
      '<p><b class="price">$200</b> with membership</p>',
      '<p><b class="price">$200</b> with <a>AutoPay</a></p>',
      '<p><b class="price">$200</b> with your <a>store card</a></p>',
      '<p><b class="price">$200</b> with any $49.99 purchase</p>',
      '<p><b class="price">$200</b> with 2-year contract</p>',
      '<p><b class="price">$200</b> with student discount</p>',
      '<p><b class="price">$200</b> with qualifying models</p>',
    ],
    unchanged: [
      '<p><b class="price">$200</b> with 2-year warranty</p>',
      '<p><b class="price">$200</b> with mattress</p>',
      '<p><b class="price">$200</b> with free shipping on all orders</p>',
      '<p><b class="price">$200</b> with installation</p>',
      '<p><b class="price">$200</b> con entrega</p>',
      '<p><b class="price">$200</b> con garantía</p>',
      '<p><b class="price">$200</b></p><p>With coupon</p>',
    ],
  },
  'digits that touch it': {
    changed: [
      '<p><b class="price">$200</b><sup>99</sup></p>',
      '<p><b class="price">$200</b><i>.99</i></p>',
      '<p><b class="price">$200</b><i>,500</i></p>',
      '<p style="display: flex"><b class="price"> $200 </b> <i> 99 </i></p>',
    ],
    unchanged: [
      '<p><b class="price">$200</b> <i>12</i> reviews</p>',
      '<p><b class="price">$200</b> 12 reviews</p>',
      '<p><b class="price">$200</b><i style="margin-left: 4px">12</i> reviews</p>',
      '<p><b class="price">$200.00</b><sup>12</sup></p>',
      '<p><b class="price">$200</b><sup>00</sup></p>',
      '<p style="display: flex; flex-direction: column"><b class="price">$200</b><i>12 reviews</i></p>',
    ],
  },
  'a footnote': {
    changed: [],
    unchanged: [
      '<p><b class="price">$200</b>*</p>',
      '<p><b class="price">$200</b><sup>1</sup></p>',
    ],
  },
};

for (const [group, { changed, unchanged }] of Object.entries(groups)) {
  describe(`A price next to ${group}`, () => {
    for (const markup of changed) {
      it(`has no payment: ${markup}`, async () => {
        const { element, proxy } = await showProduct(markup);
        expect([element.status, proxy.calls.length]).to.deep.equal(['error', 0]);
      });
    }

    for (const markup of unchanged) {
      it(`has a payment if it changes nothing: ${markup}`, async () => {
        const { proxy } = await showProduct(markup);
        expect(proxy.amounts).to.deep.equal([[200]]);
      });
    }
  });
}

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
