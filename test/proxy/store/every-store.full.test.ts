/**
 * What every store has to do, on each of them: memory, Redis in its three shapes and by other clients, and Durable Objects in
 * workerd.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type * as ioredis from 'ioredis';
import { createRedisStore, redisOptions, type RedisClient } from '../../../src/node/index.js';
import { createMemoryStore, type Store } from '../../../src/proxy/index.js';
import { startObjects, withInstalled } from '../../runtimes/start-runtime.js';
import {
  connectStore,
  minuteMs,
  withLongTimeout,
  type RedisServer,
  startCluster,
  startRedis,
  startSentinels,
  withRedis,
  acceptsWrites,
} from '../../support/redis.js';
import { eventually } from '../../support/until.js';

/** Two replicas that share a store, and a key that no other test uses. */
type Promised = (replicas: readonly [Store, Store], key: string) => Promise<void>;

/** As many as a claim or a counter may meet at once. */
const many = 50;

const atOnce = <T>(stores: readonly Store[], work: (store: Store, index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: many }, (_, index) => work(stores[index % 2]!, index)));

const promises: Record<string, Promised> = {
  async 'lets one of 50 claims at once win, on two replicas'(replicas, key) {
    const claims = await atOnce(replicas, (store, index) => store.claim(key, `${index}`, minuteMs));
    assert.equal(claims.filter(Boolean).length, 1);
  },

  async 'keeps the value of the claim that won'([one, other], key) {
    await one.claim(key, 'first', minuteMs);
    await other.claim(key, 'second', minuteMs);
    assert.equal(await other.get(key), 'first');
  },

  async 'has no value for a key without one'([one], key) {
    assert.equal(await one.get(key), undefined);
  },

  async 'keeps a value as it is, an empty one too'([one, other], key) {
    for (const value of ['', '{"url":"https://link.example/é\u0000\u{1f600}"}']) {
      await one.set(key, value, minuteMs);
      assert.equal(await other.get(key), value);
    }
  },

  async 'sets a value over a claim, with a new time to live'([one, other], key) {
    await one.claim(key, 'claim', 100);
    await one.set(key, 'answer', minuteMs);
    await one.claim(`${key}-short`, 'claim', 100);
    await eventually(async () => (await one.get(`${key}-short`)) === undefined);
    assert.equal(await other.get(key), 'answer');
  },

  async 'forgets a value after its time to live'([one, other], key) {
    await one.set(key, 'value', 20);
    await eventually(async () => (await other.get(key)) === undefined);
  },

  async 'lets a key be claimed again after its time to live'([one, other], key) {
    assert.equal(await one.claim(key, 'first', 20), true);
    await eventually(() => other.claim(key, 'second', minuteMs));
    assert.equal(await one.get(key), 'second');
  },

  async 'deletes a key only while it has the given value'([one, other], key) {
    await one.claim(key, 'second', minuteMs);
    for (const value of ['first', 'cond', '']) await other.delete(key, value);
    assert.equal(await one.get(key), 'second');
    await other.delete(key, 'second');
    assert.equal(await one.get(key), undefined);
  },

  async 'lets a key be claimed again once it is deleted'([one, other], key) {
    await one.claim(key, 'first', minuteMs);
    await other.delete(key);
    assert.equal(await one.claim(key, 'second', minuteMs), true);
  },

  async 'counts at once on two replicas'(replicas, key) {
    const counted = await atOnce(replicas, (store) => store.count(key, minuteMs));
    const counts = counted.map(({ count }) => count).sort((a, b) => a - b);
    assert.deepEqual(
      counts,
      Array.from({ length: many }, (_, index) => index + 1),
    );
  },

  async 'says how much is left of a window, which later counts do not lengthen'([one, other], key) {
    const first = await one.count(key, minuteMs);
    assert.ok(first.remainingMs > minuteMs - 20_000 && first.remainingMs <= minuteMs);
    const left = await eventually(async () => {
      const { remainingMs } = await other.count(key, minuteMs);
      return remainingMs < first.remainingMs && remainingMs;
    });
    assert.ok(left > 0);
  },

  async 'begins a window anew after its end'([one, other], key) {
    await one.count(key, 20);
    await eventually(async () => (await other.count(key, 20)).count === 1);
  },

  async 'takes a count back, but none that there is not'([one, other], key) {
    await one.count(key, minuteMs);
    await one.count(key, minuteMs);
    await other.uncount!(key, minuteMs);
    assert.equal((await one.count(key, minuteMs)).count, 2);
    for (let index = 0; index < 4; index += 1) await other.uncount!(key, minuteMs);
    assert.equal((await one.count(key, minuteMs)).count, 1);
  },
};

/** Starts what a store needs, and connects two replicas to it. */
type Open = (t: TestContext) => Promise<readonly [Store, Store]>;

function describeStore(name: string, open: Open): void {
  describe(name, () => {
    it('keeps the promises of a store', { timeout: 120_000 }, async (t) => {
      const replicas = await open(t);
      for (const [promise, keep] of Object.entries(promises)) {
        await t.test(promise, () => keep(replicas, crypto.randomUUID()));
      }
    });
  });
}

describeStore('The memory of a process', async () => {
  const store = createMemoryStore();
  return [store, store];
});

withRedis(() => {
  const onUrl =
    (start: (t: TestContext) => Promise<{ readonly url: string }>): Open =>
    async (t) => {
      const { url } = await start(t);
      const stores = [1, 2].map(() => connectStore(t, withLongTimeout(url)));
      for (const store of stores) await eventually(() => acceptsWrites(store));
      return stores as [Store, Store];
    };
  describeStore('A Redis', onUrl(startRedis));
  describeStore('A Redis behind Sentinels', onUrl(startSentinels));
  describeStore('A Redis Cluster', onUrl(startCluster));
});

/** Starts a Redis and opens two stores on it, each with its own client. */
const onClient =
  (
    start: (t: TestContext) => Promise<RedisServer>,
    create: (server: RedisServer) => RedisClient,
  ): Open =>
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

/** Loads a package of test/runtimes. */
const load = createRequire(join(import.meta.dirname, '../../runtimes/package.json'));

withInstalled('ioredis-6', () =>
  withRedis(() => {
    const { Redis } = load('ioredis-6') as typeof ioredis;
    const clientOptions = { ...redisOptions, socketTimeout: minuteMs };
    describeStore(
      'A Redis, with ioredis 6',
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

/** A client of node-redis as the store uses one. It never sends a command again, and connects again by itself. */
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
      'A Redis, with node-redis',
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
