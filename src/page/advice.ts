import { failedFile } from './failed-file.js';
import {
  foreignAttribute,
  hasSwallowed,
  missingOf,
  sentenceTools,
  type Cause,
} from './advice-tools.js';
import { resolveEndpoint } from '../client/http.js';
import { estimateRequestOf, settingsOf } from './host-page.js';
import { queryPage } from './tree.js';

/**
 * Warns in the console about mistakes that the page's author can fix. The sentences are a separate module, which is loaded
 * with the first failure or mistake, so that a page without either doesn't load them.
 */

/**
 * Warns of a cause. If the sentences can't be loaded, it warns with the bare code. The proxy usually serves their file, so the
 * proxy may be down.
 */
export function explain(element: Element, cause: Cause): void {
  void loadSentences().then(
    ({ warn }) => warn(element, cause, sentenceTools),
    () => {
      // Undefined for an endpoint with a password.
      const endpoint = resolveEndpoint(settingsOf(element).endpoint);
      console.warn(
        `<${element.localName}>: ${cause} (no answer from the proxy at ${endpoint}, or ${failedFile('messages')})`,
        element,
      );
    },
  );
}

/** Warns of an amount that can't be financed and may have been written in cents. */
export function explainUnavailable(element: Element, amount = 0): void {
  if (amount >= 100_000 && Number.isInteger(amount)) explain(element, 'cents');
}

/**
 * Warns of what `configure()` ignores: an option, by its name, or a text, by its name, the text, the language, and the
 * English texts by name.
 */
export function explainText(
  name: string,
  ...mistake: readonly [text?: string, language?: string, originals?: object]
): void {
  void loadSentences().then(
    ({ warnOfText }) => warnOfText(name, ...mistake),
    () => console.warn(`configure(): ${name}`),
  );
}

function loadSentences() {
  return import('./sentences.js');
}

/**
 * Looks for mistakes in the markup of elements that have been on the page for two seconds: by then a framework has set
 * its properties, and the page its price. It finds only whether there may be a mistake; the sentences find which.
 */

const delay = 2_000;

let arrivals: WeakRef<Element>[] | undefined;

/** Inspects an element two seconds from now. Elements that arrive together share a timer. */
export function inspectLater(element: Element): void {
  if (!arrivals) {
    const references: WeakRef<Element>[] = (arrivals = []);
    queueMicrotask(() => (arrivals = undefined));
    setTimeout(() => references.forEach(inspect), delay);
  }
  // A weak reference, so that an element that is removed in the meantime doesn't stay in memory.
  arrivals.push(new WeakRef(element));
}

/** Looks for tags that may be meant as ours, two seconds from now. */
export function inspectTagsLater(): void {
  setTimeout(() => {
    for (const element of queryPage(':not(:defined)')) {
      if (/^(fi.*-es|pre-?q|pay-?over)/.test(element.localName)) explain(element, 'tag');
    }
  }, delay);
}

function inspect(reference: WeakRef<Element>): void {
  const element = reference.deref();
  if (element && seemsWrong(element)) explain(element, 'markup');
}

function seemsWrong(element: Element): boolean {
  const { observedAttributes, choices } = element.constructor as unknown as {
    observedAttributes: readonly string[];
    choices: Readonly<Record<string, readonly unknown[]>>;
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
      element.getAttribute('disabled') === 'false' ||
      missingOf(element) !== undefined ||
      hasSwallowed(element) ||
      Object.entries(choices).some(
        ([name, values]) => properties[name] && !values.includes(properties[name]),
      ))
  );
}
