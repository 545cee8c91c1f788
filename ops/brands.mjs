/**
 * Several brands in one process: one proxy per host, with one shared Redis and one metrics port with the label `brand`. Needs
 * financing-elements, ioredis, and prom-client. docs/brands.md says how to run it.
 */
import { readFileSync } from 'node:fs';
import { createFinancingProxy } from 'financing-elements/proxy';
import { createPooledFetch, createRedisStore, serve } from 'financing-elements/node';
import { Counter, Registry } from 'prom-client';

/** By host: `{ "shop.example": { "brand": "…", "baseUrl": "…", "svcKey": "…", "storeSecret": "…", "locations": ["…"] } }` */
const brands = JSON.parse(readFileSync(process.env.BRANDS_FILE, 'utf8'));
const { HOST: host = '127.0.0.1', PORT = 8787, METRICS_PORT = 9464 } = process.env;
const [port, metricsPort] = [Number(PORT), Number(METRICS_PORT)];

const register = new Registry();
const requests = new Counter({
  name: 'financing_requests_total',
  help: 'Requests by brand, route, status and code of the problem.',
  labelNames: ['brand', 'route', 'status', 'code'],
  registers: [register],
});
const store = createRedisStore(process.env.REDIS_URL);
const fetch = createPooledFetch();
const proxies = new Map(
  Object.entries(brands).map(([name, { brand, ...options }]) => {
    const log = (level) => (entry) => console[level](JSON.stringify({ level, brand, ...entry }));
    const logger = { debug() {}, info: log('info'), warn: log('warn'), error: log('error') };
    const observer = ({ type, route, status, code = 'none' }) => {
      if (type === 'request') requests.inc({ brand, route, status, code });
    };
    // Each brand has its own store secret, so brands share no keys and no limits.
    return [
      name,
      createFinancingProxy({ trustedHops: 1, ...options, store, fetch, logger, observer }),
    ];
  }),
);
const noBrand = {
  fetch: () => Response.json({ message: 'No brand has this host' }, { status: 421 }),
};
const proxyOf = ({ url }) => proxies.get(new URL(url).hostname) ?? noBrand;

const server = await serve({ fetch: (request) => proxyOf(request).fetch(request) }, { host, port });
const text = async () =>
  new Response(await register.metrics(), { headers: { 'content-type': register.contentType } });
const metrics = await serve({ fetch: text }, { host, port: metricsPort });
console.log(`listening on ${server.url}, metrics on ${metrics.url}/metrics`);
async function stop() {
  for (const proxy of proxies.values()) proxy.drain();
  await server.close({ grace: 3_000 });
  await Promise.all([metrics.close(), store.close()]);
}
process.once('SIGTERM', () => void stop());
