import { ProblemError } from '../problem.js';

/** Whose page a request comes from: one of ours, none at all as far as it says, or somebody else's. */
export type Caller = 'ours' | 'none' | 'other';

/**
 * Tells who calls. Ours are pages of the allowed origins and of the proxy's own; programs mostly are no page.
 * `Sec-Fetch-Site` decides where the browser sends it (W3C Fetch Metadata); only where it is absent, the host of
 * `Origin` is held against `Host`, since reverse proxies may rewrite that.
 */
export function callerOf(
  { headers, url }: Request,
  allowedOrigins: readonly string[] = [],
): Caller {
  const origin = headers.get('origin');
  if (origin === 'null') return 'other';
  if (origin !== null && allowedOrigins.includes(origin)) return 'ours';
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' ? 'ours' : 'other';
  if (origin === null) return 'none';
  const host = headers.get('host') || new URL(url).host;
  return isSameHost(origin, host) ? 'ours' : 'other';
}

/** True also where one names the port that the scheme implies, and the other does not (`shop.example:443`). */
function isSameHost(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const own = `${page.protocol}//${host}`;
  return /^https?:$/.test(page.protocol) && URL.canParse(own) && new URL(own).host === page.host;
}

/** Lets pages of ours call, and programs. Throws 403 `origin-not-allowed`. */
export function checkOrigin(request: Request, allowedOrigins: readonly string[] = []): void {
  if (callerOf(request, allowedOrigins) === 'other') throw originNotAllowed();
}

/**
 * Lets only pages of ours have somebody texted: whoever does not say where a request comes from may ask, but not
 * send. Throws 403 `origin-not-allowed`.
 */
export function checkSendOrigin(request: Request, allowedOrigins: readonly string[]): void {
  if (callerOf(request, allowedOrigins) !== 'ours') throw originNotAllowed();
}

/** The 403 for pages that are not ours. */
export function originNotAllowed(): ProblemError {
  return new ProblemError('origin-not-allowed', 'Requests from this origin are not allowed.');
}

/** The origin of the page that a request comes from; of the proxy itself where the request does not say. */
export function pageOrigin({ headers, url }: Request): string {
  return headers.get('origin') ?? new URL(url).origin;
}
