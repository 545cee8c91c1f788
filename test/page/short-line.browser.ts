import { expect } from '@open-wc/testing';
import type { FinancingEstimateElement } from '../../src/index.js';
import { boxOf, inLine, part, termOf } from '../elements/shadow-tree.js';
import { digitsOf, fonts, look, measureHeights } from './line-layouts.js';

/** Returns the markup of a card of this width. Its amount has no down payment. */
function card(width: number, attributes = '', style = ''): string {
  return `<div style="width: ${width}px; ${style}"><financing-estimate amount="1298.5" ${attributes}></financing-estimate></div>`;
}

/** Returns the words that a line shows, row by row, including the words that its styles add. */
function rowsOf(element: FinancingEstimateElement): string[] {
  const rows = new Map<number, string[]>();
  const view = element.ownerDocument.defaultView!;
  for (const span of inLine(element, 'line')!.querySelectorAll<HTMLElement>('*')) {
    const { content } = view.getComputedStyle(span, '::before');
    // For `attr(data-short)`, Firefox returns the expression, and other browsers return the text.
    const added = /^["a]/.test(content) ? [span.dataset['short']!] : [];
    const own = [...span.childNodes]
      .filter((node) => node.nodeType === 3)
      .map((node) => node.textContent!);
    const words = [...added, ...own].join('').trim() || (span.localName === 'svg' && '(i)');
    const [box] = span.getClientRects();
    if (!words || !box) continue;
    const middle = (box.top + box.bottom) / 2;
    const row = [...rows.keys()].find((top) => Math.abs(top - middle) < 8) ?? middle;
    rows.set(row, [...(rows.get(row) ?? []), words]);
  }
  return [...rows].toSorted(([one], [other]) => one - other).map(([, words]) => words.join(' '));
}

describe('the line in a narrow column', () => {
  for (const [lang, details, expected] of [
    ['en', 'text', ['est. $114.20/mo', '12 months 9.99% APR', '$0 down Details']],
    ['es', 'text', ['est. $114.20/mes', '12 meses 9.99% APR', '$0 hoy Detalles']],
    ['en', 'icon', ['est. $114.20/mo', '12 months 9.99% APR', '$0 down (i)']],
  ] as const) {
    for (const font of fonts) {
      it(`has three rows and no blank one, in ${lang}, with details="${details}", in ${font}`, async () => {
        const widths = [170, 190, 210, 230, 247];
        const attributes = `lang="${lang}" details="${details}"`;
        const stages = await measureHeights(
          font,
          widths.map((width) => card(width, attributes)),
        );
        expect(stages.undefined).to.deep.equal(widths.map(() => 72));
        expect(stages.ready).to.deep.equal(stages.undefined);
        for (const element of stages.elements) {
          expect(rowsOf(element)).to.deep.equal(expected);
          expect(look(element)).to.include({ overflows: false, hasBrokenDigits: false });
        }
      });
    }
  }

  it('has two rows and no blank one from 250 px up, as wide as a summary or a cell', async () => {
    const widths = [250, 270, 286, 300, 330, 358];
    const stages = await measureHeights(
      'inter',
      widths.map((width) => card(width)),
    );
    expect(stages.undefined).to.deep.equal(widths.map(() => 48));
    expect(stages.ready).to.deep.equal(stages.undefined);
  });

  for (const font of fonts) {
    it(`has as many rows as its neighbor, regardless of the amounts, in ${font}`, async () => {
      const months = { 580: 12, 1298.5: 12, 9000: 18 };
      const widths = [114, 120, 126, 136, 150];
      const { elements } = await measureHeights(
        font,
        widths.flatMap((width) =>
          Object.keys(months).map((amount) => card(width).replace('1298.5', amount)),
        ),
        (amount) => ({
          amountFinanced: amount,
          downPayment: 0,
          apr: 0,
          monthlyAmount: amount / months[amount as keyof typeof months],
        }),
      );
      const rows = elements.map((element) => rowsOf(element).length);
      const expected = [5, 5, 5, 5, 4].flatMap((count) => [count, count, count]);
      expect(rows).to.deep.equal(expected);
    });
  }

  it("leaves out only the term if it isn't known", async () => {
    const { elements } = await measureHeights('inter', [card(150)], (amount) => ({
      amountFinanced: amount,
      downPayment: 0,
      apr: 9.99,
      monthlyAmount: 33.33,
    }));
    expect(rowsOf(elements[0]!)).to.deep.equal(['est. $33.33/mo', '9.99% APR', '$0 down Details']);
  });

  it('has its second row in the color of the terms', async () => {
    const { elements } = await measureHeights('inter', [card(150)]);
    const [element] = elements;
    part(element!, 'terms')!.style.color = 'rgb(1, 2, 3)';
    const colors = [termOf(element!), inLine(element!, 'apr')!].map(
      (each) => element!.ownerDocument.defaultView!.getComputedStyle(each).color,
    );
    expect(colors).to.deep.equal(['rgb(1, 2, 3)', 'rgb(1, 2, 3)']);
  });

  it('keeps the text of its parts, because a page or a test may read it', async () => {
    const { elements } = await measureHeights('inter', [card(150)]);
    expect(inLine(elements[0]!, 'payment')!.textContent).to.equal(
      'Estimated $114.20/mo for 12 months',
    );
    expect(inLine(elements[0]!, 'details-button')!.textContent.trim()).to.equal('See details');
  });
});

describe('the digits of a payment', () => {
  const estimate = '<financing-estimate amount="1298.5"></financing-estimate>';
  for (const [place, markup] of [
    ['an auto table', `<table><td>New patient exam and X-rays<td>$1,480.00<td>${estimate}</table>`],
    ['a flex row', `<div style="display: flex"><p>${'Sofa '.repeat(40)}</p>${estimate}</div>`],
    [
      'an item of a flex row',
      `<div style="display: flex"><p>${'Sofa '.repeat(40)}</p><div>${estimate}</div></div>`,
    ],
    [
      'a page that breaks words anywhere',
      `<div style="word-break: break-all; width: 60px">${estimate}</div>`,
    ],
  ] as const) {
    it(`stay together in ${place}`, async () => {
      const stages = await measureHeights('inter', [
        `<section style="width: 300px">${markup}</section>`,
      ]);
      const [element] = stages.elements;
      expect(look(element!).hasBrokenDigits).to.equal(false);
      expect(stages.ready).to.deep.equal(stages.undefined);
      if (place === 'a page that breaks words anywhere') return;
      const digits = digitsOf(element!).getBoundingClientRect();
      expect(digits.right).to.be.at.most(boxOf(element!).right);
    });
  }
});
