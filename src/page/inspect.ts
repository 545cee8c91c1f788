/**
 * Looks for mistakes in the markup of elements that have been on the page for two seconds: by then a framework has set
 * its properties, and the page its price. It finds only whether there may be a mistake; the sentences find which.
 */
import { estimateRequestOf } from './estimate-request.js';
import { choicesOf, explain } from './explain.js';

/** Attributes of HTML, frameworks and tools, which are never reported. */
const foreignAttribute =
  /^(class|id|style|slot|part|exportparts|lang|dir|title|hidden|role|is|nonce|inert|tabindex|translate)$|^(data|aria|on|v|x|ng|hx|item|defer)|^_|[^a-z_-]/;

const delay = 2_000;

let arrivals: WeakRef<Element>[] | undefined;

/** Inspects an element two seconds from now. Elements that arrive together share a timer. */
export function inspectLater(element: Element): void {
  if (!arrivals) {
    const references: WeakRef<Element>[] = (arrivals = []);
    queueMicrotask(() => (arrivals = undefined));
    setTimeout(() => references.forEach(inspect), delay);
  }
  // A weak reference, so that an element that is removed meanwhile does not stay in memory.
  arrivals.push(new WeakRef(element));
}

function inspect(reference: WeakRef<Element>): void {
  const element = reference.deref();
  if (element && seemsWrong(element)) explain(element, 'markup');
}

function seemsWrong(element: Element): boolean {
  const { observedAttributes } = element.constructor as unknown as {
    observedAttributes: readonly string[];
  };
  const properties = element as unknown as Readonly<Record<string, unknown>>;
  const isUnknown = (name: string) =>
    !observedAttributes.includes(name) && !foreignAttribute.test(name);
  const asksNothing =
    observedAttributes.includes('amount') && !properties['estimate'] && !estimateRequestOf(element);
  return (
    element.isConnected &&
    (asksNothing ||
      element.getAttributeNames().some(isUnknown) ||
      choicesOf(element).some(
        ([name, choices]) => properties[name] && !choices.includes(properties[name]),
      ))
  );
}
