import { unsafeCSS, type CSSResult } from 'lit';

/**
 * Returns the CSS that reserves the space of a `<financing-estimate>` before its line is rendered: an invisible example of the
 * line in the same font. The example breaks into as many rows as the line will, at any width and text size. It floats over the
 * full width with a negative end margin, so that the line, or a fallback, is rendered in the same place. The margin and the
 * padding are `!important`. Otherwise, a page that resets the margins of all pseudo-elements, as Tailwind does, would double
 * the space. The same rules apply in the page until the element is defined, and in the shadow tree.
 *
 * Terms contain no-break spaces, so they don't break. The terms of the line have a smaller font, but the example has a single
 * font size, so its second row has shorter numbers. The padding makes up for the bold amount of the line. `::after` contains
 * the floats if the page makes the element a plain block.
 *
 * @param element returns a selector for the element that also requires this condition
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

// The dot before `mo` and `mes` stands for a slash. It's as wide, but Firefox would break the line after a slash.
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

/**
 * Returns an example as CSS strings. They are escaped, because a page may read the style sheet in another encoding. An escape
 * includes the space after it.
 */
function exampleOf([payment, terms, details]: readonly [string, string, string]): string {
  const [start, end] = [`${payment}\\A ${terms}`, details].map(
    (text) => `"${text.replaceAll('_', '\\A0 ').replaceAll('· ', '\\B7\\20 ')}"`,
  );
  return `${start} var(--example-details, ${end})`;
}
