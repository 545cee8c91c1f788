import type { CSSResultGroup } from 'lit';

const sheetsOf = new WeakMap<Document, Map<CSSResultGroup, CSSStyleSheet>>();

/**
 * Gives a shadow root a style sheet for each group, whatever document it is in. A constructed sheet belongs to the
 * document that constructed it, and a root that moves to another one, as into an iframe, loses it (CSSOM, section 6.2).
 */
export function adoptStyles(root: ShadowRoot, groups: readonly CSSResultGroup[]): void {
  root.adoptedStyleSheets = groups.map((group) => sheetFor(root.ownerDocument, group));
}

function sheetFor(owner: Document, group: CSSResultGroup): CSSStyleSheet {
  const sheets = sheetsOf.get(owner) ?? new Map<CSSResultGroup, CSSStyleSheet>();
  sheetsOf.set(owner, sheets);
  let sheet = sheets.get(group);
  if (!sheet) {
    sheet = new (owner.defaultView ?? globalThis).CSSStyleSheet();
    sheet.replaceSync([group].flat(3).join(''));
    sheets.set(group, sheet);
  }
  return sheet;
}
