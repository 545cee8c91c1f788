import { css } from 'lit';
import { lockedStyles } from './locked-styles.js';
import { reservedSpace } from './reserved-space.js';

/**
 * The styles of `<financing-estimate>`: the line, and the dialog with the details.
 *
 * The container floats, so that the element has no baseline, with or without a line. The estimate has a smaller line
 * height than its parts, so that theirs decide. A line breaks after a dot, and never before a dot or the button: the
 * spaces between the parts do not break. The terms have a padding at their end that the button covers; it also overlaps
 * the last letter a little. Under 14em, two rows of the payment and two of the terms are as high as the three that are
 * reserved. From 14em, a line is laid out when it comes near the viewport, which saves time in a long list.
 */
export const estimateStyles = css`
  ${reservedSpace(':host', ":host([layout='stacked'])")}
  .container {
    container-type: inline-size;
    float: inline-start;
    inline-size: 100%;
  }
  [part='estimate'] {
    line-height: 0.8em !important;
    text-align: -webkit-match-parent;
    text-align: match-parent;
    overflow-wrap: anywhere;
    white-space: nowrap;
  }
  [part='payment'] {
    display: block;
    font-weight: var(--financing-payment-weight, 600);
    line-height: 1.5em !important;
    white-space: normal;
  }
  [part='terms'],
  [part='details-button'] {
    --button-size: max(1.75em, 24px);
    --overlap: 0.4em;
    font-size: max(var(--financing-terms-size, 0.875em), min(1em, 13px), 10px) !important;
  }
  [part='terms'] > * {
    white-space: normal;
  }
  [part='terms'] > * + *::before {
    content: '· ';
    margin-inline-start: -0.1em !important;
    word-spacing: -0.1em;
    white-space: normal;
  }
  :host([layout='inline']) [part='payment'] {
    display: inline;
  }
  :host([layout='inline']) [part='terms']::before {
    content: '· ';
    white-space: normal;
  }
  @container (inline-size < 14em) {
    [part='payment'] {
      line-height: 1.2em !important;
    }
  }
  @container (inline-size >= 14em) {
    [part='estimate']:not(.seen) {
      content-visibility: auto;
    }
    [part='terms'] > * {
      white-space: nowrap;
    }
  }
  @container (inline-size >= 32em) {
    :host(:not([layout='stacked'])) [part='payment'] {
      display: inline;
    }
    :host(:not([layout='stacked'])) [part='terms']::before {
      content: '· ';
      white-space: normal;
    }
  }
  ${lockedStyles}
  [part='terms'] {
    padding-inline-end: calc(var(--button-size) - var(--overlap)) !important;
  }
  [part='details-button'] {
    position: relative;
    z-index: 1;
    inline-size: var(--button-size);
    block-size: var(--button-size);
    margin-block: calc((1em - var(--button-size)) / 2);
    margin-inline: calc(-1 * var(--button-size)) 0;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    line-height: 1;
    vertical-align: middle;
  }
  :host([details='text']) [part='terms'] {
    padding-inline-end: 0.5em !important;
  }
  :host([details='text']) [part='estimate'] {
    white-space: normal;
  }
  :host([details='text']) [part='details-button'] {
    inline-size: auto;
    margin-inline: 0;
    text-decoration: underline;
  }
  svg {
    display: block;
    inline-size: 1.1em;
    margin-inline-start: auto;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linecap: round;
  }
  .spoken {
    position: static;
    float: inline-start;
    margin-inline-end: -1px;
    margin-block-end: -1px;
  }
  dl > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1em;
    margin-block: 0.5em;
  }
  dd {
    margin-inline-start: auto;
  }
  [part='disclosure'] {
    margin: 1em 0;
    font-size: 0.875em;
  }
`;
