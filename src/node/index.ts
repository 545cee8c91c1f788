/** Runs a `fetch` handler, such as the proxy or the sandbox, on Node: in its own server or in an existing one. */
import './require-node.js'; // must come first
export type { FetchHandler, HandlerFailure } from './wrap-handler.js';
export { serve, type CloseOptions, type RunningServer, type ServeOptions } from './serve.js';
export { toNodeListener, type NodeListenerOptions } from './to-node-listener.js';
export { createPooledFetch, type PooledFetch, type PooledFetchOptions } from './pooled-fetch.js';
export { redisOptions, type RedisClient } from './redis/redis-client.js';
export { createRedisStore, type RedisStoreOptions } from './redis/redis-store.js';
