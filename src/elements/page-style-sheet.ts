import { css, unsafeCSS } from 'lit';
import { en, es } from '../words/script-text.js';
import { nextStepPadding, reservedSpace } from './financing-estimate/reserved-space.js';
import { gapBefore } from './link-buttons/button-styles.js';

/** Returns a text as a CSS string in ASCII. The style sheet may become part of another one in any encoding. */
function quoted(text: string) {
  // A space after an escape belongs to the escape.
  const escaped = text.replace(
    /(?<=[^ -~]) |[^ -~]/gu,
    (c) => `\\${c.codePointAt(0)?.toString(16)} `,
  );
  return unsafeCSS(`'${escaped}'`);
}

// `:where()` lets every rule of the page override the reserved space, as it overrides the shadow tree's rules. Otherwise, the
// page's line height would apply only once the element is defined, and move it.
// With `contain`, the element has no baseline. It also has none later, when its line floats, so nothing moves in a flex row.
// The rule for the gap between two buttons also applies to defined elements: a reset such as Tailwind's overrides the margin
// that the shadow tree sets.
// A button has the width, the place, and the baseline of its label, so two buttons break into as many rows as they will later.
const rules = css`
  ${reservedSpace((condition = '') => `:where(financing-estimate${condition}:not(:defined))`)}
  financing-estimate:not(:defined) {
    contain: layout;
  }
  :where(financing-estimate[layout='card']:has(> [slot='action']):not(:defined))::before {
    padding-block-start: ${nextStepPadding} !important;
  }
  financing-estimate:not(:defined) > [slot] {
    display: none;
  }
  :is(prequal-button, pay-over-time-button):not(:defined) {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    box-sizing: border-box;
    inline-size: var(--financing-button-width, auto);
    max-inline-size: 100%;
    min-block-size: max(44px, 2.75em);
    padding: calc(0.5em + 1px) calc(min(1.5em, 8vw) + 1px);
    font-weight: 600;
  }
  :is(prequal-button, pay-over-time-button):not(:defined):empty::before {
    visibility: hidden;
  }
  prequal-button:not(:defined):empty::before {
    content: ${quoted(en.prequalify)};
  }
  prequal-button:lang(es):not(:defined):empty::before {
    content: ${quoted(es.prequalify)};
  }
  pay-over-time-button:not(:defined):empty::before {
    content: ${quoted(en.payOverTime)};
  }
  pay-over-time-button:lang(es):not(:defined):empty::before {
    content: ${quoted(es.payOverTime)};
  }
  :where(:is(prequal-button, pay-over-time-button):has(+ prequal-button, + pay-over-time-button)) {
    ${gapBefore}
  }
`;

/**
 * The text of `elements.css`, one rule per line. It reserves the space of elements that the script hasn't defined yet, so that
 * nothing moves when it does.
 */
export const pageStyleSheet: string = `${rules.cssText.replace(/\s+/g, ' ').replaceAll('} ', '}\n').trim()}\n`;
