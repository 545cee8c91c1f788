import { expect } from '@open-wc/testing';
import type { FinancingEstimateElement } from '../../src/index.js';
import { boxOf, inLine, part, readable, showDetails } from '../elements/shadow-tree.js';
import { until } from '../support/until.js';
import { fonts, measureHeights } from './line-layouts.js';

const heightOf = (element: Element) => boxOf(element).height;

function card(width: number, { attributes = '', content = '', lang = 'en' } = {}): string {
  return `<div lang="${lang}" style="width: ${width}px"><financing-estimate layout="card" amount="1298.5" ${attributes}>${content}</financing-estimate></div>`;
}

/** Lays out cards, and measures their heights before the element is defined, while it waits, and with the estimate. */
async function layOut(font: (typeof fonts)[number], bodies: readonly string[]) {
  const { undefined: reserved, waiting, elements } = await measureHeights(font, bodies);
  await until(() => elements.every((element) => part(element, 'card')));
  return { reserved, waiting, shown: elements.map(heightOf), elements };
}

function boxesOf(element: FinancingEstimateElement): DOMRect[] {
  const tiles = element.shadowRoot!.querySelectorAll('[part=tile]');
  return [...tiles].map((tile) => boxOf(tile));
}

function factsOf(element: FinancingEstimateElement) {
  const tiles = element.shadowRoot!.querySelectorAll('[part=tile]');
  return [...tiles].map(({ textContent }) => readable(textContent));
}

function edgesOf(element: HTMLElement): readonly [number, number] {
  const { left, right } = boxOf(element);
  return [left, right];
}

const widths = [200, 239, 241, 300, 327, 329, 358, 520] as const;

describe('the card', () => {
  for (const font of fonts) {
    for (const lang of ['en', 'es']) {
      it(`has the reserved height at any width, and nothing sticks out, in ${font} (${lang})`, async () => {
        const bodies = widths.map((width) => card(width, { lang }));
        const { reserved, waiting, shown, elements } = await layOut(font, bodies);
        expect(waiting).to.deep.equal(reserved);
        for (const [index, element] of elements.entries()) {
          const width = widths[index]!;
          expect(shown[index], `${width} px`).to.be.closeTo(reserved[index]!, 0.1);
          const frame = part(element, 'card')!;
          expect(frame.scrollWidth, `${width} px`).to.equal(frame.clientWidth);
          expect(heightOf(part(element, 'details-button')!)).to.be.at.least(24);
        }
      });
    }
  }

  it('shows the payment large, and its terms as tiles: three, or one column under 15em', async () => {
    const { elements } = await layOut('inter', [card(230), card(250), card(520)]);
    for (const [index, element] of elements.entries()) {
      expect(readable(part(element, 'payment')!.textContent)).to.equal(
        '$114.20 a month, estimated',
      );
      expect(factsOf(element)).to.deep.equal(['12 payments', '9.99% APR', '$0 due today']);
      expect(getComputedStyle(part(element, 'amount')!).fontSize).to.equal('28px');
      const boxes = boxesOf(element);
      expect(new Set(boxes.map(({ left }) => left)).size).to.equal(index ? 3 : 1);
      expect(new Set(boxes.map(({ top }) => top)).size).to.equal(index ? 1 : 3);
    }
  });

  it('shows the whole amount on a phone of 320 px with text of 200%', async () => {
    const body = `<section style="font-size: 32px">${card(288)}</section>`;
    const { elements } = await measureHeights('inter', [body], (amount) => ({
      amountFinanced: amount,
      downPayment: 0,
      apr: 9.99,
      monthlyAmount: 1114.2,
    }));
    await until(() => part(elements[0]!, 'card'));
    const frame = part(elements[0]!, 'card')!;
    expect(frame.scrollWidth).to.equal(frame.clientWidth);
  });

  it('says "$0 hoy" in Spanish', async () => {
    const { elements } = await layOut('inter', [card(358, { lang: 'es' })]);
    expect(factsOf(elements[0]!)).to.deep.equal(['12 pagos', '9.99% APR', '$0 hoy']);
  });

  it('says "From" for the lowest of several prices, without moving the page', async () => {
    const attributes = 'qualifier="from"';
    const bodies = [230, 358, 520].map((width) => card(width, { attributes }));
    const { elements, reserved, shown } = await layOut('inter', bodies);
    for (const [index, element] of elements.entries()) {
      expect(readable(part(element, 'payment')!.textContent)).to.match(/^From \$114\.20/);
      expect(shown[index]).to.be.closeTo(reserved[index]!, 0.1);
    }
  });

  it('has a mark, and a next step whose space stays while the details show it', async () => {
    const content =
      '<b slot="mark">M</b><button slot="action" style="height: 44px; font: inherit">Go</button>';
    const bodies = [card(358, { content }), card(300, { content })];
    const { reserved, waiting, shown, elements } = await layOut('inter', bodies);
    const [wide, narrow] = elements;
    for (const index of [0, 1]) {
      expect(waiting[index]).to.be.closeTo(reserved[index]!, 0.1);
      expect(shown[index]).to.be.closeTo(reserved[index]!, 0.1);
    }
    for (const slotted of wide!.children) expect(heightOf(slotted)).to.be.above(10);
    await showDetails(narrow!);
    expect(part(narrow!, 'dialog')!.querySelector('slot')!.assignedElements()).to.have.length(1);
    expect(heightOf(narrow!)).to.equal(shown[1]);
  });

  it('has the same space on both sides, from right to left, too', async () => {
    const bodies = [230, 358].map((width) => `<section dir="rtl">${card(width)}</section>`);
    for (const element of (await layOut('inter', [...bodies, card(230), card(358)])).elements) {
      const [left, right] = edgesOf(part(element, 'card')!);
      const names = ['payment', 'details-button', 'tile-value'];
      const inner = names.map((name) => edgesOf(part(element, name)!));
      for (const [one, other] of inner) {
        expect(Math.min(one - left, right - other)).to.be.at.least(16);
      }
      const starts = inner.slice(0, 1).concat(inner.slice(2));
      const isRtl = element.closest('[dir=rtl]');
      const rooms = starts.map(([one, other]) => Math.round(isRtl ? right - other : one - left));
      expect(new Set(rooms).size, `${String(rooms)}`).to.equal(1);
    }
  });

  it("has two tiles if the term isn't known", async () => {
    const { elements } = await measureHeights('inter', [card(358)], (amount) => ({
      amountFinanced: amount,
      downPayment: 0,
      apr: 9.99,
      monthlyAmount: 33.33,
    }));
    await until(() => part(elements[0]!, 'card'));
    expect(factsOf(elements[0]!)).to.deep.equal(['9.99% APR', '$0 due today']);
  });

  it("shows its terms regardless of the page's styles for its parts", async () => {
    const { elements } = await layOut('inter', [card(358)]);
    const [element] = elements;
    const style = element!.ownerDocument.createElement('style');
    element!.ownerDocument.head.append(style);
    for (const hiding of [
      'display: none',
      'visibility: hidden',
      'opacity: 0',
      'position: absolute; left: -9999px',
      'overflow: hidden; height: 0',
      'font-size: 0',
    ]) {
      style.textContent = `financing-estimate::part(tiles), financing-estimate::part(tile), financing-estimate::part(tile-value) { ${hiding.replaceAll(/(;|$)/g, ' !important$1')} }`;
      const { left } = boxOf(element!);
      for (const value of element!.shadowRoot!.querySelectorAll('[part=tile-value]')) {
        const { opacity, visibility, fontSize } = getComputedStyle(value);
        const box = boxOf(value);
        expect([opacity, visibility, box.left > left], hiding).to.deep.equal([
          '1',
          'visible',
          true,
        ]);
        expect([parseFloat(fontSize) >= 13, box.width > 10], hiding).to.deep.equal([true, true]);
      }
    }
  });

  it('reads as one sentence with all terms, and its parts are not read', async () => {
    const { elements } = await layOut('inter', [card(358)]);
    const [element] = elements;
    const spoken = element!.shadowRoot!.querySelector('.container > .spoken')!;
    expect(spoken.textContent).to.equal(
      'Estimated payment: $114.20 a month for 12 months at 9.99% APR, with $0 down.',
    );
    for (const name of ['payment', 'tiles']) {
      expect(part(element!, name)!.getAttribute('aria-hidden')).to.equal('true');
    }
    expect(part(element!, 'details-button')!.getAttribute('aria-label')).to.contain('$114.20');
    expect(inLine(element!, 'line')).to.equal(null);
  });
});
