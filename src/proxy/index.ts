/** The proxy that holds the credentials of the Financing Service, and answers pages and back ends. For servers. */
export { createFinancingProxy, type FinancingProxy } from './create-financing-proxy.js';
export type { LogEntry, Logger } from './log/index.js';
export type { Observer, ObserverEvent } from './observer/index.js';
export type { FinancingProxyOptions, WebhookOptions } from './settings/index.js';
export type { FieldError, ProblemCode, ProblemDetails } from './http/index.js';
export { InvalidOptionError } from '../internal/settings.js';
export { signPurchase, type Purchase, type SignedPurchase } from './links/index.js';
export {
  verifyWebhook,
  type ParseWebhook,
  type VerifyWebhook,
  type WebhookDelivery,
  type WebhookHandler,
} from './webhooks/index.js';
export { signWebhook, type FinancingWebhookEvent } from '../contract/index.js';
export {
  StoreUnavailableError,
  createMemoryStore,
  type MemoryStoreOptions,
  type Store,
} from './stores/index.js';
