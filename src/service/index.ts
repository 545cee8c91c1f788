/** A typed client of the Financing Service. It holds the credentials, so use it only on servers. */
export {
  createFinancingService,
  type CallOptions,
  type FinancingService,
} from './create-financing-service.js';
export {
  FinancingServiceError,
  InvalidServiceResponseError,
  OutcomeUnknownError,
  ServiceResponseError,
  ServiceTimeoutError,
  ServiceUnreachableError,
} from './errors.js';
export type { ServiceFetch } from '../internal/exchange.js';
export { InvalidOptionError } from '../internal/options.js';
export type { FinancingServiceOptions } from './service-settings.js';
