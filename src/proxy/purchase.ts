/**
 * Whose amount is it? The amount of a pay-over-time link decides a loan, so somebody else than the page has to
 * vouch for it: the integrator's code when it is asked, or the integrator's back end with a token that it signed.
 *
 * A token is `v1.<payload>.<mac>`: JSON and HMAC-SHA256 over the ASCII of `v1.<payload>`, both in base64url without
 * padding. docs/purchase-token.md makes the same in other languages. A token may be used more than once until it
 * expires: what keeps a purchase from two links is not here.
 */
import * as z from 'zod';
import type { PayOverTimeLinkRequest } from '../contract/index.js';
import { checkOption } from '../internal/settings/index.js';
import { fromBase64Url, toBase64Url } from '../internal/base64url.js';
import { centsOf } from '../internal/cents.js';
import { askIntegrator } from './gates/ask-integrator.js';
import { tryParseJsonBytes } from '../internal/json.js';
import { createMac } from '../internal/keyed-hash.js';
import { ProblemError } from './problem.js';
import { proxySettings } from './settings/index.js';

const PurchaseSchema = z.object({
  /** US dollars. */
  amount: z.number().positive(),
  /** Without it, the amount may be used for any transaction. */
  transactionId: z.string().min(1).optional(),
  /** Without it, any location that the proxy serves. */
  location: z.string().min(1).optional(),
});

/** What somebody vouches for. `amount` in US dollars; without a location, any that the proxy serves. */
export type Purchase = z.infer<typeof PurchaseSchema>;

const SignedPurchaseSchema = z.strictObject({
  ...PurchaseSchema.shape,
  transactionId: z.string().min(1),
  /** Unix seconds from which on the token counts no more. */
  exp: z.number().positive(),
});

/** `Date.now()` in place of seconds would make a token that counts for 50,000 years. */
const PurchaseToSignSchema = SignedPurchaseSchema.extend({
  exp: z.number().positive().max(99_999_999_999, 'exp is in Unix seconds, and not in milliseconds'),
});

/** What a purchase token says. `exp` is the time, in Unix seconds, from which on it counts no more. */
export type SignedPurchase = z.infer<typeof SignedPurchaseSchema>;

/** Who vouches for amounts. With none of these, nobody does. */
export interface PurchaseOptions {
  readonly trustPageAmount?: boolean | undefined;
  readonly purchaseSecret?: string | undefined;
  readonly resolvePurchase?:
    | ((
        request: Request,
        body: Readonly<PayOverTimeLinkRequest>,
      ) => Purchase | undefined | Promise<Purchase | undefined>)
    | undefined;
}

/**
 * Signs a purchase, for the header `Financing-Purchase`. For back ends. Rejects with a `ZodError` for another shape, an
 * `InvalidOptionError` for a secret that is missing or short.
 */
export async function signPurchase(purchase: SignedPurchase, secret: string): Promise<string> {
  checkOption('purchaseSecret', { ...proxySettings.purchaseSecret, isRequired: true }, secret);
  const json = JSON.stringify(PurchaseToSignSchema.parse(purchase));
  const signed = `v1.${toBase64Url(new TextEncoder().encode(json))}`;
  return `${signed}.${toBase64Url(await createMac(secret).sign(signed))}`;
}

/** The purchase that a token vouches for; undefined when it does not at `now` (ms), for whatever reason. */
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

/**
 * Lets an amount decide a loan only when somebody else than the page vouches for it, or the integrator said to
 * trust the page. Throws 403 `purchase-not-verified`; when `resolvePurchase` threw or took longer than 5 s, with
 * that as its `cause`, which is an operator's matter.
 */
export async function checkPurchase(
  { trustPageAmount, purchaseSecret, resolvePurchase }: PurchaseOptions,
  request: Request,
  body: PayOverTimeLinkRequest,
): Promise<void> {
  if (trustPageAmount === true) return;
  const token = request.headers.get('financing-purchase');
  if (purchaseSecret && token) {
    if (covers(await verifyPurchase(token, purchaseSecret), body)) return;
  }
  if (!resolvePurchase) throw refusal();
  let resolved: unknown;
  try {
    resolved = await askIntegrator(request, () => resolvePurchase(request, structuredClone(body)));
  } catch (cause) {
    throw refusal(cause);
  }
  if (!covers(PurchaseSchema.safeParse(resolved).data, body)) throw refusal();
}

function covers(purchase: Purchase | undefined, body: PayOverTimeLinkRequest): boolean {
  if (!purchase) return false;
  const { amount, transactionId = body.transactionId, location: place = body.location } = purchase;
  // A back end's 0.1 + 0.2 is the 0.30 of a body; a cent more or less is not.
  const isAmount = centsOf(amount) === centsOf(body.amount);
  return isAmount && transactionId === body.transactionId && place === body.location;
}

function refusal(cause?: unknown): ProblemError {
  const detail =
    'Nobody but the page vouches for this amount; see purchaseSecret, resolvePurchase and trustPageAmount.';
  return new ProblemError('purchase-not-verified', detail, { cause });
}
