import { css, unsafeCSS, type CSSResult } from 'lit';
import { cardSizes } from '../card-sizes.js';

/** In a container below this width, the line abbreviates its words: "est." and "Details". */
export const compactWidth = css`18.4em`;

/** In a container below this width, the line has its short form: three rows. */
export const narrowWidth = css`max(15.5em, 212px)`;

/** In a container below this width, the short form has four rows: the term and the APR have a row each. */
export const narrowestWidth = css`max(9.75em, 156px)`;

/** In a container below this width, the amount of the short form has a separate row, so that all amounts take two rows. */
export const amountRowWidth = css`8.75em`;

/** In a container below this width, the down payment and the button of the short form have a row each, and texts may break. */
const tinyWidth = 'max(6.75em, 108px)';

/**
 * Returns the CSS that reserves the space of a `<financing-estimate>` before its line is rendered. The same rules apply in the
 * page until the element is defined, and in the shadow tree.
 *
 * `::before` is an invisible example of the line in the same font.
 * - It floats over the full width with a negative end margin, so that the line, or a fallback, is rendered in the same place.
 * - It has the two rows of a typical line with abbreviated words, in the weight of the amount. No-break spaces keep the terms
 *   unbroken. The dot before `mo` replaces a slash: it's as wide, but Firefox would break the line after a slash. The text is
 *   escaped, because a page may read the style sheet in another encoding.
 * - In a wide container, it gets less space instead of the full words. In a narrow one, it gets at most 10.5em, so that it
 *   breaks, and is cut off after the three rows of the short form. The padding adds the rows of very narrow containers.
 * - The margin and the padding are `!important`. Otherwise, a page that resets the margins of all pseudo-elements, as Tailwind
 *   does, would double the space.
 * - In an inline line, the indent reserves the rest of the row. The card has the height in `card-sizes.ts`.
 *
 * `::after` has the preferred width of the line, for a box that shrinks to its content. The minimum width there is the longest
 * word of the example, because digits never break. `::after` also contains the floats if the page makes the element a plain
 * block.
 *
 * No `calc()` contains more than two levels of parentheses. Otherwise, Nuxt's minifier (postcss-calc) reports a parse error.
 *
 * @param element returns a selector for the element that also requires this condition
 */
export function reservedSpace(element: (condition?: string) => string): CSSResult {
  return unsafeCSS(`
    ${element()} {
      display: flow-root;
      line-height: 1.5;
      vertical-align: top;
    }
    ${element()}::before,
    ${element()}::after {
      overflow: hidden;
      overflow-wrap: break-word;
      visibility: hidden;
      white-space: pre-line;
    }
    ${element()}::before {
      content: var(--financing-example, "est $888.88.mo for\\A0 88\\A0 months\\A $0\\A0 down");
      box-sizing: content-box;
      float: inline-start;
      max-block-size: 3lh;
      inline-size: min(
        100% - ${below(narrowWidth, '5em')},
        100% - ${from(narrowWidth, '0.7em')},
        100% - ${from(compactWidth, '3.15em')}
      );
      padding-block-end: max(
        ${below(narrowestWidth, '1lh')},
        ${below(amountRowWidth, '2lh')},
        ${below(tinyWidth, '7.3lh - 50%')}
      ) !important;
      margin-inline-end: -100% !important;
      font-weight: var(--financing-payment-weight, 600);
      text-indent: 0;
      overflow-wrap: anywhere;
    }
    ${element("[layout='inline']")}::before {
      inline-size: 100%;
      text-indent: 16em;
      white-space: normal;
    }
    ${element("[layout='card']")}::before {
      content: '';
      padding-block-end: calc(
        ${cardSizes.height} + 2px + ${below(cardSizes.narrow, 'max(44px, 2.75em) + 2em')} +
          ${below(cardSizes.narrowest, cardSizes.columnHeight)}
      ) !important;
    }
    ${element()}::after {
      content: 'Estimated $1,888.88 for 88 months';
      display: block;
      clear: both;
      contain: layout;
      block-size: 0;
      word-spacing: 0.8em;
    }
  `);
}

/** The height of the next step in a card, with its padding, as a block padding. */
export const nextStepPadding = unsafeCSS(
  `calc(max(44px, 2.75em) + 2em - ${below(cardSizes.narrow, '1em')})`,
);

/** Returns a length that applies in a container below a width. Elsewhere, it's 0. */
function below(width: CSSResult | string, length: CSSResult | string): string {
  return `clamp(0em, 99 * (${width} - 100%), ${length})`;
}

/** Returns a length that applies in a container from a width up. Elsewhere, it's 0. */
function from(width: CSSResult, length: string): string {
  return `clamp(0em, 99 * (100% - ${width}), ${length})`;
}
