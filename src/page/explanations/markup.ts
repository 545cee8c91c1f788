import { nearest } from '../../internal/nearest.js';
import type { Tools } from '../explain.js';
import { quoted, selectorOf, valueOf } from './values.js';

/** Other words for our attributes. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  amount: ['price', 'total', 'cost', 'value', 'sum', 'subtotal'],
  'amount-from': ['selector', 'price-from', 'price-selector'],
  endpoint: ['url', 'src', 'href', 'proxy', 'base-url'],
  location: ['store', 'shop', 'place', 'merchant', 'merchant-location'],
  'transaction-id': ['order', 'order-id'],
};

/** The properties that have no attribute, since personal data has no place in markup. */
const personal = ['customerDetails', 'phoneNumber', 'customerPhoneNumber'];

/** A sentence for each mistake in the markup of an element. */
export function markupSentences(element: Element, tools: Tools): string[] {
  const attributes = (element.constructor as unknown as { observedAttributes: readonly string[] })
    .observedAttributes;
  return [
    ...element.getAttributeNames().map((name) => unknownAttribute(element, name, attributes)),
    ...tools
      .choicesOf(element)
      .map(([property, values]) =>
        invalidValue(valueOf(element, property), kebabCase(property), values),
      ),
    attributes.includes('amount') ? missingAmount(element, attributes, tools) : undefined,
  ].filter((sentence) => sentence !== undefined);
}

function unknownAttribute(element: Element, name: string, attributes: readonly string[]) {
  if (attributes.includes(name)) return undefined;
  const property = personal.find((each) => each.toLowerCase() === name.replaceAll('-', ''));
  if (property && property in element)
    return `The attribute ${quoted(name)} does nothing: personal data is set by property only, element.${property} = ….`;
  if (name === 'amount-from' && attributes.includes('amount'))
    return 'The attribute "amount-from" does nothing here: the amount of a button decides a loan, so set amount yourself.';
  const meant =
    attributes.find((attribute) => synonyms[attribute]?.includes(name)) ??
    nearest(name, attributes);
  // Where the attribute that is meant is set as well, the other one is the page's own.
  if (!meant || element.hasAttribute(meant)) return undefined;
  return `The attribute ${quoted(name)} does nothing. Did you mean ${meant}="…"?`;
}

function invalidValue(value: unknown, attribute: string, values: readonly unknown[]) {
  if (!value || values.includes(value)) return undefined;
  const near = nearest(String(value).slice(0, 60), values.map(String));
  const hint = near ? ` Did you mean "${near}"?` : '';
  return `${attribute}=${quoted(value)} is not one of ${values.map(quoted).join(', ')}, so the default ${quoted(values[0])} holds.${hint}`;
}

function missingAmount(
  element: Element,
  attributes: readonly string[],
  { findPrice, priceText }: Tools,
) {
  const selector = selectorOf(element);
  if (!selector) {
    if (valueOf(element, 'amount') !== undefined || valueOf(element, 'estimate')) return undefined;
    const other = attributes.includes('amount-from')
      ? ', or amount-from="#price", the CSS selector of a price on this page'
      : '';
    return `There is no amount, so nothing is asked. Set amount="1299", a price in US dollars${other}.`;
  }
  try {
    const price = findPrice(element, String(selector));
    if (price && priceText(price) !== undefined) return undefined;
    const found = price ? 'finds an element without text' : 'has found no element for 2 seconds';
    return `amount-from=${quoted(selector)} ${found}, so nothing is asked. Set it to the CSS selector of the price on this page, such as "#price".`;
  } catch {
    return undefined; // an invalid selector has a code of its own
  }
}

function kebabCase(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
