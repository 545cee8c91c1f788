import type { CSSResult } from 'lit';

/** The style sheets that were constructed for documents other than the script's. */
const sheetsOf = new WeakMap<Document, Map<CSSResult, CSSStyleSheet>>();

/**
 * Applies styles to a shadow root in any document. A constructed sheet belongs to the document that constructed it, and
 * a root that moves to another document, as into an iframe, loses it (CSSOM, section 6.2).
 */
export function applyStyleSheets(root: ShadowRoot, styles: readonly CSSResult[]): void {
  root.adoptedStyleSheets = styles.map((style) => sheetIn(root.ownerDocument, style));
}

function sheetIn(owner: Document, style: CSSResult): CSSStyleSheet {
  if (owner === document) return style.styleSheet!; // the one that lit constructs
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
