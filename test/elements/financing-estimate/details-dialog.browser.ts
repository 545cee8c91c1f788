/** Tests the details of an estimate, as shoppers see them. */
import { expect } from '@open-wc/testing';
import { emulateMedia, executeServerCommand, setViewport } from '@web/test-runner-commands';
import { configure } from '../../../src/index.js';
import { createDocument, script, settled } from '../page.js';
import { boxOf, part, readable, showDetails } from '../shadow-tree.js';
import { notRun } from '../../runner/not-run.js';
import { until } from '../../support/until.js';

const free = { id: 'sofa', monthlyAmount: 25, amountFinanced: 300, downPayment: 0, apr: 0 };
const withCost = { monthlyAmount: 114.2, amountFinanced: 1299, apr: 9.99 };
const withDownPayment = { monthlyAmount: 87.91, amountFinanced: 1000, downPayment: 299, apr: 9.99 };
const action = '<prequal-button slot="action" location="a"></prequal-button>';

const isChromium = navigator.userAgent.includes('Chrome/');

/** Returns the markup of an element with a server-rendered estimate. */
function withEstimate(estimate: object, attributes: string, content: string): string {
  const given = { ...free, ...estimate };
  return `<financing-estimate amount="${given.amountFinanced + given.downPayment}" estimate='${JSON.stringify(given)}' ${attributes}>${content}</financing-estimate>`;
}

/** Opens the details of an estimate. */
async function openDetails(estimate: object = {}, attributes = '', content = '') {
  return opened(await settled(withEstimate(estimate, attributes, content)));
}

/** Opens the details in an iframe of this size in px. */
async function openDetailsIn(width: number, height: number, markup: string, fontSize = '100%') {
  const { document, view } = await createDocument();
  const { style } = view.frameElement as HTMLElement;
  style.cssText = `width: ${width}px; height: ${height}px; border: 0`;
  document.write(`<style>html { font-size: ${fontSize} }</style>${script}${markup}`);
  document.close();
  await until(() => document.querySelector(':state(ready)'));
  return opened(document.querySelector('financing-estimate')!);
}

async function opened<E extends Element>(element: E): Promise<E> {
  const dialog = await showDetails(element);
  // On phones, the dialog slides up.
  await Promise.all(dialog.getAnimations().map(({ finished }) => finished));
  return element;
}

/** Returns the texts of all parts with this name. */
const textsOf = (element: Element, name: string) =>
  [...element.shadowRoot!.querySelectorAll(`[part~='${name}']`)].map((found) =>
    readable(found.textContent),
  );

/** Returns the WCAG contrast ratio of two CSS colors. `above` may be transparent, and is painted over `below`. */
function contrastOf(above: string, below: string): number {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d')!;
  const luminances = [[below], [below, above]].map((layers) => {
    for (const layer of layers) {
      context.fillStyle = layer;
      context.fillRect(0, 0, 1, 1);
    }
    const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  });
  const [darker, lighter] = luminances.sort((one, other) => one - other);
  return (lighter! + 0.05) / (darker! + 0.05);
}

const styleOf = (element: Element, selector: string) =>
  getComputedStyle(element.shadowRoot!.querySelector(selector)!);
const widthOf = (element: Element, selector: string) =>
  boxOf(element.shadowRoot!.querySelector(selector)!).width;

describe('the details of <financing-estimate>', () => {
  for (const [lang, estimate, tiles, sentence] of [
    [
      'en',
      {},
      '12 payments | 0% APR | $0 due today',
      '12 monthly payments at 0% APR. $0 due today.',
    ],
    [
      'es',
      {},
      '12 pagos | 0% APR | $0 hoy',
      '12 pagos mensuales con una APR de 0%. $0 a pagar hoy.',
    ],
    [
      'en',
      { monthlyAmount: 300, downPayment: 60.5 },
      '1 payment | 0% APR | $60.50 due today',
      '1 monthly payment at 0% APR. $60.50 due today.',
    ],
    [
      'es',
      { monthlyAmount: 48, apr: 9.99 },
      '9.99% APR | $0 hoy',
      'Pagos mensuales con una APR de 9.99%. $0 a pagar hoy.',
    ],
  ] as const) {
    it(`show ${tiles} as tiles, and read a sentence to screen readers`, async () => {
      const element = await openDetails(estimate, `lang="${lang}"`);
      expect(textsOf(element, 'tile').join(' | ')).to.equal(tiles);
      expect(part(element, 'tiles')!.ariaHidden).to.equal('true');
      const spoken = part(element, 'summary')!.querySelector('.spoken')!;
      expect(readable(spoken.textContent)).to.equal(sentence);
    });
  }

  it('have the name of the product below their title, and in their accessible name', async () => {
    const element = await openDetails({}, 'product="Drift lounge chair"');
    expect(textsOf(element, 'dialog-product')).to.deep.equal(['Drift lounge chair']);
    const ids = part(element, 'dialog')!.getAttribute('aria-labelledby')!.split(' ');
    const names = ids.map((id) => element.shadowRoot!.getElementById(id)!.textContent);
    expect(names.join(', ')).to.equal('Pay over time, Drift lounge chair');
    expect(textsOf(await openDetails(), 'dialog-product')).to.deep.equal([]);
  });

  for (const [what, estimate, rows] of [
    [
      'no down payment',
      withCost,
      ['Amount financed $1,299.00', 'Cost of financing $71.40', 'Total of 12 payments $1,370.40'],
    ],
    [
      'a down payment',
      withDownPayment,
      [
        'Purchase amount $1,299.00',
        'Down payment due today $299.00',
        'Amount financed $1,000.00',
        'Cost of financing $54.92',
        'Total of 12 payments $1,054.92',
        'Total with down payment $1,353.92',
      ],
    ],
  ] as const) {
    it(`name each sum once with ${what}, and only the last one is bold`, async () => {
      const element = await openDetails(estimate);
      expect(textsOf(element, 'row')).to.deep.equal(rows);
      const values = [...element.shadowRoot!.querySelectorAll('[part=row-value]')];
      const weights = values.map((value) => Number(getComputedStyle(value).fontWeight));
      expect(weights).to.deep.equal([...rows.slice(1).map(() => 400), 600]);
    });
  }

  it('name the purchase amount if another amount is financed', async () => {
    const element = await openDetails({ ...withCost, amountFinanced: 1250, downPayment: 49 });
    expect(textsOf(element, 'row')[0]).to.equal('Purchase amount $1,299.00');
  });

  it('have a bar of price and cost, with a text alternative', async () => {
    for (const [estimate, text, share] of [
      [withCost, 'Amount financed: $1,299.00. Cost of financing: $71.40', 71.4 / 1370.4],
      [withDownPayment, 'Purchase amount: $1,299.00. Cost of financing: $54.92', 54.92 / 1353.92],
    ] as const) {
      const element = await openDetails(estimate);
      expect(part(element, 'bar')!.getAttribute('aria-label')).to.equal(text);
      const shown = widthOf(element, 'rect[part=bar-cost]') / widthOf(element, '[part=bar]');
      expect(shown).to.be.closeTo(share, 0.002);
    }
  });

  it('have a bar that shows even the smallest cost, and is undivided without one', async () => {
    const cheap = await openDetails({ monthlyAmount: 25.01, apr: 0.07 });
    expect(textsOf(cheap, 'row')[1]).to.equal('Cost of financing $0.12');
    expect(widthOf(cheap, 'rect[part=bar-cost]')).to.be.within(6, 16);

    const element = await openDetails();
    expect(textsOf(element, 'row')[1]).to.equal('Cost of financing $0.00');
    expect(widthOf(element, 'rect[part=bar-cost]')).to.equal(0);
    expect(widthOf(element, 'rect[part=bar-price]')).to.equal(widthOf(element, '[part=bar]'));

    const unknown = await openDetails({ monthlyAmount: 48, apr: 9.99 });
    expect(part(unknown, 'bar')).to.equal(null);
  });

  for (const style of [
    'color-scheme: light',
    'color-scheme: dark',
    '--financing-dialog-background: #f6efe4; --financing-dialog-color: #4a2c12',
  ])
    it(`have a bar and tiles that stand out with ${style}`, async () => {
      const element = await openDetails(withCost, `style="${style}"`, action);
      const { backgroundColor } = styleOf(element, 'dialog');
      for (const [selector, least] of [
        ['rect[part=bar-price]', 3],
        ['rect[part=bar-cost]', 3],
        ['circle[part=bar-cost]', 3],
        ['[part=tile] span:last-child', 4.5],
        ['.note', 4.5],
        ['[part=disclosure]', 4.5],
      ] as const) {
        const { fill, color } = styleOf(element, selector);
        const shown = least === 3 ? fill : color;
        expect(contrastOf(shown, backgroundColor), selector).to.be.at.least(least);
      }
      const button = part(element.querySelector('prequal-button')!, 'button')!;
      const filled = getComputedStyle(button);
      expect(contrastOf(filled.backgroundColor, backgroundColor)).to.be.at.least(7);
      expect(contrastOf(filled.color, filled.backgroundColor)).to.be.at.least(7);
    });

  it("have a bar from right to left in a language that's written that way", async () => {
    configure({ text: { ar: { details: 'الدفع على أقساط' } } });
    const element = await openDetails(withCost, 'lang="ar"');
    const [price, cost] = ['rect[part=bar-price]', 'rect[part=bar-cost]'].map((selector) =>
      element.shadowRoot!.querySelector(selector)!.getBoundingClientRect(),
    );
    expect(cost!.right).to.be.at.most(price!.left);
  });

  for (const [what, style] of [
    ['colors the text', 'prequal-button { --financing-button-color: #1d5c3f }'],
    ['colors the edge', 'prequal-button { --financing-button-border-color: #1d5c3f }'],
    ['has a background', 'prequal-button { --financing-button-background: #1d5c3f }'],
    ['styles the part', 'prequal-button::part(button) { color: #1d5c3f }'],
    [
      'has an image behind the dialog',
      'financing-estimate { --financing-dialog-background: linear-gradient(#fff, #eee) }',
    ],
  ] as const) {
    it(`don't change the button of the next step if the page ${what}`, async () => {
      const element = await openDetails({}, '', `<style>${style}</style>${action}`);
      const { color, backgroundColor, borderTopColor } = getComputedStyle(
        part(element.querySelector('prequal-button')!, 'button')!,
      );
      const green = 'rgb(29, 92, 63)';
      const isPagesOwn = [color, backgroundColor, borderTopColor].includes(green);
      expect(isPagesOwn || backgroundColor === 'rgba(0, 0, 0, 0)').to.equal(true);
      const filled = styleOf(element, 'dialog').color;
      expect(backgroundColor).to.not.equal(filled);
    });
  }

  const opens = 'Opens the application in a new window.';
  const check = 'Check first. See what you qualify for before you buy.';
  for (const [step, note] of [
    [action, opens],
    [`<div slot="action">${action.replace('slot="action"', '')}</div>`, opens],
    [action.replace('slot', 'delivery="sms" slot'), check],
    [action.replace('slot', 'target="_self" slot'), check],
    ['<a slot="action" href="/financing">Learn more</a>', check],
  ] as const) {
    it(`say "${note}" below ${step}`, async () => {
      const element = await openDetails({}, '', step);
      const below = element.shadowRoot!.querySelector('.note')!;
      expect(below.textContent).to.equal(note);
      const { bottom } = element.querySelector('[slot=action]')!.getBoundingClientRect();
      expect(boxOf(below).top).to.be.at.least(bottom);
    });
  }

  it('have a row for the sentence about the last payment', async () => {
    const element = await openDetails({ monthlyAmount: 123.33, amountFinanced: 1480 });
    const sentence = part(element, 'disclosure')!.querySelector('p')!;
    expect(sentence.textContent).to.equal('The last payment may differ.');
    expect(getComputedStyle(sentence).display).to.equal('block');
  });
});

describe('the details of <financing-estimate> in a small window', () => {
  for (const [width, height] of [
    [844, 390],
    [390, 667],
    [320, 568],
  ] as const) {
    it(`keep the next step in view at ${width} by ${height} px`, async () => {
      const terms = `<span slot="disclosure">${'Terms and conditions. '.repeat(150)}</span>`;
      const markup = withEstimate(withDownPayment, 'product="Chair"', action + terms);
      const element = await openDetailsIn(width, height, markup);
      const button = element.querySelector('prequal-button')!;
      const { left, right, top, bottom } = boxOf(button);
      expect(bottom).to.be.at.most(boxOf(part(element, 'dialog')!).bottom);
      const hit = element.ownerDocument.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      expect(hit).to.equal(button);
    });
  }

  for (const [width, height] of [
    [320, 667],
    [320, 568],
    [844, 390],
    [667, 320],
  ] as const) {
    it(`keep the next step below the head at the end of a long small print, at ${width} by ${height} px`, async () => {
      const terms = `<span slot="disclosure">${'Terms and conditions. '.repeat(150)}</span>`;
      const markup = withEstimate(withDownPayment, 'product="Chair"', action + terms);
      const element = await openDetailsIn(width, height, markup);
      part(element, 'dialog')!.scrollTo(0, 10_000);
      const button = element.querySelector('prequal-button')!;
      const { top, bottom } = boxOf(button);
      const head = part(element, 'dialog-title')!.closest('.head')!;
      expect(top).to.be.at.least(boxOf(head).bottom);
      // The lines of the small print would be cut off next to a narrower button.
      const { left, right } = boxOf(part(element, 'disclosure')!);
      for (const x of [left + 20, right - 20]) {
        const hit = element.ownerDocument.elementFromPoint(x, (top + bottom) / 2);
        expect(hit!.localName).to.equal('prequal-button');
      }
    });
  }

  it("don't cover the text with the next step in a very low window", async () => {
    const element = await openDetailsIn(320, 256, withEstimate(withCost, '', action));
    const { top } = element.querySelector('prequal-button')!.getBoundingClientRect();
    expect(top).to.be.greaterThan(boxOf(part(element, 'breakdown')!).bottom);
  });

  for (const lang of ['en', 'es']) {
    for (const size of ['100%', '200%']) {
      it(`break no number and cut nothing off at 320 px, in ${lang} with text of ${size}`, async () => {
        const large = {
          ...withCost,
          monthlyAmount: 8791.23,
          amountFinanced: 100_000,
          downPayment: 12_345.5,
        };
        const markup = withEstimate(large, `lang="${lang}" product="Chair"`, action);
        const element = await openDetailsIn(320, 568, markup, size);
        const dialog = part(element, 'dialog')!;
        expect(dialog.scrollWidth).to.equal(dialog.clientWidth);
        for (const found of dialog.querySelectorAll('strong, b, dd')) {
          const range = found.ownerDocument.createRange();
          range.selectNodeContents(found);
          const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
          expect(new Set(tops).size, found.textContent).to.equal(1);
        }
        for (const tile of dialog.querySelectorAll<HTMLElement>('[part=tile]')) {
          expect(tile.scrollWidth).to.be.at.most(tile.offsetWidth);
        }
      });
    }
  }

  it('are printed whole, without the page behind them', async () => {
    if (!isChromium) return notRun('the printed details', 'no test can ask this browser for it');
    const terms = '<p slot="disclosure" style="height: 3000px; margin: 0">Terms</p>';
    const element = await openDetails(withCost, '', action + terms);
    await emulateMedia({ media: 'print' });
    const dialog = part(element, 'dialog')!;
    expect(dialog.offsetHeight).to.be.above(3000);
    const { printColorAdjust } = getComputedStyle(dialog);
    const { backgroundColor } = getComputedStyle(dialog, '::backdrop');
    expect([printColorAdjust, backgroundColor]).to.deep.equal(['exact', 'rgb(255, 255, 255)']);
    await emulateMedia({ media: 'screen' });
  });

  it('end above the home indicator of a phone', async () => {
    if (!isChromium) return notRun('the safe area', 'no test can ask this browser for it');
    await setViewport({ width: 390, height: 600 });
    await executeServerCommand('safe-area', { bottom: 34 });
    const terms = '<p slot="disclosure" style="height: 1000px; margin: 0">Terms</p>';
    const element = await openDetails(withCost, '', action + terms);
    const dialog = part(element, 'dialog')!;
    const { bottom } = element.querySelector('prequal-button')!.getBoundingClientRect();
    expect(boxOf(dialog).bottom).to.equal(600);
    expect(bottom).to.be.at.most(600 - 34);
    expect(dialog.clientHeight).to.equal(dialog.offsetHeight - 35); // the top border is 1 px
    await executeServerCommand('safe-area', {});
    await setViewport({ width: 800, height: 600 });
  });

  it('slide up only on phones, and not if the shopper prefers reduced motion', async () => {
    const animationIn = async (width: number) => {
      const element = await openDetailsIn(width, 600, withEstimate({}, '', ''));
      return styleOf(element, 'dialog').animationName;
    };
    expect([await animationIn(390), await animationIn(800)]).to.deep.equal(['rise', 'none']);
    if (!isChromium)
      return notRun('the details with little motion', 'no test can ask this browser for it');
    await emulateMedia({ reducedMotion: 'reduce' });
    expect(await animationIn(390)).to.equal('none');
    await emulateMedia({ reducedMotion: 'no-preference' });
  });
});
