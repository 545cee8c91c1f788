import type { EstimateItem } from '../../src/contract/estimate.js';
import { pageStyleSheet } from '../../src/elements/page-style-sheet.js';
import { languages } from '../../src/elements/element-text.js';
import type { FinancingEstimateElement } from '../../src/index.js';
import { createDocument } from '../elements/page.js';
import { boxOf, inLine, termOf } from '../elements/shadow-tree.js';
import { until } from '../support/until.js';

/** Fonts as wide as Arial, Inter, Georgia, and Verdana. They're packages, so the fonts of the machine don't matter. */
export const fonts = ['arimo', 'inter', 'gelasio', 'dejavu-sans'] as const;

/** The estimates of some amounts, with numbers of different lengths. */
const numbers = new Map([
  [520, numbersOf(45.72, 12, 9.99, 0)],
  [1300, numbersOf(114.2, 12, 9.99, 129.9)],
  [20_000, numbersOf(1145.72, 18, 29.99, 2000)],
]);

/** Returns the estimate for any other amount. As in the sandbox, some amounts can't be financed. */
function estimateOf(amount: number) {
  if (amount >= 60 && amount <= 20_000) return numbersOf(amount / 11.37, 12, 9.99, 0);
  return { monthlyAmount: -1, amountFinanced: -1, downPayment: -1, apr: -1 };
}

function numbersOf(monthlyAmount: number, months: number, apr: number, downPayment: number) {
  const rate = apr / 1200;
  const amountFinanced = Math.round((monthlyAmount / rate) * (1 - (1 + rate) ** -months));
  return { monthlyAmount, amountFinanced, downPayment, apr };
}

const narrowWidths = [90, 96, 120, 160] as const;
const widths = [200, 220, 240, 260, 286, 300, 320, 340, 358, 375] as const;
const wideWidths = [390, 414, 440, 480, 520, 560, 600, 700, 800, 900] as const;

/** A place for a line, with the measurements of the line there. */
export interface Layout {
  readonly name: string;
  readonly width: number;
  /** The amount due today. */
  readonly downPayment: number;
  /** Heights before the element is defined, while it waits for the estimate, and with the estimate. */
  readonly heights: readonly [undefinedOne: number, waiting: number, ready: number];
  readonly overflows: boolean;
  /** True if the digits of the amount aren't in one row. */
  readonly hasBrokenDigits: boolean;
  /** The texts that break although they would fit on one row. */
  readonly broken: readonly string[];
  /** The number of dots at the start or end of a row. */
  readonly danglingDots: number;
  readonly termsSize: number;
  readonly pageSize: number;
  readonly buttonSize: number;
}

/** Lays out lines in one font, in all combinations of text size, language, amount, and width. */
export async function layOut(font: (typeof fonts)[number]): Promise<Layout[]> {
  const places = [13, 14, 16, 18, 20].flatMap((size) =>
    languages().flatMap((lang) =>
      [...numbers.keys()].flatMap((amount) =>
        [...narrowWidths, ...widths, ...wideWidths].map((width) => ({ size, lang, amount, width })),
      ),
    ),
  );
  const stages = await measureHeights(
    font,
    places.map(
      ({ size, lang, amount, width }) =>
        `<div lang="${lang}" style="width: ${width}px; font-size: ${size}px">` +
        `<financing-estimate amount="${amount}"></financing-estimate></div>`,
    ),
  );
  return places.map(({ size, lang, amount, width }, index) => ({
    name: `${font} ${size}px ${lang} $${amount} in ${width}px`,
    width,
    downPayment: numbers.get(amount)!.downPayment,
    pageSize: size,
    heights: [stages.undefined[index]!, stages.waiting[index]!, stages.ready[index]!],
    ...look(stages.elements[index]!),
  }));
}

/** Measures the heights of the elements of a document, as `measure` does. */
export function measureHeights(
  font: (typeof fonts)[number],
  body: readonly string[],
  answer?: (amount: number) => object,
) {
  return measure(font, body, (element) => boxOf(element).height, answer);
}

/** Measures each element of a document before it's defined, while it waits for its estimate, and with the estimate. */
export async function measure<Measure>(
  font: (typeof fonts)[number],
  body: readonly string[],
  measureOne: (element: FinancingEstimateElement) => Measure,
  answer: (amount: number) => object = (amount) => numbers.get(amount) ?? estimateOf(amount),
) {
  const page = await createDocument({ isHeld: true });
  page.document.write(
    `<style>${pageStyleSheet}
    body { margin: 0; font-family: line }</style><body>`,
    ...body,
  );
  page.document.close();
  await addFont(page.document, page.view, font);
  const updated = () => Promise.all(page.estimates.map(({ updateComplete }) => updateComplete));
  const undefinedOnes = page.estimates.map(measureOne);

  const script = page.document.createElement('script');
  script.type = 'module';
  script.src = '/src/script-tag.ts';
  page.document.head.append(script);
  await until(() => page.estimates.every(({ status }) => status === 'loading'));
  await updated();
  const waiting = page.estimates.map(measureOne);

  // Calls can arrive late, so respond to all of them on each try. A second response to the same call has no effect.
  await until(() => {
    for (const call of page.proxy.calls) {
      const items = call.body as EstimateItem[];
      call.respond(items.map(({ id, totalAmount }) => ({ id, ...answer(totalAmount) })));
    }
    return page.estimates.every(({ status }) => status === 'ready' || status === 'unavailable');
  });
  await updated();
  // Turn off `content-visibility`, so that all lines are laid out, even far from the viewport.
  for (const element of page.estimates) inLine(element, 'line')?.classList.add('seen');
  const ready = page.estimates.map(measureOne);
  return { undefined: undefinedOnes, waiting, ready, elements: page.estimates };
}

/** Adds a font to a document under the name `line`, in the two weights that a line uses. */
async function addFont(
  document: Document,
  view: Window & typeof globalThis,
  font: (typeof fonts)[number],
): Promise<void> {
  for (const weight of [400, 600]) {
    const fileWeight = font === 'dejavu-sans' && weight === 600 ? 700 : weight; // like Verdana, this font has no weight 600
    const file = `/node_modules/@fontsource/${font}/files/${font}-latin-${fileWeight}-normal.woff2`;
    const data = await (await fetch(file)).arrayBuffer();
    const face = new view.FontFace('line', data, { weight: String(weight) });
    document.fonts.add(await face.load());
  }
}

export function look(element: FinancingEstimateElement) {
  const texts = ['amount', 'apr', 'down-payment', 'details-button'].map((name) =>
    inLine(element, name)!,
  );
  texts.splice(1, 0, termOf(element));
  const place = boxOf(element);
  const boxes = texts.map((text) => boxOf(text));
  const button = boxes.at(-1)!;
  const row = parseFloat(styleOf(element).lineHeight);
  const dots = [...element.shadowRoot!.querySelectorAll('[part=terms] .dot')]
    .flatMap((dot) => [...dot.getClientRects()])
    .filter(({ width }) => width > 1);
  const digits = digitsOf(element);
  // Digits don't break, so an amount that is wider than its column sticks out.
  const isTooWide = boxOf(digits).width > place.width;
  const isOutside = ({ left, right }: DOMRect) =>
    left < place.left - 0.5 || right > place.right + 0.5;
  return {
    hasBrokenDigits: digits.getClientRects().length !== 1,
    overflows:
      boxes.slice(isTooWide ? 1 : 0).some(isOutside) ||
      // Ignore the last box: the button may be taller than its row.
      boxes.slice(0, -1).some(({ bottom }) => bottom > place.bottom + 1),
    broken: texts
      .filter((text, index) => boxes[index]!.height > 1.5 * row && fits(text, place.width))
      .map(({ textContent }) => textContent),
    danglingDots: dots.filter(
      (dot) => !boxes.some((box) => isBeside(box, dot) && box.left > dot.left),
    ).length,
    termsSize: parseFloat(styleOf(inLine(element, 'apr')!).fontSize),
    buttonSize: Math.min(button.width, button.height),
  };
}

/** Returns the range of the amount without its unit. */
export function digitsOf(element: FinancingEstimateElement): Range {
  const amount = inLine(element, 'amount')!;
  const digits = element.ownerDocument.createRange();
  digits.selectNodeContents(amount);
  digits.setEndBefore(amount.querySelector('wbr')!);
  return digits;
}

function styleOf(element: Element): CSSStyleDeclaration {
  return element.ownerDocument.defaultView!.getComputedStyle(element);
}

/** True if a text on one row isn't wider than this. */
function fits(text: HTMLElement, width: number): boolean {
  text.style.width = 'max-content';
  const isFitting = boxOf(text).width <= width;
  text.style.width = '';
  return isFitting;
}

function isBeside(box: DOMRect, dot: DOMRect): boolean {
  return box.top < dot.bottom && box.bottom > dot.top;
}
