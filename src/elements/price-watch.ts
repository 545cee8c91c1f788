/**
 * Notifies elements that follow a price when the page changes, with one observer and one listener for all of them.
 * Frameworks change the text, replace the element, or change which element the selector matches, so every change is
 * checked; a check has to be quick.
 */
const checks = new Map<Element, () => unknown>();

const anyChange = { attributes: true, characterData: true, childList: true, subtree: true };
let observer: MutationObserver | undefined;

/** Runs `check` after each change of the trees that the element is in, and after each act of the shopper. */
export function watchPage(element: Element, check: () => unknown): void {
  if (checks.has(element)) return;
  // No tree changes with a field that is typed into, or that a script sets when a shopper picks or counts.
  for (const act of ['input', 'change', 'click']) addEventListener(act, checkAll); // one listener each
  checks.set(element, check);
  observer ??= new MutationObserver(checkAll);
  for (let from: Node | undefined = element; from; from = (from as Partial<ShadowRoot>).host) {
    from = from.getRootNode();
    observer.observe(from, anyChange);
  }
}

/** Stops the checks of an element. */
export function unwatchPage(element: Element): void {
  if (checks.delete(element) && !checks.size) observer?.disconnect();
}

function checkAll(): void {
  for (const check of checks.values()) check();
}
