/** The Financing Service simulated from its contract alone, for demos and for tests, with no network. */
export { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.js';
export type { Fault } from './faults.js';
export type { OutboxEntry } from './outbox.js';
export type { SandboxSeeds } from './seed-schema.js';
export type { WebhookDelivery, WebhookEvent, WebhookOptions } from './webhooks.js';
