/** The options of the proxy: their tables, their checks and their types. */
export type { FinancingProxyOptions } from './options.js';
export { readProxyOptions, type ProxySettings } from './read-proxy-options.js';
export { secureUrl } from './schemas.js';
export { proxySettings } from './table.js';
export type { WebhookOptions } from './webhook-options.js';
export { webhookSettings } from './webhook-table.js';
