import { css } from 'lit';
import { commonStyles } from '../common-styles.js';
import {
  amountRowWidth,
  compactWidth,
  narrowestWidth,
  narrowWidth,
  nextStepPadding,
  reservedSpace,
} from './reserved-space.js';

/**
 * The styles of the estimate line. They include the common styles, because one style sheet costs less than two in a long list.
 *
 * A page can change the color, size, and spacing of the parts. It can't hide the APR or the amount due today while the payment
 * is visible (US Regulation Z, 12 CFR 1026.24(d)). `terms` uses `display: contents`, so page styles reach the row only through
 * inheritance, and the row has a minimum font size. The parts inherit `visibility`, so the line is visible or hidden as a
 * whole. In a drawer that is closed with `visibility`, nothing can be seen or clicked. Themes cut off text by accident with
 * heights, clamps, and ellipses. These have no effect on an inline payment or on an element with visible overflow.
 *
 * The direction follows the language of the line. With `dir="auto"`, the browser would compute the direction again for each
 * text that lit writes, which takes half of a list's rendering time.
 *
 * The container adds no width to the element and gives it no baseline. A term is an inline-block, so it breaks only if it's
 * wider than its column. Its line height is slightly smaller than the row's, so a bold font with a different baseline doesn't
 * make the row taller. Each dot is drawn on the space between two terms, and the browser drops that space at the end of a row.
 */
export const estimateStyles = css`
  ${commonStyles}
  ${reservedSpace((condition) => (condition ? `:host(${condition})` : ':host'))}
  :host {
    overflow: visible !important;
  }
  [part='payment'] {
    display: inline !important;
  }
  .container {
    container-type: inline-size;
    float: inline-start;
    inline-size: 0;
    min-inline-size: 100%;
  }
  .line {
    display: block;
    direction: ltr;
    text-align: -webkit-match-parent;
    text-align: match-parent;
    text-indent: 0;
    line-height: 1lh;
    overflow-wrap: anywhere;
    word-break: normal;
    white-space: normal;
  }
  .line:is(:lang(ar), :lang(fa), :lang(he), :lang(ps), :lang(ur), :lang(yi)) {
    direction: rtl;
  }
  :host([layout='inline']) .terms {
    line-height: calc(1lh - 2px);
  }
  .line:not(.seen) {
    content-visibility: auto;
  }
  :host(:not([layout='inline'])) {
    .terms {
      display: block;
    }
    .gap {
      display: none;
    }
  }
  [part='amount'],
  .term,
  .months,
  .apr,
  .down-payment {
    display: inline-block;
    line-height: calc(1lh - 2px);
  }
  [part='amount'] {
    overflow-wrap: normal;
  }
  [part='amount'],
  strong {
    font-weight: var(--financing-payment-weight, 600);
  }
  [part='terms'] {
    display: contents !important;
  }
  [part='payment'],
  [part='amount'],
  [part='terms'] {
    visibility: inherit !important;
    writing-mode: inherit !important;
  }
  .terms,
  .term {
    font-size: max(1em, 10px);
  }
  .terms {
    font-size: max(var(--financing-terms-size, 0.875em), min(1em, 13px), 10px);
    line-height: max(1lh, 1.2em);
  }
  .dot {
    background: radial-gradient(circle, currentColor 0.08em, transparent 0.11em);
    opacity: 0.7;
    word-spacing: 0.6em;
    forced-color-adjust: preserve-parent-color;
    print-color-adjust: exact;
    -webkit-print-color-adjust: exact;
  }
  [part='details-button'] {
    position: relative;
    min-inline-size: 24px;
    min-block-size: 24px;
    margin-block: min(0px, (1lh - 24px) / 2);
    padding: max(0px, (24px - 1lh) / 2) 0;
    border: 0;
    background: none;
    color: inherit;
    cursor: pointer;
    font: inherit;
    letter-spacing: inherit;
    line-height: calc(1lh - 2px);
    text-align: inherit;
    text-decoration-line: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 0.2em;
    text-transform: inherit;
  }
  [part='details-button']:focus-visible {
    outline: 2px solid var(--financing-focus-color, currentColor);
    outline-offset: 3px;
  }
  .line svg {
    overflow: visible;
    inline-size: 1.15em;
    vertical-align: -0.2em;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linecap: round;
  }
  .term[hidden],
  .months {
    display: none;
  }
  @container (inline-size < 22.5em) {
    .down-payment::before {
      content: attr(data-short);
    }
    .down-payment > span {
      display: none;
    }
  }
  @container (inline-size < ${compactWidth}) {
    .short::before {
      content: attr(data-short);
    }
    .short[data-short] + span {
      display: none;
    }
  }
  @container (inline-size < ${narrowWidth}) {
    .term {
      display: none;
    }
    .months {
      display: inline-block;
    }
    .months::before {
      content: attr(data-short);
    }
    .gap,
    .terms {
      display: inline !important;
    }
    .terms {
      font-size: max(min(var(--financing-terms-size, 0.875em), 0.8125em), min(1em, 13px), 10px);
      line-height: calc(1lh - 4px) !important;
    }
    .end {
      display: block;
      inline-size: 0;
    }
  }
  @container (inline-size < ${narrowestWidth}) {
    .gap {
      display: block !important;
      inline-size: 0;
    }
  }
  @container (inline-size < ${amountRowWidth}) {
    [part='payment'] .short {
      display: block;
    }
  }
  .container > .spoken {
    position: static;
    float: inline-start;
    margin-inline-end: -1px;
    margin-block-end: -1px;
  }
  .next {
    clear: both;
    padding-block-end: ${nextStepPadding};
  }
  .lost {
    opacity: 0.8;
    font-size: 0.875em;
  }
  .bar {
    display: grid;
    opacity: 0;
    animation: wait 1s 200ms infinite alternate;
  }
  .bar::before,
  .bar::after {
    content: '';
    inline-size: min(12em, 100%);
    block-size: 1em;
    margin-block: calc((1lh - 1em) / 2);
    border-radius: 0.25em;
    background: currentColor;
  }
  .bar::after {
    inline-size: min(8em, 80%);
  }
  :host([layout='inline']) .bar::after {
    display: none;
  }
  @keyframes wait {
    from {
      opacity: 0.16;
    }
    to {
      opacity: 0.08;
    }
  }
  @media (prefers-reduced-motion) {
    .bar {
      animation: wait 0s 200ms forwards;
    }
  }
`;
