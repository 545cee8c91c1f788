/** The proxy that holds the credentials of the Financing Service, and answers pages and back ends. For servers. */
export { createFinancingProxy, type FinancingProxy } from './create-financing-proxy.js';
export type { FieldError, ProblemCode, ProblemDetails } from './problems.js';
export { signPurchase, type Purchase, type SignedPurchase } from './purchase-token.js';
export type { LogEntry, Logger } from './log-events.js';
export type { Observer, ObserverEvent } from './report.js';
export type { FinancingProxyOptions, WebhookOptions } from './settings.js';
export {
  StoreUnavailableError,
  createMemoryStore,
  type MemoryStoreOptions,
  type Store,
} from './store.js';
export { verifyWebhook, type VerifyWebhook } from './webhook-signature.js';
export type { ParseWebhook, WebhookDelivery, WebhookHandler } from './webhooks.js';
export { InvalidOptionError, signWebhook, type FinancingWebhookEvent } from '../contract/index.js';
