/** The options of the proxy: their table, their checks and their types. */
export type { FinancingProxyOptions, WebhookOptions } from './options.js';
export {
  readProxyOptions,
  type ProxySettings,
  type WebhookSettings,
} from './read-proxy-options.js';
export { secureUrl } from './schemas.js';
export { proxySettings, webhookSettings } from './table.js';
