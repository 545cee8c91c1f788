/** Which pages may call: those of the proxy's own origin and of the allowed origins, each by its exact name. */
import { ProblemError } from './problems.js';

/** The page that a request comes from: one of the integrator's, none as far as the request says, or another page. */
type CallingPage = 'own' | 'none' | 'other';

/**
 * Tells which page calls. The integrator's own pages are those of the allowed origins and of the proxy's origin;
 * programs usually send no origin. `Sec-Fetch-Site` decides when the browser sends it (W3C Fetch Metadata). Only without
 * it, the host of `Origin` is compared with `Host`, since reverse proxies can rewrite `Host`.
 */
function callingPage(request: Request, allowedOrigins: readonly string[]): CallingPage {
  const { headers } = request;
  const origin = headers.get('origin');
  if (origin === 'null') return 'other';
  if (origin !== null && allowedOrigins.includes(origin)) return 'own';
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' ? 'own' : 'other';
  if (origin === null) return 'none';
  return isOwnOrigin(origin, request) ? 'own' : 'other';
}

/** True also when only one of the two names the port that the scheme implies (`shop.example:443`). */
function isOwnOrigin(origin: string, { headers, url }: Request): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const own = `${page.protocol}//${headers.get('host') || new URL(url).host}`;
  return /^https?:$/.test(page.protocol) && URL.canParse(own) && new URL(own).host === page.host;
}

/** Admits the integrator's pages and programs. Throws 403 `origin-not-allowed`. */
export function checkOrigin(request: Request, allowedOrigins: readonly string[]): void {
  if (callingPage(request, allowedOrigins) === 'other')
    throw new ProblemError('origin-not-allowed');
}

/**
 * Admits only the integrator's pages to a text: a request without an origin may ask for estimates, but not send a text.
 * Throws 403 `origin-not-allowed`.
 */
export function checkTextOrigin(request: Request, allowedOrigins: readonly string[]): void {
  if (callingPage(request, allowedOrigins) !== 'own') throw new ProblemError('origin-not-allowed');
}

/**
 * Returns the origin of the calling page where `Host` agrees with it, else undefined. A program can send both as it
 * likes, so this is no proof; `Sec-Fetch-Site` would be none either.
 */
export function pageOrigin(request: Request): string | undefined {
  const origin = request.headers.get('origin');
  return origin !== null && isOwnOrigin(origin, request) ? origin : undefined;
}

/** True for a preflight, which a browser sends before a page of another origin may call (Fetch standard, "CORS protocol"). */
export function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('origin');
}

/**
 * Returns the headers for the preflight of a path with these methods. Throws 403 `origin-not-allowed` for an origin that is
 * not listed.
 */
export function preflightHeaders(
  request: Request,
  methods: readonly string[],
  allowedOrigins: readonly string[],
): Readonly<Record<string, string>> {
  if (!isListed(request, allowedOrigins)) throw new ProblemError('origin-not-allowed');
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers':
      'Content-Type, Idempotency-Key, Financing-Purchase, Authorization, X-Request-Id',
    'access-control-max-age': '600',
  };
}

/**
 * Returns the headers that let pages of a listed origin read an answer, whatever its status; never `*`, and never with
 * credentials, since the proxy uses no cookie. `Vary` is set on all answers, so that a shared cache does not serve the
 * answer of one origin to another.
 */
export function readingHeaders(
  request: Request,
  allowedOrigins: readonly string[],
): Readonly<Record<string, string>> {
  if (allowedOrigins.length === 0) return {};
  if (!isListed(request, allowedOrigins)) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': request.headers.get('origin') ?? '',
    'access-control-expose-headers': 'Retry-After, X-Request-Id, Financing-Link-Token',
  };
}

function isListed({ headers }: Request, allowedOrigins: readonly string[]): boolean {
  const origin = headers.get('origin');
  return origin !== null && allowedOrigins.includes(origin);
}
