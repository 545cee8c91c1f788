/** `serve`, and the parts of it that `check` tries. */
export { openStore, tryStore, type StoreWarning } from './open-store.js';
export { hostsOfRedis } from './redis-url.js';
export { replicaHint } from './replica-hint.js';
export {
  addressOf,
  proxyOptionsOf,
  requireCredentials,
  runServe,
  warnOfUnused,
} from './run-serve.js';
export { chooseWebhooks } from './webhooks.js';
