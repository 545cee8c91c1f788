import { unsafeCSS, type CSSResult } from 'lit';

/**
 * The space that a `<financing-estimate>` takes before its content is there: three rows of 1.5em, two where it is 17.5em
 * wide, one from 32em. The same rules hold in the page, until the element is defined, and in the shadow tree.
 *
 * A container query cannot do this: a container does not take the width of its content, so it would be 0 wide in a
 * float, a table cell or a flex item. A padding in percent refers to the width of the element instead, and the factor
 * turns that into steps.
 *
 * The hidden `. .` prefers 32em and can shrink to 8em, since its two dots may wrap.
 *
 * @param element a selector of the element
 * @param stackedElement the same, where its `layout` is `stacked`
 */
export function reservedSpace(element: string, stackedElement: string): CSSResult {
  return unsafeCSS(`
    ${element} {
      display: flow-root;
      min-inline-size: 0;
      line-height: 1.5;
      vertical-align: top;
    }
    ${element}::before {
      content: '';
      float: inline-start;
      padding-block-start: calc(
        1.5em + clamp(0em, (32em - 100%) * 999, 1.5em) + clamp(0em, (17.5em - 100%) * 999, 1.5em)
      );
    }
    ${stackedElement}::before {
      padding-block-start: calc(3em + clamp(0em, (17.5em - 100%) * 999, 1.5em));
    }
    ${element}::after {
      content: '. .';
      float: inline-start;
      block-size: 0;
      overflow: hidden;
      visibility: hidden;
      line-height: 0;
      white-space: normal;
      text-indent: 8em;
      word-spacing: 24em;
    }
  `);
}
