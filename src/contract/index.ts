/** The contract of the Financing Service: its operations, resources and errors, as schemas and types. */
export * from './availability.js';
export * from './customer-details.js';
export * from './estimate.js';
export * from './formats.js';
export * from './merchant-location.js';
export type * from './operation.js';
export * from './operations.js';
export * from './pay-over-time-link.js';
export * from './prequal-link.js';
export * from './routes.js';
export * from './webhook-event.js';
export * from './webhook-signature.js';
