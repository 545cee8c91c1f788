/**
 * Purchase tokens: the integrator's back end signs the amount of a purchase, and the page passes the token on.
 *
 * A token is `v1.<payload>.<mac>`. The payload is JSON, and the MAC is the HMAC-SHA256 of `v1.<payload>` in ASCII. Both are
 * base64url without padding. docs/purchase-token.md creates tokens in other languages. A token can be used more than once
 * until it expires.
 */
import * as z from 'zod';
import { createMac, fromBase64Url, toBase64Url } from '../../internal/crypto.js';
import { InvalidOptionError, checkArgument, describeUnknown } from '../../internal/options.js';
import { describeIssue, lowerFirst } from '../../internal/field-sentences.js';
import { tryParseJsonBytes } from '../../internal/json.js';
import { checkOf, readOptions } from '../../internal/settings.js';
import { SignedPurchaseSchema, type SignedPurchase } from './purchase.js';
import type { TokenFault } from './purchase-faults.js';
import { proxySettings } from '../proxy-settings.js';

/** The time by which the back end's clock may be ahead of this machine's clock, in seconds. */
const clockToleranceSeconds = 300;

/** Options of `signPurchase`. */
interface SignPurchaseOptions {
  /** The latest allowed `exp`, in seconds from now. Set it to the proxy's `purchaseMaxAge`. The defaults are the same. */
  readonly maxAge?: number | undefined;
}

/**
 * Signs a purchase for the header `Financing-Purchase`. For back ends. Rejects with an `InvalidOptionError` if the purchase is
 * invalid, if the proxy would refuse its `exp`, or if the secret is missing or too short.
 */
export async function signPurchase(
  purchase: SignedPurchase,
  secret: string,
  options: SignPurchaseOptions = {},
): Promise<string> {
  checkArgument('secret', checkOf({ ...proxySettings.purchaseSecret, isRequired: true }), secret);
  const { maxAge } = readOptions({ maxAge: proxySettings.purchaseMaxAge }, options);
  const now = Date.now() / 1000;
  const reason = `must be a Unix time in seconds, at most ${maxAge} seconds from now`;
  const exp = z
    .number(reason)
    .gt(now, reason)
    .max(now + maxAge, reason);
  const { data, error } = SignedPurchaseSchema.extend({ exp }).safeParse(purchase);
  if (!data) throw describe(error.issues[0]!);
  const json = JSON.stringify(data);
  const signed = `v1.${toBase64Url(new TextEncoder().encode(json))}`;
  return `${signed}.${toBase64Url(await createMac(secret).sign(signed))}`;
}

/** The result of a verification: the purchase if the token is valid, or what is wrong with the token. */
type VerifiedPurchase =
  | { readonly purchase: SignedPurchase; readonly fault?: undefined }
  | { readonly purchase?: undefined; readonly fault: TokenFault };

/**
 * Verifies a token at `now`, in ms. Refuses a token that is valid for more than `maxAge` seconds, because its `exp` is
 * probably in milliseconds, and the token would never expire. Allows five minutes more: without them, a back end whose clock
 * is a second ahead couldn't sign for the whole `maxAge`.
 */
export async function verifyPurchase(
  token: string,
  secret: string,
  now: number,
  maxAge: number,
): Promise<VerifiedPurchase> {
  const [, signed, payload = '', macText = ''] = /^(v1\.([\w-]+))\.([\w-]{43})$/.exec(token) ?? [];
  const bytes = fromBase64Url(payload);
  const mac = fromBase64Url(macText);
  if (!signed || !bytes || !mac) return { fault: 'malformed' };
  if (!(await createMac(secret).verify(mac, signed))) return { fault: 'wrong-signature' };
  const purchase = SignedPurchaseSchema.safeParse(tryParseJsonBytes(bytes)).data;
  if (!purchase) return { fault: 'invalid-payload' };
  const remainingMs = purchase.exp * 1000 - now;
  if (remainingMs <= 0) return { fault: 'expired' };
  const maxRemainingMs = (maxAge + clockToleranceSeconds) * 1000;
  return remainingMs > maxRemainingMs ? { fault: 'expires-too-late' } : { purchase };
}

/** Returns an error that names the invalid field, without its value. */
function describe(issue: z.core.$ZodIssue): InvalidOptionError {
  if (issue.code === 'unrecognized_keys') {
    const [name = ''] = issue.keys;
    const known = Object.keys(SignedPurchaseSchema.shape);
    const reason = describeUnknown(name, known, 'purchase.');
    return new InvalidOptionError(`purchase.${name}`, reason, 'Argument');
  }
  const option = ['purchase', ...issue.path].join('.');
  return new InvalidOptionError(option, reasonOf(issue), 'Argument');
}

/** Completes "Argument x …". */
function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.message.startsWith('must ')) return issue.message;
  const reason = lowerFirst(describeIssue(issue));
  return reason.startsWith('must ') ? reason : `is ${reason}`;
}
