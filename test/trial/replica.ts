/**
 * A process of its own: one replica of the proxy, on a Redis that it shares with others. It ends with its parent.
 * Like `financing-elements serve`, but for the number of texts an hour, which would end a trial early, and for the
 * time that a link may take. As a third argument, `limited` leaves both as they are;
 * a fourth is the limit of requests for each address.
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
