/**
 * Runs one replica of the proxy with a shared Redis in its own process, until the parent exits. Unlike
 * `financing-elements serve`, it has no limit of texts and a short timeout for links. The third argument `limited`
 * restores both, and the fourth sets the requests per address.
 */
import { createPooledFetch, createRedisStore, serve } from '../../src/node/index.js';
import { createFinancingProxy } from '../../src/proxy/index.js';
import { unlimited } from '../support/test-proxy.js';

const [baseUrl = '', redisUrl = '', limits, rateLimit = '120'] = process.argv.slice(2);
const store = createRedisStore(redisUrl);

const proxy = createFinancingProxy({
  baseUrl,
  svcKey: 'key-of-the-trial',
  sms: true,
  trustPageAmount: true,
  trustedHops: 1,
  timeout: 30_000,
  ...(limits === 'limited'
    ? { store, rateLimit: Number(rateLimit) }
    : { rateLimit: 1_000_000, linkTimeout: 400, store: unlimited(store) }),
  fetch: createPooledFetch(),
});
const { url } = await serve(proxy, { host: '127.0.0.1', port: 0 });
process.on('disconnect', () => process.exit());
process.send?.(url);
