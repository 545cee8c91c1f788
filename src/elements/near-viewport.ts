/** Tells elements that they have come near the viewport: one observer for all that wait. */
const waiting = new WeakMap<Element, () => void>();
const near = new WeakSet<Element>();
let observer: IntersectionObserver | undefined;

/** Whether the element is, or has been, within a screen of the viewport. If not, `onNear` runs when it is. */
export function isNearViewport(element: Element, onNear: () => void): boolean {
  if (!near.has(element)) {
    waiting.set(element, onNear);
    observer ??= new IntersectionObserver(tell, { rootMargin: '100%' });
    observer.observe(element);
  }
  return near.has(element);
}

/** Ends the wait. */
export function stopWaiting(element: Element): void {
  observer?.unobserve(element);
}

function tell(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    stopWaiting(target);
    near.add(target);
    waiting.get(target)?.();
  }
}
