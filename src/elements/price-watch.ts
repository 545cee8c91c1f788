/**
 * Notifies elements that follow a price when the page changes, with one observer and one listener for all of them.
 * Frameworks change the text, replace the element, or change which element the selector matches, so every change is
 * checked; a check has to be quick.
 */
const checks = new Map<Element, () => unknown>();

const anyChange = { attributes: true, characterData: true, childList: true, subtree: true };
let observer: MutationObserver | undefined;

/** Runs `check` after each change of the trees that the element is in, and after each input. */
export function watchPage(element: Element, check: () => unknown): void {
  if (checks.has(element)) return;
  // Typing into a field changes no tree.
  if (!checks.size) addEventListener('input', checkAll);
  checks.set(element, check);
  observer ??= new MutationObserver(checkAll);
  for (let from: Node | undefined = element; from; from = (from as Partial<ShadowRoot>).host) {
    from = from.getRootNode();
    observer.observe(from, anyChange);
  }
}

/** Stops the checks of an element. */
export function unwatchPage(element: Element): void {
  if (!checks.delete(element) || checks.size) return;
  observer?.disconnect();
  removeEventListener('input', checkAll);
}

function checkAll(): void {
  for (const check of checks.values()) check();
}
