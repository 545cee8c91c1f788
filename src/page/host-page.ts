import type { AmountRequest } from '../client/estimate-request.js';
import type { PageErrorCode } from '../client/financing-error.js';
import { pageOrigin, resolveEndpoint } from '../client/http.js';
import { parseAmount, parsePrice } from '../internal/dollars.js';
import { type EstimateQuery, estimateQueryFields } from '../contract/estimate-query.js';
import { NativeURL } from '../internal/natives.js';
import { prices } from './lazy-prices.js';
import type { PriceReading } from './prices.js';
import { shadowHostOf } from './tree.js';

/**
 * The sources of an element's endpoint and location: its own attribute, the nearest ancestor's
 * `data-financing-…`, `configure()`, the directory of the script, `/financing`; the first that is set wins.
 *
 * Reads plain elements, upgraded or not, since the first call is made from the markup before any class exists. The
 * client checks the endpoint.
 */
export interface ElementSettings {
  /** The proxy's mount: a path on the page's own origin, or a complete URL. */
  endpoint?: string | undefined;
  /** The location id that requests are made for. */
  location?: string | undefined;
}

const configured: ElementSettings = {};
let scriptDirectory: string | undefined;
/** The script's directory on another origin, which is no default: an address in a page must not decide where data goes. */
let foreignDirectory: string | undefined;

/** Sets the settings of elements that have none themselves or on an ancestor. */
export function setSettings(settings: ElementSettings): void {
  Object.assign(configured, settings);
}

/**
 * Makes the script's directory the default endpoint, if the page's own origin serves the script under the name that
 * the proxy gives it, `elements.js` or `elements.<hash>.js`.
 */
export function setScriptUrl(script: string): void {
  const url = new NativeURL(script);
  const named = /^(.*)\/elements(?:\.\w+)?\.js$/.exec(url.pathname);
  if (!named) return;
  if (url.origin === pageOrigin()) scriptDirectory = url.origin + named[1];
  else foreignDirectory = url.origin + named[1];
}

/**
 * The script's directory, for an element without any endpoint, if another origin serves the script: its proxy may run
 * there, too, but the page has to say so.
 */
export function unnamedEndpointOf(element: Element): string | undefined {
  return endpointOf(element) ? undefined : foreignDirectory;
}

/** The endpoint that is set for an element. */
function endpointOf(element: Element): string | undefined {
  return setting(element, 'endpoint') || scriptDirectory;
}

function setting(element: Element, key: keyof ElementSettings): string | undefined {
  return (
    ownText(element, key) || closestAttribute(element, `data-financing-${key}`) || configured[key]
  );
}

/** The endpoint and location of an element. */
export function settingsOf(element: Element): ElementSettings & { endpoint: string } {
  return {
    endpoint: endpointOf(element) || '/financing',
    location: setting(element, 'location'),
  };
}

/**
 * Returns true if an element may create links at its endpoint: the element names it itself, it is on the page's own origin, or
 * `configure()` names it. A `data-` attribute around the element can be injected into a page that cleans its markup, and
 * must not have customer details and purchase tokens sent to another origin.
 */
export function mayCreateLinks(element: Element): boolean {
  const url = resolveEndpoint(settingsOf(element).endpoint);
  const named = resolveEndpoint(ownText(element, 'endpoint') || configured.endpoint || '');
  return !!url && (url === named || new NativeURL(url).origin === pageOrigin());
}

/** The value of an attribute on the element or its nearest ancestor that has it, across shadow roots. */
export function closestAttribute(element: Element, attribute: string): string | undefined {
  for (let from: Element | undefined = element; from; from = shadowHostOf(from)) {
    const bearer: Element | null = from.closest(`[${attribute}]`);
    if (bearer) return bearer.getAttribute(attribute) ?? undefined;
  }
  return undefined;
}

/**
 * A property, on an upgraded element or one that was set before, else the attribute. Frameworks empty a property alone: the
 * attribute may then be what a server has rendered.
 */
function ownValue(element: Element, property: string, attribute = property): unknown {
  return property in element
    ? (element as unknown as Record<string, unknown>)[property]
    : element.getAttribute(attribute);
}

/** The same, where it is a text. */
function ownText(...own: Parameters<typeof ownValue>): string | undefined {
  const value = ownValue(...own);
  return typeof value === 'string' && value ? value : undefined;
}

/** The request of an element. */
export interface ElementEstimateRequest extends AmountRequest {
  /** NaN where `error` is set. */
  readonly amount: number;
  /** Why nothing can be requested: the amount is ambiguous, or the selector invalid. */
  readonly error?: Extract<PageErrorCode, 'invalid-amount' | 'invalid-selector'>;
}

/** True if an element would send the same request again. */
export function isSameRequest(
  one: ElementEstimateRequest | undefined,
  other: ElementEstimateRequest | undefined,
): boolean {
  const fields = Object.keys({ ...one, ...other }) as (keyof ElementEstimateRequest)[];
  return fields.every((field) => Object.is(one?.[field], other?.[field]));
}

/** The browser's time zone. It's read once, because a formatter takes about 0.1 ms and a list has hundreds of elements. */
let browserTimeZone: string | undefined;

/**
 * Returns the estimate request of an element, or undefined without an amount. If `amount-from` is set, `amount` is ignored,
 * because it may be the amount of another variant.
 */
export function estimateRequestOf(element: Element): ElementEstimateRequest | undefined {
  const source = priceSelectorOf(element) ? followedAmount(element) : ownAmount(element);
  return source && { ...estimateSettingsOf(element), ...source };
}

/** The fields of the query with their attributes. A list page reads them hundreds of times. */
const queryAttributes = estimateQueryFields.map(
  (field) => [field, field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)] as const,
);

/** Returns everything in the request of an element except its amount. */
export function estimateSettingsOf(element: Element): Omit<ElementEstimateRequest, 'amount'> {
  const query: EstimateQuery = {};
  for (const [field, attribute] of queryAttributes)
    query[field] = ownText(element, field, attribute);
  if (query.timeZone === 'browser') {
    query.timeZone = browserTimeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  }
  return { ...query, ...settingsOf(element) };
}

/** Returns the selector of the price that an element follows. A button follows no price, because its amount decides a loan. */
export function priceSelectorOf(element: Element): string | undefined {
  const isButton = element.localName === 'pay-over-time-button';
  return isButton ? undefined : ownText(element, 'amountFrom', 'amount-from');
}

/**
 * Returns the price that an element follows. Undefined if the selector is invalid, and before the code that reads prices is
 * loaded.
 */
export function followedPrice(element: Element): PriceReading | undefined {
  const selector = priceSelectorOf(element);
  return selector ? prices?.priceOf(element, selector) : undefined;
}

type AmountSource = Pick<ElementEstimateRequest, 'amount' | 'error'>;

function ownAmount(element: Element): AmountSource | undefined {
  // The amount of a button isn't rounded, because it decides a loan.
  const isButton = element.localName === 'pay-over-time-button';
  return readAmount(ownValue(element, 'amount'), isButton ? parseAmount : parsePrice);
}

function followedAmount(element: Element): AmountSource | undefined {
  if (!prices) return undefined;
  const reading = followedPrice(element);
  if (!reading) return { amount: NaN, error: 'invalid-selector' };
  const [text, ...others] = reading.texts;
  const source = readAmount(text, parsePrice);
  // A range in two elements has no clear amount. A unit price next to the price isn't an amount.
  const differs = others.some((other) => (parsePrice(other) ?? source?.amount) !== source?.amount);
  return differs ? { amount: NaN, error: 'invalid-amount' } : source;
}

function readAmount(value: unknown, parse: typeof parsePrice): AmountSource | undefined {
  if (value === undefined || value === null) return undefined;
  const amount = parse(value);
  return amount ? { amount } : { amount: NaN, error: 'invalid-amount' };
}
