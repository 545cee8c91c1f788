import { css } from 'lit';

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

/** Takes an element out of the layout. An important rule of the shadow tree overrides every rule of the page. */
export const collapsedStyles = css`
  :host {
    display: none !important;
  }
`;

/**
 * Takes an element out of the layout that has the focus, or something to announce. Its live region stays, invisibly.
 */
export const announcingStyles = css`
  :host,
  .container {
    display: contents !important;
  }
  :host::before,
  :host::after,
  button {
    display: none !important;
  }
  [role='status'] {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;
