import type { OptionNames } from '../service/option-names.js';
import type { FinancingProxyOptions } from './options.js';
import type { WebhookOptions } from './webhooks/options.js';

/** The options of `createFinancingProxy`, by name. */
export const optionNames: OptionNames<FinancingProxyOptions> = {
  baseUrl: true,
  svcKey: true,
  svcSecret: true,
  timeout: true,
  linkTimeout: true,
  allowHttp: true,
  fetch: true,
  mount: true,
  locations: true,
  linkHosts: true,
  allowedOrigins: true, // Before the other origins: what is meant more often is suggested.
  redirectOrigins: true,
  sms: true,
  resolvePurchase: true,
  purchaseSecret: true,
  verifyHuman: true,
  cacheTtl: true,
  rateLimit: true,
  textsPerPhone: true,
  textsPerPrefix: true,
  textsInAll: true,
  trustedHops: true,
  clientAddress: true,
  store: true,
  trustPageAmount: true,
  authorize: true,
  adminToken: true,
  webhooks: true,
  logger: true,
};

/** The options below `webhooks`, by name. */
export const webhookOptionNames: OptionNames<WebhookOptions> = {
  secrets: true,
  header: true,
  verify: true,
  parse: true,
  onEvent: true,
  onUnknown: true,
};
