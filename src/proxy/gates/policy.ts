/**
 * What the integrator allows: which locations, which amounts, which texts, which ways back. The safe answer is
 * the default, and each opening is an option. It does not know the shape of requests, nor the service.
 */
import { operations } from '../../contract/index.js';
import { invalidRequest } from '../field-errors.js';
import type { ProxySettings } from '../settings/index.js';
import { ProblemError } from '../problem.js';
import { checkSendOrigin, pageOrigin } from './origin.js';

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

/** A request whose `sendSMS` is decided, and who is texted by it. */
export interface SmsChoice<Body> {
  readonly body: Body & { sendSMS: boolean };
  /** The phone number in its canonical form; undefined where nobody is texted. */
  readonly texts: string | undefined;
}

/**
 * Decides what goes out as `sendSMS`: always something, since the service texts people where it is missing. Missing
 * means false, and only where texts are allowed what the contract says. Links are texted for pages of ours alone;
 * onboarding has been authorized by then.
 * Throws 403 `sms-not-allowed` or `origin-not-allowed`, 400 without a number to text.
 */
export function chooseSms<Body extends { sendSMS?: boolean | undefined }>(
  { sms, allowedOrigins }: ProxySettings,
  request: Request,
  operation: 'createPayOverTimeLink' | 'createPrequalLink' | 'addMerchantLocation',
  body: Body,
  phoneNumber: string | undefined,
): SmsChoice<Body> {
  const sendSMS = body.sendSMS ?? (sms && operations[operation].sms.whenOmitted);
  const chosen = { ...body, sendSMS };
  if (!sendSMS) return { body: chosen, texts: undefined };
  if (!sms) throw new ProblemError('sms-not-allowed', 'Texts are not allowed here.');
  if (operation !== 'addMerchantLocation') checkSendOrigin(request, allowedOrigins);
  if (phoneNumber !== undefined) return { body: chosen, texts: phoneNumber };
  throw invalidRequest([{ path: phoneNumberPaths[operation], message: 'Needed for a text' }]);
}

const phoneNumberPaths = {
  createPayOverTimeLink: 'phoneNumber',
  createPrequalLink: '[0].customerPhoneNumber',
  addMerchantLocation: 'representativeDetails.phoneNumber',
} as const;

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
