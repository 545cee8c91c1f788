/**
 * Server-rendered shadow trees. Lit takes such a tree over in its first update if `@lit-labs/ssr-client` was loaded before
 * lit. Until then the element must render exactly what the server rendered.
 */

/** The elements that haven't taken over their server-rendered shadow tree yet. */
const hydrating = new WeakSet<Element>();

const canHydrate = Boolean(
  (globalThis as { litElementHydrateSupport?: unknown }).litElementHydrateSupport,
);

/** Records a server-rendered element. Empties its shadow tree if lit can't take the tree over. */
export function beginHydration(element: Element): void {
  if (!element.shadowRoot) return;
  if (canHydrate) hydrating.add(element);
  else element.shadowRoot.replaceChildren();
}

/** True until the element has taken over its server-rendered shadow tree. */
export function isHydrating(element: Element): boolean {
  return hydrating.has(element);
}

/** Records that the element has taken its tree over. Returns true if it was hydrating. */
export function endHydration(element: Element): boolean {
  return hydrating.delete(element);
}
