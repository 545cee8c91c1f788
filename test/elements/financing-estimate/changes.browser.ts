import { expect, oneEvent } from '@open-wc/testing';
import {
  configure,
  type FinancingEstimateElement,
  type PayOverTimeButtonElement,
} from '../../../src/index.js';
import { amount } from '../../client/fake-proxy.js';
import { listen, nextCall, proxy, setAmount, settled, show } from '../page.js';
import { inLine, isSeen, lineOf, part, paymentOf } from '../shadow-tree.js';
import { nextTurn, until } from '../../support/until.js';

const markup = '<financing-estimate amount="100"><span>Ask us</span></financing-estimate>';

describe('<financing-estimate> on a page that changes around it', () => {
  it('uses the new language of the document', async () => {
    const element = await settled(markup);
    document.documentElement.lang = 'es';
    await until(() => lineOf(element)?.startsWith('Estimado $10.00/mes por 10 meses'));
    document.documentElement.lang = 'en';
    await until(() => lineOf(element)?.startsWith('Estimated $10.00/mo for 10 months'));
  });

  it('and a button next to it request the same store, for the loan, too', async () => {
    const wrapper = await show<HTMLElement>(
      `<div data-financing-location="one">${markup}<pay-over-time-button amount="100" transaction-id="t1" target="_self"></pay-over-time-button></div>`,
    );
    const [line, button] = [...wrapper.children] as [Element, PayOverTimeButtonElement];
    await until(() => lineOf(line));
    wrapper.dataset['financingLocation'] = 'two';
    await until(() => proxy.calls.length === 2);
    await until(() => lineOf(line));
    button.addEventListener('financing-link', (event) => event.preventDefault());
    button.click();
    await until(() => proxy.calls.length === 3);
    expect(proxy.calls[1]!.url.searchParams.get('location')).to.equal('two');
    expect(proxy.calls[2]!.body).to.include({ location: 'two', transactionId: 't1' });
  });

  it('follows the price of the visible variant once a quick view is open', async () => {
    const view = await show<HTMLElement>(
      `<div popover><b class="price" hidden>$100</b><b class="price">$200</b>
      <financing-estimate amount-from=".price"></financing-estimate></div>`,
    );
    await until(() => lineOf(view.lastElementChild!));
    view.showPopover();
    await until(() => paymentOf(view.lastElementChild!) === 'Estimated $20.00/mo');
  });

  it('shows an empty line instead of an old payment until the response arrives', async () => {
    const element = await settled(markup);
    proxy.hold();
    element.amount = 200;
    await element.updateComplete;
    const bar = inLine(element, 'bar')!;
    expect([lineOf(element), getComputedStyle(bar).opacity]).to.deep.equal([undefined, '0']);
    expect(isSeen(element.querySelector('span')!)).to.equal(false);
    await until(() => Number(getComputedStyle(bar).opacity) > 0.05);
    expect([element.offsetHeight, bar.offsetHeight]).to.deep.equal([48, 48]);
    const rows = ['::before', '::after'].map((row) => getComputedStyle(bar, row).height);
    expect(rows).to.deep.equal(['16px', '16px']);
    proxy.release();
    await until(() => lineOf(element));
    expect(inLine(element, 'bar')).to.equal(null);
  });
});

describe('<financing-estimate> that changes', () => {
  it('requests nothing if its amount is set to the same value', async () => {
    const element = await settled(markup);
    for (let times = 0; times < 1000; times++) {
      element.setAttribute('amount', '100');
      await element.updateComplete;
    }
    await nextTurn();
    expect(proxy.calls.length).to.equal(1);
  });

  for (const none of [undefined, null]) {
    it(`treats ${none} as no amount, even if a server rendered one`, async () => {
      const element = await settled(markup);
      await setAmount(element, 200);
      element.amount = none;
      await element.updateComplete;
      expect([element.status, lineOf(element)]).to.deep.equal(['idle', undefined]);
    });
  }

  it('is copied with the amount that a script set', async () => {
    const element = await settled(markup);
    for (const [set, copied] of [
      ['$2,000.00', '2000'],
      [10n, '10'],
      ['?', null],
    ] as const) {
      element.amount = set;
      await element.updateComplete;
      expect((element.cloneNode() as Element).getAttribute('amount')).to.equal(copied);
    }
  });

  for (const wrong of [Symbol('100'), Object.create(null), true]) {
    it(`treats a ${typeof wrong} as no amount, and doesn't throw`, async () => {
      const element = await settled(markup);
      element.amount = wrong as never;
      await oneEvent(element, 'financing-error');
      expect(element.status).to.equal('error');
    });
  }

  it('requests again when configure() changes its request', async () => {
    const element = await settled(markup);
    configure({ location: 'elsewhere' });
    await oneEvent(element, 'financing-estimate');
    expect(proxy.calls[1]!.url.search).to.equal('?location=elsewhere');
  });

  it('requests nothing when configure() changes the text', async () => {
    const element = await settled(markup);
    configure({ text: { en: { payment: 'About {payment}' } } });
    await until(() => paymentOf(element) === 'About $10.00');
    configure({ text: { en: { payment: 'Estimated {payment}/mo' } } });
    expect(proxy.calls.length).to.equal(1);
  });
});

describe('<financing-estimate> that is added and removed', () => {
  it('drops its request when it is removed', async () => {
    proxy.hold();
    const element = await show<FinancingEstimateElement>(markup);
    const events = listen('financing-estimate', 'financing-error');
    await until(() => proxy.calls.length);
    element.remove();
    await nextTurn();
    expect(proxy.calls[0]!.signal.aborted).to.equal(true);
    proxy.calls[0]!.respond();
    await nextTurn();
    expect(events.length).to.equal(0);
  });

  it("requests again when it's added again", async () => {
    proxy.hold();
    const element = await show<FinancingEstimateElement>(markup);
    const parent = element.parentElement!;
    await until(() => proxy.calls.length);
    element.remove();
    await nextTurn();
    parent.append(element);
    (await nextCall(2)).respond();
    await oneEvent(element, 'financing-estimate');
  });

  it("requests once if it's moved between shadow roots", async () => {
    proxy.hold();
    const hosts = await show('<div><p></p><p></p></div>');
    const [one, two] = [...hosts.children].map((host) => host.attachShadow({ mode: 'open' }));
    one!.innerHTML = markup;
    const element = one!.firstElementChild as FinancingEstimateElement;
    await until(() => proxy.calls.length);
    two!.append(element);
    await nextTurn();
    proxy.calls[0]!.respond();
    await until(() => element.status === 'ready');
    expect(proxy.calls.length).to.equal(1);
  });

  it("requests nothing in a template, and once when it's cloned", async () => {
    const template = await show<HTMLTemplateElement>(`<template>${markup}</template>`);
    await nextTurn();
    expect(proxy.calls.length).to.equal(0);
    template.after(template.content.cloneNode(true));
    await until(() => proxy.calls.length);
    await nextTurn();
    expect(proxy.amounts).to.deep.equal([[100]]);
  });

  it('continues in the document of an iframe', async () => {
    const element = await settled(markup);
    const frame = await show<HTMLIFrameElement>('<iframe></iframe>');
    frame.contentDocument!.body.append(element);
    await element.updateComplete;
    expect(proxy.calls.length).to.equal(1);
    for (const dollars of [amount.inapplicable, amount.financed]) {
      element.amount = dollars;
      await until(() => proxy.amounts.flat().includes(dollars) && element.status !== 'loading');
      await element.updateComplete;
      expect(Boolean(lineOf(element))).to.equal(dollars === amount.financed);
    }
    expect(paymentOf(element)).to.equal('Estimated $45.72/mo');
  });

  it('keeps its style sheets in the document of an iframe, and on the way back', async () => {
    const element = await settled(markup);
    const home = element.parentElement!;
    const frame = await show<HTMLIFrameElement>('<iframe width="800"></iframe>');
    for (const place of [frame.contentDocument!.body, home]) {
      place.append(element);
      await element.updateComplete;
      expect(getComputedStyle(part(element, 'amount')!).fontWeight).to.equal('600');
      expect(getComputedStyle(element).display).to.equal('flow-root');
    }
  });

  it('shows values as text, not as markup', async () => {
    const evil = '<img src=x onerror="window.xss = 1">';
    configure({ text: { en: { payment: `{payment} ${evil}` } } });
    try {
      const element = await settled(markup);
      expect(part(element, 'payment')!.textContent).to.contain(evil);
      expect(element.shadowRoot!.querySelector('img')).to.equal(null);
    } finally {
      configure({ text: { en: { payment: 'Estimated {payment}/mo' } } });
    }
  });
});
