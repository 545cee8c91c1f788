/**
 * Checks what the integrator allows: locations, redirects, text messages, amounts, people, and staff. Each check throws to refuse
 * a request.
 */
import { purchaseHeader } from '../contract/link-tracking.js';
import {
  operations,
  type OperationName,
  type PayOverTimeLinkRequest,
  type PrequalLinkRequest,
} from '../contract/index.js';
import type { CreatingOperation } from '../contract/prefill-fields.js';
import { isTimeout } from '../internal/deadline.js';
import { equalBytes } from '../internal/crypto.js';
import { isLoopback } from '../internal/loopback.js';
import { InvalidServiceResponseError } from '../service/index.js';
import { type ParsedBody } from './fields/parse-fields.js';
import { checkTextedNames } from './fields/texted-names.js';
import { callHook } from './hooks.js';
import { checkTextOrigin, callingPageOrigin } from './origin.js';
import {
  ProblemError,
  UnknownLinkHostError,
  invalidRequest,
  type ProblemCode,
} from './problems.js';
import { ResolvedPurchaseSchema } from './purchases/purchase.js';
import { differenceOf, type PurchaseFault } from './purchases/purchase-faults.js';
import { verifyPurchase } from './purchases/purchase-token.js';
import type { SendRequest } from './sends/send-once.js';
import type { ProxySettings } from './proxy-settings.js';

/** Calls a hook for a request. Throws a problem with this code if the hook fails. */
async function askHook<T>(
  code: ProblemCode,
  { signal }: Request,
  hook: () => T | Promise<T>,
): Promise<T> {
  try {
    return await callHook(signal, hook);
  } catch (cause) {
    throw new ProblemError(code, { cause });
  }
}

/** Refuses a location that isn't in the options. Throws 403 `location-not-allowed`. */
export function checkLocation({ locations }: ProxySettings, location: string | undefined): void {
  if (!isListed(locations, location)) throw new ProblemError('location-not-allowed');
}

/**
 * Refuses a department or platform that isn't in the options: "only a value issued to the integrator may be sent" (service
 * document). Throws 403 `department-not-allowed` or `source-platform-not-allowed`.
 */
export function checkIssuedNames(
  { departments, sourcePlatforms }: ProxySettings,
  body: { departmentId?: string | number | undefined; sourcePlatform?: string | undefined },
): void {
  if (!isListed(departments, body.departmentId)) throw new ProblemError('department-not-allowed');
  if (!isListed(sourcePlatforms, body.sourcePlatform)) {
    throw new ProblemError('source-platform-not-allowed');
  }
}

/** True for values on the list. Also true if the list is empty or the value is undefined. */
function isListed(list: readonly string[], value: string | number | undefined): boolean {
  return value === undefined || list.length === 0 || list.includes(String(value));
}

/**
 * Adds the location from the options to an object without one, if there is exactly one in the options. Runs before the fields are
 * checked.
 */
export function withOnlyLocation({ locations }: ProxySettings, json: unknown): unknown {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  if (!isObject || Object.hasOwn(json, 'location') || locations.length !== 1) return json;
  return { ...json, location: locations[0] };
}

/**
 * Allows a `redirectUrl` on the origins in the options, or, if there are none, on the page's own origin. A link that is texted
 * can only return to the origins in the options, because a program can feign a page and text its own site to anyone. Throws 400
 * `invalid-request` if it isn't an absolute URL, and 422 `redirect-not-allowed`.
 */
export function checkRedirect(
  settings: ProxySettings,
  request: Request,
  { redirectUrl, sendSMS }: Pick<PayOverTimeLinkRequest, 'redirectUrl' | 'sendSMS'>,
): void {
  if (redirectUrl === undefined) return;
  if (!URL.canParse(redirectUrl)) {
    throw invalidRequest([{ path: 'redirectUrl', message: 'Not an absolute URL' }]);
  }
  const { href, origin } = new URL(redirectUrl);
  // `blob:` URLs have an origin, too. Browsers read the backslash in `https://shop.example\@evil.example` as a slash, and other
  // parsers don't.
  const isPlain = href.startsWith(`${origin}/`) && !redirectUrl.includes('\\');
  const named = [...settings.redirectOrigins, ...settings.allowedOrigins];
  const isTexted = settings.sms && isTextRequested(settings, 'createPayOverTimeLink', sendSMS);
  const allowed = named.length > 0 || isTexted ? named : [callingPageOrigin(request)];
  if (isPlain && allowed.includes(origin)) return;
  throw new ProblemError('redirect-not-allowed');
}

/**
 * Checks a link from the service before a shopper is sent to it. The link must use https (or http on this machine), have no user
 * information, and be on one of `linkHosts` if there are any. It must not contain characters that URL parsers disagree on: some
 * read `https://a.example\@b.example` as b.example. Throws `InvalidServiceResponseError`, or `UnknownLinkHostError` for another
 * host.
 */
export function checkLinkUrl(
  { linkHosts }: ProxySettings,
  operation: OperationName,
  text: string,
): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSecure =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  // A page would resolve `https:a.example/x` as a relative path.
  const isAbsolute = /^https?:\/\/[^/]/i.test(text) && !/[\s\\\p{Cc}\p{Cf}]/u.test(text);
  const isPlain = isAbsolute && url?.username === '' && url.password === '';
  if (!isSecure || !isPlain) throw new InvalidServiceResponseError(operation);
  if (linkHosts.length === 0 || linkHosts.includes(url.host)) return;
  throw new UnknownLinkHostError(operation);
}

/** A missing `sendSMS` means false if text messages aren't allowed. Otherwise, it means what the contract says. */
function isTextRequested(
  { sms }: ProxySettings,
  operation: CreatingOperation,
  sendSMS: boolean | undefined,
): boolean {
  return sendSMS ?? (sms && operations[operation].sms.whenOmitted);
}

/**
 * Decides `sendSMS`. The service gets it in every request, because the service sends a text message if it's missing. Only the
 * integrator's pages can have links sent by text message. Onboarding requests skip that check, because they have already been
 * authorized. Throws 403 `sms-not-allowed` or `origin-not-allowed`, 400 if the phone number is missing or a name or a reference
 * contains a link or a phone number, and 422 for a number that can't receive text messages.
 */
export function chooseSms<Body extends { sendSMS?: boolean | undefined }>(
  settings: ProxySettings,
  request: Request,
  operation: CreatingOperation,
  body: Body,
  { phoneNumber, dropped }: { phoneNumber: string | undefined } & Pick<ParsedBody<Body>, 'dropped'>,
): Pick<SendRequest<unknown>, 'smsRecipient'> & { readonly body: Body & { sendSMS: boolean } } {
  const path = operations[operation].sms.phoneNumberPath;
  const sendSMS = isTextRequested(settings, operation, body.sendSMS);
  const chosen = { ...body, sendSMS };
  if (!sendSMS) return { body: chosen, smsRecipient: undefined };
  if (!settings.sms) throw new ProblemError('sms-not-allowed');
  if (!isOnboarding(operation)) checkTextOrigin(request, settings.allowedOrigins);
  const unusable = dropped.get(path);
  if (unusable) throw unusable;
  if (phoneNumber === undefined)
    throw invalidRequest([{ path, message: 'Required if the link is sent by text message' }]);
  const issued = [...settings.departments, ...settings.sourcePlatforms];
  checkTextedNames(body, path.startsWith('[0]') ? [0] : [], issued);
  return { body: chosen, smsRecipient: phoneNumber };
}

/**
 * Allows an amount that the integrator's server verified, because the amount decides a loan. The verification is a purchase
 * token, `resolvePurchase`, or the option to trust the page. Resolves with true if the server also verified the `transactionId`,
 * which a page can guess. Throws 403 `purchase-not-verified`. Its `reason` and `cause` go only to the log. `cause` is set if
 * `resolvePurchase` throws or takes longer than 5 s.
 */
export async function checkPurchase(
  { trustPageAmount, purchaseSecret, purchaseMaxAge, resolvePurchase }: ProxySettings,
  request: Request,
  body: PayOverTimeLinkRequest,
): Promise<boolean> {
  const token = request.headers.get(purchaseHeader);
  let tokenFault: PurchaseFault | undefined;
  if (purchaseSecret && token) {
    const verified = await verifyPurchase(token, purchaseSecret, Date.now(), purchaseMaxAge);
    tokenFault = verified.fault ?? differenceOf(verified.purchase, body);
    if (tokenFault === undefined) return true;
  }
  if (trustPageAmount) return false;
  if (!resolvePurchase) {
    throw unverified('purchaseSecret', tokenFault ?? (purchaseSecret ? 'no-token' : 'no-secret'));
  }
  const resolved: unknown = await askHook('purchase-not-verified', request, () =>
    resolvePurchase(request, structuredClone(body)),
  );
  const purchase = ResolvedPurchaseSchema.safeParse(resolved).data;
  const fault = purchase
    ? differenceOf(purchase, body)
    : (resolved ?? undefined) === undefined
      ? 'no-purchase'
      : 'invalid-purchase';
  if (purchase && fault === undefined) return purchase.transactionId !== undefined;
  if (tokenFault !== undefined) throw unverified('purchaseSecret', tokenFault);
  throw unverified('resolvePurchase', fault);
}

function unverified(option: string, reason: PurchaseFault | undefined): ProblemError {
  return new ProblemError('purchase-not-verified', { option, reason });
}

/**
 * Allows requests that `verifyHuman` accepts. Throws 403 `verification-failed`. If `verifyHuman` throws or takes longer than 5 s,
 * that error is the `cause`, for the operator's log.
 */
export async function checkHuman(
  { verifyHuman }: ProxySettings,
  request: Request,
  body: PayOverTimeLinkRequest | PrequalLinkRequest,
): Promise<void> {
  if (!verifyHuman) return;
  const result: unknown = await askHook('verification-failed', request, () =>
    verifyHuman(request, structuredClone(body)),
  );
  if (result !== true) throw new ProblemError('verification-failed');
}

/** True for operations that only the integrator's staff and back ends may call. */
export function isOnboarding(operation: OperationName): boolean {
  const credentials: readonly string[] = operations[operation].credentials;
  return credentials.includes('svc-secret');
}

/**
 * Allows the integrator's staff and back ends. Throws 401 `unauthorized`, also if `authorize` throws. If `authorize` takes too
 * long, rejects with a `TimeoutError`, because that's a failure and not a refusal.
 */
export async function checkStaff(
  { authorize, adminToken }: ProxySettings,
  request: Request,
): Promise<void> {
  const token = bearerTokenOf(request);
  if (adminToken !== undefined && token !== undefined && (await isSame(token, adminToken))) return;
  let cause: unknown;
  try {
    const result: unknown = await callHook(request.signal, () => authorize?.(request) ?? false);
    if (result === true) return;
  } catch (error) {
    if (isTimeout(error)) throw error;
    cause = error;
  }
  throw new ProblemError('unauthorized', { headers: { 'www-authenticate': 'Bearer' }, cause });
}

/** Returns the token from `Authorization: Bearer` (RFC 6750 section 2.1). */
export function bearerTokenOf({ headers }: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
}

/** Compares digests, so that the duration doesn't reveal where two tokens differ. */
async function isSame(a: string, b: string): Promise<boolean> {
  const [left, right] = await Promise.all([a, b].map(digest));
  return equalBytes(left!, right!);
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
