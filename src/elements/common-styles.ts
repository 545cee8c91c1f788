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
