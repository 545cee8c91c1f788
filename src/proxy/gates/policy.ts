/**
 * What the integrator allows: which locations, which amounts, which texts, which ways back. The safe answer is
 * the default, and each opening is an option. It does not know the shape of requests, nor the service.
 */
import { invalidRequest } from '../field-errors.js';
import type { ProxySettings } from '../options.js';
import { ProblemError } from '../problem.js';
import { pageOrigin } from './origin.js';

/** The location to use: the one named, or the only one there is. Throws 403 `location-not-allowed`. */
export function chooseLocation<Named extends string | undefined>(
  { locations }: ProxySettings,
  named: Named,
): Named | string {
  if (named === undefined) return locations.length === 1 ? (locations[0] ?? named) : named;
  if (locations.length === 0 || locations.includes(named)) return named;
  throw new ProblemError('location-not-allowed', 'This location is not served here.');
}

/** Gives the object a location when it names none and there is only one to name, before its fields are checked. */
export function withOnlyLocation(settings: ProxySettings, json: unknown): unknown {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  if (!isObject || Object.hasOwn(json, 'location') || settings.locations.length !== 1) return json;
  return { ...json, location: settings.locations[0] };
}

/**
 * What to send for `sendSMS`: always something, since the service texts people where it is missing.
 * Throws 403 `sms-not-allowed`.
 */
export function chooseSendSms(requested: boolean | undefined): false {
  if (requested) throw new ProblemError('sms-not-allowed', 'Texts are not allowed here.');
  return false;
}

/** Lets an amount decide a loan only when somebody else than the page vouches for it. */
export function checkPurchase({ trustPageAmount }: ProxySettings): void {
  if (trustPageAmount) return;
  throw new ProblemError('purchase-not-verified', 'Nobody but the page vouches for this amount.');
}

/** Lets shoppers return to the page's own origin and to allowed ones. Throws 422 `redirect-not-allowed`. */
export function checkRedirect(
  { redirectOrigins }: ProxySettings,
  request: Request,
  redirectUrl: string | undefined,
): void {
  if (redirectUrl === undefined) return;
  if (!URL.canParse(redirectUrl)) {
    throw invalidRequest([{ path: 'redirectUrl', message: 'Not an absolute URL' }]);
  }
  const { href, origin } = new URL(redirectUrl);
  // `blob:` URLs have an origin too, and what is a slash to browsers in `https://shop.example\@evil.example` is none to others.
  const isPlain = href.startsWith(`${origin}/`) && !redirectUrl.includes('\\');
  if (isPlain && (origin === pageOrigin(request) || redirectOrigins.includes(origin))) return;
  throw new ProblemError('redirect-not-allowed', 'This redirect leads to an origin not allowed.');
}
