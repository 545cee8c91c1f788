import { unsafeCSS, type CSSResult } from 'lit';

/**
 * The space of a `<financing-estimate>` before its line is there: an invisible example of the line, in the same font. It
 * breaks into as many rows as the line will, at any width and text size. It floats over the full width with a negative
 * margin at its end, so that the line, or a fallback, stands in the same place. A page that resets the margins of all
 * pseudo-elements, as Tailwind does, must not double the space. The same rules hold in the page, until the element is
 * defined, and in the shadow tree.
 *
 * A term does not break: its spaces are no-break spaces. The example is in one size, so its second row has shorter
 * numbers than its first; the padding is for the bold amount of the line. `::after` contains the floats where the page
 * makes the element a plain block.
 *
 * @param element returns a selector of the element that meets a further condition
 */
export function reservedSpace(element: (condition?: string) => string): CSSResult {
  return unsafeCSS(`
    ${element()} {
      display: flow-root;
      min-inline-size: 0;
      line-height: 1.5;
      vertical-align: top;
    }
    ${element()}::before {
      content: var(--financing-example, ${exampleOf(en)});
      float: inline-start;
      box-sizing: border-box;
      inline-size: 100%;
      padding-inline-end: 0.5em !important;
      margin-inline-end: -100% !important;
      visibility: hidden;
      text-indent: 0;
      white-space: pre-line;
      overflow-wrap: anywhere;
    }
    ${element(':lang(es)')}::before {
      content: var(--financing-example, ${exampleOf(es)});
    }
    ${element("[details='icon']")} {
      --example-details: ' (i)';
    }
    ${element("[layout='inline']")}::before {
      white-space: normal;
    }
    ${element()}::after {
      content: '';
      display: block;
      clear: both;
    }
  `);
}

// The second dot is as wide as a slash, after which Firefox would break.
const en = [
  'Estimated $1,888.88.mo for_88_months',
  '9.99%_APR · $0_down',
  ' · See_details',
] as const;
const es = [
  'Estimado $1,888.88.mes por_88_meses',
  '9.99%_APR · $0_de_pago_inicial',
  ' · Ver_detalles',
] as const;

/** In escapes, which take the space after them: a page may read the style sheet in another encoding. */
function exampleOf([payment, terms, details]: readonly [string, string, string]): string {
  const [start, end] = [`${payment}\\A ${terms}`, details].map(
    (text) => `"${text.replaceAll('_', '\\A0 ').replaceAll('· ', '\\B7\\20 ')}"`,
  );
  return `${start} var(--example-details, ${end})`;
}
