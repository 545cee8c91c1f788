import { type PriceReading, readPrice } from './price-on-page.js';
import { parentOf } from './node-parent.js';

/** An element that follows a price. */
interface Follower {
  readonly selector: string;
  onChange(): void;
  /** The last reading. Undefined if the selector is invalid. */
  reading: PriceReading | undefined;
}

const followers = new Map<Element, Follower>();

const anyChange = {
  attributes: true,
  characterData: true,
  childList: true,
  subtree: true,
};
let observer: MutationObserver | undefined;

/** How often prices are read without an event, in ms: a script may set the value of a field, or reset its form. */
const interval = 250;
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Calls `onChange` whenever the price that an element follows has changed, until `unwatchPrice`. Frameworks change the text,
 * replace the element, or change which element the selector matches, so each change of the page can matter.
 */
export function watchPrice(element: Element, selector: string, onChange: () => void): void {
  if (followers.get(element)?.selector === selector) return;
  for (const act of ['input', 'change', 'click', 'transitionend']) addEventListener(act, checkAll); // one listener each
  addEventListener('toggle', checkAll, true); // it doesn't bubble
  timer ??= setInterval(checkAll, interval);
  followers.set(element, { selector, onChange, reading: readPrice(element, selector) });
  observer ??= new MutationObserver(checkAll);
  for (let from: Node | undefined = element; from; from = parentOf(from)) {
    from = from.getRootNode();
    observer.observe(from, anyChange);
  }
}

/** Stops watching the price of an element. */
export function unwatchPrice(element: Element): void {
  if (!followers.delete(element) || followers.size) return;
  observer?.disconnect();
  clearInterval(timer);
  timer = undefined;
}

/** Returns the price that an element follows, as it was last read if the element is watched. */
export function priceOf(element: Element, selector: string): PriceReading | undefined {
  const follower = followers.get(element);
  return follower?.selector === selector ? follower.reading : readPrice(element, selector);
}

function checkAll(): void {
  for (const [element, follower] of followers) {
    const { selector, reading, onChange } = follower;
    follower.reading = readPrice(element, selector);
    if (follower.reading?.texts.join() !== reading?.texts.join()) onChange();
  }
}
