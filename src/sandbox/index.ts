/** A simulation of the Financing Service, built from its contract only, for demos and for tests without a network. */
export { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.js';
export type { Fault } from './faults.js';
export type { SandboxSeeds } from './seeds.js';
export type { OutboxEntry, SandboxDelivery, WebhookEvent } from './state.js';
export type { SandboxWebhookOptions } from './webhook-sender.js';
