/**
 * The style sheets of an element's shadow tree: the sheets of its class, and sheets that are added and removed later. A
 * constructed sheet belongs to one document, and a shadow root that moves to another document, such as an iframe's, loses
 * its sheets (CSSOM, section 6.2). So each document gets its own sheets.
 */
import { type CSSResult, type LitElement, supportsAdoptingStyleSheets } from 'lit';

/** The styles that were added to an element. Most elements have none. */
const addedStyles = new WeakMap<LitElement, readonly CSSResult[]>();

/** True if the element has styles that its class doesn't have. */
export function hasAddedStyles(element: LitElement): boolean {
  return Boolean(addedStyles.get(element)?.length);
}

/** Adds a style to an element, or removes it. */
export function toggleStyle(element: LitElement, style: CSSResult, isOn: boolean): void {
  const added = addedStyles.get(element) ?? [];
  if (added.includes(style) === isOn) return;
  const others = added.filter((other) => other !== style);
  addedStyles.set(element, isOn ? [...others, style] : others);
  if (element.renderRoot) adoptStyles(element);
}

/** Applies the styles of an element to its shadow root, in any document. */
export function adoptStyles(element: LitElement, root = element.renderRoot as ShadowRoot): void {
  const { elementStyles } = element.constructor as typeof LitElement;
  const styles = [...(elementStyles as CSSResult[]), ...(addedStyles.get(element) ?? [])];
  if (supportsAdoptingStyleSheets)
    root.adoptedStyleSheets = styles.map((style) => sheetIn(root.ownerDocument, style));
  else ownStyleElement(root).textContent = styles.join('');
}

/** Returns the `<style>` that replaces adopted style sheets in Safari before 16.4. */
function ownStyleElement(root: ShadowRoot): Element {
  const own = root.querySelector('.own') ?? document.createElement('style');
  own.className = 'own';
  root.append(own);
  return own;
}

/** Elements rarely move to another document, so the sheets constructed there aren't shared. */
function sheetIn(owner: Document, style: CSSResult): CSSStyleSheet {
  if (owner === document) return style.styleSheet!; // constructed by lit
  const sheet = new (owner.defaultView ?? globalThis).CSSStyleSheet();
  sheet.replaceSync(style.cssText);
  return sheet;
}
