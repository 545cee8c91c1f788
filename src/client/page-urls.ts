/** Resolves the URLs that a page and the proxy give to the client, and checks them. */
import { NativeURL } from '../internal/natives.js';

/**
 * Returns the origin of the page. Prefers `location.origin`, because a page can shadow `window.origin` with a variable. In
 * sandboxed frames and in `srcdoc`, only `window.origin` is right.
 */
export function pageOrigin(): string | undefined {
  const { origin, location } = globalThis as Partial<typeof globalThis>;
  return origin === 'null' || location?.origin === 'null' ? origin : location?.origin;
}

/**
 * Resolves a URL that a page wrote, against its `<base>` unless that is on another origin: pages use it to load their images
 * from there. Returns undefined if the result isn't an http or https URL, or contains user info.
 */
export function resolvePageUrl(url: string): URL | undefined {
  return parse(url, pageBase());
}

/** Returns the base URL of the document if it's on the page's own origin, otherwise the URL of the page. */
function pageBase(): string | undefined {
  const { document, location } = globalThis as Partial<typeof globalThis>;
  return [document?.baseURI, location?.href].find((base) => parse(base)?.origin === pageOrigin());
}

/** The last result. An endpoint that is already resolved, such as the script's directory, then needs no parsing. */
let lastResolved: string | undefined;

/**
 * Returns the absolute URL of an endpoint, without a trailing slash. Undefined if the endpoint isn't allowed.
 *
 * A path is on the page's own origin. Another origin needs a complete `https://…` URL; a protocol-relative `//host` isn't
 * allowed. Plain http is allowed for loopback, and on pages that were served over http.
 */
export function resolveEndpoint(endpoint: string): string | undefined {
  if (endpoint === lastResolved) return endpoint;
  const url = parse(endpoint, pageBase());
  const isWrittenOut = /^https?:\/\/[^/\\]/i.test(endpoint);
  if (!url || (!isWrittenOut && url.origin !== pageOrigin())) return undefined;
  const isSafe = isEncrypted(url) || globalThis.location?.protocol !== 'https:';
  if (!isSafe) return undefined;
  return (lastResolved = url.origin + url.pathname.replace(/\/+$/, ''));
}

/** Returns the URL of a link that is safe to open: https, or http on loopback, without user info. */
export function resolveLink(link: unknown): string | undefined {
  const url = parse(link);
  return url && isEncrypted(url) ? url.href : undefined;
}

/** Parses an http or https URL. Returns undefined for any other text, and if the URL contains user info. */
function parse(text: unknown, base?: string): URL | undefined {
  try {
    const url = new NativeURL(text as string, base);
    return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : undefined;
  } catch {
    return undefined;
  }
}

function isEncrypted({ protocol, hostname }: URL): boolean {
  const isLoopback = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'https:' || isLoopback;
}
