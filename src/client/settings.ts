/**
 * Where an element gets its endpoint and location from: its own attribute, the nearest ancestor's
 * `data-financing-…`, `configure()`, the directory of the script, `/financing`; the first that is set wins.
 *
 * It reads plain elements, upgraded or not, since the first call is made from the markup before any class
 * exists. It does not know whether an endpoint is any good; the client judges that.
 */
import { parseAmount } from './amount.js';
import type { EstimateQuestion } from './estimate-batch.js';
import { priceOf } from './price.js';

export interface Settings {
  /** The proxy's mount: a path on the page's own origin, or a URL written out in full. */
  endpoint?: string | undefined;
  /** The location id that requests are made for. */
  location?: string | undefined;
}

const configured: Settings = {};
let scriptDirectory: string | undefined;

/** Sets what elements fall back to when neither they nor an ancestor says otherwise. */
export function setSettings(settings: Settings): void {
  Object.assign(configured, settings);
}

/**
 * Takes the directory of the script for the endpoint, if the page's own origin serves it under the name that
 * the proxy gives it, `elements.js` or `elements.<hash>.js`.
 */
export function setScriptUrl(script: string): void {
  const url = new URL(script);
  const named = /^(.*)\/elements(?:\.\w+)?\.js$/.exec(url.pathname);
  if (named && url.origin === globalThis.origin) scriptDirectory = url.origin + named[1];
}

/** The endpoint and location of an element. */
export function settingsOf(element: Element): Settings & { endpoint: string } {
  const setting = (key: keyof Settings) =>
    own(element, key) || nearest(element, `data-financing-${key}`) || configured[key];
  return {
    endpoint: setting('endpoint') || scriptDirectory || '/financing',
    location: setting('location'),
  };
}

/**
 * What an element with an amount asks; undefined without one. An amount that is none has NaN cents. Where
 * `amount-from` is set, it alone decides: an amount beside it may be that of another variant.
 */
export function questionOf(element: Element): EstimateQuestion | undefined {
  const { amount } = element as Element & { amount?: unknown };
  const selector = own(element, 'amountFrom', 'amount-from');
  const written = selector
    ? priceOf(element, selector)
    : (amount ?? element.getAttribute('amount'));
  if (written === undefined || written === null) return undefined;
  const timeZone = own(element, 'timeZone', 'time-zone');
  return {
    ...settingsOf(element),
    representative: own(element, 'representative'),
    timeZone: timeZone === 'browser' ? Intl.DateTimeFormat().resolvedOptions().timeZone : timeZone,
    cents: parseAmount(written) ?? NaN,
  };
}

/** The value of an attribute on the element or its nearest ancestor that has it, across shadow roots. */
export function nearest(element: Element, attribute: string): string | undefined {
  for (let from: Element | undefined = element; from; from = hostOf(from)) {
    const bearer: Element | null = from.closest(`[${attribute}]`);
    if (bearer) return bearer.getAttribute(attribute) ?? undefined;
  }
  return undefined;
}

function hostOf(element: Element): Element | undefined {
  return (element.getRootNode() as Partial<ShadowRoot>).host;
}

/** A property if it is set, on an upgraded element or before, else the attribute. */
function own(element: Element, property: string, attribute = property): string | undefined {
  const value = (element as unknown as Record<string, unknown>)[property];
  return (typeof value === 'string' ? value : element.getAttribute(attribute)) || undefined;
}
