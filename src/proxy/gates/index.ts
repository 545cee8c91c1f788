/** The gates of the proxy, in gates.ts in their order. */
export { hasOnboarding, bearerTokenOf, checkAuthorization } from './authorization.js';
export { bodyLimits, readBody, readWholeBody } from './body.js';
export { callHook } from './call-hook.js';
export { createClientAddress, type ClientAddressOptions } from './client-address.js';
export { allowReading, answerPreflight, isPreflight } from './cors.js';
export {
  bodySchemas,
  checkState,
  parseBody,
  parsePathLocation,
  parseQuery,
  readQuery,
  type FieldsOf,
} from './fields.js';
export { createGates, type GatedOperation, type Received } from './gates.js';
export { checkHuman, type HumanOptions } from './human.js';
export { checkLocation, withOnlyLocation } from './location.js';
export { checkOrigin } from './origin.js';
export { checkPurchase, type PurchaseOptions } from './purchase.js';
export { createRateGate, type RateGate } from './rate.js';
export { checkRedirect } from './redirect.js';
export { chooseSms, type SmsChoice } from './sms.js';
export { readStrings, stringKeywords } from './string-fields.js';
