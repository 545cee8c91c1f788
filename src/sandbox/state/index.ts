/** The state of a sandbox: merchants, links, messages, events and faults, and the seeds it starts from. */
export { armFault, FaultSchema, faultResponse, takeFault, type Fault } from './faults.js';
export {
  failingLocation,
  SeedsSchema,
  type AllianceSeed,
  type SandboxSeeds,
} from './seed-schema.js';
export { alliances } from './seeds.js';
export {
  addApplication,
  addMerchant,
  createState,
  createToken,
  keep,
  type Alliance,
  type Application,
  type ApplicationOutcome,
  type Link,
  type Merchant,
  type OutboxEntry,
  type SandboxState,
  type WebhookDelivery,
  type WebhookEvent,
} from './state.js';
export type { Visit } from './visit.js';
