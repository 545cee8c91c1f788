import type { Visit } from '../state/index.js';

/**
 * True for a request from a page of the sandbox, or from a client without a page. Reads `Sec-Fetch-Site` (W3C Fetch
 * Metadata), or `Origin` where a browser does not send that.
 */
export function isOwnRequest({ request, url, publicOrigin }: Visit): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('origin');
  return origin === null || origin === url.origin || origin === publicOrigin;
}
