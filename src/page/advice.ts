import {
  choicesOf,
  foreignAttribute,
  sentenceTools,
  swallowed,
  type Cause,
} from './advice-tools.js';
import { estimateRequestOf } from './host-page.js';
import { queryPage } from './tree.js';

/**
 * Warns in the console of mistakes that the page's author can fix. The sentences are a separate module, which is loaded
 * with the first failure, or mistake, so that a page without either does not load them.
 */

const said = new WeakMap<Element, Set<string>>();

/**
 * Warns of a cause: one sentence for each mistake, once for each sentence and element. If the sentences cannot be loaded,
 * it warns with the bare code, and names their file.
 */
export function explain(element: Element, cause: Cause): void {
  void loadSentences()
    .then(
      ({ sentencesFor }) => sentencesFor(element, cause, sentenceTools),
      () => [`${cause} (elements-messages.<hash>.js is not beside the script)`],
    )
    .then((sentences) => {
      const before = said.get(element) ?? new Set();
      said.set(element, before);
      for (const sentence of sentences) {
        if (!before.has(sentence)) console.warn(`<${element.localName}>: ${sentence}`, element);
        before.add(sentence);
      }
    });
}

/**
 * Warns of what `configure()` ignores: an option, by its name, or a text, by its name, the text, the language, and the
 * English texts by name.
 */
export function explainText(
  name: string,
  ...mistake: readonly [text?: string, language?: string, originals?: object]
): void {
  void loadSentences()
    .then(
      ({ textSentence }) => textSentence(name, ...mistake),
      () => name,
    )
    .then((sentence) => console.warn(`configure(): ${sentence}`));
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
  // A weak reference, so that an element that is removed meanwhile does not stay in memory.
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
      element.getAttribute('disabled') === 'false' ||
      element.querySelector(swallowed) !== null ||
      choicesOf(element).some(
        ([name, choices]) => properties[name] && !choices.includes(properties[name]),
      ))
  );
}
