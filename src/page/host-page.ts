import { parseAmount } from '../client/amount.js';
import type { AmountRequest } from '../client/estimates.js';
import type { PageErrorCode } from '../client/financing-error.js';
import { pageOrigin, resolveEndpoint } from '../client/http.js';

/**
 * Where an element gets its endpoint and location from: its own attribute, the nearest ancestor's
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
  const url = new URL(script);
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
 * Whether an element may create links at its endpoint: the element names it itself, it is on the page's own origin, or
 * `configure()` names it. A `data-` attribute around the element can be injected into a page that cleans its markup, and
 * must not have customer details and purchase tokens sent to another origin.
 */
export function mayCreateLinks(element: Element): boolean {
  const url = resolveEndpoint(settingsOf(element).endpoint);
  const named = resolveEndpoint(ownText(element, 'endpoint') || configured.endpoint || '');
  return !!url && (url === named || new URL(url).origin === pageOrigin());
}

/** The value of an attribute on the element or its nearest ancestor that has it, across shadow roots. */
export function closestAttribute(element: Element, attribute: string): string | undefined {
  for (let from: Element | undefined = element; from; from = shadowHostOf(from)) {
    const bearer: Element | null = from.closest(`[${attribute}]`);
    if (bearer) return bearer.getAttribute(attribute) ?? undefined;
  }
  return undefined;
}

function shadowHostOf(element: Element): Element | undefined {
  return parentOf(element.getRootNode()) as Element | undefined;
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

/**
 * The page's own price, for an element with `amount-from`. Of several that the selector matches it is the nearest:
 * that in the closest ancestor that has any, through shadow roots, up to the document. So each card of a
 * list has its own price.
 */

/** The element that `selector` finds, if any. Throws a `SyntaxError` for an invalid selector. */
export function findPrice(element: Element, selector: string): Element | undefined {
  const before = places.get(element);
  for (let scope = parentOf(element); scope; scope = parentOf(scope)) {
    const prices = [...scope.querySelectorAll(selector)];
    if (prices[0]) {
      const price = currentPrice(prices, scope, before?.price);
      if (price) places.set(element, { selector, scope, price });
      return price;
    }
    if (before?.scope === scope && before.selector === selector)
      return before.price.isConnected && before.price.matches(selector) ? before.price : undefined;
  }
  return undefined;
}

/**
 * Of the prices in a scope, the first one that is visible, as a card may hold those of all its variants, and that is not
 * crossed out, as the old price of a sale is. Where none is visible, as with a `<meta>` or in a closed quick view, the first
 * one that is not crossed out.
 */
function currentPrice(
  prices: readonly Element[],
  scope: ParentNode,
  before: Element | undefined,
): Element | undefined {
  const [first] = prices;
  // The browser may have to compute styles to know more of a single one. If there was another before, that may be drawn anew.
  if (!prices[1] && (!before || before === first))
    return first && wholeTextOf(first).closest(crossingTags) ? undefined : first;
  const visible = prices.filter((each) => each.checkVisibility({ visibilityProperty: true }));
  return (visible[0] ? visible : prices).find((each) => !isCrossedOut(each, scope));
}

const crossingTags = 'del, s';

/** Whether an element follows a value, as that of a field, which changes without a change of the page. */
export function followsValue(element: Element): boolean {
  const price = places.get(element)?.price;
  return price !== undefined && 'value' in price && !price.textContent.trim();
}

/**
 * Where an element has found its price last. While a framework draws that anew, or once it says "Sold out", a price further
 * away is that of another product. A theme may move the price itself, as on a narrow screen.
 */
const places = new WeakMap<
  Element,
  { readonly selector: string; readonly scope: ParentNode; readonly price: Element }
>();

/**
 * By its tag, however a theme draws it, or by a style sheet: a line goes through all that is inside, except for inline-blocks
 * (CSS Text Decoration, section 2), by which a theme takes the line from a price.
 */
function isCrossedOut(price: Element, scope: ParentNode): boolean {
  const whole = wholeTextOf(price);
  if (whole.closest(crossingTags)) return true;
  let from: Element | null | undefined = whole;
  while (from && from !== scope) {
    const { textDecorationLine, display } = getComputedStyle(from);
    if (textDecorationLine.includes('line-through')) return true;
    if (display.startsWith('inline-')) return false;
    // A price in a slot is drawn in the tree of the component.
    from = from.assignedSlot ?? from.parentElement ?? shadowHostOf(from);
  }
  return false;
}

/** The innermost element with the whole text of a price: a theme may cross out that one, as in `<p class="price"><s>$1,499</s></p>`. */
function wholeTextOf(price: Element): Element {
  const text = price.textContent.trim();
  const inside = [...price.children].find(({ textContent }) => textContent.trim() === text);
  return text && inside ? wholeTextOf(inside) : price;
}

/**
 * The text of a price, else its `content` or `value`; undefined if all are empty. `ambiguous` if there is markup between
 * digits, which would be one number without it: `129<sup>99</sup>`.
 */
export function priceText(price: Element): string | undefined {
  // Each pattern reads a text once, also one of many `<` without a `>`.
  if (/\d\0+\d/.test(price.innerHTML.replace(/<[^>]*>?/g, '\0'))) return 'ambiguous';
  const { value } = price as Partial<HTMLInputElement>;
  const text = price.textContent.trim() || price.getAttribute('content') || value;
  return text ? String(text) : undefined;
}

/** The parent of a node, or the host of a shadow root. A document has neither, but what a page has named `host`. */
export function parentOf(node: Node): ParentNode | undefined {
  if (node instanceof Document) return undefined;
  return node.parentNode ?? (node as Partial<ShadowRoot>).host;
}

/** The request of an element. */
export interface ElementEstimateRequest extends AmountRequest {
  /** NaN where `error` is set. */
  readonly amount: number;
  /** Why nothing can be requested: the amount is ambiguous, or the selector invalid. */
  readonly error?: Extract<PageErrorCode, 'invalid-amount' | 'invalid-selector'>;
}

/** That of the browser, found once: a formatter takes about 0.1 ms, and a list has hundreds of elements. */
let browserTimeZone: string | undefined;

/**
 * The estimate request of an element; undefined without an amount. Where `amount-from` is set, it alone decides: an
 * amount beside it may be that of another variant.
 */
export function estimateRequestOf(element: Element): ElementEstimateRequest | undefined {
  // A button follows no price: its amount decides a loan.
  const isButton = element.localName === 'pay-over-time-button';
  const selector = isButton ? undefined : ownText(element, 'amountFrom', 'amount-from');
  const source = selector ? followedAmount(element, selector) : ownAmount(element);
  if (!source) return undefined;
  const timeZone = ownText(element, 'timeZone', 'time-zone');
  return {
    ...settingsOf(element),
    representative: ownText(element, 'representative'),
    timeZone:
      timeZone === 'browser'
        ? (browserTimeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone)
        : timeZone,
    ...source,
  };
}

type AmountSource = Pick<ElementEstimateRequest, 'amount' | 'error'>;

function ownAmount(element: Element): AmountSource | undefined {
  return read(ownValue(element, 'amount'));
}

function followedAmount(element: Element, selector: string): AmountSource | undefined {
  try {
    const price = findPrice(element, selector);
    return read(price && priceText(price));
  } catch {
    return { amount: NaN, error: 'invalid-selector' };
  }
}

function read(value: unknown): AmountSource | undefined {
  if (value === undefined || value === null) return undefined;
  const amount = parseAmount(value);
  return amount ? { amount } : { amount: NaN, error: 'invalid-amount' };
}
