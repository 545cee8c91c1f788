import type { PayOverTimeLinkRequest } from '../../contract/index.js';
import { centsOf } from '../../internal/dollars.js';
import { ProblemError } from '../http/index.js';
import { PurchaseSchema, verifyPurchase, type Purchase } from '../links/index.js';
import { callHook } from './call-hook.js';

/** The ways in which an amount can be verified. With none of them, every amount is refused. */
export interface PurchaseOptions {
  readonly trustPageAmount?: boolean | undefined;
  readonly purchaseSecret?: string | undefined;
  /** Most seconds for which a token may be valid. */
  readonly purchaseMaxAge?: number | undefined;
  readonly resolvePurchase?:
    | ((
        request: Request,
        body: Readonly<PayOverTimeLinkRequest>,
      ) => Purchase | undefined | Promise<Purchase | undefined>)
    | undefined;
}

/**
 * Admits an amount that the integrator's server verified, since it decides a loan: by a purchase token, by
 * `resolvePurchase`, or by the option to trust the page. Throws 403 `purchase-not-verified`; when `resolvePurchase`
 * throws or takes longer than 5 s, with that as the `cause`, for the operator's log. Resolves with whether the server also
 * verified the `transactionId`: a page can guess one.
 */
export async function checkPurchase(
  { trustPageAmount, purchaseSecret, purchaseMaxAge, resolvePurchase }: PurchaseOptions,
  request: Request,
  body: PayOverTimeLinkRequest,
): Promise<boolean> {
  const token = request.headers.get('financing-purchase');
  if (purchaseSecret && token) {
    const purchase = await verifyPurchase(token, purchaseSecret, Date.now(), purchaseMaxAge);
    if (purchase && covers(purchase, body)) return true;
  }
  if (trustPageAmount === true) return false;
  if (!resolvePurchase) throw refusal();
  let resolved: unknown;
  try {
    resolved = await callHook(request.signal, () =>
      resolvePurchase(request, structuredClone(body)),
    );
  } catch (cause) {
    throw refusal(cause);
  }
  const purchase = PurchaseSchema.safeParse(resolved).data;
  if (!purchase || !covers(purchase, body)) throw refusal();
  return purchase.transactionId !== undefined;
}

function covers(purchase: Purchase, body: PayOverTimeLinkRequest): boolean {
  const { amount, transactionId = body.transactionId, location = body.location } = purchase;
  // Compared in cents: a back end's 0.1 + 0.2 is the 0.30 of a body.
  const isAmount = centsOf(amount) === centsOf(body.amount);
  return isAmount && transactionId === body.transactionId && location === body.location;
}

function refusal(cause?: unknown): ProblemError {
  const detail =
    'The amount was not verified by your server; see purchaseSecret, resolvePurchase and trustPageAmount.';
  return new ProblemError('purchase-not-verified', detail, { cause });
}
