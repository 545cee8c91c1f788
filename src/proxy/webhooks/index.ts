/** Webhooks: events of the service, verified, deduplicated and handed to the integrator. */
export { createEventDeduplicator } from './deduplicator.js';
export {
  chooseHandlers,
  type ParseWebhook,
  type VerifyWebhook,
  type WebhookDelivery,
  type WebhookHandler,
  type WebhookSettings,
} from './handlers.js';
export { createWebhookReceiver } from './receive.js';
export { verifyWebhook } from './signature.js';
