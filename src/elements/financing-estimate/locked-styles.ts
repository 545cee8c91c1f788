import { css } from 'lit';

/**
 * What no style sheet of the page changes, since an important rule of a shadow tree outdoes all of the page: the term,
 * the APR and what is due today stay in sight with the payment (US Regulation Z, 12 CFR 1026.24(d)). Their color and
 * font are the page's, and so is what it does to the whole element.
 */
export const lockedStyles = css`
  :host,
  [part='estimate'],
  [part='terms'],
  [part='terms'] > * {
    overflow: visible !important;
    clip-path: none !important;
    mask: none !important;
    contain: none !important;
  }
  [part='estimate'],
  [part='terms'],
  [part='terms'] > * {
    inline-size: auto !important;
    max-inline-size: none !important;
    block-size: auto !important;
    max-block-size: none !important;
    font-size-adjust: inherit !important;
    letter-spacing: inherit !important;
    word-spacing: inherit !important;
    text-indent: 0 !important;
    writing-mode: inherit !important;
  }
  [part='payment'],
  [part='terms'],
  [part='terms'] > * {
    position: static !important;
  }
  [part='terms'],
  [part='terms'] > * {
    display: inline !important;
    float: none !important;
    visibility: visible !important;
    content-visibility: visible !important;
    content: normal !important;
    opacity: 1 !important;
    margin: 0 !important;
    filter: none !important;
    transform: none !important;
    translate: none !important;
    scale: none !important;
    rotate: none !important;
    offset: none !important;
    zoom: 1 !important;
    line-height: 1.4 !important;
    -webkit-text-fill-color: currentColor !important;
    -webkit-text-security: none !important;
  }
  [part='terms'] > * {
    font-size: inherit !important;
  }
  @container (inline-size < 14em) {
    [part='terms'],
    [part='terms'] > * {
      line-height: 1.2 !important;
    }
  }
`;
