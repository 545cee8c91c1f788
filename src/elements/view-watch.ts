/**
 * Tells when half of an element has been in view for a second, as ads are counted (MRC viewable impression guidelines).
 * A page does not say whether it listens, and events bubble to the document; so all elements share one observer, and
 * it is handed an element when its estimate has been painted.
 */
interface Watched extends Element {
  /** Called when it has been in view for a second. */
  onView(): void;
}

let observer: IntersectionObserver | undefined;

/** The elements that are not observed yet; they share a timer. */
const arrivals = new Set<Watched>();

/** The second that runs for each element in view. */
const seconds = new Map<Element, ReturnType<typeof setTimeout>>();

/** Calls the element's `onView` once, when it has been in view for a second. */
export function watchView(element: Watched): void {
  unwatchView(element);
  if (!arrivals.size) setTimeout(observe, 150);
  arrivals.add(element);
}

/** Stops watching an element. */
export function unwatchView(element: Watched): void {
  arrivals.delete(element);
  observer?.unobserve(element);
  endSecond(element);
}

function observe(): void {
  observer ??= new IntersectionObserver(onChange, { threshold: 0.5 });
  for (const element of arrivals) observer.observe(element);
  arrivals.clear();
}

function onChange(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, intersectionRatio } of entries) {
    endSecond(target);
    if (intersectionRatio < 0.5) continue;
    seconds.set(
      target,
      setTimeout(() => onSecondOver(target as Watched), 1_000),
    );
  }
}

function onSecondOver(element: Watched): void {
  // In a tab behind others the observer reports nothing, so a new observation begins when the tab is in front again.
  if (document.hidden) return watchView(element);
  unwatchView(element);
  element.onView();
}

function endSecond(element: Element): void {
  clearTimeout(seconds.get(element));
  seconds.delete(element);
}
