import { ProblemError } from '../http/index.js';

/** The page that a request comes from: one of the integrator's, none as far as the request says, or another page. */
export type CallingPage = 'own' | 'none' | 'other';

/**
 * Tells which page calls. The integrator's own pages are those of the allowed origins and of the proxy's origin;
 * programs usually send no origin. `Sec-Fetch-Site` decides when the browser sends it (W3C Fetch Metadata). Only without
 * it, the host of `Origin` is compared with `Host`, since reverse proxies can rewrite `Host`.
 */
export function callingPage(
  { headers, url }: Request,
  allowedOrigins: readonly string[],
): CallingPage {
  const origin = headers.get('origin');
  if (origin === 'null') return 'other';
  if (origin !== null && allowedOrigins.includes(origin)) return 'own';
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' ? 'own' : 'other';
  if (origin === null) return 'none';
  return isSameHost(origin, proxyHostOf({ headers, url })) ? 'own' : 'other';
}

function proxyHostOf({ headers, url }: Pick<Request, 'headers' | 'url'>): string {
  return headers.get('host') || new URL(url).host;
}

/** True also when only one of the two names the port that the scheme implies (`shop.example:443`). */
function isSameHost(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const own = `${page.protocol}//${host}`;
  return /^https?:$/.test(page.protocol) && URL.canParse(own) && new URL(own).host === page.host;
}

/** Admits the integrator's pages and programs. Throws 403 `origin-not-allowed`. */
export function checkOrigin(request: Request, allowedOrigins: readonly string[]): void {
  if (callingPage(request, allowedOrigins) === 'other') throw originNotAllowed();
}

/**
 * Admits only the integrator's pages to a send: a request without an origin may ask for estimates, but not send a text.
 * Throws 403 `origin-not-allowed`.
 */
export function checkSendOrigin(request: Request, allowedOrigins: readonly string[]): void {
  if (callingPage(request, allowedOrigins) !== 'own') throw originNotAllowed();
}

/** Returns the 403 for other pages. */
export function originNotAllowed(): ProblemError {
  return new ProblemError('origin-not-allowed', 'Requests from this origin are not allowed.');
}

/**
 * Returns the origin of the calling page where `Host` agrees with it, else undefined. A program can send both as it
 * likes, so this is no proof; `Sec-Fetch-Site` would be none either.
 */
export function pageOrigin(request: Request): string | undefined {
  const origin = request.headers.get('origin');
  return origin !== null && isSameHost(origin, proxyHostOf(request)) ? origin : undefined;
}
