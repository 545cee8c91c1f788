import type { AmountRequest } from '../client/estimate-request.js';
import type { AmountSource } from './prices/followed-amount.js';
import { pageOrigin, resolveEndpoint } from '../client/page-urls.js';
import type { Fetch } from '../client/post-json.js';
import { parseAmount, parsePrice } from '../internal/dollars.js';
import { type EstimateQuery, estimateQueryFields } from '../contract/estimate-query.js';
import { NativeURL } from '../internal/natives.js';
import type { TextReplacements } from '../words/script-text.js';
import { prices } from './lazy-prices.js';
import { shadowHostOf } from './tree.js';

/**
 * The endpoint and the location of an element. Each comes from the first of these that is set: the element's own attribute,
 * the nearest ancestor's `data-financing-…`, and `configure()`. If none is set, the endpoint is the directory of the script,
 * or `/financing`. The client checks the endpoint.
 *
 * The functions in this file also read elements that aren't upgraded, because the page's first request is made before any
 * class is defined.
 */
export interface ElementSettings {
  /** The proxy's mount: a path on the page's own origin, or a complete URL. */
  endpoint?: string | undefined;
  /** The location ID of requests. */
  location?: string | undefined;
}

/** Options that `configure` sets for all elements of the page. */
export interface Configuration extends ElementSettings {
  /** Texts that replace the elements' own, by language. */
  text?: TextReplacements;
  /** Sends every request of the elements. @default the global `fetch` */
  fetch?: Fetch;
}

const configured: ElementSettings = {};
let scriptDirectory: string | undefined;
/** The script's directory, if another origin serves it. Not a default: the URL of a script must not decide where data goes. */
let foreignDirectory: string | undefined;

/** Sets the settings of elements for which neither an attribute nor an ancestor sets them. */
export function setSettings(settings: ElementSettings): void {
  Object.assign(configured, settings);
}

/**
 * Makes the script's directory the default endpoint. The page's own origin must serve the script, under the name that the
 * proxy uses: `elements.js` or `elements.<hash>.js`.
 */
export function setScriptUrl(script: string): void {
  const url = new NativeURL(script);
  const named = /^(.*)\/elements(?:\.\w+)?\.js$/.exec(url.pathname);
  if (!named) return;
  if (url.origin === pageOrigin()) scriptDirectory = url.origin + named[1];
  else foreignDirectory = url.origin + named[1];
}

/**
 * Returns the script's directory for an element without an endpoint, if another origin serves the script. The proxy may run
 * there, too, but the page has to say so.
 */
export function foreignScriptDirectoryFor(element: Element): string | undefined {
  return endpointOf(element) ? undefined : foreignDirectory;
}

/** Returns the endpoint that is set for an element, if any. */
function endpointOf(element: Element): string | undefined {
  return setting(element, 'endpoint') || scriptDirectory;
}

function setting(element: Element, key: keyof ElementSettings): string | undefined {
  return (
    ownText(element, key) || closestAttribute(element, `data-financing-${key}`) || configured[key]
  );
}

/** Returns the endpoint and location of an element. */
export function settingsOf(element: Element): ElementSettings & { endpoint: string } {
  return {
    endpoint: endpointOf(element) || '/financing',
    location: setting(element, 'location'),
  };
}

/**
 * Returns true if an element may create links at its endpoint. The endpoint must be on the page's own origin, or come from the
 * element's own attribute or `configure()`. HTML sanitizers let `data-` attributes through, so an attacker could add one
 * around the element and have customer details and purchase tokens sent to another origin.
 */
export function mayCreateLinks(element: Element): boolean {
  const url = resolveEndpoint(settingsOf(element).endpoint);
  const named = resolveEndpoint(ownText(element, 'endpoint') || configured.endpoint || '');
  return !!url && (url === named || new NativeURL(url).origin === pageOrigin());
}

/** Returns the attribute of the element or of its nearest ancestor that has it, across shadow roots. */
export function closestAttribute(element: Element, attribute: string): string | undefined {
  for (let from: Element | undefined = element; from; from = shadowHostOf(from)) {
    const bearer: Element | null = from.closest(`[${attribute}]`);
    if (bearer) return bearer.getAttribute(attribute) ?? undefined;
  }
  return undefined;
}

/**
 * Returns the property if the element has it, otherwise the attribute. An upgraded element always has the property. A
 * framework may also have set it before the upgrade. An empty property wins over the attribute, because frameworks clear only
 * the property of a server-rendered element.
 */
function ownValue(element: Element, property: string, attribute = property): unknown {
  return property in element
    ? (element as unknown as Record<string, unknown>)[property]
    : element.getAttribute(attribute);
}

/** Like `ownValue`, but returns undefined unless the value is a nonempty string. */
function ownText(...own: Parameters<typeof ownValue>): string | undefined {
  const value = ownValue(...own);
  return typeof value === 'string' && value ? value : undefined;
}

/** The estimate request of an element. */
export type ElementEstimateRequest = AmountRequest & AmountSource;

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
  const selector = priceSelectorOf(element);
  const source = selector ? prices?.amountOf(element, selector, readAmount) : ownAmount(element);
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

/** Returns true for an element whose amount decides a loan. It follows no price, and its amount isn't rounded. */
function decidesLoan({ localName }: Element): boolean {
  return localName === 'pay-over-time-button';
}

/** Returns the selector of the price that an element follows. */
export function priceSelectorOf(element: Element): string | undefined {
  return decidesLoan(element) ? undefined : ownText(element, 'amountFrom', 'amount-from');
}

function ownAmount(element: Element): AmountSource | undefined {
  const value = ownValue(element, 'amount') ?? undefined;
  return value === undefined
    ? undefined
    : readAmount(value, decidesLoan(element) ? parseAmount : parsePrice);
}

function readAmount(value: unknown, parse = parsePrice): AmountSource {
  const amount = parse(value);
  return amount ? { amount } : { amount: NaN, error: 'invalid-amount' };
}
