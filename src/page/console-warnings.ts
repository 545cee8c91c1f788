import { failedFile } from './failed-file.js';
import {
  foreignAttribute,
  isUnclosed,
  missingOf,
  warningDependencies,
  type Cause,
  type ElementClass,
} from './console-warning-dependencies.js';
import { resolveEndpoint } from '../client/page-urls.js';
import { estimateRequestOf, settingsOf } from './element-settings.js';
import { queryPage } from './tree.js';

/**
 * Warns in the console about a mistake that the page's author can fix. The texts are a separate file, which is loaded for
 * the first warning. If it can't be loaded, the warning has only the code. The proxy usually serves that file, so the proxy
 * may be down.
 */
export function warn(element: Element, cause: Cause): void {
  void loadTexts().then(
    ({ printWarnings }) => printWarnings(element, cause, warningDependencies),
    () => {
      // Undefined if the endpoint contains a password.
      const endpoint = resolveEndpoint(settingsOf(element).endpoint);
      console.warn(
        `<${element.localName}>: ${cause} (no response from the proxy at ${endpoint}, or ${failedFile('messages')})`,
        element,
      );
    },
  );
}

/** Warns about an amount that can't be financed and may be in cents. */
export function warnIfCents(element: Element, amount = 0): void {
  if (amount >= 100_000 && Number.isInteger(amount)) warn(element, 'cents');
}

/**
 * Warns about an option or a text that `configure()` ignores. For a text, `mistake` has the text, its language, and the
 * English texts by name.
 */
export function warnOfOption(
  name: string,
  ...mistake: readonly [text?: string, language?: string, originals?: object]
): void {
  void loadTexts().then(
    ({ printOptionWarning }) => printOptionWarning(name, ...mistake),
    () => console.warn(`configure(): ${name}`),
  );
}

function loadTexts() {
  return import('./console-warning-texts.js');
}

/** The delay before elements are inspected, in ms. By then, frameworks have set properties, and the page has its prices. */
const inspectionDelay = 2_000;

let arrivals: WeakRef<Element>[] | undefined;

/**
 * Looks for mistakes in the markup of an element, after the delay. This only detects that there may be a mistake. The file of
 * the texts finds out which one it is. Elements that are added together share a timer.
 */
export function inspectLater(element: Element): void {
  if (!arrivals) {
    const references: WeakRef<Element>[] = (arrivals = []);
    queueMicrotask(() => (arrivals = undefined));
    setTimeout(() => references.forEach(inspect), inspectionDelay);
  }
  // A weak reference, so that an element that is removed in the meantime doesn't stay in memory.
  arrivals.push(new WeakRef(element));
}

/** Looks for tags that may be misspellings of ours, after the delay. */
export function inspectTagsLater(): void {
  setTimeout(() => {
    for (const element of queryPage(':not(:defined)')) {
      if (/^(fi.*-es|pre-?q|pay-?over)/.test(element.localName)) warn(element, 'tag');
    }
  }, inspectionDelay);
}

function inspect(reference: WeakRef<Element>): void {
  const element = reference.deref();
  if (element && seemsWrong(element)) warn(element, 'markup');
}

function seemsWrong(element: Element): boolean {
  const { observedAttributes, choices } = element.constructor as unknown as ElementClass;
  const properties = element as unknown as Readonly<Record<string, unknown>>;
  const isUnknown = (name: string) =>
    !observedAttributes.includes(name) && !foreignAttribute.test(name);
  const hasNoRequest =
    observedAttributes.includes('amount') && !properties['estimate'] && !estimateRequestOf(element);
  return (
    element.isConnected &&
    (hasNoRequest ||
      element.getAttributeNames().some(isUnknown) ||
      element.getAttribute('disabled') === 'false' ||
      missingOf(element) !== undefined ||
      isUnclosed(element) ||
      Object.entries(choices).some(
        ([name, values]) => properties[name] && !values.includes(properties[name]),
      ))
  );
}
