import type { CSSResult } from 'lit';

const sheetsOf = new WeakMap<Document, Map<CSSResult, CSSStyleSheet>>();

/**
 * Gives a shadow root its style sheets, whatever document it is in. A constructed sheet belongs to the document
 * that constructed it, and a root that moves to another one, as into an iframe, loses it (CSSOM, section 6.2).
 */
export function adoptStyles(root: ShadowRoot, styles: readonly CSSResult[]): void {
  root.adoptedStyleSheets = styles.map((style) => sheetFor(root.ownerDocument, style));
}

function sheetFor(owner: Document, style: CSSResult): CSSStyleSheet {
  const sheets = sheetsOf.get(owner) ?? new Map<CSSResult, CSSStyleSheet>();
  sheetsOf.set(owner, sheets);
  let sheet = sheets.get(style);
  if (!sheet) {
    sheet = new (owner.defaultView ?? globalThis).CSSStyleSheet();
    sheet.replaceSync(style.cssText);
    sheets.set(style, sheet);
  }
  return sheet;
}
