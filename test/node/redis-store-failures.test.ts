import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import type { Store } from '../../src/proxy/stores/store.js';
import { assertAbsent } from '../support/absent.js';
import { startRedis, withRedis, type RedisServer } from '../support/redis.js';
import { connect, minute, operations, refusals, within2s, works } from './redis-store-checks.js';

/** The operations that write. */
const writing = Object.values(operations).slice(3);

withRedis(() => {
  describe('createRedisStore() on a Redis that fails', () => {
    /** A store on a Redis that works, so far. */
    async function startWorking(t: TestContext): Promise<{ redis: RedisServer; store: Store }> {
      const redis = await startRedis(t);
      const store = connect(t, redis.url);
      await within2s(() => works(store));
      return { redis, store };
    }

    it('refuses everything when it is killed', async (t) => {
      const { redis, store } = await startWorking(t);
      await redis.kill();
      await refusals(250, ...Object.values(operations).map((ask) => ask(store)));
    });

    it('L14 is back within 2 s of its restart', async (t) => {
      const { redis, store } = await startWorking(t);
      await redis.kill();
      await refusals(250, store.get('key'));
      await redis.start();
      await within2s(() => works(store));
    });

    it('refuses everything when it is frozen', async (t) => {
      const { redis, store } = await startWorking(t);
      redis.freeze();
      await refusals(250, ...Object.values(operations).map((ask) => ask(store)));
    });

    it('refuses at once what comes later, when it is frozen', async (t) => {
      const { redis, store } = await startWorking(t);
      redis.freeze();
      await refusals(250, store.get('key'));
      // Less than the time limit of a command: none is waiting for an answer any more.
      const atOnce = (asked: number) =>
        refusals(100, ...Array.from({ length: asked }, () => store.get('key')));
      await within2s(async () => (await atOnce(1)).length > 0);
      await atOnce(1_000);
    });

    it('refuses everything that is asked first when it is frozen', async (t) => {
      const redis = await startRedis(t);
      redis.freeze();
      const store = connect(t, redis.url);
      await refusals(250, ...Object.values(operations).map((ask) => ask(store)));
    });

    it('is back within 2 s of its thaw', async (t) => {
      const { redis, store } = await startWorking(t);
      redis.freeze();
      await refusals(250, store.get('key'));
      redis.thaw();
      await within2s(() => works(store));
    });

    it('is back within 2 s of its thaw, when it was frozen from the first', async (t) => {
      const redis = await startRedis(t);
      redis.freeze();
      const store = connect(t, redis.url);
      await refusals(250, store.get('key'));
      redis.thaw();
      await within2s(() => works(store));
    });

    it('takes back a claim that was refused while it was frozen', async (t) => {
      const { redis, store } = await startWorking(t);
      redis.freeze();
      await refusals(250, store.claim('key', 'refused', minute));
      redis.thaw();
      await within2s(() => store.claim('key', 'again', minute));
    });

    it("leaves others' claims when it takes back its own", async (t) => {
      const { redis, store } = await startWorking(t);
      await connect(t, redis.url).claim('key', 'same', minute);
      redis.freeze();
      await refusals(250, store.claim('key', 'same', minute));
      redis.thaw();
      await within2s(() => works(store));
      assert.equal(await store.get('key'), 'same');
    });

    it('refuses to write when it is full', async (t) => {
      const { redis, store } = await startWorking(t);
      await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
      await redis.command('CONFIG', 'SET', 'maxmemory', '1');
      const { set, claim, count } = operations;
      await refusals(250, set!(store), claim!(store), count!(store));
    });

    it('shows no value in the error of a write', async (t) => {
      const { redis, store } = await startWorking(t);
      await redis.command('CONFIG', 'SET', 'maxmemory', '1');
      const [error] = await refusals(250, store.set('key', 'https://link.example/4f1c', minute));
      const shown = inspect(error, { depth: null });
      assert.match(shown, /OOM/);
      assertAbsent(shown, 'https://link.example/4f1c');
    });

    it('is back when it has room again', async (t) => {
      const { redis, store } = await startWorking(t);
      await redis.command('CONFIG', 'SET', 'maxmemory', '1');
      await refusals(250, store.set('key', 'value', minute));
      await redis.command('CONFIG', 'SET', 'maxmemory', '0');
      await within2s(() => works(store));
    });

    it('refuses to write when it is a replica', async (t) => {
      const { redis, store } = await startWorking(t);
      await redis.command('REPLICAOF', '127.0.0.1', '1');
      await refusals(250, ...writing.map((ask) => ask(store)));
    });

    it('is back when it is a primary again', async (t) => {
      const { redis, store } = await startWorking(t);
      await redis.command('REPLICAOF', '127.0.0.1', '1');
      await refusals(250, store.set('key', 'value', minute));
      await redis.command('REPLICAOF', 'NO', 'ONE');
      await within2s(() => works(store));
    });
  });
});
