/**
 * Notifies elements when they come near the viewport. All of them share one observer. While a shopper scrolls, elements are
 * notified together, up to four times a second, so that they share requests.
 */
let observer: IntersectionObserver | undefined;

/** The callback of each waiting element. Undefined for an element that has been near the viewport. */
const waiting = new WeakMap<Element, (() => void) | undefined>();

/** The minimum time between two notifications, in ms. */
const notificationInterval = 250;

let arrived: Element[] = [];
let lastNotified = -notificationInterval;

/** Returns true if the element has been within two screens of the viewport. Otherwise, calls `onNear` once it is. */
export function isNearViewport(element: Element, onNear: () => void): boolean {
  if (!waiting.has(element) || waiting.get(element)) {
    waiting.set(element, onNear);
    observer ??= new IntersectionObserver(gather, { rootMargin: '200%' });
    observer.observe(element);
  }
  return !waiting.get(element);
}

/** Stops watching whether an element is near the viewport. */
export function unwatchViewport(element: Element): void {
  observer?.unobserve(element);
}

function gather(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    unwatchViewport(target);
    if (arrived.push(target) > 1) continue;
    setTimeout(notify, lastNotified + notificationInterval - performance.now());
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
