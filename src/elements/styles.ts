import { css } from 'lit';
import { lockedStyles } from './locked-styles.js';
import { reservedSpace } from './reserved-space.js';

// Without a property set, text and buttons have the page's own color and font: readable on any background.
/** Styles that all elements share. */
export const commonStyles = css`
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
  h2 {
    margin: 0;
    outline: 0;
    font-size: 1.25em;
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

/** Of `<financing-estimate>`: the line and the dialog with the details. */
export const estimateStyles = css`
  ${reservedSpace(':host', ":host([layout='stacked'])")}
  /* It floats, so that the element has the same baseline with and without a line: none. */
  .container {
    container-type: inline-size;
    float: inline-start;
    inline-size: 100%;
  }
  /* A line breaks after a dot, before no dot and not before the button: the spaces between the parts hold. */
  [part='estimate'] {
    display: block;
    line-height: 0.8em; /* less than that of the parts, which decide */
    text-align: match-parent;
    overflow-wrap: anywhere;
    white-space: nowrap;
  }
  [part='payment'] {
    display: block;
    font-weight: var(--financing-payment-weight, 600);
    line-height: 1.5em;
    white-space: normal;
  }
  [part='terms'],
  [part='details-button'] {
    --button-size: max(1.75em, 24px);
    --overlap: 0.4em;
    font-size: max(var(--financing-terms-size, 0.875em), min(1em, 13px), 10px) !important;
  }
  /* The terms end with the width of the button, which lies on that, and on a bit of the last letter. */
  [part='terms'] {
    padding-inline-end: calc(var(--button-size) - var(--overlap));
  }
  [part='terms'] > * {
    white-space: normal;
  }
  [part='terms'] > * + *::before {
    content: '· ';
    margin-inline: -0.08em;
    white-space: normal;
  }
  :host([layout='inline']) [part='payment'] {
    display: inline;
  }
  :host([layout='inline']) [part='terms']::before {
    content: '· ';
    white-space: normal;
  }
  /* Two rows of the payment and two of the terms are as high as the three that are reserved. */
  @container (inline-size < 14em) {
    [part='payment'] {
      line-height: 1.2em;
    }
  }
  @container (inline-size >= 14em) {
    /* Lays a line out when it comes near the viewport, so that a long list costs what is seen of it. */
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
    padding-inline-end: 0.5em;
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

/** Styles of the two link buttons, and of the form that asks where to text a link. */
export const buttonStyles = css`
  :host {
    position: relative;
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
  form {
    display: grid;
    gap: 0.75em;
  }
  label {
    font-weight: 600;
  }
  [part='phone-input'] {
    box-sizing: border-box;
    width: 100%;
    min-height: 2.75em;
    margin-block-start: -0.5em;
    padding: 0.5em 0.75em;
    border: 1px solid;
    border-radius: 0.375em;
    background: none;
    color: inherit;
    font: inherit;
  }
  /* Mixed with the color of the text, red is legible on light and on dark. */
  [aria-invalid] {
    border-color: color-mix(in srgb, currentColor 40%, #d00);
    box-shadow: 0 0 0 1px color-mix(in srgb, currentColor 40%, #d00);
  }
  #told {
    color: color-mix(in srgb, currentColor 40%, #d00);
  }
  #consent {
    font-size: 0.875em;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5em;
  }
  [part='phone-submit'] {
    border-color: currentColor;
    background: var(--financing-dialog-color, CanvasText);
    color: var(--financing-dialog-background, Canvas);
    font-weight: 600;
  }
  [part='phone-cancel'] {
    border-color: transparent;
    background: none;
    color: inherit;
    text-decoration: underline;
  }
`;
