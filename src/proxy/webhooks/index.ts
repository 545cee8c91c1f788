/** Webhooks: events of the service, verified, deduplicated and handed to the integrator. */
export { createEventDeduplicator } from './deduplicator.js';
export { chooseHandlers } from './choose-handlers.js';
export type {
  ParseWebhook,
  VerifyWebhook,
  WebhookDelivery,
  WebhookHandler,
  WebhookSettings,
} from './handlers.js';
export { createWebhookReceiver } from './receive.js';
export { verifyWebhook } from './signature.js';
