import { css } from 'lit';
import { commonStyles } from '../common-styles.js';
import { reservedSpace } from './reserved-space.js';

/**
 * The styles of the line: one sheet with the common ones, which costs a long list less than two.
 *
 * A page can color, size and space its parts. The APR and what is due today cannot be taken from a payment that shows (US
 * Regulation Z, 12 CFR 1026.24(d)): `terms` has no box, so only what inherits reaches the row in it, and the row has a least
 * size. The line is visible or hidden as a whole: in a drawer that is closed by `visibility`, nothing can be seen or clicked.
 * Themes cut off text by accident, with heights, clamps and ellipses: none of them applies to an inline payment, nor to an
 * element whose overflow is visible.
 *
 * The direction is that of the line's own language. Not by `dir="auto"`, with which the browser looks for it again at each text
 * that lit writes: half of a list's time.
 *
 * The container gives the element no width and no baseline. A term is an inline-block, so that it breaks only where it is
 * wider than its column; it is a little lower than its row, so that a bold font with another baseline makes no row higher.
 * A dot is drawn on the space between two terms, which the browser drops where a row ends.
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
  .apr,
  .down-payment {
    display: inline-block;
    line-height: calc(1lh - 2px);
  }
  [part='amount'],
  strong {
    font-variant-numeric: tabular-nums;
    font-weight: var(--financing-payment-weight, 600);
  }
  [part='terms'] {
    display: contents !important;
  }
  [part='payment'],
  [part='amount'],
  [part='terms'] {
    visibility: inherit !important;
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
    background: radial-gradient(circle, currentColor 0.09em, transparent 0.12em);
    word-spacing: 0.4em;
    forced-color-adjust: preserve-parent-color;
    print-color-adjust: exact;
    -webkit-print-color-adjust: exact;
  }
  [part='details-button'] {
    position: relative;
    min-inline-size: 24px;
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
    inline-size: 1.15em;
    vertical-align: -0.2em;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linecap: round;
  }
  .container > .spoken {
    position: static;
    float: inline-start;
    margin-inline-end: -1px;
    margin-block-end: -1px;
  }
  .bar {
    inline-size: min(12em, 100%);
    block-size: 1em;
    margin-block: 0.25em;
    border-radius: 0.25em;
    background: currentColor;
    opacity: 0;
    animation: wait 1s 200ms infinite alternate;
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
