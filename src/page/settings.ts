import { resolveEndpoint } from '../client/endpoint.js';

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
  if (named && url.origin === globalThis.origin) scriptDirectory = url.origin + named[1];
}

/** The endpoint and location of an element. */
export function settingsOf(element: Element): ElementSettings & { endpoint: string } {
  const setting = (key: keyof ElementSettings) =>
    ownValue(element, key) || closestAttribute(element, `data-financing-${key}`) || configured[key];
  return {
    endpoint: setting('endpoint') || scriptDirectory || '/financing',
    location: setting('location'),
  };
}

/**
 * Whether an element may create links at its endpoint: the element names it itself, it is on the page's own origin, or
 * `configure()` names it. A `data-` attribute around the element can be injected into a page that cleans its markup, and
 * must not have customer details and purchase tokens sent to another origin.
 */
export function mayCreateLinks(element: Element): boolean {
  const url = resolveEndpoint(settingsOf(element).endpoint);
  const named = resolveEndpoint(ownValue(element, 'endpoint') || configured.endpoint || '');
  return !!url && (url === named || new URL(url).origin === globalThis.origin);
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
  return (element.getRootNode() as Partial<ShadowRoot>).host;
}

/** A property if it is set, on an upgraded element or before, else the attribute. */
export function ownValue(
  element: Element,
  property: string,
  attribute = property,
): string | undefined {
  const value = (element as unknown as Record<string, unknown>)[property];
  return (typeof value === 'string' ? value : element.getAttribute(attribute)) || undefined;
}
