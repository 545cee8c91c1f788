import type { Visit } from './visit.js';

/**
 * True for a request by a page of the sandbox, or by no page at all: `Sec-Fetch-Site` (W3C Fetch Metadata), and `Origin`
 * where a browser does not send that.
 */
export function isOwnRequest({ request, url, publicOrigin }: Visit): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('origin');
  return origin === null || origin === url.origin || origin === publicOrigin;
}
