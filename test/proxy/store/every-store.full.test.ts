/** The promises of a store, tested on Redis in its three topologies and with other clients, and on Durable Objects. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type * as ioredis from 'ioredis';
import { createRedisStore, redisOptions, type RedisClient } from '../../../src/node/index.js';
import type { Store } from '../../../src/proxy/index.js';
import { startObjects, withInstalled } from '../../runtimes/start-runtime.js';
import {
  connectStore,
  withLongTimeout,
  type RedisServer,
  startCluster,
  startRedis,
  startSentinels,
  withRedis,
  acceptsWrites,
} from '../../support/redis.js';
import { eventually } from '../../support/until.js';
import { describeStore, minuteMs, type OpenReplicas } from './store-promises.js';

withRedis(() => {
  const onUrl =
    (start: (t: TestContext) => Promise<{ readonly url: string }>): OpenReplicas =>
    async (t) => {
      const { url } = await start(t);
      const stores = [1, 2].map(() => connectStore(t, withLongTimeout(url)));
      for (const store of stores) await eventually(() => acceptsWrites(store));
      return stores as [Store, Store];
    };
  describeStore('Redis', onUrl(startRedis));
  describeStore('Redis with Sentinels', onUrl(startSentinels));
  describeStore('Redis Cluster', onUrl(startCluster));
});

/** Returns a function that starts Redis and opens two stores, each with its own client. */
const onClient =
  (
    start: (t: TestContext) => Promise<RedisServer>,
    create: (server: RedisServer) => RedisClient,
  ): OpenReplicas =>
  async (t) => {
    const server = await start(t);
    const stores = [1, 2].map(() => {
      const client = create(server);
      const store = createRedisStore(client, { timeout: minuteMs });
      t.after(async () => {
        await store.close();
        client.disconnect();
      });
      return store;
    });
    for (const store of stores) await eventually(() => acceptsWrites(store));
    return stores as [Store, Store];
  };

const load = createRequire(join(import.meta.dirname, '../../runtimes/package.json'));

withInstalled('ioredis-6', () =>
  withRedis(() => {
    const { Redis } = load('ioredis-6') as typeof ioredis;
    const clientOptions = { ...redisOptions, socketTimeout: minuteMs };
    describeStore(
      'Redis with ioredis 6',
      onClient(startRedis, ({ url }) => new Redis(url, clientOptions)),
    );
  }),
);

/** The part of a client of node-redis that the adapter uses. */
interface NodeRedis {
  readonly isReady: boolean;
  sendCommand(words: string[]): Promise<unknown>;
  on(event: string, listener: (error: Error) => void): unknown;
  connect(): Promise<unknown>;
  destroy(): void;
}

/** Adapts a client of node-redis to the interface of the store. It never resends a command, and it reconnects by itself. */
function adapt(client: NodeRedis): RedisClient {
  client.on('error', () => undefined);
  client.connect().catch(() => undefined);
  return {
    options: { autoResendUnfulfilledCommands: false },
    get status() {
      return client.isReady ? 'ready' : 'connecting';
    },
    call: (command, ...args) => client.sendCommand([command, ...args.map(String)]),
    on: (event, listener) => client.on(event === 'close' ? 'reconnecting' : event, listener),
    connect: () => client.connect(),
    disconnect: () => client.destroy(),
  };
}

withInstalled('node-redis', () =>
  withRedis(() => {
    const { createClient } = load('redis') as { createClient(options: object): NodeRedis };
    describeStore(
      'Redis with node-redis',
      onClient(startRedis, ({ url }) => adapt(createClient({ url, disableOfflineQueue: true }))),
    );
  }),
);

withInstalled('workerd', () => {
  describeStore('Durable Objects', async (t) => {
    const objects = await startObjects(t);
    return [objects.storeAt(0), objects.storeAt(1)];
  });
});
