/**
 * Notifies elements that follow a price of the page when the page changes, with one observer and one listener for all
 * of them, and none without them. Frameworks change the text, replace the element, or change what the selector
 * matches, so any change is looked at; a check has to be quick.
 * It does not know what the elements look for.
 */
const checks = new Map<Element, () => unknown>();

const anyChange = { attributes: true, characterData: true, childList: true, subtree: true };
let observer: MutationObserver | undefined;

/** Runs `check` after each change of the trees that the element is in, and after each input. */
export function watchPage(element: Element, check: () => unknown): void {
  if (checks.has(element)) return;
  // What is typed into a field changes no tree.
  if (!checks.size) addEventListener('input', checkAll);
  checks.set(element, check);
  observer ??= new MutationObserver(checkAll);
  for (let from: Node | undefined = element; from; from = (from as Partial<ShadowRoot>).host) {
    from = from.getRootNode();
    observer.observe(from, anyChange);
  }
}

/** Ends that. */
export function unwatchPage(element: Element): void {
  if (!checks.delete(element) || checks.size) return;
  observer?.disconnect();
  removeEventListener('input', checkAll);
}

function checkAll(): void {
  for (const check of checks.values()) check();
}
