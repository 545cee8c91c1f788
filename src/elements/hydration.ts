/** The elements that have not taken over their server-rendered shadow tree yet. */
const hydrating = new WeakSet<Element>();

/** Whether `@lit-labs/ssr-client` is on the page; it has to be loaded before lit. */
const canHydrate = 'litElementHydrateSupport' in globalThis;

/** Records an element that a server has rendered; empties its shadow tree if lit cannot take that over. */
export function beginHydration(element: Element): void {
  if (!element.shadowRoot) return;
  if (canHydrate) hydrating.add(element);
  else element.shadowRoot.replaceChildren();
}

/** Whether the element has not taken over its server-rendered shadow tree yet. Until then it must render the same. */
export function isHydrating(element: Element): boolean {
  return hydrating.has(element);
}

/** Ends the hydration of an element; true if it was hydrating. */
export function endHydration(element: Element): boolean {
  return hydrating.delete(element);
}
