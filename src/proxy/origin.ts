/** Decides which pages may call the proxy: pages on the proxy's own origin and on the allowed origins, each matched exactly. */
import { linkTokenHeader, purchaseHeader } from '../contract/link-tracking.js';
import { ProblemError } from './problems.js';

/**
 * The kind of page that a request comes from: one of the integrator's pages, no page (as far as the headers say), or another
 * page.
 */
type CallingPage = 'own' | 'none' | 'other';

/**
 * Returns the kind of the calling page. The integrator's own pages are on the allowed origins or the proxy's origin. Programs
 * usually send no origin. If the browser sends `Sec-Fetch-Site` (W3C Fetch Metadata), that decides. The host of `Origin` is
 * compared with `Host` only as a fallback, because reverse proxies can rewrite `Host`.
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

/**
 * Returns true if `Origin` has the request's own host. Also true if only one of them has the scheme's default port
 * (`shop.example:443`).
 */
function isOwnOrigin(origin: string, { headers, url }: Request): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const own = `${page.protocol}//${headers.get('host') || new URL(url).host}`;
  return /^https?:$/.test(page.protocol) && URL.canParse(own) && new URL(own).host === page.host;
}

/** Allows the integrator's pages and programs. Throws 403 `origin-not-allowed` for other pages. */
export function checkOrigin(request: Request, allowedOrigins: readonly string[]): void {
  if (callingPage(request, allowedOrigins) === 'other')
    throw new ProblemError('origin-not-allowed');
}

/**
 * Allows only the integrator's pages to send a text message. A request without an origin may ask for estimates, but not send a
 * text message. Throws 403 `origin-not-allowed`.
 */
export function checkTextOrigin(request: Request, allowedOrigins: readonly string[]): void {
  if (callingPage(request, allowedOrigins) !== 'own') throw new ProblemError('origin-not-allowed');
}

/**
 * Returns the origin of the calling page if it matches `Host`, otherwise undefined. This proves nothing, because a program can
 * send any `Origin` and `Host`. It can also send any `Sec-Fetch-Site`.
 */
export function callingPageOrigin(request: Request): string | undefined {
  const origin = request.headers.get('origin');
  return origin !== null && isOwnOrigin(origin, request) ? origin : undefined;
}

/** True for a preflight, which a browser sends before a cross-origin call (Fetch standard, "CORS protocol"). */
export function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('origin');
}

/**
 * Returns the response headers for the preflight of a path with these methods. Throws 403 `origin-not-allowed` for an origin that
 * isn't listed.
 */
export function preflightHeaders(
  request: Request,
  methods: readonly string[],
  allowedOrigins: readonly string[],
): Readonly<Record<string, string>> {
  if (!isAllowedOrigin(request, allowedOrigins)) throw new ProblemError('origin-not-allowed');
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': `Content-Type, Idempotency-Key, ${purchaseHeader}, Authorization, X-Request-Id`,
    'access-control-max-age': '600',
  };
}

/**
 * Returns the headers that let pages on a listed origin read a response of any status. Never allows `*`, and never allows
 * credentials, because the proxy uses no cookies. All responses get `Vary`, so that a shared cache doesn't serve one origin's
 * response to another.
 */
export function readingHeaders(
  request: Request,
  allowedOrigins: readonly string[],
): Readonly<Record<string, string>> {
  if (allowedOrigins.length === 0) return {};
  if (!isAllowedOrigin(request, allowedOrigins)) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': request.headers.get('origin') ?? '',
    'access-control-expose-headers': `Retry-After, X-Request-Id, ${linkTokenHeader}`,
  };
}

function isAllowedOrigin({ headers }: Request, allowedOrigins: readonly string[]): boolean {
  const origin = headers.get('origin');
  return origin !== null && allowedOrigins.includes(origin);
}
