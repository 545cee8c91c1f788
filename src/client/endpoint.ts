/** Memo of the last normalized endpoint; most pages have one. */
let resolvedLast: string | undefined;

/**
 * The absolute URL of an endpoint, without a slash at its end; undefined for an endpoint that is refused.
 *
 * A path is one on the page's own origin. Another origin has to be a complete URL, `https://…`: a protocol-relative
 * `//host` is refused, and so is every scheme but https. Plain http is allowed on pages that are served by it
 * themselves, and on loopback.
 */
export function resolveEndpoint(endpoint: string): string | undefined {
  if (endpoint === resolvedLast) return endpoint;
  const url = parse(endpoint, globalThis.document?.baseURI);
  const isWrittenOut = /^https?:\/\/[^/\\]/i.test(endpoint);
  if (!url || (!isWrittenOut && url.origin !== globalThis.origin)) return undefined;
  const isSafe = isEncrypted(url) || globalThis.location?.protocol !== 'https:';
  if (!isSafe) return undefined;
  return (resolvedLast = url.origin + url.pathname.replace(/\/+$/, ''));
}

/** The URL of a link that a shopper may be sent to: https, or http on loopback, without user info. */
export function resolveLink(link: unknown): string | undefined {
  const url = parse(link);
  return url && isEncrypted(url) ? url.href : undefined;
}

/** A URL of http or https without user info. */
function parse(text: unknown, base?: string): URL | undefined {
  try {
    const url = new URL(text as string, base);
    return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : undefined;
  } catch {
    return undefined;
  }
}

function isEncrypted({ protocol, hostname }: URL): boolean {
  const isLoopback = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'https:' || isLoopback;
}
