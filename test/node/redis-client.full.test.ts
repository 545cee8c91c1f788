/** A store with a given client, the rejections of a store, and its warnings. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { Cluster, Redis } from 'ioredis';
import { createRedisStore, redisOptions } from '../../src/node/index.js';
import { StoreUnavailableError } from '../../src/proxy/index.js';
import { rejection } from '../support/assertions.js';
import { failingCallbacks } from '../support/samples.js';
import {
  connectStore,
  minuteMs,
  withLongTimeout,
  rejectionsWithin,
  startRedis,
  startSentinels,
  withRedis,
  acceptsWrites,
} from '../support/redis.js';
import { createCertificate, startTcp, withOpenSsl, listen } from '../support/servers.js';
import { eventually } from '../support/until.js';

// Fails a test whose response never comes.
const options = { timeout: 120_000 };

function disconnecting<Client extends Redis | Cluster>(t: TestContext, client: Client): Client {
  t.after(() => client.disconnect());
  return client;
}

/** Starts a server that sends this reply to each command except INFO. The reply depends on the number of the connection. */
async function startOddRedis(t: TestContext, reply: (connection: number) => string) {
  let connections = 0;
  const url = await startTcp(t, (socket) => {
    const connection = ++connections;
    socket.on('data', (bytes) => {
      for (const command of String(bytes).split(/(?=\*\d+\r\n)/)) {
        const isInfo = /\r\ninfo\r\n/i.test(command);
        socket.write(isInfo ? '$0\r\n\r\n' : reply(connection));
      }
    });
  });
  return url.replace('http', 'redis');
}

describe('createRedisStore() with a client', options, () => {
  const lazy = { lazyConnect: true };
  const resending: Record<string, () => Redis | Cluster> = {
    Redis: () => new Redis(lazy),
    Cluster: () => new Cluster([{ host: '127.0.0.1' }], lazy),
    'Cluster with other options': () =>
      new Cluster([{ host: '127.0.0.1' }], { ...lazy, redisOptions: { db: 0 } }),
  };
  for (const [what, create] of Object.entries(resending)) {
    it(`rejects a client that resends commands: ${what}`, () => {
      const reason = /sends commands again .* create it with redisOptions/;
      assert.throws(() => createRedisStore(create()), {
        name: 'InvalidOptionError',
        message: reason,
      });
    });
  }

  it('rejects the option replicas for a cluster', () => {
    const client = new Cluster([{ host: '127.0.0.1' }], { ...lazy, redisOptions });
    assert.throws(() => createRedisStore(client, { replicas: 1 }), { option: 'replicas' });
  });

  it('rejects replies that are not from Redis', async (t) => {
    const ok = connectStore(t, withLongTimeout(await startOddRedis(t, () => '+OK\r\n')));
    const one = connectStore(t, withLongTimeout(await startOddRedis(t, () => ':1\r\n')));
    const odd = [
      () => ok.get('key'),
      () => ok.delete('key'),
      () => ok.count('key', minuteMs),
      () => one.get('key'),
      () => one.set('key', 'value', minuteMs),
      () => one.claim('key', 'value', minuteMs),
      () => one.count('key', minuteMs),
    ];
    for (const run of odd) {
      const { cause } = await rejection(run(), StoreUnavailableError);
      assert.match(String(cause), /reply is not from Redis/);
    }
  });

  for (const bytes of ['<html>400 Bad Request</html>\r\n', '*9999999999\r\n']) {
    it(`reconnects after ${JSON.stringify(bytes)}`, async (t) => {
      const url = await startOddRedis(t, (connection) => (connection === 1 ? bytes : '$-1\r\n'));
      const store = connectStore(t, url);
      await rejection(store.get('key'), StoreUnavailableError);
      await eventually(async () => (await store.get('key')) === undefined);
    });
  }

  const nodes: Record<string, (host: string, port: number) => Redis | Cluster> = {
    'a Sentinel': (host, port) =>
      new Redis({ ...redisOptions, ...lazy, sentinels: [{ host, port }], name: 'mymaster' }),
    'a node of a cluster': (host, port) =>
      new Cluster([{ host, port }], { ...lazy, redisOptions, clusterRetryStrategy: () => 50 }),
  };
  for (const [what, create] of Object.entries(nodes)) {
    it(`survives bytes of ${what} that make the parser throw`, async (t) => {
      let answers = 0;
      const url = await startOddRedis(t, () => {
        answers += 1;
        return '*9999999999\r\n';
      });
      const client = disconnecting(t, create('127.0.0.1', Number(new URL(url).port)));
      const store = createRedisStore(client);
      t.after(() => store.close());
      client.connect().catch(() => undefined);
      await eventually(async () => answers >= 6);
      await rejection(store.get('key'), StoreUnavailableError);
    });
  }
});

withRedis(() => {
  describe('createRedisStore() with a client of ioredis', options, () => {
    it('leaves the client connected when the store is closed', async (t) => {
      const { url } = await startRedis(t);
      const client = disconnecting(t, new Redis(url, redisOptions));
      const store = createRedisStore(client, { timeout: minuteMs });
      await store.set('key', 'value', minuteMs);
      assert.equal(await store.get('key'), 'value');
      await store.close();
      await rejection(store.get('key'), StoreUnavailableError);
      assert.equal(await client.ping(), 'PONG');
    });

    it('accepts a connected client', async (t) => {
      const { url } = await startRedis(t);
      const client = disconnecting(t, new Redis(url, redisOptions));
      await once(client, 'ready');
      const store = createRedisStore(client, { timeout: minuteMs });
      t.after(() => store.close());
      assert.equal(await store.claim('key', 'value', minuteMs), true);
    });

    it('uses the primary that Sentinels name', async (t) => {
      const { url, sentinels } = await startSentinels(t);
      const addresses = sentinels.map(({ port }) => ({ host: '127.0.0.1', port }));
      const client = disconnecting(
        t,
        new Redis({ ...redisOptions, sentinels: addresses, name: 'mymaster' }),
      );
      const store = createRedisStore(client);
      t.after(() => store.close());
      await eventually(() => store.claim('key', 'value', minuteMs));
      const other = connectStore(t, withLongTimeout(url));
      assert.equal(await other.get('key'), 'value');
    });
  });

  describe('createRedisStore() with replicas', options, () => {
    /** Starts a primary and a replica that gets each write with a delay. */
    async function startReplicated(t: TestContext, ms: number) {
      const primary = await startRedis(t);
      const url = await startTcp(t, (replica) => {
        const server = connectSocket(primary.port, '127.0.0.1');
        replica.on('error', () => server.destroy()).on('close', () => server.destroy());
        server.on('error', () => replica.destroy()).on('close', () => replica.destroy());
        replica.pipe(server);
        server.on('data', (bytes) => void setTimeout(() => replica.write(bytes), ms));
      });
      const replica = await startRedis(t);
      await replica.command('REPLICAOF', '127.0.0.1', new URL(url).port);
      await eventually(async () =>
        String(await replica.command('INFO', 'replication')).includes('master_link_status:up'),
      );
      return { primary, replica };
    }

    it('waits once for the replica of 100 concurrent claims', async (t) => {
      const { primary, replica } = await startReplicated(t, 20);
      const store = connectStore(t, primary.url, { replicas: 1, timeout: 2_000 });
      await eventually(() => acceptsWrites(store));
      const begin = performance.now();
      const keys = Array.from({ length: 100 }, (_, index) => `key-${index}`);
      const claims = await Promise.all(keys.map((key) => store.claim(key, 'value', minuteMs)));
      const took = performance.now() - begin;
      assert.ok(claims.every(Boolean));
      assert.ok(took < 100 * 20, `took ${took} ms`);
      // Without WAIT, the claims would need another round of replication.
      assert.equal(await replica.command('EXISTS', ...keys.map((key) => `financing:${key}`)), 100);
      assert.equal(await store.claim('key-1', 'value', minuteMs), false);
    });

    it('recovers from a connection that is lost during WAIT', async (t) => {
      const { primary } = await startReplicated(t, 0);
      const store = connectStore(t, primary.url, { replicas: 1 });
      await eventually(() => store.claim('first', 'value', minuteMs));
      primary.freeze();
      await rejection(store.claim('lost', 'value', minuteMs), StoreUnavailableError);
      await eventually(async () => (await rejectionsWithin(50, store.get('key'))).length > 0);
      primary.thaw();
      await eventually(() => store.claim('next', 'value', minuteMs));
    });

    it('rejects a claim without a replica, takes it back, and stays connected', async (t) => {
      const redis = await startRedis(t);
      const client = disconnecting(
        t,
        new Redis(redis.url, { ...redisOptions, socketTimeout: minuteMs }),
      );
      const store = createRedisStore(client, { replicas: 1, timeout: 1_000 });
      t.after(() => store.close());
      let closed = 0;
      client.on('close', () => (closed += 1));
      await eventually(() => acceptsWrites(store));
      const { cause } = await rejection(
        store.claim('key', 'value', minuteMs),
        StoreUnavailableError,
      );
      assert.match(String(cause), /Too few replicas/);
      await eventually(async () => (await redis.command('EXISTS', 'financing:key')) === 0);
      assert.equal(closed, 0);
      // Other operations don't wait for replicas.
      await store.set('key', 'value', minuteMs);
    });
  });

  describe('createRedisStore() on a misconfigured Redis', options, () => {
    it('never falls back to database 0', async (t) => {
      const redis = await startRedis(t);
      const client = disconnecting(t, new Redis(redis.url, { ...redisOptions, db: 99 }));
      const stores = [
        createRedisStore(client),
        connectStore(t, withLongTimeout(`${redis.url}/99`)),
      ];
      t.after(() => stores[0]!.close());
      for (const store of stores) {
        for (let time = 0; time < 3; time += 1) {
          await eventually(async () => {
            const set = store.set('key', 'value', minuteMs);
            const { cause } = await rejection(set, StoreUnavailableError);
            return /DB index is out of range/.test(String(cause));
          });
        }
      }
      assert.equal(await redis.command('DBSIZE'), 0);
    });

    for (const [how, fail] of Object.entries(failingCallbacks)) {
      it(`works if onWarning ${how}, and the console shows the error`, async (t) => {
        const { mock } = t.mock.method(console, 'error', () => undefined);
        const redis = await startRedis(t);
        await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'volatile-lru');
        const store = connectStore(t, redis.url, { onWarning: fail });
        await eventually(() => acceptsWrites(store));
        await eventually(async () => mock.callCount() === 1);
      });
    }

    it('warns once about a policy that may drop claims, and again after it was corrected', async (t) => {
      const redis = await startRedis(t);
      const choose = (policy: string) => redis.command('CONFIG', 'SET', 'maxmemory-policy', policy);
      const reconnect = async () => {
        await redis.command('CLIENT', 'KILL', 'TYPE', 'normal');
        await eventually(() => acceptsWrites(store));
      };
      await choose('volatile-lru');
      const warnings: string[] = [];
      const store = connectStore(t, redis.url, {
        onWarning: ({ message }) => warnings.push(message),
      });
      await eventually(() => acceptsWrites(store));
      const sentence =
        'Redis may drop claims: its maxmemory-policy is volatile-lru, not noeviction';
      assert.deepEqual(warnings, [sentence]);
      await reconnect();
      await choose('noeviction');
      await reconnect();
      await choose('volatile-lru');
      await reconnect();
      await eventually(async () => warnings.length === 2);
      assert.deepEqual(warnings, [sentence, sentence]);
    });
  });

  withOpenSsl(() => {
    it('survives two errors of one TLS handshake in a cluster', options, async (t) => {
      const { key, cert } = createCertificate(t, 'IP:127.0.0.1');
      const server = createTlsServer({ key, cert }, () => undefined);
      server.on('tlsClientError', () => undefined);
      const port = Number(new URL(await listen(t, server)).port);
      let connections = 0;
      // Send a TLS alert after the untrusted certificate, as Redis does if the client disconnects during the handshake.
      const alert = Buffer.from([0x15, 0x03, 0x03, 0, 2, 2, 50]);
      const url = await startTcp(t, (client) => {
        connections += 1;
        const target = connectSocket(port, '127.0.0.1');
        client.on('error', () => undefined).pipe(target);
        target.on('error', () => undefined);
        client.on('close', () => target.destroy()); // otherwise the server keeps running
        target.on('data', (bytes) => client.write(Buffer.concat([bytes, alert])));
      });
      const store = connectStore(t, `rediss+cluster://${new URL(url).host}`);
      await rejection(store.get('key'), StoreUnavailableError);
      await eventually(async () => connections > 5);
    });
  });
});
