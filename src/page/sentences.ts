import { nearest } from '../internal/nearest.js';
import type { Cause, ExplainedCode, Tools } from './advice.js';

/**
 * The sentences for what a page's author can fix: what was found, what was expected, and what to do. Loaded only when
 * there is something to say, as a file of its own; so it imports nothing that the script has, and gets that as `Tools`.
 *
 * A sentence never holds personal data or a secret, and of a value its first 60 characters.
 */

/** The sentences for a cause; none where there is nothing to say after all. */
export function sentencesFor(element: Element, cause: Cause, tools: Tools): string[] {
  if (cause === 'markup') return markupSentences(element, tools);
  const sentence = codeSentences[cause](element, tools);
  if (sentence === undefined) return [];
  return [cause === 'unknown-term' ? sentence : `${sentence} ${sectionOf(cause)}`];
}

/** Names the section of a code. The package has no address on the web, and each developer has its files. */
function sectionOf(code: ExplainedCode): string {
  return `More: docs/errors.md#${code} in the package financing-elements.`;
}

/** The sentence for a text of `configure()` that is ignored. `originals` are the English texts, by name. */
export function textSentence(
  name: string,
  text: string,
  language: string,
  originals: object,
): string {
  if (!Object.hasOwn(originals, name)) {
    const meant = nearest(name.slice(0, 60), Object.keys(originals));
    const hint = meant ? `Did you mean ${quoted(meant)}?` : 'All names: docs/reference-texts.md.';
    return `There is no text ${quoted(name)}, so it is ignored. ${hint}`;
  }
  const values = (originals as Readonly<Record<string, string>>)[name]!.match(/\{\w+\}/g) ?? [];
  const missing = values.filter((value) => !text.includes(value)).join(' and ');
  return `The ${language} text ${quoted(name)} lacks ${missing}, so it is ignored. Add ${missing}, which stands for a number.`;
}

const amountFormats = 'Write it as 1299, 1299.00 or $1,299.00';

/** No option of the proxy allows the origin `null`. */
const originIsNull =
  'This page was opened from a file or is in a sandboxed frame, and the proxy refuses such pages. Open it at an http:// or https:// address.';

type Sentence = (element: Element, tools: Tools) => string | undefined;

/** The sentences by the code of a `financing-error`, and for an unknown term. */
export const codeSentences: Record<Exclude<Cause, 'markup'>, Sentence> = {
  'unknown-term': () =>
    'The estimate implies no whole number of months, so it stands without its term. If you know the number of monthly payments, set it as term-months="12".',
  network(element, { settingsOf }) {
    const origin = originOf(settingsOf(element).endpoint);
    // A shopper without a connection is not a mistake of the page.
    if (!origin || origin === globalThis.origin || !navigator.onLine) return undefined;
    if (globalThis.origin === 'null') return `The request to ${origin} failed. ${originIsNull}`;
    return `The request to ${origin} failed. If the proxy runs there, it may not allow this page: add ${globalThis.origin} to FINANCING_ALLOWED_ORIGINS (option allowedOrigins) of the proxy, and ${origin} to connect-src of the page's Content-Security-Policy, if it has one.`;
  },
  'origin-not-allowed': () =>
    globalThis.origin === 'null'
      ? originIsNull
      : `The proxy refused requests from ${globalThis.origin} (origin-not-allowed). Add this origin to FINANCING_ALLOWED_ORIGINS (option allowedOrigins) of the proxy, exactly as it is written here.`,
  'invalid-amount': (element, { findPrice, priceText }) => {
    const selector = selectorOf(element);
    if (!selector) {
      const amount = valueOf(element, 'amount');
      if (amount === undefined || amount === '')
        return `There is no amount. Set amount="1299", a price in US dollars.`;
      if (Number(amount) === 0)
        return `amount=${quoted(amount)} is not a price. While there is nothing to pay, as with an empty cart, leave amount out.`;
      return `amount=${quoted(amount)} is not a clear amount in US dollars. ${amountFormats}.`;
    }
    const price = findPrice(element, String(selector));
    const text =
      price && priceText(price) === 'ambiguous' ? price.textContent : price && priceText(price);
    return `amount-from=${quoted(selector)} finds the text ${quoted(text ?? '')}, which is not one clear amount in US dollars. ${amountFormats} in one element, without other text or markup between the digits.`;
  },
  'invalid-selector': (element) =>
    `amount-from=${quoted(valueOf(element, 'amountFrom', 'amount-from'))} is not a valid CSS selector (invalid-selector). Write one such as "#price" or ".card .price".`,
  'invalid-endpoint': (element, { resolveEndpoint, settingsOf }) => {
    const { endpoint } = settingsOf(element);
    if (resolveEndpoint(endpoint))
      return `No link is created at ${originOf(endpoint)}, which is another origin and named by data-financing-endpoint only (invalid-endpoint): the request may carry customer details. If it is your proxy, set endpoint=${quoted(endpoint)} here, or call configure({ endpoint: ${quoted(endpoint)} }).`;
    // What stands before an @ may be a password.
    const found = endpoint.includes('@') ? 'with user info' : quoted(endpoint);
    return `The endpoint ${found} cannot be used (invalid-endpoint). Write a path on this origin such as "/financing", or a complete https:// URL without user info.`;
  },
  'invalid-details': () =>
    'customerDetails cannot be sent (invalid-details): it contains itself, or a bigint. Set it to a plain object of texts.',
  'invalid-request': () =>
    'The proxy refused a field of the request (invalid-request). Its answer names the field under "errors": open it in the network panel, and correct the attribute or property of that name.',
  'invalid-response': (element, { settingsOf }) =>
    `The answer at the endpoint ${quoted(settingsOf(element).endpoint)} is not one of the proxy (invalid-response); the network panel shows it. Set endpoint to the path that the proxy is mounted at, which is "/financing" by default. A development server has to pass on what is below that path: in Vite, by server.proxy.`,
  'missing-location': () =>
    'There is no location (missing-location). Set location="…" here, data-financing-location="…" on an ancestor such as <html>, or call configure({ location }).',
  'missing-transaction-id': () =>
    'There is no transaction-id (missing-transaction-id). Set it to your own identifier of this purchase; webhooks carry it.',
  'purchase-not-verified': (element) =>
    valueOf(element, 'purchase', 'purchase')
      ? 'The proxy created no link, because the purchase token does not verify (purchase-not-verified). It has to be signed with the purchaseSecret of the proxy (FINANCING_PURCHASE_SECRET), for this amount, transaction-id and location, and must not have expired.'
      : 'The proxy created no link, because your server has not verified the amount (purchase-not-verified). There are three ways: implement the option resolvePurchase of the proxy; sign a purchase token on your back end and set it as purchase="…"; or set trustPageAmount (FINANCING_TRUST_PAGE_AMOUNT=on), which is for trying things out only, since shoppers can then change the amount.',
  'sms-not-allowed': () =>
    'The proxy sends no text messages (sms-not-allowed). Set FINANCING_SMS=on (option sms) of the proxy, or delivery="open" here.',
  'location-not-allowed': (element, { settingsOf }) =>
    `The proxy does not serve ${locationOf(settingsOf(element))} (location-not-allowed). Use one of its FINANCING_LOCATIONS (option locations), or add this one.`,
  'location-not-found': (element, { settingsOf }) =>
    `The financing service does not know ${locationOf(settingsOf(element))} (location-not-found). Check its spelling, or onboard it first.`,
  'not-found': wrongMount,
  'method-not-allowed': wrongMount,
  'redirect-not-allowed': (element) => {
    const origin = originOf(String(valueOf(element, 'redirectUrl', 'redirect-url') ?? ''));
    return `The proxy refused the redirect-url on ${origin ?? 'an invalid URL'} (redirect-not-allowed). Add it to FINANCING_REDIRECT_ORIGINS (option redirectOrigins) of the proxy, which accepts this page's origin while it lists none.`;
  },
  'bad-credentials': () =>
    'The financing service refused the credentials of the proxy (bad-credentials). Run "financing-elements check" on the server, which says which of them is wrong.',
};

function wrongMount(element: Element, { settingsOf }: Tools): string {
  return `There is no proxy at the endpoint ${quoted(settingsOf(element).endpoint)}. Set endpoint to the path that the proxy is mounted at, which is "/financing" by default.`;
}

function locationOf({ location: id }: { location?: string | undefined }): string {
  return id ? `the location ${quoted(id)}` : 'requests without a location';
}

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
function markupSentences(element: Element, tools: Tools): string[] {
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

const maxLength = 60;

/** A value in quotes, on one line and cut to a length that fits a console. */
function quoted(value: unknown): string {
  const text = String(value).trim().replace(/\s+/g, ' ');
  return `"${text.length > maxLength ? `${text.slice(0, maxLength)}…` : text}"`;
}

/** A property if it is set, else the attribute; undefined without either. */
function valueOf(element: Element, property: string, attribute = property): unknown {
  const value = (element as unknown as Record<string, unknown>)[property];
  return value ?? element.getAttribute(attribute) ?? undefined;
}

/** The selector of the price that an element follows; undefined for a button, which follows none. */
function selectorOf(element: Element): unknown {
  return 'amountFrom' in element ? valueOf(element, 'amountFrom', 'amount-from') : undefined;
}

/** A URL without user info, path details or query, which may hold secrets. */
function originOf(url: string): string | undefined {
  try {
    return new URL(url, document.baseURI).origin;
  } catch {
    return undefined;
  }
}
