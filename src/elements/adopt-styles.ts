import type { CSSResult } from 'lit';

/** Sheets for documents other than the script's own. */
const copies = new WeakMap<Document, Map<CSSResult, CSSStyleSheet>>();

/**
 * Gives a shadow root its style sheets, whatever document it is in. A constructed sheet belongs to the document
 * that constructed it, and a root that moves to another one, as into an iframe, loses it (CSSOM, section 6.2).
 */
export function adoptStyles(root: ShadowRoot, styles: readonly CSSResult[]): void {
  root.adoptedStyleSheets = styles.map((style) => sheetFor(root.ownerDocument, style));
}

function sheetFor(owner: Document, style: CSSResult): CSSStyleSheet {
  const { styleSheet, cssText } = style;
  if (owner === document && styleSheet) return styleSheet;
  const sheets = copies.get(owner) ?? new Map<CSSResult, CSSStyleSheet>();
  copies.set(owner, sheets);
  const view = owner.defaultView ?? globalThis;
  let sheet = sheets.get(style);
  if (!sheet) {
    sheet = new view.CSSStyleSheet();
    sheet.replaceSync(cssText);
    sheets.set(style, sheet);
  }
  return sheet;
}
