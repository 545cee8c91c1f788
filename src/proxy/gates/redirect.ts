import { ProblemError, invalidRequest } from '../http/index.js';
import { pageOrigin } from './origin.js';

/** Options of the redirect gate. */
export interface RedirectOptions {
  readonly redirectOrigins: readonly string[];
  readonly allowedOrigins: readonly string[];
}

/**
 * Admits a `redirectUrl` on the origins of the options; without any, on the page's own origin. Throws 422
 * `redirect-not-allowed`.
 */
export function checkRedirect(
  { redirectOrigins, allowedOrigins }: RedirectOptions,
  request: Request,
  redirectUrl: string | undefined,
): void {
  if (redirectUrl === undefined) return;
  if (!URL.canParse(redirectUrl)) {
    throw invalidRequest([{ path: 'redirectUrl', message: 'Not an absolute URL' }]);
  }
  const { href, origin } = new URL(redirectUrl);
  // `blob:` URLs have an origin too. Browsers read the backslash of `https://shop.example\@evil.example` as a slash,
  // other parsers do not.
  const isPlain = href.startsWith(`${origin}/`) && !redirectUrl.includes('\\');
  const named = [...redirectOrigins, ...allowedOrigins];
  if (isPlain && (named.length > 0 ? named : [pageOrigin(request)]).includes(origin)) return;
  throw new ProblemError(
    'redirect-not-allowed',
    'The redirectUrl leads to an origin that is not allowed.',
  );
}
