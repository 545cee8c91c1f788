/** The contract of the Financing Service: its operations, resources, and errors as schemas and types. */
export * from './estimate.js';
export { isEmailAddress, isUsPhoneNumber } from './fields.js';
export * from './links.js';
export * from './merchant-location.js';
export * from './us-states.js';
export * from './operations.js';
export { InvalidOptionError } from '../internal/options.js';
export * from './page-paths.js';
export * from './webhook.js';
