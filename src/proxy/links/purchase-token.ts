/**
 * Purchase tokens: the integrator's back end signs the amount of a purchase, and the page passes the token on.
 *
 * A token is `v1.<payload>.<mac>`: JSON and HMAC-SHA256 over the ASCII of `v1.<payload>`, both in base64url without
 * padding. docs/purchase-token.md builds the same in other languages. A token can be used more than once until it
 * expires.
 */
import * as z from 'zod';
import { fromBase64Url, toBase64Url } from '../../internal/base64url.js';
import { tryParseJsonBytes } from '../../internal/json.js';
import { createMac } from '../../internal/keyed-hash.js';
import { checkOption } from '../../internal/settings/index.js';
import { proxySettings } from '../settings/index.js';

/** Checks a purchase, as `resolvePurchase` returns it. */
export const PurchaseSchema = z.object({
  /** US dollars. */
  amount: z.number().positive(),
  /** Without it, the amount is valid for any transaction. */
  transactionId: z.string().min(1).optional(),
  /** Without it, the amount is valid for any location that the proxy serves. */
  location: z.string().min(1).optional(),
});

/** A verified purchase. `amount` in US dollars; without a location, valid for any that the proxy serves. */
export type Purchase = z.infer<typeof PurchaseSchema>;

const SignedPurchaseSchema = z.strictObject({
  ...PurchaseSchema.shape,
  transactionId: z.string().min(1),
  /** Expiration time in Unix seconds. */
  exp: z.number().positive(),
});

/** Refuses milliseconds, as in `Date.now()`: such a token would be valid for 50,000 years. */
const PurchaseToSignSchema = SignedPurchaseSchema.extend({
  exp: z.number().positive().max(99_999_999_999, 'exp is in Unix seconds, and not in milliseconds'),
});

/** The payload of a purchase token. `exp` is its expiration time in Unix seconds. */
export type SignedPurchase = z.infer<typeof SignedPurchaseSchema>;

/**
 * Signs a purchase for the header `Financing-Purchase`. For back ends. Rejects with a `ZodError` for another shape, with
 * an `InvalidOptionError` for a secret that is missing or short.
 */
export async function signPurchase(purchase: SignedPurchase, secret: string): Promise<string> {
  checkOption('purchaseSecret', { ...proxySettings.purchaseSecret, isRequired: true }, secret);
  const json = JSON.stringify(PurchaseToSignSchema.parse(purchase));
  const signed = `v1.${toBase64Url(new TextEncoder().encode(json))}`;
  return `${signed}.${toBase64Url(await createMac(secret).sign(signed))}`;
}

/** Returns the purchase of a token that is valid at `now` (ms), or undefined. */
export async function verifyPurchase(
  token: string,
  secret: string,
  now = Date.now(),
): Promise<SignedPurchase | undefined> {
  const [, signed, payload = '', macText = ''] = /^(v1\.([\w-]+))\.([\w-]{43})$/.exec(token) ?? [];
  const bytes = fromBase64Url(payload);
  const mac = fromBase64Url(macText);
  if (!signed || !bytes || !mac) return undefined;
  if (!(await createMac(secret).verify(mac, signed))) return undefined;
  const purchase = SignedPurchaseSchema.safeParse(tryParseJsonBytes(bytes));
  return purchase.success && now < purchase.data.exp * 1000 ? purchase.data : undefined;
}
