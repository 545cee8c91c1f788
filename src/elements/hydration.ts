/** The elements that are yet to take over what a server has rendered, where the page has lit's support for that. */
const hydrating = new WeakSet<Element>();

/** Whether `@lit-labs/ssr-client` is on the page, which has to be there before lit. */
const canHydrate = 'litElementHydrateSupport' in globalThis;

/** Takes note of an element that a server has rendered, or removes what it has rendered where lit cannot take it over. */
export function beginHydration(element: Element): void {
  if (!element.shadowRoot) return;
  if (canHydrate) hydrating.add(element);
  else element.shadowRoot.replaceChildren();
}

/** Whether what a server has rendered for the element is yet to be taken over: until then it has to look like that. */
export function isHydrating(element: Element): boolean {
  return hydrating.has(element);
}

/** Ends that; true if there was something to take over. */
export function endHydration(element: Element): boolean {
  return hydrating.delete(element);
}
