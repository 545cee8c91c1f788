/** The reasons why a purchase is refused, for the log and for `verify-purchase`. They're never sent to the page. */
import { centsOf } from '../../internal/dollars.js';
import type { Purchase } from './purchase.js';

/** The reasons why a purchase token isn't accepted. */
export type TokenFault =
  | 'malformed'
  | 'wrong-signature'
  | 'invalid-payload'
  | 'expired'
  | 'expires-too-late';

/** The differences between a purchase and its request. */
export type PurchaseDifference = 'other-amount' | 'other-transaction' | 'other-location';

/** The reasons why the proxy refuses a purchase. */
export type PurchaseFault =
  | TokenFault
  | PurchaseDifference
  | 'no-secret'
  | 'no-token'
  | 'no-purchase'
  | 'invalid-purchase';

/** Returns how a purchase differs from the request, or undefined if it allows the request. */
export function differenceOf(
  purchase: Purchase,
  request: Purchase,
): PurchaseDifference | undefined {
  const { amount, transactionId = request.transactionId, location = request.location } = purchase;
  // Compare cents, so that a back end's 0.1 + 0.2 equals a request's 0.30.
  if (centsOf(amount) !== centsOf(request.amount)) return 'other-amount';
  if (transactionId !== request.transactionId) return 'other-transaction';
  return location === request.location ? undefined : 'other-location';
}
