import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { configure } from '../../../src/index.js';
import { amount } from '../../client/fake-proxy.js';
import { estimateTag, proxy, settled, show } from '../page.js';
import { boxOf, inLine, lineOf, part, showDetails, termOf } from '../shadow-tree.js';
import { until } from '../../support/until.js';

const markup = estimateTag(amount.withDownPayment);
const names = ['amount', 'term', 'apr', 'down-payment'];

const shownAs = (element: Element, name: string) =>
  name === 'term' ? termOf(element) : inLine(element, name)!;

/** Replaces text nodes like a browser's translator, except where `translate="no"` forbids it. */
function translate(root: ShadowRoot): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (!text.data.trim() || !text.parentElement!.translate) continue;
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(text.data);
  }
}

describe('<financing-estimate> on a page', () => {
  // Wider than the widest line and a scroll bar, because `elementFromPoint` finds nothing outside the viewport.
  before(() => setViewport({ width: 1200, height: 800 }));
  after(() => setViewport({ width: 800, height: 600 }));

  let style: HTMLStyleElement;
  beforeEach(() => {
    style = document.createElement('style');
    document.head.append(style);
  });
  afterEach(() => style.remove());

  for (const css of [
    '* { all: unset !important }',
    '* { all: revert !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    '* { font-size: 32px !important; line-height: 1 !important }',
    '* { z-index: 2147483647 !important; position: relative !important }',
  ]) {
    for (const width of [160, 320, 1000]) {
      it(`shows the terms with the payment at ${width} px, under ${css}`, async () => {
        style.textContent = css;
        const wrapper = await show<HTMLElement>(`<p style="width: ${width}px">${markup}</p>`);
        wrapper.style.setProperty('display', 'block', 'important');
        wrapper.style.setProperty('width', `${width}px`, 'important');
        const element = wrapper.querySelector('financing-estimate')!;
        await until(() => lineOf(element));
        element.scrollIntoView();
        // The browser doesn't lay out lines far from the viewport. It checks once per frame which ones are near.
        await until(() => inLine(element, 'apr')!.checkVisibility({ contentVisibilityAuto: true }));
        element.scrollIntoView(); // it may be taller now
        const { right } = boxOf(wrapper);
        for (const name of names) {
          const shown = shownAs(element, name);
          for (const box of shown.getClientRects()) {
            if (box.width < 4) continue; // a space at the end of a line
            const seen = element.shadowRoot!.elementFromPoint(
              (box.left + box.right) / 2,
              (box.top + box.bottom) / 2,
            );
            expect(seen).to.equal(shown);
            expect(box.right).to.be.at.most(Math.ceil(right));
          }
        }
      });
    }
  }

  it("reads from right to left in a language that's written that way", async () => {
    configure({ text: { ar: { payment: '{payment} شهريا' } } });
    const element = await settled(`<p lang="ar">${markup}</p>`);
    const line = element.shadowRoot!.querySelector('.line')!;
    expect([
      line.closest('[lang]')!.getAttribute('lang'),
      getComputedStyle(line).direction,
    ]).to.deep.equal(['ar', 'rtl']);
  });

  it('reads from left to right on a page from right to left', async () => {
    const element = await settled(`<p dir="rtl" style="width: 1000px">${markup}</p>`);
    const wrapper = element.parentElement!;
    element.scrollIntoView();
    await until(() => inLine(element, 'apr')!.checkVisibility({ contentVisibilityAuto: true }));
    const [amountAt, termAt, aprAt, downPaymentAt] = names.map(
      (name) => inLine(element, name)!.getBoundingClientRect().left,
    );
    expect(amountAt).to.be.below(termAt!);
    expect(aprAt).to.be.below(downPaymentAt!);
    const { right } = boxOf(part(element, 'details-button')!);
    expect(right).to.be.closeTo(boxOf(wrapper).right, 1);
  });

  it('shows and announces new numbers after a translator replaced the old texts', async () => {
    const element = await settled(markup);
    const payment = () => part(element, 'payment')?.textContent;
    const announced = () => element.shadowRoot!.querySelector('[role=status]')?.textContent;
    element.amount = amount.financed;
    await until(() => announced()?.includes('$45.72'));
    translate(element.shadowRoot!);
    element.amount = amount.withDownPayment; // cached, so the line stays and only its texts change
    await until(() => announced()?.includes('$400.00'));
    expect(payment()).to.contain('$400.00');
    expect(announced()).to.not.contain('$45.72');
  });

  it('shows new numbers in the details after a translator replaced the old texts', async () => {
    const element = await settled(markup);
    await showDetails(element);
    translate(element.shadowRoot!);
    const given = { id: '', amountFinanced: 4800, downPayment: 1200, apr: 0, monthlyAmount: 480 };
    element.estimate = given;
    await element.updateComplete;
    expect(part(element, 'summary')!.textContent).to.contain('$480.00');
    expect(part(element, 'summary')!.textContent).to.not.contain('$400.00');
  });

  it("doesn't change the page's own content", async () => {
    proxy.hold();
    const element = await show(
      markup.replace('><', '><p style="content-visibility: auto">Soon</p><'),
    );
    const content = element.firstElementChild!;
    await new Promise((resolve) =>
      content.addEventListener('contentvisibilityautostatechange', resolve),
    );
    expect(content.outerHTML).to.equal('<p style="content-visibility: auto">Soon</p>');
  });
});
