/**
 * The elements that are yet to take over what a server has rendered, as lit can. In the script, lean/hydration.ts
 * stands in for it: there are none.
 */
const hydrating = new WeakSet<Element>();

/** Takes note of an element that a server has rendered. */
export function beginHydration(element: Element): void {
  hydrating.add(element);
}

/** Whether what a server has rendered for the element is yet to be taken over: until then it has to look like that. */
export function isHydrating(element: Element): boolean {
  return hydrating.has(element);
}

/** Ends that; true if there was something to take over. */
export function endHydration(element: Element): boolean {
  return hydrating.delete(element);
}
