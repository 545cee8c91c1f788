/** Webhooks: events of the service, verified, deduplicated and handed to the integrator. */
export { createEventDeduplicator } from './deduplicator.js';
export { createWebhookReceiver, type WebhookReceiver } from './receive.js';
