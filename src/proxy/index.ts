/** The proxy: it has the credentials of the Financing Service, and responds to pages and back ends. For servers. */
export { createFinancingProxy, type FinancingProxy } from './create-financing-proxy.js';
export type { FieldError, ProblemCode, ProblemDetails } from './problems.js';
export type { ParseWebhook, VerifyWebhook, WebhookDelivery, WebhookHandler } from './hooks.js';
export type { Purchase, SignedPurchase } from './purchases/purchase.js';
export { signPurchase } from './purchases/purchase-token.js';
export type { LogEntry, Logger } from './log-events.js';
export type { Observer, ObserverEvent } from './observer-events.js';
export type { FinancingProxyOptions, WebhookOptions } from './proxy-settings.js';
export {
  StoreUnavailableError,
  createMemoryStore,
  type MemoryStoreOptions,
  type Store,
} from './store.js';
export { verifyWebhook } from './webhooks/webhook-signature.js';
export { InvalidOptionError, signWebhook, type FinancingWebhookEvent } from '../contract/index.js';
