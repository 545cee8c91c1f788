import { css } from 'lit';

/**
 * What no style sheet of the page can change, since an important rule of a shadow tree overrides all of the page's: the
 * term, the APR and what is due today stay visible beside the payment (US Regulation Z, 12 CFR 1026.24(d)). The page
 * decides about their color and font, and about the element as a whole.
 *
 * The terms are inline in a block, so sizes, transforms and containment do not apply to them. Margin, padding and border of
 * the payment are left to the page, which may want more space or a frame.
 */
export const lockedStyles = css`
  :host,
  [part='estimate'],
  [part='terms'],
  [part='terms'] > * {
    overflow: visible !important;
    clip: auto !important;
    clip-path: none !important;
    mask: none !important;
    contain: none !important;
    columns: auto !important;
  }
  [part='estimate'],
  [part='payment'] {
    block-size: auto !important;
    min-block-size: 0 !important;
    max-block-size: none !important;
  }
  [part='estimate'] {
    display: block !important;
  }
  [part='estimate'],
  [part='terms'],
  [part='terms'] > * {
    font-size-adjust: inherit !important;
    letter-spacing: inherit !important;
    word-spacing: inherit !important;
    text-indent: 0 !important;
    writing-mode: inherit !important;
  }
  [part='payment'],
  [part='terms'],
  [part='terms'] > *,
  span::before,
  span::after {
    position: static !important;
    float: none !important;
    vertical-align: baseline !important;
  }
  [part='terms'],
  [part='terms'] > *,
  span::before,
  span::after {
    display: inline !important;
    margin: 0 !important;
    padding: 0 !important;
    border: 0 !important;
    line-height: 1.4 !important;
  }
  [part='terms'],
  [part='terms'] > * {
    visibility: visible !important;
    content: normal !important;
    opacity: 1 !important;
    filter: none !important;
    zoom: 1 !important;
    -webkit-text-fill-color: currentColor !important;
    -webkit-text-security: none !important;
  }
  [part='terms'] > * {
    font-size: inherit !important;
  }
  @container (inline-size < 14em) {
    [part='terms'],
    [part='terms'] > *,
    span::before {
      line-height: 1.2 !important;
    }
  }
`;
