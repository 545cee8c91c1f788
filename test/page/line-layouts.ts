import type { EstimateItem } from '../../src/contract/estimate.js';
import { pageStyleSheet } from '../../src/elements/page-style-sheet.js';
import { languages } from '../../src/elements/text.js';
import type { FinancingEstimateElement } from '../../src/index.js';
import { createDocument } from '../elements/page.js';
import { until } from '../support/until.js';

/** Fonts of their own, so that those of the machine do not count: as wide as Arial, Inter, Georgia and Verdana. */
export const fonts = ['arimo', 'inter', 'gelasio', 'dejavu-sans'] as const;

/** Amounts, by how long the numbers of their estimates are. */
const numbers = new Map([
  [520, numbersOf(45.72, 12, 9.99, 0)],
  [1300, numbersOf(114.2, 12, 9.99, 129.9)],
  [20_000, numbersOf(1145.72, 18, 29.99, 2000)],
]);

function numbersOf(monthlyAmount: number, months: number, apr: number, downPayment: number) {
  const rate = apr / 1200;
  const amountFinanced = Math.round((monthlyAmount / rate) * (1 - (1 + rate) ** -months));
  return { monthlyAmount, amountFinanced, downPayment, apr };
}

const widths = [200, 220, 240, 260, 286, 300, 320, 340, 358, 375] as const;
const wideWidths = [390, 414, 440, 480, 520, 560, 600, 700, 800, 900] as const;

/** One place for a line, and what was seen of it there. */
export interface Layout {
  readonly name: string;
  /** The width of the place, in em. */
  readonly ems: number;
  /** Heights before the element is defined, while it waits, and with the estimate. */
  readonly heights: readonly [undefinedOne: number, waiting: number, ready: number];
  readonly overflows: boolean;
  readonly termsSize: number;
  readonly pageSize: number;
  readonly buttonSize: number;
  readonly isButtonAlone: boolean;
}

/** Lays out lines in all sizes, languages, lengths and widths, in one font. */
export async function layOut(font: (typeof fonts)[number]): Promise<Layout[]> {
  const places = [13, 14, 16, 18, 20].flatMap((size) =>
    languages().flatMap((lang) =>
      [...numbers.keys()].flatMap((amount) =>
        [...widths, ...wideWidths].map((width) => ({ size, lang, amount, width })),
      ),
    ),
  );
  const stages = await measure(
    font,
    places.map(
      ({ size, lang, amount, width }) =>
        `<div lang="${lang}" style="width: ${width}px; font-size: ${size}px">` +
        `<financing-estimate amount="${amount}"></financing-estimate></div>`,
    ),
    (element) => element.getBoundingClientRect().height,
  );
  return places.map(({ size, lang, amount, width }, index) => ({
    name: `${font} ${size}px ${lang} $${amount} in ${width}px`,
    ems: width / size,
    pageSize: size,
    heights: [stages.undefined[index]!, stages.waiting[index]!, stages.ready[index]!],
    ...look(stages.elements[index]!),
  }));
}

/** What is measured of each element of a document: before it is defined, while it waits, and with its estimate. */
export async function measure<Measure>(
  font: (typeof fonts)[number],
  body: readonly string[],
  measureOne: (element: FinancingEstimateElement) => Measure,
) {
  const page = await createDocument({ isHeld: true });
  page.document.write(
    `<style>${pageStyleSheet}
    body { margin: 0; font-family: line }
    /* All lines are laid out, near the viewport or not. */
    financing-estimate::part(estimate) { content-visibility: visible }</style><body>`,
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

  // Calls come when the engine gets to them; a second answer to one says nothing.
  await until(() => {
    for (const call of page.proxy.calls) {
      const items = call.body as EstimateItem[];
      call.respond(items.map(({ id, totalAmount }) => ({ id, ...numbers.get(totalAmount)! })));
    }
    return page.estimates.every(({ status }) => status === 'ready');
  });
  await updated();
  const ready = page.estimates.map(measureOne);
  return { undefined: undefinedOnes, waiting, ready, elements: page.estimates };
}

/** Adds a font to a document, as `line`, in the two weights of a line. */
async function addFont(
  document: Document,
  view: Window & typeof globalThis,
  font: (typeof fonts)[number],
): Promise<void> {
  for (const weight of [400, 600]) {
    const fileWeight = font === 'dejavu-sans' && weight === 600 ? 700 : weight; // like Verdana, it has no 600
    const file = `/node_modules/@fontsource/${font}/files/${font}-latin-${fileWeight}-normal.woff2`;
    const data = await (await fetch(file)).arrayBuffer();
    const face = new view.FontFace('line', data, { weight: String(weight) });
    document.fonts.add(await face.load());
  }
}

export function look(element: FinancingEstimateElement) {
  const part = (name: string) => element.shadowRoot!.querySelector(`[part='${name}']`)!;
  const place = element.getBoundingClientRect();
  const button = part('details-button').getBoundingClientRect();
  // A dot that ends a row counts as white space: in WebKit it may hang 3 px over the edge, at 200 px.
  const texts = ['payment', 'term', 'apr', 'down-payment'].flatMap((name) =>
    [...part(name).getClientRects()].filter(({ width }) => width > 6),
  );
  const last = texts.at(-1)!;
  const view = element.ownerDocument.defaultView!;
  return {
    overflows:
      [...texts, button].some(
        ({ left, right }) => left < place.left - 0.5 || right > place.right + 0.5,
      ) || texts.some(({ bottom }) => bottom > place.bottom + 1),
    termsSize: parseFloat(view.getComputedStyle(part('apr')).fontSize),
    buttonSize: Math.min(button.width, button.height),
    isButtonAlone: last.bottom <= button.top || Math.abs(button.left - last.right) > 8,
  };
}
