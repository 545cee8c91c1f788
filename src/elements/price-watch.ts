import { followsValue } from '../page/price-on-page.js';
import { parentOf } from '../page/tree.js';

/**
 * Notifies elements that follow a price when the page changes, with one observer and one listener for all of them.
 * Frameworks change the text, replace the element, or change which element the selector matches, so every change is
 * checked; a check has to be quick.
 */
const checks = new Map<Element, () => unknown>();

const anyChange = {
  attributes: true,
  characterData: true,
  childList: true,
  subtree: true,
};
let observer: MutationObserver | undefined;

/** How often the prices in fields are read, in ms: nothing tells that a script sets one, or that a form is reset. */
const period = 250;
let timer: ReturnType<typeof setInterval> | undefined;

/** Runs `check` after each change of the trees that the element is in, and after each act of the shopper. */
export function watchPage(element: Element, check: () => unknown): void {
  if (checks.has(element)) return;
  // No tree changes with a field that is typed into, or that a script sets when a shopper picks or counts; nor at the end of
  // a transition, until which the price of the variant before is visible.
  for (const act of ['input', 'change', 'click', 'transitionend']) addEventListener(act, checkAll); // one listener each
  addEventListener('toggle', checkAll, true); // a popover has opened, or closed; it does not bubble
  timer ??= setInterval(checkValues, period);
  checks.set(element, check);
  observer ??= new MutationObserver(checkAll);
  for (let from: Node | undefined = element; from; from = parentOf(from)) {
    from = from.getRootNode();
    observer.observe(from, anyChange);
  }
}

/** Stops the checks of an element. */
export function unwatchPage(element: Element): void {
  if (!checks.delete(element) || checks.size) return;
  observer?.disconnect();
  clearInterval(timer);
  timer = undefined;
}

function checkAll(): void {
  for (const check of checks.values()) check();
}

function checkValues(): void {
  for (const [element, check] of checks) if (followsValue(element)) check();
}
