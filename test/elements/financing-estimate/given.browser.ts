import { expect, oneEvent } from '@open-wc/testing';
import type { FinancingEstimateElement, FinancingEstimateEvent } from '../../../src/index.js';
import { createPage, estimateTag, listen, proxy, setAmount, settled, show } from '../page.js';
import { isSeen, lineOf, part, paymentOf, showDetails } from '../shadow-tree.js';
import { nextTurn, until } from '../../support/until.js';

const given = { id: 'sofa', monthlyAmount: 25, amountFinanced: 300, downPayment: 0, apr: 0 };

/** Returns the markup that a server renders for an element with this `estimate` attribute, valid or not. */
function rendered(estimate: unknown, attributes = 'amount="300"'): string {
  const json = typeof estimate === 'string' ? estimate : JSON.stringify(estimate);
  return `<financing-estimate ${attributes} estimate='${json}'>Ask us</financing-estimate>`;
}

describe('<financing-estimate estimate>', () => {
  it('is shown with the first paint, and requests nothing', async () => {
    const events = listen<FinancingEstimateEvent>('financing-estimate');
    const element = await show<FinancingEstimateElement>(rendered(given));
    expect(lineOf(element)).to.equal('Estimated $25.00/mo for 12 months 0% APR $0 down');
    expect(element.status).to.equal('ready');
    await until(() => events.length);
    expect(events[0]!.estimate).to.deep.equal(given);
    await nextTurn();
    expect(proxy.calls.length).to.equal(0);
  });

  for (const [where, before, after] of [
    ['after', '', '<pay-over-time-button amount="300"></pay-over-time-button>'],
    ['before', '<pay-over-time-button amount="300"></pay-over-time-button>', ''],
  ] as const) {
    it(`also serves a button ${where} it, which requests nothing`, async () => {
      const inapplicable = { monthlyAmount: -1, amountFinanced: -1, downPayment: -1, apr: -1 };
      const none = rendered({ ...given, ...inapplicable });
      const page = await show(`<div>${before}${none}${after}</div>`);
      const button = page.querySelector('pay-over-time-button')!;
      await until(() => !isSeen(button));
      await nextTurn();
      expect(proxy.calls.length).to.equal(0);
      button.amount = 200;
      await until(() => proxy.calls.length);
    });
  }

  it('can be set as a property, an object or its JSON', async () => {
    proxy.hold();
    const element = await show<FinancingEstimateElement>(estimateTag(300));
    element.estimate = given;
    await element.updateComplete;
    expect(paymentOf(element)).to.equal('Estimated $25.00/mo');
    element.estimate = JSON.stringify({ ...given, monthlyAmount: 50 });
    await element.updateComplete;
    expect(paymentOf(element)).to.equal('Estimated $50.00/mo');
    await nextTurn();
    expect(proxy.calls.every(({ signal }) => signal.aborted)).to.equal(true);
  });

  it('needs no amount, and shows the amount that it implies', async () => {
    const element = await settled(rendered({ ...given, downPayment: 60 }, ''));
    await showDetails(element);
    expect(part(element, 'breakdown')!.querySelector('dd')!.textContent).to.equal('$360.00');
  });

  for (const [what, repeat] of [
    ['refresh()', (element) => element.refresh()],
    ['another fetch', () => void createPage()],
  ] as [string, (element: FinancingEstimateElement) => void][]) {
    it(`stays without an amount on ${what}, because there's nothing to request`, async () => {
      const element = await settled(rendered(given, ''));
      repeat(element);
      await element.updateComplete;
      expect([element.status, paymentOf(element)]).to.deep.equal(['ready', 'Estimated $25.00/mo']);
    });
  }

  for (const [what, change] of [
    ['amount', (element: FinancingEstimateElement) => (element.amount = 500)],
    ['location', (element: FinancingEstimateElement) => (element.location = 'elsewhere')],
  ] as const) {
    it(`is replaced by a response when the ${what} changes`, async () => {
      const element = await settled(rendered(given));
      change(element);
      await element.updateComplete;
      expect(lineOf(element)).to.equal(undefined);
      await oneEvent(element, 'financing-estimate');
      expect(proxy.calls.length).to.equal(1);
    });
  }

  it("doesn't come back in a copy of the element, such as a carousel's or a router's", async () => {
    const element = await settled(rendered(given));
    element.setAttribute('amount', '500');
    await until(() => paymentOf(element) === 'Estimated $50.00/mo');
    const copy = await settled(element.outerHTML);
    expect(paymentOf(copy)).to.equal('Estimated $50.00/mo');
  });

  it("doesn't come back with an equal object, which a framework sets on each render", async () => {
    const element = await settled(rendered(given));
    element.amount = 500;
    element.estimate = { ...given };
    await oneEvent(element, 'financing-estimate');
    expect(paymentOf(element)).to.equal('Estimated $50.00/mo');
    expect(proxy.amounts).to.deep.equal([[500]]);
  });

  it("belongs to the amount that's set at the same time", async () => {
    const element = await settled(rendered(given));
    const estimate = { ...given, monthlyAmount: 50, amountFinanced: 600 };
    Object.assign(element, { amount: 600, estimate });
    await element.updateComplete;
    expect(paymentOf(element)).to.equal('Estimated $50.00/mo');
    await nextTurn();
    expect(proxy.calls.length).to.equal(0);
  });

  it('is requested again on refresh(), and stays until the response', async () => {
    const element = await settled(rendered(given));
    element.refresh();
    await element.updateComplete;
    expect([element.status, paymentOf(element)]).to.deep.equal(['loading', 'Estimated $25.00/mo']);
    await until(() => paymentOf(element) === 'Estimated $100.00/mo');
    expect(proxy.amounts).to.deep.equal([[300]]);
  });

  it("hides the element if it's -1", async () => {
    const none = { monthlyAmount: -1, amountFinanced: -1, downPayment: -1, apr: -1 };
    const element = await settled(rendered({ id: '', ...none }));
    expect(isSeen(element)).to.equal(false);
    expect(proxy.calls.length).to.equal(0);
  });

  for (const [what, wrong] of [
    ['no JSON', '{"id":'],
    ['no id', { ...given, id: undefined }],
    ['a payment under the interest', { ...given, monthlyAmount: 1, apr: 30 }],
    ['the estimate of another amount', { ...given, downPayment: 0.01 }],
  ] as const) {
    it(`is ignored if it's ${what}`, async () => {
      const element = await settled(rendered(wrong));
      expect(proxy.amounts).to.deep.equal([[300]]);
      expect(paymentOf(element)).to.equal('Estimated $100.00/mo');
    });
  }

  it("isn't shown next to an invalid amount", async () => {
    const none = { id: '', monthlyAmount: -1, amountFinanced: -1, downPayment: -1, apr: -1 };
    for (const estimate of [given, none]) {
      const element = await settled(rendered(estimate, 'amount="1.299,00"'));
      expect(element.status).to.equal('error');
    }
  });

  it('is ignored if it arrives after the amount has changed', async () => {
    const element = await settled(rendered(given));
    await setAmount(element, 500);
    element.estimate = { ...given, monthlyAmount: 26 };
    await element.updateComplete;
    expect(paymentOf(element)).to.equal('Estimated $50.00/mo');
    expect(proxy.amounts).to.deep.equal([[500]]);
  });

  const circle: Record<string, unknown> = {};
  circle['itself'] = circle;
  for (const wrong of [Symbol('estimate'), circle, 10n]) {
    it(`is ignored if it's a ${typeof wrong}, and doesn't throw`, async () => {
      const element = await settled('<financing-estimate amount="300"></financing-estimate>');
      element.estimate = wrong as never;
      await element.updateComplete;
      expect(paymentOf(element)).to.equal('Estimated $100.00/mo');
      expect(proxy.calls.length).to.equal(1);
    });
  }
});

describe('<financing-estimate loading="lazy">', () => {
  const far = '<div style="height: 20000px"></div>';

  function lazy(dollars: number): string {
    return `<financing-estimate amount="${dollars}" loading="lazy"><span>Ask us</span></financing-estimate>`;
  }

  it('requests nothing far from the viewport, and keeps its space', async () => {
    const wrapper = await show(`<div>${lazy(100)}${far}${lazy(200)}</div>`);
    await until(() => lineOf(wrapper.firstElementChild!));
    const element = wrapper.lastElementChild as FinancingEstimateElement;
    expect(proxy.amounts).to.deep.equal([[100]]);
    expect([element.status, element.offsetHeight]).to.deep.equal(['idle', 48]);
    expect(isSeen(element.querySelector('span')!)).to.equal(true);
  });

  it('requests when the shopper scrolls to it, with all others that come near in one call', async () => {
    const wrapper = await show(`<div>${far}${lazy(100)}${lazy(200)}</div>`);
    const element = wrapper.lastElementChild as FinancingEstimateElement;
    element.scrollIntoView();
    await oneEvent(element, 'financing-estimate');
    expect(proxy.amounts).to.deep.equal([[100, 200]]);
  });

  it('requests immediately when it becomes eager', async () => {
    const wrapper = await show(`<div>${far}${lazy(100)}</div>`);
    const element = wrapper.lastElementChild as FinancingEstimateElement;
    element.loading = 'eager';
    await oneEvent(element, 'financing-estimate');
    expect(proxy.amounts).to.deep.equal([[100]]);
  });

  it('shows a server-rendered estimate even far from the viewport', async () => {
    const wrapper = await show(
      `<div>${far}${rendered(given, 'amount="300" loading="lazy"')}</div>`,
    );
    expect(lineOf(wrapper.lastElementChild!)).to.contain('$25.00');
  });
});
