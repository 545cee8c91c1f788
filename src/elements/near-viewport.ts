/**
 * Notifies elements when they come near the viewport, with one observer for all of them. While a shopper scrolls, they
 * are notified together, four times a second, so that they share few requests.
 */
let observer: IntersectionObserver | undefined;

/** The callback of each waiting element; undefined for an element that is, or has been, near. */
const waiting = new WeakMap<Element, (() => void) | undefined>();

/** The least time between two notifications, in ms. */
const pause = 250;

let arrived: Element[] = [];
let lastNotified = -pause;

/** Returns true if the element has been within two screens of the viewport. Otherwise, calls `onNear` once it is. */
export function isNearViewport(element: Element, onNear: () => void): boolean {
  if (!waiting.has(element) || waiting.get(element)) {
    waiting.set(element, onNear);
    observer ??= new IntersectionObserver(gather, { rootMargin: '200%' });
    observer.observe(element);
  }
  return !waiting.get(element);
}

/** Stops waiting for an element. */
export function stopWaiting(element: Element): void {
  observer?.unobserve(element);
}

function gather(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    stopWaiting(target);
    if (arrived.push(target) === 1) setTimeout(notify, lastNotified + pause - performance.now());
  }
}

function notify(): void {
  lastNotified = performance.now();
  for (const element of arrived) {
    const onNear = waiting.get(element);
    waiting.set(element, undefined);
    onNear?.();
  }
  arrived = [];
}
