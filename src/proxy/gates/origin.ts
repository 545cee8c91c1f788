import { ProblemError } from '../problem.js';

/**
 * Who may call: pages of the same origin, and programs that send neither `Origin` nor `Sec-Fetch-Site`.
 * `Sec-Fetch-Site` decides where the browser sends it (W3C Fetch Metadata); only where it is absent, the host of
 * `Origin` is held against `Host`, since reverse proxies may rewrite that.
 */
export function checkOrigin(request: Request): void {
  if (isSameOrigin(request)) return;
  throw new ProblemError('origin-not-allowed', 'Requests from this origin are not allowed.');
}

function isSameOrigin({ headers, url }: Request): boolean {
  const origin = headers.get('origin');
  if (origin === 'null') return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  if (origin === null) return true;
  const host = headers.get('host') || new URL(url).host;
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

/** The origin of the page that a request comes from; of the proxy itself where the request does not say. */
export function pageOrigin({ headers, url }: Request): string {
  return headers.get('origin') ?? new URL(url).origin;
}
