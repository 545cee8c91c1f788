import { expect } from '@open-wc/testing';
import { languages } from '../../src/elements/element-text.js';
import { look, measure, type fonts } from '../page/line-layouts.js';

/** The shops of the gallery, each with a font of the same width as its own. */
const shops = {
  theme: 'arimo',
  'big-store': 'arimo',
  furniture: 'gelasio',
  tires: 'arimo',
  dental: 'inter',
  fashion: 'inter',
} as const satisfies Record<string, (typeof fonts)[number]>;

const widths = [1280, 768, 390, 320];
const textSizes = [100, 200];

/** The longest estimate has a large down payment. */
const longest = { monthlyAmount: 1145.72, amountFinanced: 16_407, downPayment: 2000, apr: 29.99 };

describe('A shop of the gallery', function () {
  this.timeout(60_000);

  for (const [shop, font] of Object.entries(shops)) {
    for (const lang of languages()) {
      for (const textSize of textSizes) {
        const place = `${shop}, ${lang}, ${textSize}% text`;

        it(`shifts, breaks, and covers nothing: ${place}`, async () => {
          const body = await pageOf(shop, lang, textSize);
          const stages = await measure(font, body, heightsOf);
          const ready = [...stages.elements.keys()].filter(
            (index) => stages.elements[index]!.status === 'ready',
          );
          expect(ready).not.to.have.length(0);
          for (const index of ready) {
            expect(stages.waiting[index], 'shifts when it is defined').to.deep.equal(
              stages.undefined[index],
            );
            // At 200% text, a column of eight letters may need one row more than the typical line.
            const maxShift = textSize === 100 ? 1 : 54;
            for (const [at, height] of stages.ready[index]!.entries()) {
              const shift = Math.abs(height - stages.undefined[index]![at]!);
              expect(shift, `shift with its estimate in ${widths[at]} px`).to.be.at.most(maxShift);
            }
          }
          expectFit(ready.map((index) => stages.elements[index]!));
        });

        it(`has space for the longest estimate: ${place}`, async () => {
          const body = await pageOf(shop, lang, textSize);
          const { elements } = await measure(font, body, heightsOf, () => longest);
          expectFit(elements);
        });
      }
    }
  }
});

/** Returns the body of a shop's page in a language and a text size. */
async function pageOf(shop: string, lang: string, textSize: number): Promise<string[]> {
  const read = async (file: string) => (await fetch(`/site/gallery/${shop}.${file}`)).text();
  const [css, html] = await Promise.all([read('css'), read('html')]);
  return [
    `<style>${css} html { font-size: ${textSize}%; scrollbar-width: none } body { font-family: line !important }</style>`,
    html.replaceAll(/<(financing-|prequal-|pay-over-)[\w-]+/g, `$& lang="${lang}"`),
  ];
}

function setWidth(element: Element, width: number): void {
  const frame = element.ownerDocument.defaultView!.frameElement as HTMLElement;
  frame.style.cssText = `width: ${width}px; height: 6000px; border: 0`;
}

function heightsOf(element: Element): number[] {
  return widths.map((width) => {
    setWidth(element, width);
    // In Firefox, heights of the same layout may differ in the fifth decimal place.
    return Math.round(element.getBoundingClientRect().height);
  });
}

function expectFit(elements: readonly Parameters<typeof look>[0][]): void {
  const { ownerDocument: document } = elements[0]!;
  for (const width of widths) {
    setWidth(elements[0]!, width);
    const page = document.scrollingElement!;
    expect(page.scrollWidth, `width of the page in ${width} px`).to.equal(page.clientWidth);
    expect(overlapsIn(document), `in ${width} px`).to.deep.equal([]);
    for (const element of elements) {
      expect(look(element), `in ${width} px: ${element.product}`).to.include({
        overflows: false,
        danglingDots: 0,
      });
      expect(look(element).broken, `in ${width} px: ${element.product}`).to.deep.equal([]);
      // Browsers lay out in 64ths of a pixel.
      expect(look(element).buttonSize).to.be.at.least(23.95);
    }
  }
}

/** Lists pairs of overlapping elements. */
function overlapsIn(document: Document): string[] {
  const boxes = [
    ...document.querySelectorAll(
      'h1, h2, h3, p, button, input, th[scope=row], td, main svg, header a, financing-estimate, prequal-button, pay-over-time-button',
    ),
  ].map((element) => ({ element, box: contentBoxOf(element) }));
  return boxes.flatMap(({ element, box }, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => !element.contains(other.element) && isOver(box, other.box))
      .map(
        (other) => `${element.outerHTML.slice(0, 40)} and ${other.element.outerHTML.slice(0, 40)}`,
      ),
  );
}

/** Returns the box of an element, or of its content if its text may be wider. */
function contentBoxOf(element: Element): DOMRect {
  if (!element.matches('h1, h2, h3, p, th')) return element.getBoundingClientRect();
  const content = element.ownerDocument.createRange();
  content.selectNodeContents(element);
  return content.getBoundingClientRect();
}

/** Returns true if two boxes share more than a pixel. */
function isOver(one: DOMRect, other: DOMRect): boolean {
  return (
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1
  );
}
