import { css } from 'lit';

// Without a property set, text and buttons have the page's own color and font: readable on any background.
/** Styles that all elements share. */
export const commonStyles = css`
  :host {
    position: relative;
  }
  :host([hidden]) {
    display: none !important;
  }
  button {
    padding: 0.5em 1.25em;
    border: 1px solid var(--financing-button-border-color, currentColor);
    border-radius: var(--financing-button-radius, 0.5em);
    background: var(--financing-button-background, none);
    color: var(--financing-button-color, inherit);
    font: inherit;
    cursor: pointer;
  }
  dialog {
    box-sizing: border-box;
    width: 24rem;
    padding: 1.25em;
    border: 1px solid;
    border-radius: var(--financing-dialog-radius, 0.5em);
    background: var(--financing-dialog-background, Canvas);
    color: var(--financing-dialog-color, CanvasText);
    font-size: 1rem;
    line-height: 1.5;
    text-align: start;
  }
  .spoken {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

/** Takes an element out of the layout: an important rule of the shadow tree outdoes every rule of the page. */
export const collapsedStyles = css`
  :host {
    display: none !important;
  }
`;

/**
 * Lays a line out when it comes near the viewport, so that a list costs what is seen of it; where it is sure to be as
 * high as an empty one, so that nothing moves then. That also cuts off what is painted outside of its box, such as
 * the focus ring, unless the browser can be told of a margin.
 */
export const offscreenStyles = css`
  @supports (overflow-clip-margin: 1em) {
    @container (inline-size > 12.5em) {
      .line {
        content-visibility: auto;
        overflow-clip-margin: 1em;
      }
    }
  }
`;

// From 200 px up, the line is exactly as high as the room that the page reserves for it, 1.5em. In a narrow
// place the text shrinks to three quarters, where two lines of it fit that height, and wraps. 30em hold the longest
// line in a font whose digits are as wide as Arial's, which wider fonts are adjusted to, and 18.5em its longer half.
// Below that it takes the lines that it needs, well apart. The details button is never under 24 px (WCAG 2.2,
// 2.5.8), and never higher than the line.
/** Styles of `<financing-estimate>`. */
export const estimateStyles = css`
  :host {
    display: block;
    container-type: inline-size;
    contain-intrinsic-width: 30em;
    min-width: 0;
    min-height: 1.5em;
    line-height: 1.5;
  }
  .line {
    display: inline-flex;
    align-items: center;
    gap: 0.25em;
    max-width: 100%;
    min-height: 1.5em;
    line-height: 1.4;
    vertical-align: top;
  }
  @container (inline-size < 40em) {
    .line {
      line-height: 0.7em;
    }
    [part='estimate'] {
      --room: (100cqi - 1.75em);
      font-size: min(1em, max(var(--room) / 30, min(0.75em, var(--room) / 18.5)));
      font-size-adjust: ch-width 0.556;
    }
  }
  @container (inline-size < 12.5em) {
    .line {
      line-height: 1em;
    }
    [part='estimate'] {
      font-size: 0.75em;
    }
  }
  [part='estimate'] {
    text-wrap: balance;
  }
  [part='estimate'] > span {
    display: inline-block;
  }
  [part='estimate'] > :not(:last-child)::after {
    content: '\u00a0·';
  }
  [part='payment'] {
    font-weight: var(--financing-payment-weight, 600);
  }
  [part='details-button'] {
    flex: none;
    width: max(1.5em, 24px);
    height: max(1.5em, 24px);
    margin-block: min(0px, (1.5em - 24px) / 2);
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
  }
  [part='details-button']::before {
    content: 'i' / '';
    display: block;
    width: 1.25em;
    margin: auto;
    border: 1px solid;
    border-radius: 50%;
    font-size: 0.75em;
    line-height: 1.25;
  }
  h2 {
    margin: 0;
    outline: 0;
    font-size: 1.25em;
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

/** Styles of the two link buttons, and of the form that asks where to text a link. */
export const buttonStyles = css`
  :host {
    display: inline-block;
    max-width: 100%;
  }
  button {
    position: relative;
    min-height: 2.75em;
  }
  [part='spinner'] {
    position: absolute;
    inset: 0 0.25em 0 auto;
    width: 0.5em;
    height: 0.5em;
    margin: auto;
    border: 2px dotted;
    border-radius: 50%;
  }
  @media (prefers-reduced-motion: no-preference) {
    [part='spinner'] {
      animation: turn 2s linear infinite;
    }
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  :disabled,
  [aria-disabled] {
    opacity: 0.6;
    cursor: default;
  }
  [part='message'] {
    font-size: 0.875em;
  }
  [part='link'] {
    display: inline-block;
    padding: 0.5em 0;
    color: inherit;
  }
  form button {
    border-color: currentColor;
    background: none;
    color: inherit;
  }
  [part='phone-input'] {
    box-sizing: border-box;
    width: 100%;
    padding: 0.5em;
    font: inherit;
  }
  #consent {
    margin: 1em 0;
  }
`;
