import { css } from 'lit';
import { reservedSpace } from './financing-estimate/reserved-space.js';
import { gapBefore } from './link-buttons/button-styles.js';

// Any rule of the page goes before these, as before those of the shadow tree: else the page's line height would move it.
// With `contain`, the element has no baseline, as later when its line floats: in a flex row nothing moves then.
const rules = css`
  ${reservedSpace((condition = '') => `:where(financing-estimate${condition}:not(:defined))`)}
  financing-estimate:not(:defined) {
    contain: layout;
  }
  financing-estimate:not(:defined) > [slot] {
    display: none;
  }
  prequal-button:not(:defined),
  pay-over-time-button:not(:defined) {
    display: inline-block;
    min-block-size: max(44px, 2.75em);
  }
  :is(prequal-button, pay-over-time-button):not(:defined):has(
      + prequal-button,
      + pay-over-time-button
    ) {
    ${gapBefore}
  }
`;

/**
 * The text of `elements.css`, a rule a line: reserves the space of elements that the script has not defined yet, so
 * that nothing moves when it does.
 */
export const pageStyleSheet: string = `${rules.cssText.replace(/\s+/g, ' ').replaceAll('} ', '}\n').trim()}\n`;
