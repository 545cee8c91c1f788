import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { amount } from '../../client/fake-proxy.js';
import { createPage, lineOf, part, settled, show } from '../page.js';
import { until } from '../../support/until.js';

const markup = `<financing-estimate amount="${amount.withDownPayment}"></financing-estimate>`;
const termParts = ['term', 'apr', 'down-payment'];
const parts = ['estimate', 'terms', ...termParts];

/** What a page may say to take a text away. A color that is transparent is the page's right and is not on the list. */
const hostile = [
  ...['display: none', 'visibility: hidden', 'content-visibility: hidden', 'opacity: 0'],
  ...['font-size: 1px', 'font-size: 0', 'font: 0/0 serif', 'font-size-adjust: 0', 'zoom: 0.1'],
  ...['line-height: 0', 'letter-spacing: -1em', 'word-spacing: -9999px', 'text-indent: -9999px'],
  ...[
    'position: absolute; left: -9999px',
    'position: fixed; top: -9999px',
    'float: left; margin-left: -9999px',
  ],
  ...[
    'margin: 0 0 0 -9999px',
    'transform: scale(0)',
    'transform: translate(-9999px)',
    'scale: 0',
    'rotate: 90deg',
  ],
  ...[
    'translate: -9999px',
    'offset: path("M-9999 0h1")',
    'filter: opacity(0)',
    'mask: linear-gradient(transparent, transparent)',
  ],
  ...['clip-path: inset(50%)', 'display: block; width: 0; height: 0; overflow: hidden'],
  ...[
    'display: block; max-width: 0; max-height: 0; overflow: hidden',
    'contain: strict; height: 0',
  ],
  ...[
    '-webkit-text-fill-color: transparent',
    'content: url("data:,")',
    'writing-mode: vertical-rl; height: 0',
  ],
  ...['padding-left: 9999px', 'border-left: 9999px solid', 'vertical-align: 9999px'],
];

/** What a page may say to push the terms away from their payment, or to cut them off, by its selector. */
const separating: Readonly<Record<string, readonly string[]>> = {
  '::part(payment)': [
    ...['height: 9999px', 'min-height: 9999px', 'line-height: 9999px', 'vertical-align: 9999px'],
    'display: inline-block; height: 9999px; vertical-align: top',
  ],
  '::part(payment)::after': ['content: ""; display: block; height: 9999px'],
  '::part(terms)::before': [
    'content: ""; display: block; height: 9999px',
    'content: ""; padding-left: 9999px',
  ],
  '::part(apr)::before': ['content: ""; margin-left: 9999px', 'content: ""; line-height: 9999px'],
  '::part(estimate)': [
    'position: absolute; clip: rect(0, 999px, 1.5em, 0)',
    ...['line-height: 9999px', 'columns: 2; column-gap: 9999px'],
    'display: flex; flex-direction: column; gap: 9999px',
    'display: grid; grid-template-rows: 1fr 9999px',
    'display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1; overflow: hidden',
  ],
};

const important = (declarations: string) => declarations.replaceAll(/(;|$)/g, ' !important$1');

describe('the terms beside a payment', () => {
  // Wider than the widest line, and a scroll bar: what is outside of the viewport cannot be hit.
  before(() => setViewport({ width: 1200, height: 800 }));
  after(() => setViewport({ width: 800, height: 600 }));

  let style: HTMLStyleElement;
  beforeEach(() => {
    style = document.createElement('style');
    document.head.append(style);
  });
  afterEach(() => style.remove());

  /** The element, and whether each of its terms can be read: at least 10 px high letters, under the pointer. */
  async function lookAt(width: number) {
    createPage();
    const wrapper = await show<HTMLElement>(`<div style="width: ${width}px">${markup}</div>`);
    const element = wrapper.querySelector('financing-estimate')!;
    await until(() => lineOf(element));
    // A line that the browser may skip can be hit for certain once the browser has said that it is near.
    await until(() => getComputedStyle(part(element, 'estimate')!).contentVisibility !== 'auto');
    return element;
  }

  function unreadable(element: Element): string[] {
    return termParts.filter((name) => {
      const term = part(element, name)!;
      const { opacity, visibility, fontSize, webkitTextFillColor, color } = getComputedStyle(term);
      const range = document.createRange();
      range.selectNodeContents(term); // without its padding
      const [box] = [...range.getClientRects()].filter(({ width: wide }) => wide > 4);
      if (!box || box.height < 10) return true;
      const seen = element.shadowRoot!.elementFromPoint(
        box.left + Math.min(30, box.width / 2),
        (box.top + box.bottom) / 2,
      );
      const isDrawn = opacity === '1' && visibility === 'visible' && webkitTextFillColor === color;
      return seen !== term || !isDrawn || parseFloat(fontSize) < 10;
    });
  }

  for (const width of [200, 320, 800]) {
    it(`can be read at ${width} px, whatever a page says of their parts`, async () => {
      const element = await lookAt(width);
      expect(unreadable(element), 'with no rule').to.deep.equal([]);
      for (const name of parts) {
        for (const declarations of hostile) {
          // What hides the payment as well takes nothing away from it.
          if (
            name === 'estimate' &&
            !/height: 0|^text-indent|^line|^letter|^font|clip|mask|contain/.test(declarations)
          )
            continue;
          style.textContent = `financing-estimate::part(${name}) { ${important(declarations)} }`;
          expect(unreadable(element), style.textContent).to.deep.equal([]);
        }
      }
    });
  }

  for (const width of [200, 320, 800]) {
    it(`cannot be taken away from their payment at ${width} px`, async () => {
      const element = await lookAt(width);
      for (const [selector, rules] of Object.entries(separating)) {
        for (const declarations of rules) {
          style.textContent = `financing-estimate${selector} { ${important(declarations)} }`;
          expect(unreadable(element), style.textContent).to.deep.equal([]);
        }
      }
    });
  }

  it('cannot be cut off by a height of the element', async () => {
    const element = await lookAt(320);
    for (const rule of [
      'overflow: hidden; height: 1.5em',
      'clip-path: inset(0 0 50%)',
      'contain: strict; height: 1.5em',
      'position: absolute; clip: rect(0, 999px, 1.5em, 0)',
      'columns: 2; column-gap: 9999px',
    ]) {
      style.textContent = `financing-estimate { ${important(rule)} }`;
      expect(unreadable(element), rule).to.deep.equal([]);
    }
  });

  it('have the size, the color and the font of the page', async () => {
    style.textContent = `
      financing-estimate { --financing-terms-size: 1.25em; font: 20px serif }
      financing-estimate::part(apr) { color: rgb(1, 2, 3); font-family: monospace }`;
    const element = await lookAt(320);
    const { fontSize, color, fontFamily } = getComputedStyle(part(element, 'apr')!);
    expect([fontSize, color, fontFamily]).to.deep.equal(['25px', 'rgb(1, 2, 3)', 'monospace']);
  });

  for (const [pageSize, asked, expected] of [
    [16, '1px', '13px'],
    [12, '1px', '12px'],
    [16, 'none', '16px'],
    [8, '0.875em', '10px'],
  ] as const) {
    it(`are ${expected} with --financing-terms-size: ${asked} on a page of ${pageSize} px`, async () => {
      style.textContent = `financing-estimate { font-size: ${pageSize}px; --financing-terms-size: ${asked} }`;
      const element = await lookAt(320);
      expect(getComputedStyle(part(element, 'apr')!).fontSize).to.equal(expected);
    });
  }

  it('have their dots in their own color', async () => {
    style.textContent = 'financing-estimate::part(payment) { color: rgb(9, 9, 9) }';
    const element = await lookAt(800);
    for (const name of ['terms', 'apr', 'down-payment']) {
      const dot = getComputedStyle(part(element, name)!, '::before');
      expect([dot.content, dot.color, dot.fontWeight]).to.deep.equal([
        '"· "',
        'rgb(0, 0, 0)',
        '400',
      ]);
    }
  });
});

describe('the line in a card whose link covers it', () => {
  for (const [where, card] of [
    ['before', `<a href="#card">Sofa</a>${markup}`],
    ['after', `${markup}<a href="#card">Sofa</a>`],
  ] as const) {
    it(`leaves its text to a link ${where} it, and has its button above`, async () => {
      createPage();
      const wrapper = await show<HTMLElement>(
        `<div style="position: relative; width: 320px">
          <style>a::after { content: ''; position: absolute; inset: 0 }</style>${card}</div>`,
      );
      const element = wrapper.querySelector('financing-estimate')!;
      await until(() => part(element, 'estimate')?.classList.contains('seen'));
      for (const name of ['payment', 'apr', 'down-payment', 'details-button']) {
        const { left, top, height } = part(element, name)!.getClientRects()[0]!;
        const expected = name === 'details-button' ? element : wrapper.querySelector('a');
        expect(document.elementFromPoint(left + 12, top + height / 2), name).to.equal(expected);
      }
    });
  }

  it('is not positioned but for its button', async () => {
    createPage();
    const element = await settled(markup);
    const positioned = [element, ...element.shadowRoot!.querySelectorAll('*')].filter(
      (one) => getComputedStyle(one).position !== 'static',
    );
    expect(positioned).to.deep.equal([part(element, 'details-button')]);
  });
});
