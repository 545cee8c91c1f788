/** The options of the proxy: their tables, their checks and their types. */
export { readProxyOptions, type ProxySettings } from './read-proxy-options.js';
export { secureUrl } from './schemas.js';
export { proxySettings, type FinancingProxyOptions } from './table.js';
export { webhookSettings, type WebhookOptions } from './webhook-table.js';
