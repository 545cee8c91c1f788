/**
 * The page around the elements: an ancestor's `lang` and `data-financing-…`, which a shopper can change without a new page
 * by choosing another store or language.
 */
import { isServer } from 'lit';

interface Surrounded extends Element {
  /** Updates the element with the current settings. */
  refreshSettings(): void;
}

const connected = new Set<Surrounded>();
const observedDocuments = new WeakSet<Document>();
const observer = isServer ? undefined : new MutationObserver(refreshElements);
const attributeFilter = ['lang', 'data-financing-location', 'data-financing-endpoint'];

/** Updates all elements of the page with the current settings and language. */
export function refreshElements(): void {
  for (const element of connected) element.refreshSettings();
}

/** Updates an element whenever its surroundings may have changed, until `unwatchSurroundings`. */
export function watchSurroundings(element: Surrounded): void {
  connected.add(element);
  const { ownerDocument } = element;
  if (observedDocuments.has(ownerDocument)) return;
  observedDocuments.add(ownerDocument);
  observer?.observe(ownerDocument, { attributeFilter, subtree: true });
}

/** Stops the updates of an element. */
export function unwatchSurroundings(element: Surrounded): void {
  connected.delete(element);
}
