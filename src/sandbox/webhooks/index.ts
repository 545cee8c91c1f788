/** Webhooks: their events and how they are sent. */
export { applicationEvent, merchantEvent } from './events.js';
export { createWebhookSender, type WebhookOptions } from './sender.js';
