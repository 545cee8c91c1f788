import { expect } from '@open-wc/testing';
import type { FinancingErrorEvent } from '../../../src/index.js';
import { nextTurn, until } from '../../support/until.js';
import { createPage, lineOf, listen, paymentOf, show, showProduct } from '../page.js';

const price = '<b class="price">$200</b>';
const follows = '<financing-estimate amount-from=".price"></financing-estimate>';

describe('Several visible prices', () => {
  for (const range of [
    '<p><b class="price">$100</b> – <b class="price">$200</b></p>',
    '<p><i><b class="price">$100</b></i> – <i><b class="price">$200</b></i></p>',
    '<p style="display: flex"><i><b class="price">$100</b></i> – <i><b class="price">$200</b></i></p>',
    '<p><b class="price">$100</b> – <b class="price">$200</b></p><p><b class="price">$200</b></p>',
    '<p><b class="price">$100</b> – <b class="price">$100</b>, <b class="price">$200</b></p>',
    '<p><i>Now <b class="price">$100</b></i>, after Sunday <i><b class="price">$200</b></i></p>',
    '<p><span class="price">$100</span></p><p>to</p><p><span class="price">$200</span></p>',
    '<p style="display: grid"><span><b class="price">$100</b></span><span>–</span><span><b class="price">$200</b></span></p>',
    '<table><tr><td><b class="price">$100</b><td>– <i hidden>through</i><td><b class="price">$200</b></table>',
    '<label>Now <input class="price" value="100"></label><p><input class="price" value="200"></p>',
  ]) {
    it(`have no payment if they differ in one place: ${range}`, async () => {
      const errors = listen<FinancingErrorEvent>('financing-error');
      const { proxy } = await showProduct(range);
      await until(() => errors.length);
      expect(errors[0]!.code).to.equal('invalid-amount');
      expect(proxy.calls.length).to.equal(0);
    });
  }

  for (const rows of [
    '<div>Was <b class="price">$300</b></div><div>Sale <b class="price">$200</b></div>',
    '<a><h4>Was <b class="price">$300</b></h4></a><h4>Sale <b class="price">$200</b></h4>',
    '<div>Regular price: <b class="price">$300</b></div><div>Members <b class="price">$200</b></div>',
    '<div>Precio habitual <b class="price">$300</b></div><div>Miembros <b class="price">$200</b></div>',
    '<div><b class="price">$300</b></div><div>Sale price <b class="price">$200</b></div>',
    '<div><b class="price">$300</b></div><div>Today’s price <b class="price">$200</b></div>',
    '<table><tr><td>List Price:<td><b class="price">$300</b><tr><td>Our Price:<td><b class="price">$200</b></table>',
    '<div>You save <b class="price">$100</b></div><div>Price <b class="price">$200</b></div>',
    '<div>Precio original <b class="price">$300</b></div><div>Precio <b class="price">$200</b></div>',
    '<div><b class="price">$4.99</b> / sq. ft.</div><div>Price per box <b class="price">$200</b></div>',
    '<p><b class="price">$100</b> to <b class="price">$200</b> per night</p>',
    '<p><b class="price">$100</b> – <b class="price">$200</b> / night</p>',
    '<table><tr><td>A sofa in oat linen, three seats<td><b class="price">$300</b><tr><td>Table<td><b class="price">$100</b><tr><td>Total (USD)<td><b class="price">$400</b></table>',
    '<table><tr><td>A sofa in oat linen, three seats<td><b class="price">$300</b><tr><td>Round table<td><b class="price">$100</b><tr><td>Subtotal<td><b class="price">$400</b></table>',
    '<p><b class="price">$200</b> each, with a lifetime warranty</p><p>Total (4 tires): <b class="price">$800</b></p>',
    '<table><tr><td>Subtotal (2 items)<td><b class="price">$400</b><tr><td>Shipping to your home in Ohio, with assembly<td>$20<tr><td>Total<td><b class="price">$420</b></table>',
    '<button>Twin <b class="price">$300</b></button> <button class="active">Queen <b class="price">$200</b></button>',
    '<p>Setting: <b class="price">$300</b></p><p>A round diamond, 1.2 carats, excellent cut: <b class="price">$900</b></p><p>Total price: <b class="price">$1200</b></p>',
  ]) {
    it(`have no payment if the first isn't the one to pay: ${rows}`, async () => {
      const { element, proxy } = await showProduct(rows);
      expect([element.status, proxy.calls.length]).to.deep.equal(['error', 0]);
    });
  }

  for (const slides of [
    '<div style="display: grid"><p style="grid-area: 1 / 1">Sofa <b class="price">$100</b></p><p style="grid-area: 1 / 1; background: white">Bed, king size <b class="price">$200</b></p></div>',
    '<div style="position: relative; height: 80px"><p style="position: absolute; inset: 0; z-index: 2; background: white">A large sofa<br>in two colors <b class="price">$200</b></p><p style="position: absolute; inset: 0; z-index: 1">A chair <b class="price">$100</b></p></div>',
    '<div style="position: relative"><i><b class="price" style="position: absolute">$200</b></i><i>Members pay <b class="price" style="position: absolute; left: 2px">$100</b></i></div>',
  ]) {
    it(`have no payment if one may cover the other: ${slides}`, async () => {
      const { element, proxy } = await showProduct(slides);
      expect([element.status, proxy.calls.length]).to.deep.equal(['error', 0]);
    });
  }

  for (const prices of [
    '<p><b class="price">$200</b> <b class="price">$200.00</b></p>',
    '<p><b class="price">$200</b> <b class="price">$0.50/oz</b></p>',
    '<p><b class="price">$200</b> <s class="price">$300</s></p>',
    '<p><b class="price">$200</b> <b class="price" style="opacity: 0">$300</b></p>',
    '<p><b class="price">$200</b></p><p>Members: <b class="price">$150</b></p>',
    '<p><b class="price">$200</b></p><p>Buy 2 for <b class="price">$180</b> each</p>',
    '<div style="display: flex; margin-bottom: -5px"><p>Price <b class="price">$200</b></p><p>Members <b class="price">$150</b></p></div><p>List <b class="price">$250</b></p>',
    '<p><b class="price">$200</b> <i>$0.50/oz</i> <i class="member">$150</i></p>',
    '<p><b class="price">$200</b> <small>was <b class="price">$300</b></small></p>',
    '<h3>The Original</h3><div><b class="price">$200</b></div><div>Members <b class="price">$150</b></div>',
    '<button>Add to list</button><div><b class="price">$200</b></div><div>Members <b class="price">$150</b></div>',
    '<p><b class="price">$200</b> RRP <b class="price">$300</b></p>',
    '<div><b class="price">$200</b> <label><input type="radio">Oak</label> <label><input type="radio">Ash</label></div>',
    '<div><b class="price">$200</b> <input type="radio" name="terms"> I agree</div>',
    '<button>Add to cart <b class="price">$200</b></button><p>Also in blue</p><button>Chair <b class="price">$90</b></button>',
    '<p><b class="price">$200</b> <small>(includes <b class="price">$20</b> Tax)</small></p>',
    '<div><b class="price">$200</b></div><div>Reg. <b class="price">$300</b></div>',
    '<p><b class="price">$200</b> Save <b class="price">$100</b></p>',
    '<p><b class="price">$200</b> (<b class="price">$5.00</b> / oz)</p>',
    '<p><b class="price">$200</b> (<b class="price">$5.00</b> sq. ft.)</p>',
    '<div><b class="price">$200</b></div><div><b class="price">$5.00</b> per oz</div>',
    '<div>Regular price <b class="price">$200</b></div><p>A cup with a picture of a cat</p><h3>You may also like</h3><div>Chair <b class="price">$90</b></div>',
    '<main><div><p>Sofa <b class="price">$200</b></p><p style="height: 3000px"></p></div><div style="position: fixed; bottom: 0">With ottoman <b class="price">$300</b></div></main>',
    '<main><div><p>Sofa <b class="price">$200</b></p><p style="height: 3000px"></p></div><div style="position: sticky; bottom: 0; background: white">With ottoman <b class="price">$300</b></div></main>',
    '<main style="position: relative"><div><p>Sofa <b class="price">$200</b></p><p style="height: 300px"></p></div><div style="position: absolute; top: 80px">Basket total <b class="price">$300</b></div></main>',
  ]) {
    it(`have the payment of the first otherwise: ${prices}`, async () => {
      const { proxy } = await showProduct(prices);
      expect(proxy.amounts).to.deep.equal([[200]]);
    });
  }
});

describe('The prices of several options', () => {
  for (const [what, first, second] of [
    [
      'radio buttons',
      '<label><input type="radio" name="n" checked>',
      '<label><input type="radio" name="n">',
    ],
    [
      'components',
      '<label role="radio" aria-checked="true">',
      '<label role="radio" aria-checked="false">',
    ],
    ['toggle buttons', '<label aria-pressed="true">', '<label aria-pressed="false">'],
    ['tabs', '<label aria-selected="true">', '<label aria-selected="false">'],
  ] as const) {
    it(`have the payment of the chosen one, with ${what}`, async () => {
      const { wrapper, payment } = await showProduct(
        `${first}1 <b class="price">$100</b></label> ${second}2 <b class="price">$200</b></label>`,
      );
      expect(payment()).to.equal('Estimated $10.00/mo');
      const [one, two] = wrapper.querySelectorAll('label');
      for (const state of ['ariaChecked', 'ariaPressed', 'ariaSelected'] as const)
        [one![state], two![state]] = [two![state], one![state]];
      two!.click();
      await until(() => payment() === 'Estimated $20.00/mo');
    });
  }

  for (const [row, cell] of [
    ['div', 'p'],
    ['tr', 'td'],
  ] as const) {
    it(`have the payment of the radio button in their <${row}>`, async () => {
      const rows = [' checked', ''].map(
        (checked, index) =>
          `<${row}><${cell}><input type="radio" name="n"${checked}></${cell}><${cell}>Mattress, size ${index} <b class="price">$${index + 1}00</b></${cell}></${row}>`,
      );
      const { wrapper, payment } = await showProduct(
        row === 'tr' ? `<table>${rows.join('')}</table>` : rows.join(''),
      );
      expect(payment()).to.equal('Estimated $10.00/mo');
      wrapper.querySelectorAll('input')[1]!.click();
      await until(() => payment() === 'Estimated $20.00/mo');
    });
  }

  for (const options of [
    '<label><input type="radio" name="n">1 <b class="price">$100</b></label> <label><input type="radio" name="n">2 <b class="price">$200</b></label>',
    '<label><input type="radio" name="n" checked>No plan</label> <label><input type="radio" name="n">Plan <b class="price">$200</b></label>',
    '<label><input type="checkbox">Add assembly <b class="price">$200</b></label>',
  ]) {
    it(`have no payment if none of them is chosen: ${options}`, async () => {
      const { element, proxy } = await showProduct(options);
      expect([element.status, proxy.calls.length]).to.deep.equal(['idle', 0]);
    });
  }

  it('have the payment of each one if each one has its own estimate', async () => {
    const { payment } = await showProduct(
      '',
      `<label><input type="radio">1 ${price}${follows}</label>`,
    );
    expect(payment()).to.equal('Estimated $20.00/mo');
  });
});

describe('The price of another product', () => {
  it('is the price of no other card in a list, before or after its own price arrives', async () => {
    const proxy = createPage();
    const list = await show(
      `<ul><li class="sale"><p></p>${follows}</li><li><p>${price}</p>${follows}</li></ul>`,
    );
    const [element, other] = list.querySelectorAll('financing-estimate');
    await until(() => lineOf(other!));
    expect([element!.status, proxy.amounts]).to.deep.equal(['idle', [[200]]]);
    list.querySelector('p')!.innerHTML = '<b class="price">$100</b>';
    await until(() => paymentOf(element!) === 'Estimated $10.00/mo');
  });

  it('is followed by a bar without a price', async () => {
    createPage();
    const page = await show(
      `<main><div class="product">${price}${follows}</div><div class="bar">${follows}</div></main>`,
    );
    const bar = page.querySelector('.bar financing-estimate')!;
    await until(() => paymentOf(bar) === 'Estimated $20.00/mo');
  });

  for (const tag of ['dialog', 'div popover', 'div role="dialog"']) {
    it(`isn't taken by a quick view that opens before its own price arrives: <${tag}>`, async () => {
      createPage();
      const page = await show(
        `<main><p>Bed ${price}</p><${tag}><h2>Lamp</h2><p></p>${follows}</${tag.split(' ')[0]!}></main>`,
      );
      const view = page.lastElementChild as HTMLDialogElement;
      const element = view.querySelector('financing-estimate')!;
      if (view.localName === 'dialog') view.showModal();
      else if (view.popover) view.showPopover();
      await nextTurn();
      expect(element.status).to.equal('idle');
      view.querySelector('p')!.innerHTML = '<b class="price">$100</b>';
      await until(() => paymentOf(element) === 'Estimated $10.00/mo');
    });
  }

  for (const product of [
    `${price}<dialog><b class="price">$100</b></dialog>`,
    `<dialog>Care plan <b class="price">$100</b></dialog><h3>Sofa, three seats</h3>${price}`,
    `<dialog>Care plan <b class="price">$100</b></dialog>${price}`,
  ]) {
    it(`changes no payment while a dialog next to the price shows it: ${product}`, async () => {
      const { wrapper, element, payment } = await showProduct(product);
      wrapper.querySelector('dialog')!.showModal();
      await nextTurn();
      await element.updateComplete;
      expect(payment()).to.equal('Estimated $20.00/mo');
    });
  }

  it("isn't the only price if it's in a dialog without the element", async () => {
    const { element, proxy } = await showProduct(`<dialog open>${price}</dialog>`);
    expect([element.status, proxy.calls.length]).to.deep.equal(['idle', 0]);
  });

  it('is the price in a dialog whose element names it by an id', async () => {
    createPage();
    const page = await show(
      `<main><b id="price">$200</b><dialog><h2>Financing</h2>${follows.replace('.price', '#price')}</dialog></main>`,
    );
    page.querySelector('dialog')!.showModal();
    const element = page.querySelector('financing-estimate')!;
    await until(() => paymentOf(element) === 'Estimated $20.00/mo');
  });
});

describe('A price with a tag of this package inside or around it', () => {
  for (const html of [
    '<div class="price">$200 <financing-estimate amount-from=".price"></financing-estimate></div>',
    '<div class="price">$200 <financing-estimate amount-from=".price">Financing</financing-estimate></div>',
    `<div class="price">$200 <prequal-button></prequal-button></div>${follows}`,
    `<div><financing-estimate amount-from=".price">or <b class="price">$9</b>/mo</financing-estimate></div>${price}`,
  ]) {
    it(`has its payment, and its next one: ${html}`, async () => {
      const proxy = createPage();
      const page = await show(`<main>${html}</main>`);
      const element = page.querySelector('financing-estimate')!;
      await until(() => paymentOf(element) === 'Estimated $20.00/mo');
      const text = document.createNodeIterator(page, 4 /* NodeFilter.SHOW_TEXT */);
      let node = text.nextNode() as Text;
      while (!node.data.startsWith('$200')) node = text.nextNode() as Text;
      node.data = '$100';
      await until(() => paymentOf(element) === 'Estimated $10.00/mo');
      expect(proxy.amounts).to.deep.equal([[200], [100]]);
    });
  }

  it("isn't the one in a fallback, which a payment would replace", async () => {
    const proxy = createPage();
    const page = await show(
      '<main><p><financing-estimate amount-from=".price">From <b class="price">$300</b></financing-estimate></p><input class="price" value="100"><financing-estimate amount-from="input"></financing-estimate></main>',
    );
    const [element, other] = page.querySelectorAll('financing-estimate');
    await until(() => paymentOf(other!) === 'Estimated $10.00/mo');
    page.querySelector('input')!.value = '200';
    await until(() => paymentOf(other!) === 'Estimated $20.00/mo');
    await until(() => paymentOf(element!) === 'Estimated $20.00/mo');
    expect(proxy.amounts).to.deep.equal([[100], [200]]);
  });
});
