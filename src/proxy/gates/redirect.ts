import { ProblemError, invalidRequest } from '../http/index.js';
import { pageOrigin } from './origin.js';

/** Options of the redirect gate. */
export interface RedirectOptions {
  readonly redirectOrigins: readonly string[];
}

/** Admits a `redirectUrl` on the page's own origin or an allowed one. Throws 422 `redirect-not-allowed`. */
export function checkRedirect(
  { redirectOrigins }: RedirectOptions,
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
  if (isPlain && (origin === pageOrigin(request) || redirectOrigins.includes(origin))) return;
  throw new ProblemError('redirect-not-allowed', 'This redirect leads to an origin not allowed.');
}
