import type { FinancingErrorCode } from '../client/financing-error.js';
import { resolveEndpoint } from '../client/http.js';
import {
  estimateRequestOf,
  findPrice,
  priceText,
  settingsOf,
  unnamedEndpointOf,
} from './host-page.js';

/**
 * Warns in the console of mistakes that the page's author can fix. The sentences are a separate module, which is loaded
 * with the first failure, or mistake, so that a page without either does not load them.
 */

type Choices = readonly (readonly [string, readonly unknown[]])[];

const choicesByClass = new WeakMap<object, Choices>();

/** The values of each property of an element that has a fixed set of them; the first is the default. Found once a class. */
export function choicesOf({ constructor }: Element): Choices {
  let found = choicesByClass.get(constructor);
  if (!found) {
    const { elementProperties } = constructor as unknown as {
      elementProperties: ReadonlyMap<string, { readonly choices?: readonly unknown[] }>;
    };
    found = [...elementProperties].flatMap(([name, { choices }]) =>
      choices ? [[name, choices] as const] : [],
    );
    choicesByClass.set(constructor, found);
  }
  return found;
}

/**
 * The cause of a warning: a code, mistakes in the markup, a tag that may be meant as one of ours, an amount that may be in
 * cents, pre-fill that is left out, or an estimate that implies no term.
 */
export type Cause = FinancingErrorCode | 'markup' | 'tag' | 'cents' | 'prefill' | 'unknown-term';

/** What is no content of an element: it holds the rest of the page, since HTML closes no tag by `/>`. */
const swallowed = 'financing-estimate, main, footer';

/** Attributes of HTML, frameworks and tools, which are never reported. */
const foreignAttribute =
  /^(class|id|style|slot|part|exportparts|lang|dir|title|hidden|role|is|nonce|inert|tabindex|translate)$|^(data|aria|on|v|x|ng|hx|item|defer)|^_|[^a-z_-]/;

/** Passed to the sentences, since they import nothing that the script has. */
const tools = {
  choicesOf,
  estimateRequestOf,
  findPrice,
  foreignAttribute,
  priceText,
  resolveEndpoint,
  settingsOf,
  swallowed,
  unnamedEndpointOf,
};
export type Tools = typeof tools;

const said = new WeakMap<Element, Set<string>>();

/**
 * Warns of a cause: one sentence for each mistake, once for each sentence and element. If the sentences cannot be loaded,
 * it warns with the bare code, and names their file.
 */
export function explain(element: Element, cause: Cause): void {
  void loadSentences()
    .then(
      ({ sentencesFor }) => sentencesFor(element, cause, tools),
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
    for (const element of document.querySelectorAll(':not(:defined)')) {
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
