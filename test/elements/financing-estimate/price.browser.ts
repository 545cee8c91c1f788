import { expect, oneEvent } from '@open-wc/testing';
import type { FinancingErrorEvent } from '../../../src/index.js';
import {
  createPage,
  holdTimers,
  isSeen,
  lineOf,
  listen,
  paymentOf,
  settled,
  show,
  showProduct,
} from '../page.js';
import { readPrice } from '../../../src/page/prices/price-on-page.js';
import { nextTurn, until } from '../../support/until.js';

const follows = '<financing-estimate amount-from=".price"><span>Ask us</span></financing-estimate>';

const crossed = 'text-decoration: line-through';

describe('<financing-estimate amount-from>', () => {
  describe('takes its amount from', () => {
    for (const [what, price] of [
      ['a text', '<b class="price"> $1,000.00\n</b>'],
      ['a text in pieces', '<b class="price"><i>$</i>1,000<i>.</i><i>00</i></b>'],
      ['a text with a footnote', '<b class="price">$1,000.00*</b>'],
      ['a text with a footnote in the price', '<b class="price">$1,000<sup>1</sup></b>'],
      ['a text with a raised sign', '<b class="price"><sup>$</sup>1,000 †</b>'],
      ['a text with a content attribute', '<b class="price" content="7">1000</b>'],
      ['a <meta>', '<meta class="price" content="1000.00">'],
      [
        'a <meta> with its currency',
        '<meta class="price" content="1000.00"><meta itemprop="priceCurrency" content="USD">',
      ],
      ['a field', '<input class="price" value="1000">'],
      ['an <output>', '<output class="price">$1,000</output>'],
    ]) {
      it(what!, async () => {
        const { proxy } = await showProduct(price!);
        expect(proxy.amounts).to.deep.equal([[1000]]);
      });
    }

    for (const price of [
      '<b class="price" content="1299.99">$1,299<sup>99</sup></b>',
      '<b class="price" role="img" aria-label="Now $1,299.99">$1,299<sup>99</sup></b>',
      `<b class="price"><i style="position: absolute; clip-path: inset(50%)">$1,299.99</i>$1,299<sup>99</sup></b>`,
    ]) {
      it(`a price with raised cents that has its decimal point elsewhere: ${price}`, async () => {
        const { proxy } = await showProduct(price);
        expect(proxy.amounts).to.deep.equal([[1299.99]]);
      });
    }

    it('the price, and not from the amount next to it', async () => {
      const { proxy } = await showProduct(
        '<b class="price">$100</b>',
        '<financing-estimate amount="700" amount-from=".price"></financing-estimate>',
      );
      expect(proxy.amounts).to.deep.equal([[100]]);
    });

    it('the nearest price in a list of cards', async () => {
      const proxy = createPage();
      await show(
        [100, 200, 300].map((price) => `<p><b class="price">$${price}</b>${follows}</p>`).join(''),
      );
      const list = await show(
        `<ul>${[100, 200].map((price) => `<li><b class="price">$${price}</b>${follows}</li>`).join('')}</ul>`,
      );
      const [one, two] = list.querySelectorAll('financing-estimate');
      await until(() => lineOf(two!));
      expect([paymentOf(one!), paymentOf(two!)]).to.deep.equal([
        'Estimated $10.00/mo',
        'Estimated $20.00/mo',
      ]);
      expect(proxy.calls.length).to.be.lessThan(3);
    });

    it('the sale price, if a component crosses out the other one', async () => {
      const { wrapper, element } = await showProduct(
        '<b class="price" slot="was">$300</b><b class="price">$200</b>',
      );
      wrapper.attachShadow({ mode: 'open' }).innerHTML =
        '<s><slot name="was"></slot></s> <slot></slot>';
      wrapper.className = 'defined';
      await until(() => paymentOf(element) === 'Estimated $20.00/mo');
    });

    it('the first of two <meta> elements', async () => {
      const { proxy } = await showProduct(
        '<meta class="price" content="100"><meta class="price" content="200">',
      );
      expect(proxy.amounts).to.deep.equal([[100]]);
    });

    it('no digits that a framework renders as separate text nodes', () => {
      const card = document.createElement('div');
      card.innerHTML = '<b></b><i></i>';
      document.body.append(card);
      card.querySelector('b')!.append('$', '129', ' ', '99');
      expect(readPrice(card.querySelector('i')!, 'b')?.texts).to.deep.equal(['$129 99']);
      card.querySelector('b')!.replaceChildren('$', '1,', '', '299', '.00');
      expect(readPrice(card.querySelector('i')!, 'b')?.texts).to.deep.equal(['$1,299.00']);
      card.remove();
    });

    it('text of any length, in linear time', () => {
      const card = document.createElement('div');
      card.innerHTML = `<b><!--${'1<'.repeat(400_000)}--></b><i></i>`;
      const start = performance.now();
      expect(readPrice(card.querySelector('i')!, 'b')?.texts).to.deep.equal([]);
      expect(performance.now() - start).to.be.lessThan(1_000); // it takes 6 s if each `<` is searched to the end
    });

    it('no price of another product while a framework redraws its own', async () => {
      createPage();
      const list = await show(
        `<ul>${[100, 200].map((price) => `<li><b class="price">$${price}</b>${follows}</li>`).join('')}</ul>`,
      );
      const [, element] = list.querySelectorAll('financing-estimate');
      await until(() => lineOf(element!));
      const price = list.querySelectorAll('.price')[1]!;
      price.className = 'skeleton';
      await nextTurn();
      await element!.updateComplete;
      expect([element!.status, lineOf(element!)]).to.deep.equal(['idle', undefined]);

      price.className = 'price';
      await until(() => lineOf(element!));
      expect(paymentOf(element!)).to.equal('Estimated $20.00/mo');

      element!.amountFrom = 'li:first-child .price';
      await until(() => paymentOf(element!) === 'Estimated $10.00/mo');
    });

    it('its own price, if a theme moves it elsewhere, for example on a narrow screen', async () => {
      createPage();
      const page = await show(
        `<main><header></header><aside><b class="price">$200</b>${follows}</aside><b class="price">$100</b></main>`,
      );
      const element = page.querySelector('financing-estimate')!;
      await until(() => lineOf(element));
      const price = page.querySelector('aside .price')!;
      page.querySelector('header')!.append(price);
      await nextTurn();
      await element.updateComplete;
      expect(paymentOf(element)).to.equal('Estimated $20.00/mo');

      price.textContent = '$300';
      await until(() => paymentOf(element) === 'Estimated $100.00/mo');
      price.remove();
      await until(() => element.status === 'idle');
    });

    it('the document, if its own shadow tree has no price', async () => {
      const proxy = createPage();
      const wrapper = await show('<div><b class="price">$100</b><p></p></div>');
      const root = wrapper.querySelector('p')!.attachShadow({ mode: 'open' });
      root.innerHTML = follows;
      await until(() => proxy.calls.length);
      expect(proxy.amounts).to.deep.equal([[100]]);
    });

    it('its own shadow tree first', async () => {
      const proxy = createPage();
      const wrapper = await show('<div><b class="price">$100</b><p></p></div>');
      const root = wrapper.querySelector('p')!.attachShadow({ mode: 'open' });
      root.innerHTML = `<b class="price">$200</b>${follows}`;
      const element = root.querySelector('financing-estimate')!;
      await until(() => lineOf(element));
      root.querySelector('b')!.textContent = '$300';
      await until(() => paymentOf(element) === 'Estimated $100.00/mo');
      expect(proxy.amounts).to.deep.equal([[200], [300]]);
    });
  });

  describe('never guesses, and reports invalid-amount', () => {
    for (const price of [
      '<b class="price">$10–$20</b>',
      '<b class="price">1.299,00</b>',
      '<b class="price"><del>$1,499</del> <ins>$1,299</ins></b>',
      '<b class="price"><del>1499</del><ins>1299</ins></b>',
      '<b class="price">$129<sup>99</sup></b>',
      '<b class="price" content="129">$129<sup>99</sup></b>',
      '<b class="price">$1,299⁹⁹</b>',
      '<b class="price">$1,299* with code</b>',
      '<b class="price">Free</b>',
      '<b class="price">0</b>',
      '<meta itemprop="price" class="price" content="1299.00"><meta itemprop="priceCurrency" content="EUR">',
      '<meta property="og:price:currency" content="CAD"><meta property="og:price:amount" class="price" content="1299.00">',
    ]) {
      it(`for ${price}`, async () => {
        const proxy = createPage();
        const errors = listen<FinancingErrorEvent>('financing-error');
        const wrapper = await show(`<div>${price}${follows}</div>`);
        await until(() => errors.length);
        await nextTurn();
        expect(errors.map(({ code }) => code)).to.deep.equal(['invalid-amount']);
        expect(proxy.calls.length).to.equal(0);
        expect(isSeen(wrapper.querySelector('span')!)).to.equal(true);
      });
    }

    it('but invalid-selector for an invalid selector', async () => {
      createPage();
      const errors = listen<FinancingErrorEvent>('financing-error');
      await show('<financing-estimate amount-from="$$"></financing-estimate>');
      await until(() => errors.length);
      expect(errors[0]!.code).to.equal('invalid-selector');
    });
  });

  describe('follows a price', () => {
    const price = '<b class="price">$100</b>';

    for (const [what, change] of [
      ['whose text is set', (bold: HTMLElement) => (bold.textContent = '$200')],
      ['whose text node changes', (bold: HTMLElement) => ((bold.firstChild as Text).data = '$200')],
      ['that is replaced', (bold: HTMLElement) => (bold.outerHTML = '<i class="price">200</i>')],
      [
        'that is another variant’s now',
        (bold: HTMLElement) => {
          bold.insertAdjacentHTML('afterend', '<b>$200</b>');
          bold.nextElementSibling!.className = 'price';
          bold.className = '';
        },
      ],
    ] as const) {
      it(what, async () => {
        const { wrapper, element, proxy } = await showProduct(price);
        change(wrapper.querySelector('b')!);
        await oneEvent(element, 'financing-estimate');
        expect(paymentOf(element)).to.equal('Estimated $20.00/mo');
        expect(proxy.amounts).to.deep.equal([[100], [200]]);
      });
    }

    it('in an attribute', async () => {
      const { wrapper, element } = await showProduct('<meta class="price" content="100">');
      wrapper.querySelector('meta')!.content = '200';
      await oneEvent(element, 'financing-estimate');
      expect(paymentOf(element)).to.equal('Estimated $20.00/mo');
    });

    for (const [what, type] of [
      ['is typed', 'input'],
      ['a script sets in a field as the shopper picks a variant', 'change'],
      ['a script sets in a field as the shopper clicks', 'click'],
    ] as const) {
      it(`that ${what}`, async () => {
        const { wrapper, element } = await showProduct('<input class="price" value="100">');
        const field = wrapper.querySelector('input')!;
        field.value = '200';
        wrapper.dispatchEvent(new Event(type, { bubbles: true }));
        await oneEvent(element, 'financing-estimate');
        expect(paymentOf(element)).to.equal('Estimated $20.00/mo');
      });
    }

    for (const [what, act] of [
      [
        'a script sets in a field once it has an answer',
        (field: HTMLInputElement) => (field.value = '200'),
      ],
      ['a form resets', (field: HTMLInputElement) => field.form!.reset()],
    ] as const) {
      it(`that ${what}`, async () => {
        const { wrapper, element } = await showProduct(
          '<form><input class="price" value="200"></form>',
        );
        const field = wrapper.querySelector('input')!;
        field.value = '100';
        field.dispatchEvent(new Event('input', { bubbles: true }));
        await until(() => paymentOf(element) === 'Estimated $10.00/mo');
        act(field);
        await oneEvent(element, 'financing-estimate');
        expect(paymentOf(element)).to.equal('Estimated $20.00/mo');
      });
    }

    it('on sale, and not the old one while a framework redraws it', async () => {
      for (const was of [
        '<s class="price">$300</s>',
        `<i class="price" style="${crossed}">$300</i>`,
      ]) {
        const { wrapper, element, proxy } = await showProduct(`${was} <b class="price">$200</b>`);
        const price = wrapper.querySelector('b')!;
        price.remove();
        await until(() => element.status === 'idle');
        wrapper.prepend(price);
        await until(() => paymentOf(element) === 'Estimated $20.00/mo');
        expect(proxy.amounts).to.deep.equal([[200]]);
      }
    });

    it('that disappears and comes back, and shows its fallback in between', async () => {
      const { wrapper, element } = await showProduct(price);
      const bold = wrapper.querySelector('b')!;
      bold.remove();
      await until(() => element.status === 'idle');
      expect(isSeen(element.querySelector('span')!)).to.equal(true);
      wrapper.prepend(bold);
      await oneEvent(element, 'financing-estimate');
      expect(paymentOf(element)).to.equal('Estimated $10.00/mo');
    });

    it('that is empty at first', async () => {
      const { wrapper, element, proxy } = await showProduct('<b class="price"></b>');
      expect([element.status, proxy.calls.length]).to.deep.equal(['idle', 0]);
      wrapper.querySelector('b')!.textContent = '$100';
      await oneEvent(element, 'financing-estimate');
    });

    it('with several elements, in one call', async () => {
      const { wrapper, proxy } = await showProduct(price, follows + follows);
      const [one, two] = wrapper.querySelectorAll('financing-estimate');
      wrapper.querySelector('b')!.textContent = '$200';
      await until(() => paymentOf(one!) === 'Estimated $20.00/mo');
      expect(paymentOf(two!)).to.equal('Estimated $20.00/mo');
      expect(proxy.amounts).to.deep.equal([[100], [200]]);
    });

    it('in its new place after it was moved', async () => {
      const { element } = await showProduct(price);
      const other = await show('<div><b class="price">$200</b></div>');
      other.append(element);
      await until(() => paymentOf(element) === 'Estimated $20.00/mo');
      other.querySelector('b')!.textContent = '$300';
      await until(() => paymentOf(element) === 'Estimated $100.00/mo');
    });

    it('until it has its own amount', async () => {
      const { wrapper, element, proxy } = await showProduct(price);
      element.removeAttribute('amount-from');
      element.amount = 200;
      await oneEvent(element, 'financing-estimate');
      wrapper.querySelector('b')!.textContent = '$700';
      await nextTurn();
      expect(proxy.amounts).to.deep.equal([[100], [200]]);
    });
  });

  it('requests nothing when the page changes elsewhere', async () => {
    const { wrapper, proxy } = await showProduct('<b class="price">$100</b>');
    for (let times = 0; times < 100; times++) {
      wrapper.append('Hello');
      wrapper.className = `a${times}`;
      await nextTurn();
    }
    expect(proxy.calls.length).to.equal(1);
  });

  it('observes the page with one observer, and with none after it was removed', async () => {
    const native = globalThis.MutationObserver;
    const { observe, disconnect } = native.prototype;
    const seen = { observers: new Set<MutationObserver>(), disconnects: 0 };
    native.prototype.observe = function (...observed) {
      // Ignore the observer that watches the page's language and location.
      if (observed[1]?.childList) seen.observers.add(this);
      observe.apply(this, observed);
    };
    native.prototype.disconnect = function () {
      seen.disconnects += 1;
      disconnect.call(this);
    };
    try {
      createPage();
      const list = await show(`<div><b class="price">$100</b>${follows.repeat(20)}</div>`);
      await until(() => lineOf(list.lastElementChild!));
      list.remove();
      await nextTurn();
      expect(seen.observers.size).to.equal(1);
      expect(seen.disconnects).to.equal(1);
    } finally {
      Object.assign(native.prototype, { observe, disconnect });
    }
  });
});

describe('<financing-estimate> whose amount changes quickly', () => {
  let held: ReturnType<typeof holdTimers>;
  const { now } = performance;

  beforeEach(() => {
    held = holdTimers((delay) => delay === 100);
    performance.now = () => 1000; // all changes happen at the same time
  });
  afterEach(() => {
    held.release();
    performance.now = now;
  });

  /** Creates an element and sets its amount to each of these values, one turn apart after the first request. */
  async function hurry(...amounts: number[]) {
    const proxy = createPage();
    const element = await settled('<financing-estimate amount="100"></financing-estimate>');
    for (const [index, dollars] of amounts.entries()) {
      element.amount = dollars;
      await element.updateComplete;
      expect([element.status, lineOf(element)]).to.deep.equal(['loading', undefined]);
      if (index === 0) await until(() => proxy.calls.length === 2);
      else await nextTurn();
    }
    return { proxy, element };
  }

  it('requests only the first and the last of many', async () => {
    const { proxy, element } = await hurry(200, 300, 400, 500, 700);
    expect(proxy.amounts).to.deep.equal([[100], [200]]);
    expect(held.timers.length).to.equal(1);
    held.timers[0]!.fire();
    await until(() => paymentOf(element) === 'Estimated $70.00/mo');
    expect(proxy.amounts).to.deep.equal([[100], [200], [700]]);
  });

  it('requests a single change immediately', async () => {
    const { proxy } = await hurry(200);
    expect(held.timers).to.deep.equal([]);
    expect(proxy.amounts).to.deep.equal([[100], [200]]);
  });

  it('requests nothing more after it was removed', async () => {
    const { element } = await hurry(200, 300);
    element.remove();
    await nextTurn();
    expect(held.timers).to.deep.equal([]);
  });

  it("requests the last one when it's added again", async () => {
    const { proxy, element } = await hurry(200, 300);
    const parent = element.parentElement!;
    element.remove();
    await nextTurn();
    parent.append(element);
    await until(() => paymentOf(element) === 'Estimated $100.00/mo');
    expect(proxy.amounts.at(-1)).to.deep.equal([300]);
  });
});
