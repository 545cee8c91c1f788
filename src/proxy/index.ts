/** The proxy that holds the credentials of the Financing Service and answers pages and back ends. For servers. */
export { createFinancingProxy, type FinancingProxy } from './create-financing-proxy.js';
export type { LogEntry, Logger } from './log.js';
export type { FinancingProxyOptions, WebhookOptions } from './settings/index.js';
export {
  createOpenApiDocument,
  type OpenApiDocument,
  type OpenApiOptions,
} from './openapi/create-openapi-document.js';
export type { FieldError, ProblemCode, ProblemDetails } from './problem.js';
export { InvalidOptionError } from '../internal/settings/index.js';
export { signPurchase, type Purchase, type SignedPurchase } from './purchase.js';
export type {
  ParseWebhook,
  VerifyWebhook,
  WebhookDelivery,
  WebhookHandler,
} from './webhooks/handlers.js';
export { signWebhook, type FinancingWebhookEvent } from '../contract/index.js';
export { createMemoryStore, type MemoryStoreOptions } from './stores/memory-store.js';
export { StoreUnavailableError, type Store } from './stores/store.js';
