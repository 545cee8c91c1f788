import assert from 'node:assert/strict';
import { cp, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import type { createRedisStore } from '../../src/node/redis/redis-store.js';
import { StoreUnavailableError } from '../../src/proxy/index.js';
import { rejection } from '../support/assertions.js';
import {
  connectStore,
  minuteMs,
  storeOperations,
  withLongTimeout,
  rejectionsWithin,
  startRedis,
  withRedis,
} from '../support/redis.js';
import { closedPort, startTcp } from '../support/servers.js';
import { eventually } from '../support/until.js';
import { temporaryFolder } from '../support/files.js';

// Fails a test whose response never comes.
const options = { timeout: 120_000 };

describe('createRedisStore()', options, () => {
  it('names the missing package', async (t) => {
    const directory = temporaryFolder(t);
    const src = join(import.meta.dirname, '../../src');
    for (const room of ['node', 'proxy', 'service', 'contract', 'internal']) {
      await cp(join(src, room), join(directory, room), { recursive: true });
    }
    for (const name of ['lru-cache', 'zod']) {
      const library = join('node_modules', name);
      await cp(join(src, '..', library), join(directory, library), { recursive: true });
    }
    await writeFile(join(directory, 'package.json'), '{ "type": "module" }');
    const copy = (await import(join(directory, 'node/redis/redis-store.ts'))) as {
      createRedisStore: typeof createRedisStore;
    };
    assert.throws(() => copy.createRedisStore('redis://127.0.0.1'), /npm install ioredis/);
  });

  it('rejects everything without a server, with the reason, and logs nothing to the console', async (t) => {
    const { mock } = t.mock.method(console, 'error', () => undefined);
    const url = (await closedPort()).replace('http', 'redis');
    const store = connectStore(t, url);
    await rejectionsWithin(250, ...Object.values(storeOperations).map((run) => run(store)));
    const later = connectStore(t, withLongTimeout(url)).get('key');
    assert.match(inspect((await rejection(later, StoreUnavailableError)).cause), /ECONNREFUSED/);
    assert.equal(mock.callCount(), 0);
  });

  it('never resends a command after a lost connection', async (t) => {
    const { url, received } = await startFakeRedis(t, (command) => {
      return command === 'DEL' ? undefined : '$-1';
    });
    const store = connectStore(t, url);
    const waitUntilWorks = () => eventually(async () => (await store.get('key')) === undefined);
    await waitUntilWorks();
    await rejectionsWithin(250, store.delete('key'));
    await waitUntilWorks();
    assert.equal(received.filter((command) => command === 'DEL').length, 1);
  });

  it('reconnects if a failover made its server a replica', async (t) => {
    const { url } = await startFakeRedis(t, (_command, connection) => {
      return connection === 1 ? "-READONLY You can't write against a read only replica." : '+OK';
    });
    const store = connectStore(t, withLongTimeout(url));
    await rejection(store.set('key', 'value', minuteMs), StoreUnavailableError);
    await eventually(async () => (await store.set('key', 'value', minuteMs)) === undefined);
  });
});

/** Returns the RESP reply to a command on the first, second, … connection, or undefined to disconnect. */
type Reply = (command: string, connection: number) => string | undefined;

async function startFakeRedis(t: TestContext, reply: Reply) {
  const received: string[] = [];
  let connections = 0;
  const url = await startTcp(t, (socket) => {
    const connection = ++connections;
    socket.on('data', (bytes) => {
      const [, command = ''] = /^\*\d+\r\n\$\d+\r\n(\w+)/.exec(String(bytes)) ?? [];
      // ioredis uses INFO to find out whether the data is loaded.
      if (/^info$/i.test(command)) return socket.write('$0\r\n\r\n');
      received.push(command.toUpperCase());
      const answer = reply(command.toUpperCase(), connection);
      return answer === undefined ? socket.destroy() : socket.write(`${answer}\r\n`);
    });
  });
  return { url: url.replace('http', 'redis'), received };
}

function connectWithLongTimeout(t: TestContext, url: string, prefix = 'financing:') {
  return connectStore(t, withLongTimeout(url), { prefix });
}

withRedis(() => {
  describe('createRedisStore() on a Redis', options, () => {
    it('queues operations until it is connected', async (t) => {
      const { url } = await startRedis(t);
      // A busy machine can need longer to connect than the store waits.
      await eventually(
        async () => (await connectStore(t, withLongTimeout(url)).get('key')) === undefined,
      );
    });

    it('sets the TTL of each key', async (t) => {
      const redis = await startRedis(t);
      const store = connectWithLongTimeout(t, redis.url);
      await store.claim('claim', 'value', minuteMs);
      await store.set('value', 'value', minuteMs);
      await store.count('counter', minuteMs);
      for (const key of ['claim', 'value', 'counter']) {
        const remainingMs = Number(await redis.command('PTTL', `financing:${key}`));
        assert.ok(remainingMs > 0 && remainingMs <= minuteMs, `${key} lives for ${remainingMs} ms`);
      }
    });

    it('starts a window again if its rest is longer, as after the clock of Redis was set back', async (t) => {
      const redis = await startRedis(t);
      const store = connectWithLongTimeout(t, redis.url);
      await store.count('counter', minuteMs);
      for (const command of [['PEXPIRE', '86400000'], ['PERSIST']] as const) {
        const [name, ...rest] = command;
        await redis.command(name, 'financing:counter', ...rest);
        const { remainingMs } = await store.count('counter', minuteMs);
        assert.ok(remainingMs > 0 && remainingMs <= minuteMs, `${name}: ${remainingMs} ms`);
      }
    });

    it('sends keepalive probes before a firewall drops its idle connection', async (t) => {
      const { url } = await startRedis(t);
      const { mock } = t.mock.method(Socket.prototype, 'setKeepAlive');
      await connectWithLongTimeout(t, url).get('key');
      const [isOn, delay] = mock.calls.at(-1)!.arguments;
      // Azure's load balancers drop a connection after 4 minutes, without closing it.
      assert.ok(isOn === true && delay! > 0 && delay! < 4 * minuteMs, `${isOn} ${delay}`);
    });

    it('uses a key prefix', async (t) => {
      const redis = await startRedis(t);
      const store = connectWithLongTimeout(t, redis.url, 'shop:');
      await store.set('value', 'value', minuteMs);
      await store.count('counter', minuteMs);
      const keys = (await redis.command('KEYS', '*')) as string[];
      assert.deepEqual(keys.sort(), ['shop:counter', 'shop:value']);
    });

    it('uses the password and database of its URL', async (t) => {
      const { port } = await startRedis(t, '--requirepass', 'secret-4f1c');
      const store = connectWithLongTimeout(t, `redis://:secret-4f1c@127.0.0.1:${port}/3`);
      await store.set('key', 'value', minuteMs);
      assert.equal(await store.get('key'), 'value');
    });
  });
});
