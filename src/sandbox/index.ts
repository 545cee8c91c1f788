/** The Financing Service, simulated from its contract alone, for demos and tests without a network. */
export { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.js';
export type {
  Fault,
  OutboxEntry,
  SandboxSeeds,
  WebhookDelivery,
  WebhookEvent,
} from './state/index.js';
export type { WebhookOptions } from './webhooks/index.js';
