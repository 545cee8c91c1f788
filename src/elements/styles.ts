import { css } from 'lit';

/** Styles that all elements share. */
export const commonStyles = css`
  :host([hidden]) {
    display: none !important;
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
