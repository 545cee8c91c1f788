import { expect } from '@open-wc/testing';
import { boxOf, inLine } from '../elements/shadow-tree.js';
import { fonts, look, measureHeights } from './line-layouts.js';

const line = (attributes = '') =>
  `<financing-estimate amount="20000" ${attributes}></financing-estimate>`;

const widths = [286, 320, 390, 600] as const;

/** Ways in which the page, the shopper, or the browser can influence the layout of a line. */
const surroundings: Readonly<Record<string, (width: number) => string>> = {
  'a page that is centered': (width) => at(width, 'text-align: center'),
  'a page that is right-aligned': (width) => at(width, 'text-align: right'),
  'a page from right to left': (width) => `<section dir="rtl">${at(width)}</section>`,
  'text of 200 %': (width) => at(width, 'font-size: 32px'),
  'the text spacing of WCAG 1.4.12': (width) =>
    at(width, 'line-height: 1.5; letter-spacing: 0.12em; word-spacing: 0.16em'),
};

function at(width: number, style = '', attributes = ''): string {
  return `<div style="width: ${width}px; ${style}">${line(attributes)}</div>`;
}

/** Returns the number of 24 px rows that a line with these attributes has in each width. */
async function rows(attributes: string): Promise<number[]> {
  const { elements, ready } = await measureHeights(
    'arimo',
    widths.map((width) => at(width, '', attributes)),
  );
  for (const element of elements) expect(look(element)).to.include({ overflows: false });
  return ready.map((height) => height / 24);
}

describe('the line in any surroundings', () => {
  for (const [name, place] of Object.entries(surroundings)) {
    it(`is fully visible, and doesn't move when it's defined, on ${name}`, async () => {
      const stages = await measureHeights('arimo', widths.map(place));
      expect(stages.waiting).to.deep.equal(stages.undefined);
      for (const [index, width] of widths.entries()) {
        const element = stages.elements[index]!;
        expect(look(element).overflows, `overflow in ${width} px`).to.equal(false);
        expect(element.parentElement!.scrollWidth, `width in ${width} px`).to.equal(width);
      }
    });
  }

  it("starts where the page's own text starts", async () => {
    const { elements } = await measureHeights('arimo', [
      at(390, 'text-align: center'),
      at(390, 'text-align: right'),
      `<section dir="rtl">${at(390)}</section>`,
    ]);
    const [centered, right, fromRight] = elements.map((element) => {
      const payment = document.createRange();
      payment.selectNodeContents(element.shadowRoot!.querySelector('[part=payment]')!);
      const text = boxOf(payment);
      const place = boxOf(element);
      return [text.left - place.left, place.right - text.right] as const;
    });
    expect(Math.abs(centered![0] - centered![1])).to.be.below(2);
    expect(right![1]).to.be.below(1);
    expect(fromRight![1]).to.be.below(1);
  });

  it('breaks nothing at 200% text on a phone', async () => {
    const { elements } = await measureHeights('arimo', [at(358, 'font-size: 32px')]);
    expect(look(elements[0]!)).to.deep.include({ broken: [], danglingDots: 0 });
  });

  // At 400%, a width of 1,280 pixels is 320 CSS pixels (WCAG 1.4.10).
  for (const font of fonts) {
    it(`is fully visible at 400% zoom, in ${font}`, async () => {
      const { waiting, ready, elements } = await measureHeights(font, [at(320)]);
      expect(ready).to.deep.equal(waiting);
      expect(look(elements[0]!)).to.deep.include({ overflows: false, danglingDots: 0, broken: [] });
    });
  }
});

describe('the line with its options', () => {
  it('has the terms below the payment at any width', async () => {
    expect(await rows('')).to.deep.equal(await rows('layout="stacked"'));
    expect((await rows('')).slice(2)).to.deep.equal([2, 2]);
  });

  it('has the terms after the payment with layout="inline"', async () => {
    const { elements } = await measureHeights('arimo', [at(390, '', 'layout="inline"')]);
    const partBox = (name: string) => boxOf(inLine(elements[0]!, name)!);
    expect(partBox('apr').top).to.be.below(partBox('term').bottom);
    expect((await rows('layout="inline"')).at(-1)).to.equal(1);
  });

  it('has a text button to open the details', async () => {
    const { elements } = await measureHeights(
      'arimo',
      widths.map((width) => at(width)),
    );
    for (const element of elements) {
      const button = element.shadowRoot!.querySelector<HTMLElement>('[part=details-button]')!;
      const short = button.querySelector<HTMLElement>('[data-short]')!;
      const { content } = getComputedStyle(short, '::before');
      const words = content === 'none' ? button.innerText.trim() : short.dataset['short'];
      expect(words).to.equal(element.offsetWidth < 18.4 * 16 ? 'Details' : 'See details');
      expect(button.getAttribute('aria-label')).to.equal('See details: $1,145.72 a month');
      expect(button.scrollWidth).to.be.at.most(button.offsetWidth);
      expect(look(element).overflows).to.equal(false);
      expect(look(element).buttonSize).to.be.at.least(24);
    }
  });

  // The page's style sheet also has a rule for `stacked`.
  for (const layout of ['stacked', 'inline']) {
    it(`doesn't move when it's defined, with layout="${layout}"`, async () => {
      const bodies = widths.map((width) => at(width, '', `layout="${layout}"`));
      const stages = await measureHeights('arimo', bodies);
      expect(stages.waiting).to.deep.equal(stages.undefined);
    });
  }
});
