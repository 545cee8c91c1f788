/**
 * Detects when half of an element has been in view for a second, which is how ad views are counted (MRC viewable impression
 * guidelines). Elements can't know whether a page listens, so all of them are observed. They share one observer, which gets
 * each element after its estimate was painted.
 */
interface Watched extends Element {
  /** Called when the element has been in view for a second. */
  onView(): void;
}

let observer: IntersectionObserver | undefined;

/** The elements that aren't observed yet. They share a timer. */
const arrivals = new Set<Watched>();

/** The timer of each element in view. */
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
  // The observer reports nothing in a hidden tab, so start over. It reports again when the tab is visible.
  if (document.hidden) return watchView(element);
  unwatchView(element);
  element.onView();
}

function endSecond(element: Element): void {
  clearTimeout(seconds.get(element));
  seconds.delete(element);
}
