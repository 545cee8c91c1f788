/**
 * The console warnings about mistakes that the author of a page can fix. A sentence says what was found, what was expected,
 * and what to do. Loaded on demand, for the first warning.
 *
 * A sentence never contains personal data or a secret. It shows only the start of a long value.
 */
import {
  checkHealth,
  guideSection,
  purchaseAdvice,
  remedies,
  smsAdvice,
} from '../client/remedies.js';
import { nearest } from '../internal/nearest.js';
import type { Cause, ElementClass, warningDependencies } from './console-warning-dependencies.js';
import type { Configuration } from './element-settings.js';

/** Names the dependencies, which the script passes as an array. */
function namesOf([
  estimateRequestOf,
  followedPrice,
  foreignAttribute,
  isUnclosed,
  missingOf,
  pageOrigin,
  resolveEndpoint,
  resolvePageUrl,
  settingsOf,
  foreignScriptDirectoryFor,
]: typeof warningDependencies) {
  return {
    estimateRequestOf,
    followedPrice,
    foreignAttribute,
    isUnclosed,
    missingOf,
    pageOrigin,
    resolveEndpoint,
    resolvePageUrl,
    settingsOf,
    foreignScriptDirectoryFor,
  };
}

type WarningDependencies = ReturnType<typeof namesOf>;

/** The maximum number of characters of a value that a sentence quotes. */
const maxValueLength = 60;

const warnings = new WeakMap<Element, Set<string>>();

/** Warns about a cause, with one sentence for each mistake. An element never gets the same sentence twice. */
export function printWarnings(
  element: Element,
  cause: Cause,
  dependencies: typeof warningDependencies,
): void {
  const previous = warnings.get(element) ?? new Set();
  warnings.set(element, previous);
  for (const sentence of sentencesFor(element, cause, namesOf(dependencies))) {
    if (previous.has(sentence)) continue;
    previous.add(sentence);
    if (cause === 'invalid-amount' && selectorOf(element)) warnOfPrice(element, sentence);
    else warnOf(element, sentence);
  }
}

function warnOf(element: Element, sentence: string): void {
  console.warn(`<${element.localName}>: ${sentence}`, element);
}

/** The maximum number of unreadable prices that the console names at once. A list of products may have hundreds. */
const maxNamedPrices = 5;

/** The elements whose price can't be read, each with its sentence, until the current task ends. */
let unreadable: [Element, string][] = [];

function warnOfPrice(element: Element, sentence: string): void {
  if (unreadable.push([element, sentence]) === 1) setTimeout(warnOfPrices);
}

function warnOfPrices(): void {
  const all = unreadable;
  unreadable = [];
  for (const [element, sentence] of all.slice(0, maxNamedPrices)) warnOf(element, sentence);
  const others = all.slice(maxNamedPrices).map(([element]) => element);
  if (!others[0]) return;
  const [subject, noun] =
    others.length > 1
      ? [`The prices of ${others.length} more elements are`, 'clear amounts']
      : ['The price of 1 more element is', 'a clear amount'];
  console.warn(`amount-from: ${subject} not ${noun} in US dollars, either.`, ...others);
}

/** Warns about an option or a text that `configure()` ignores. */
export function printOptionWarning(...mistake: Parameters<typeof textSentence>): void {
  console.warn(`configure(): ${textSentence(...mistake)}`);
}

/** Returns the sentences for a cause, or none if there is nothing to say after all. */
function sentencesFor(element: Element, cause: Cause, dependencies: WarningDependencies): string[] {
  return cause === 'markup'
    ? markupSentences(element, dependencies)
    : sentencesForCode(element, cause, dependencies);
}

function sentencesForCode(
  element: Element,
  cause: Cause,
  dependencies: WarningDependencies,
): string[] {
  const sentence = codeSentences[cause]?.(element, dependencies);
  if (sentence === undefined) return [];
  return [notCodes.has(cause) ? sentence : `${sentence} More: ${guideSection(cause)}.`];
}

const notCodes: ReadonlySet<Cause> = new Set<Cause>(['tag', 'cents', 'prefill', 'unknown-term']);

/** The options of `configure()`. */
const optionNames: Readonly<Record<keyof Configuration, ''>> = {
  endpoint: '',
  location: '',
  text: '',
  fetch: '',
};

/** Returns the sentence for an ignored option or text of `configure()`. `originals` has the English texts by name. */
function textSentence(
  name: string,
  text?: string,
  language?: string,
  originals: object = optionNames,
): string {
  if (text === undefined || !Object.hasOwn(originals, name)) {
    const meant = nearest(name.slice(0, maxValueLength), Object.keys(originals));
    const names = text === undefined ? '' : ' All names: docs/reference-texts.md.';
    const hint = meant ? ` Did you mean ${quoted(meant)}?` : names;
    return `There is no ${text === undefined ? 'option' : 'text'} ${quoted(name)}, so it is ignored.${hint}`;
  }
  const values = (originals as Readonly<Record<string, string>>)[name]!.match(/\{\w+\}/g) ?? [];
  const missing = values.filter((value) => !text.includes(value)).join(' and ');
  return `The ${language} text ${quoted(name)} lacks ${missing}, so it is ignored. Add ${missing}, the placeholder for a number.`;
}

const tags = [
  'financing-estimate',
  'prequal-button',
  'pay-over-time-button',
] satisfies (keyof HTMLElementTagNameMap)[];

/** The proxy has no option that allows the origin `null`. */
const originIsNull =
  'This page was opened from a file or is in a sandboxed frame, and the proxy refuses such pages. Open it at an http:// or https:// address.';

type Sentence = (element: Element, dependencies: WarningDependencies) => string | undefined;

/** The sentences by cause. Most causes are `financing-error` codes that the page's author or the proxy's operator can fix. */
const codeSentences: Partial<Record<Cause, Sentence>> = {
  tag: ({ localName }) => {
    const meant = nearest(localName, tags);
    return meant && `There is no such element. Did you mean <${meant}>?`;
  },
  cents(element, { estimateRequestOf }) {
    const dollars = Number(estimateRequestOf(element)?.amount);
    const [asRead, meant] = [dollars, dollars / 100].map((value) =>
      value.toLocaleString('en-US', { style: 'currency', currency: 'USD' }),
    );
    return `The amount is ${asRead}, which can't be financed here. Amounts are in dollars: write ${meant} as ${dollars / 100}.`;
  },
  prefill(element) {
    const fields = unusableFields(element);
    if (!fields.length) return undefined;
    return `The application was not pre-filled with ${fields.join(', ')}, which the service can't use. Set US phone numbers without an extension, email addresses, and dates such as 1990-01-31, or leave the field out.`;
  },
  'unknown-term': () =>
    `The estimate doesn't imply a whole number of months, so the line shows no term. If you know the number of monthly payments, set it as term-months="12".`,
  network(element, { pageOrigin, resolvePageUrl, settingsOf }) {
    const origin = resolvePageUrl(settingsOf(element).endpoint)?.origin;
    const ownOrigin = pageOrigin();
    // A shopper without a connection isn't a mistake of the page.
    if (!origin || !navigator.onLine) return undefined;
    if (origin === ownOrigin)
      return `The proxy at ${quoted(settingsOf(element).endpoint)} didn't respond (network). ${checkHealth}`;
    if (ownOrigin === 'null') return `The request to ${origin} failed. ${originIsNull}`;
    return `The request to ${origin} failed. If the proxy runs there, it may not allow this page: add ${ownOrigin} to FINANCING_ALLOWED_ORIGINS (option allowedOrigins) of the proxy, and ${origin} to connect-src of the page's Content-Security-Policy, if it has one.`;
  },
  'origin-not-allowed': (_element, { pageOrigin }) =>
    pageOrigin() === 'null'
      ? originIsNull
      : `The proxy refused requests from ${pageOrigin()} (origin-not-allowed). ${remedies['origin-not-allowed']}`,
  'invalid-amount': (element, { followedPrice }) => {
    const selector = selectorOf(element);
    if (!selector) {
      const amount = valueOf(element, 'amount');
      if (amount === undefined || amount === '')
        return `There is no amount. Set amount="1299", a price in US dollars.`;
      if (Number(amount) === 0)
        return `amount=${quoted(amount)} is not a price. While there is nothing to pay, as with an empty cart, leave amount out.`;
      if (
        element.localName === 'pay-over-time-button' &&
        /^\D*\d+\.\d{3,}\D*$/.test(String(amount))
      )
        return `amount=${quoted(amount)} has more than two decimals. The amount of a link decides a loan, so it isn't rounded. Round it where you compute it.`;
      return `amount=${quoted(amount)} is not a clear amount in US dollars. ${remedies['invalid-amount']}`;
    }
    const { texts = [] } = followedPrice(element, String(selector)) ?? {};
    const found = listOf(texts);
    if (texts[1])
      return `amount-from=${quoted(selector)} finds several prices next to each other, ${found}, so it isn't clear which one the payment is for. Point the selector at one price, or leave the element out until the shopper has chosen.`;
    return `amount-from=${quoted(selector)} finds the text ${found}, which isn't one clear amount in US dollars. ${remedies['invalid-amount']} Use one element, without other text or markup between the digits.`;
  },
  'invalid-selector': (element) =>
    `amount-from=${quoted(valueOf(element, 'amountFrom'))} isn't a valid CSS selector (invalid-selector). Write one such as "#price" or ".card .price".`,
  'invalid-endpoint': (element, { resolveEndpoint, resolvePageUrl, settingsOf }) => {
    const { endpoint } = settingsOf(element);
    if (resolveEndpoint(endpoint))
      return `No link was created (invalid-endpoint), because only data-financing-endpoint names ${resolvePageUrl(endpoint)?.origin}, which is another origin, and the request may carry customer details. If it's your proxy, set endpoint=${quoted(endpoint)} here, or call configure({ endpoint: ${quoted(endpoint)} }).`;
    // The text before an @ may be a password.
    const found = endpoint.includes('@') ? 'with user info' : quoted(endpoint);
    return `The endpoint ${found} can't be used (invalid-endpoint). ${remedies['invalid-endpoint']}`;
  },
  'invalid-details': unusableDepartment,
  'invalid-request': () =>
    'The proxy refused a field of the request (invalid-request). The response names the field under "errors": open it in the network panel, and correct the attribute or property with that name.',
  'invalid-response': (element, dependencies) =>
    unnamedEndpoint(element, dependencies) ??
    `The response at the endpoint ${quoted(dependencies.settingsOf(element).endpoint)} isn't from the proxy (invalid-response). ${remedies['invalid-response']}`,
  'missing-location': () =>
    'There is no location (missing-location). Set location="…" here, data-financing-location="…" on an ancestor such as <html>, or call configure({ location }).',
  'missing-transaction-id': () =>
    'There is no transaction-id (missing-transaction-id). Set it to your own identifier of this purchase, which webhooks include.',
  'purchase-not-verified': (element) =>
    valueOf(element, 'purchase')
      ? `The proxy created no link, because the purchase token is not valid (purchase-not-verified). ${purchaseAdvice.withToken}`
      : `The proxy created no link, because your server has not verified the amount (purchase-not-verified). ${purchaseAdvice.withoutToken('set it as purchase="…"')}`,
  'sms-not-allowed': () =>
    `The proxy sends no text messages (sms-not-allowed). ${smsAdvice('delivery="open" here')}`,
  'location-not-allowed': (element, { settingsOf }) =>
    `The proxy doesn't serve ${locationOf(settingsOf(element))} (location-not-allowed). ${remedies['location-not-allowed']}`,
  'department-not-allowed': (element) =>
    `The proxy doesn't allow department-id=${quoted(valueOf(element, 'departmentId'))} (department-not-allowed). ${remedies['department-not-allowed']}`,
  'source-platform-not-allowed': (element) =>
    `The proxy doesn't allow source-platform=${quoted(valueOf(element, 'sourcePlatform'))} (source-platform-not-allowed). ${remedies['source-platform-not-allowed']}`,
  'location-not-found': (element, { settingsOf }) =>
    `The financing service doesn't know ${locationOf(settingsOf(element))} (location-not-found). ${remedies['location-not-found']}`,
  'not-found': wrongMount,
  'method-not-allowed': wrongMount,
  'redirect-not-allowed': (element, { resolvePageUrl }) => {
    const url = resolvePageUrl(String(valueOf(element, 'redirectUrl') ?? ''));
    return `The proxy refused the redirect-url on ${url?.origin ?? 'an invalid URL'} (redirect-not-allowed). ${remedies['redirect-not-allowed']}`;
  },
  'bad-credentials': () =>
    `The financing service refused the credentials of the proxy (bad-credentials). ${remedies['bad-credentials']}`,
};

/** Returns the sentence for a department that isn't a number, which a pre-qualification link requires. */
function unusableDepartment(element: Element): string | undefined {
  const department = valueOf(element, 'departmentId');
  return element.localName === 'prequal-button' && Number.isNaN(Number(department ?? 0))
    ? `department-id=${quoted(department)} is not a number (invalid-details), so no link is created. Set it to the number that the service issued to you.`
    : undefined;
}

/** Returns the names of pre-fill fields that the proxy drops because of their format. Values are personal and never shown. */
function unusableFields(element: Element): string[] {
  const details = Object(valueOf(element, 'customerDetails')) as Record<string, unknown>;
  const { phone, email, dateOfBirth } = details;
  const isPrequal = element.localName === 'prequal-button';
  const contact = (property: string) => (isPrequal ? valueOf(element, property) : undefined);
  const fields: [string, unknown, RegExp][] = [
    ['customerDetails.phone', phone, phoneDigits],
    ['customerDetails.email', email, emailAddress],
    ['customerDetails.dateOfBirth', dateOfBirth, /^(19|20)\d\d-\d\d-\d\d$/],
    ['customerPhoneNumber', contact('customerPhoneNumber'), phoneDigits],
    ['representativeEmail', contact('representativeEmail'), emailAddress],
  ];
  return fields
    .filter(([, value]) => value !== undefined && value !== null && String(value).trim() !== '')
    .filter(([, value, usable]) => typeof value !== 'string' || !usable.test(value))
    .map(([name]) => name);
}

const emailAddress = /^[^@]+@[^@]+\.[^@]+$/;

/** Ten digits with an optional leading 1. Only the server knows which area codes are in the US. */
const phoneDigits = /^\D*(?:1\D*)?(?:\d\D*){10}$/;

/** Returns the sentence for an element without an endpoint, if the script comes from another origin. */
function unnamedEndpoint(
  element: Element,
  { foreignScriptDirectoryFor }: WarningDependencies,
): string | undefined {
  const directory = foreignScriptDirectoryFor(element);
  return (
    directory &&
    `The page sets no endpoint, so the request went to this page's own "/financing". The script comes from ${directory}: if the proxy runs there, write data-financing-endpoint=${quoted(directory)} on <html>, and for links configure({ endpoint: ${quoted(directory)} }).`
  );
}

function wrongMount(element: Element, dependencies: WarningDependencies): string {
  const { endpoint } = dependencies.settingsOf(element);
  const unnamed = unnamedEndpoint(element, dependencies);
  if (unnamed) return unnamed;
  return `There is no proxy at the endpoint ${quoted(endpoint)}. ${remedies['not-found']}`;
}

function locationOf({ location: id }: { location?: string | undefined }): string {
  return id ? `the location ${quoted(id)}` : 'requests without a location';
}

/** Names that people use by mistake for our attributes. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  amount: ['price', 'total', 'cost', 'value', 'sum', 'subtotal'],
  'amount-from': ['selector', 'price-from', 'price-selector'],
  endpoint: ['url', 'src', 'href', 'proxy', 'base-url'],
  location: ['store', 'shop', 'place', 'merchant', 'merchant-location'],
  'transaction-id': ['order', 'order-id'],
};

/** Properties without an attribute, because personal data doesn't belong in markup. */
export const personalProperties = [
  'customerDetails',
  'phoneNumber',
  'customerPhoneNumber',
] as const;

/** Returns a sentence for each mistake in the markup of an element. */
function markupSentences(element: Element, dependencies: WarningDependencies): string[] {
  const { observedAttributes: attributes, choices } =
    element.constructor as unknown as ElementClass;
  return [
    ...element
      .getAttributeNames()
      .filter((name) => !dependencies.foreignAttribute.test(name))
      .map((name) => unknownAttribute(element, name, attributes)),
    ...Object.entries(choices).map(([property, values]) =>
      invalidValue(valueOf(element, property), kebabCase(property), values),
    ),
    attributes.includes('amount') ? missingAmount(element, attributes, dependencies) : undefined,
    element.getAttribute('disabled') === 'false'
      ? 'disabled="false" disables the button, as any value does in HTML. Leave the attribute out.'
      : undefined,
    ...missingSentences(element, dependencies),
    dependencies.isUnclosed(element)
      ? `It contains other parts of the page, which disappear with its fallback. In HTML, "/>" doesn't close a tag: write </${element.localName}>.`
      : undefined,
  ].filter((sentence) => sentence !== undefined);
}

/** Returns the sentence for a button that lacks something. A missing amount has its own sentence. */
function missingSentences(element: Element, dependencies: WarningDependencies): string[] {
  const code = dependencies.missingOf(element);
  const isAmount = code === 'invalid-amount' && valueOf(element, 'amount') === undefined;
  return !code || isAmount ? [] : sentencesForCode(element, code, dependencies);
}

function unknownAttribute(element: Element, name: string, attributes: readonly string[]) {
  if (attributes.includes(name)) return undefined;
  const property = personalProperties.find(
    (each) => each.toLowerCase() === name.replaceAll('-', ''),
  );
  if (property && property in element)
    return `The attribute ${quoted(name)} does nothing. Set personal data only as a property: element.${property} = ….`;
  if (name === 'amount-from' && attributes.includes('amount'))
    return 'The attribute "amount-from" does nothing here: the amount of a button decides a loan, so set amount yourself.';
  const meant =
    attributes.find((attribute) => synonyms[attribute]?.includes(name)) ??
    nearest(name, attributes);
  // If the correct attribute is set as well, the unknown one belongs to the page.
  if (!meant || element.hasAttribute(meant)) return undefined;
  return `The attribute ${quoted(name)} does nothing. Did you mean ${meant}="…"?`;
}

function invalidValue(value: unknown, attribute: string, values: readonly unknown[]) {
  if (!value || values.includes(value)) return undefined;
  const near = nearest(String(value).slice(0, maxValueLength), values.map(String));
  const hint = near ? ` Did you mean "${near}"?` : '';
  return `${attribute}=${quoted(value)} is not one of ${values.map(quoted).join(', ')}, so the default ${quoted(values[0])} applies.${hint}`;
}

function missingAmount(
  element: Element,
  attributes: readonly string[],
  { followedPrice }: WarningDependencies,
) {
  const selector = selectorOf(element);
  if (!selector) {
    if (valueOf(element, 'amount') !== undefined || valueOf(element, 'estimate')) return undefined;
    const other = attributes.includes('amount-from')
      ? ', or amount-from="#price", the CSS selector of a price on this page'
      : '';
    return `There is no amount, so no estimate is requested. Set amount="1299", a price in US dollars${other}.`;
  }
  const reading = followedPrice(element, String(selector));
  // An invalid selector has its own code.
  if (!reading || reading.texts[0]) return undefined;
  const found = reading.price
    ? 'finds an element without text'
    : reading.scope
      ? 'has found only elements that are hidden, crossed out, of another product, or outside the dialog for 2 seconds'
      : 'has found no element, other than crossed-out ones, for 2 seconds';
  return `amount-from=${quoted(selector)} ${found}, so no estimate is requested. Set it to the CSS selector of the price on this page, such as "#price".`;
}

function kebabCase(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns a value in quotes, on one line, truncated to a length that fits in a console. */
function quoted(value: unknown): string {
  const text = String(value).trim().replace(/\s+/g, ' ');
  return `"${text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text}"`;
}

const maxQuotedTexts = 5;

/** Quotes the first texts, and says how many more there are. */
function listOf(texts: readonly string[]): string {
  const names = texts.slice(0, maxQuotedTexts).map(quoted);
  if (texts.length > maxQuotedTexts) names.push(`${texts.length - maxQuotedTexts} more`);
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
}

/** Returns the property if it's set, otherwise the attribute, or undefined without either. */
function valueOf(element: Element, property: string): unknown {
  const value = (element as unknown as Record<string, unknown>)[property];
  return value ?? element.getAttribute(kebabCase(property)) ?? undefined;
}

/** Returns the selector of the price that an element follows, or undefined for a button, which doesn't follow a price. */
function selectorOf(element: Element): unknown {
  return 'amountFrom' in element ? valueOf(element, 'amountFrom') : undefined;
}
