import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { amount } from '../../client/fake-proxy.js';
import { estimateTag, settled, show } from '../page.js';
import { inLine, part, termOf } from '../shadow-tree.js';
import { until } from '../../support/until.js';

const markup = estimateTag(amount.withDownPayment);
const termNames = ['term', 'apr', 'down-payment'] as const;

/**
 * Rules that could hide the terms by accident. A page may choose its colors, and can hide the terms on purpose with rules
 * such as `zoom` or `letter-spacing`.
 */
// oxfmt-ignore
const hostile = [
  'display: none', 'visibility: hidden', 'content-visibility: hidden', 'opacity: 0',
  'font-size: 1px', 'font-size: 0', 'font: 0/0 serif', 'line-height: 0',
  'position: absolute; left: -9999px', 'position: fixed; top: -9999px',
  'float: left; margin-left: -9999px', 'margin: 0 0 0 -9999px', 'transform: scale(0)',
  'transform: translate(-9999px)', 'scale: 0', 'rotate: 90deg', 'translate: -9999px',
  'offset: path("M-9999 0h1")', 'filter: opacity(0)',
  'mask: linear-gradient(transparent, transparent)', 'clip-path: inset(50%)',
  'display: block; width: 0; height: 0; overflow: hidden',
  'display: block; max-width: 0; max-height: 0; overflow: hidden', 'contain: strict; height: 0',
  'content: url("data:,")', 'writing-mode: vertical-rl; height: 0', 'padding-left: 9999px',
  'border-left: 9999px solid', 'vertical-align: 9999px',
];

/** Rules that themes apply to the text of a product card, and that could cut off the terms by accident. */
const accidents = [
  'overflow: hidden; height: 1.5em',
  'overflow: hidden; max-height: 2em',
  'overflow: auto; height: 20px',
  'white-space: nowrap; overflow: hidden; text-overflow: ellipsis',
  'display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1; overflow: hidden',
  'display: block',
];

const important = (declarations: string) => declarations.replaceAll(/(;|$)/g, ' !important$1');

describe('the terms next to a payment', () => {
  // Wider than the widest line and a scroll bar, because `elementFromPoint` finds nothing outside the viewport.
  before(() => setViewport({ width: 1200, height: 800 }));
  after(() => setViewport({ width: 800, height: 600 }));

  let style: HTMLStyleElement;
  beforeEach(() => {
    style = document.createElement('style');
    document.head.append(style);
  });
  afterEach(() => style.remove());

  /** Shows the element in a container of this width, and waits until its line is painted. */
  async function lookAt(width: number) {
    const element = await settled(`<div style="width: ${width}px">${markup}</div>`);
    // `elementFromPoint` finds the line reliably only when `content-visibility` no longer lets the browser skip it.
    await until(() => inLine(element, 'line')!.classList.contains('seen'));
    // Only an inline box is as high as the letters, whatever the line height.
    if (termOf(element).className === 'months') termOf(element).style.display = 'inline';
    return element;
  }

  function unreadable(element: Element): string[] {
    return termNames.filter((name) => {
      const term = name === 'term' ? termOf(element) : inLine(element, name)!;
      const { opacity, visibility, fontSize, webkitTextFillColor, color } = getComputedStyle(term);
      const range = document.createRange();
      range.selectNodeContents(term); // without its padding
      const shown = term.textContent ? range : term;
      const [box] = [...shown.getClientRects()].filter(({ width: wide }) => wide > 4);
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
    it(`can be read at ${width} px, regardless of the page's styles for their part`, async () => {
      const element = await lookAt(width);
      expect(unreadable(element), 'with no rule').to.deep.equal([]);
      for (const declarations of hostile) {
        style.textContent = `financing-estimate::part(terms) { ${important(declarations)} }`;
        expect(unreadable(element), style.textContent).to.deep.equal([]);
      }
    });

    for (const selector of ['financing-estimate', 'financing-estimate::part(payment)']) {
      it(`aren't cut off by accident at ${width} px, by a rule for ${selector}`, async () => {
        const element = await lookAt(width);
        for (const declarations of accidents) {
          style.textContent = `${selector} { ${important(declarations)} }`;
          expect(unreadable(element), style.textContent).to.deep.equal([]);
        }
      });
    }
  }

  it('are hidden together with the payment in a closed drawer', async () => {
    const element = await lookAt(320);
    element.parentElement!.style.visibility = 'hidden';
    style.textContent = 'financing-estimate::part(amount) { visibility: visible }';
    const visible = [...element.shadowRoot!.querySelectorAll('*')].filter((each) =>
      each.checkVisibility({ visibilityProperty: true }),
    );
    expect(visible).to.deep.equal([]);
  });

  it('have the size, the color and the font of the page', async () => {
    style.textContent = `
      financing-estimate { --financing-terms-size: 1.25em; font: 20px serif }
      financing-estimate::part(terms) { color: rgb(1, 2, 3); font-family: monospace }`;
    const element = await lookAt(320);
    const { fontSize, color, fontFamily } = getComputedStyle(inLine(element, 'apr')!);
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
      expect(getComputedStyle(inLine(element, 'apr')!).fontSize).to.equal(expected);
    });
  }

  it('have their dots in their own color', async () => {
    style.textContent = 'financing-estimate::part(payment) { color: rgb(9, 9, 9) }';
    const element = await lookAt(800);
    const dots = [...element.shadowRoot!.querySelectorAll('[part=terms] .dot')];
    expect(dots.map((dot) => getComputedStyle(dot).color)).to.deep.equal(
      dots.map(() => 'rgb(0, 0, 0)'),
    );
  });
});

describe('the line in a card whose link covers it', () => {
  for (const [where, card, hasButton] of [
    ['before', `<a href="#card">Sofa</a>${markup}`, true],
    // Here, the page has to raise the button itself: an element that always raised it would also cover sticky headers.
    ['after', `${markup}<a href="#card">Sofa</a>`, false],
  ] as const) {
    it(`lets a link ${where} it cover its text, and its button ${hasButton ? 'is above the link' : "isn't raised"}`, async () => {
      const wrapper = await show<HTMLElement>(
        `<div style="position: relative; width: 320px">
          <style>a::after { content: ''; position: absolute; inset: 0 }</style>${card}</div>`,
      );
      const element = wrapper.querySelector('financing-estimate')!;
      await until(() => inLine(element, 'line')?.classList.contains('seen'));
      for (const name of ['amount', 'apr', 'down-payment', 'details-button']) {
        const { left, top, height } = inLine(element, name)!.getClientRects()[0]!;
        const isAbove = name === 'details-button' && hasButton;
        const expected = isAbove ? element : wrapper.querySelector('a');
        expect(document.elementFromPoint(left + 12, top + height / 2), name).to.equal(expected);
      }
    });
  }

  it("positions only its button, and doesn't raise it", async () => {
    const element = await settled(markup);
    const positioned = [element, ...element.shadowRoot!.querySelectorAll('*')].filter(
      (one) => getComputedStyle(one).position !== 'static',
    );
    expect(positioned).to.deep.equal([part(element, 'details-button')]);
    expect(getComputedStyle(positioned[0]!).zIndex).to.equal('auto');
  });
});
