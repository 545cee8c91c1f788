/** Creating links and locations: once for each key, within the SMS limits, for verified purchases, to allowed hosts. */
export { createIdempotency } from './idempotency.js';
export { checkLinkUrl } from './link-url.js';
export {
  PurchaseSchema,
  signPurchase,
  verifyPurchase,
  type Purchase,
  type SignedPurchase,
} from './purchase-token.js';
export { purchaseSettings } from './settings.js';
export { createIdempotentSend, type Send, type IdempotentSend } from './idempotent-send.js';
export { createSmsLimits } from './sms-limits.js';
