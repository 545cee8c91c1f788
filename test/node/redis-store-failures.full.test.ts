import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import { type Store, StoreUnavailableError } from '../../src/proxy/index.js';
import { assertAbsent, rejection } from '../support/assertions.js';
import {
  connect,
  minute,
  operations,
  patient,
  type RedisServer,
  refusals,
  startRedis,
  withRedis,
  works,
  writing,
} from '../support/redis.js';
import { eventually } from '../support/until.js';

withRedis(() => {
  // A test that waits for an answer that never comes fails by this.
  describe('createRedisStore() on a Redis that fails', { timeout: 120_000 }, () => {
    /** A store on a Redis that works, so far. */
    async function startWorking(t: TestContext): Promise<{ redis: RedisServer; store: Store }> {
      const redis = await startRedis(t);
      const store = connect(t, redis.url);
      await eventually(() => works(store));
      return { redis, store };
    }

    /** Waits until the store of a trouble works again; test/trial/redis-outage.trial.test.ts holds the 2 s. */
    async function assertRecovers(
      trouble: () => Promise<Store>,
      isOver: (store: Store) => Promise<boolean> = works,
    ): Promise<void> {
      const store = await trouble();
      await eventually(() => isOver(store));
    }

    it('refuses everything when it is killed', async (t) => {
      const { redis, store } = await startWorking(t);
      await redis.kill();
      await refusals(250, ...Object.values(operations).map((ask) => ask(store)));
    });

    it('is back after its restart', async (t) => {
      const { redis, store } = await startWorking(t);
      await assertRecovers(async () => {
        await redis.kill();
        await refusals(250, store.get('key'));
        await redis.start();
        return store;
      });
    });

    it('refuses everything when it is frozen', async (t) => {
      const { redis, store } = await startWorking(t);
      redis.freeze();
      await refusals(250, ...Object.values(operations).map((ask) => ask(store)));
    });

    it('refuses at once what comes later, when it is frozen', async (t) => {
      const { redis, store } = await startWorking(t);
      // Less than the time limit of a command: none is waiting for an answer any more.
      const atOnce = (asked: number) =>
        refusals(100, ...Array.from({ length: asked }, () => store.get('key')));
      await assertRecovers(
        async () => {
          redis.thaw();
          await eventually(() => works(store));
          redis.freeze();
          await refusals(250, store.get('key'));
          return store;
        },
        async () => (await atOnce(1)).length > 0,
      );
      await atOnce(1_000);
    });

    it('refuses everything that is asked first when it is frozen', async (t) => {
      const redis = await startRedis(t);
      redis.freeze();
      const store = connect(t, redis.url);
      await refusals(250, ...Object.values(operations).map((ask) => ask(store)));
    });

    it('is back after its thaw', async (t) => {
      const { redis, store } = await startWorking(t);
      await assertRecovers(async () => {
        redis.freeze();
        await refusals(250, store.get('key'));
        redis.thaw();
        return store;
      });
    });

    it('is back after its thaw, when it was frozen from the first', async (t) => {
      const redis = await startRedis(t);
      await assertRecovers(async () => {
        redis.freeze();
        const store = connect(t, redis.url);
        await refusals(250, store.get('key'));
        redis.thaw();
        return store;
      });
    });

    it('takes back a claim that was refused while it was frozen', async (t) => {
      const { redis, store } = await startWorking(t);
      redis.freeze();
      await refusals(250, store.claim('key', 'refused', minute));
      redis.thaw();
      await eventually(() => store.claim('key', 'again', minute));
    });

    it("leaves others' claims when it takes back its own", async (t) => {
      const { redis, store } = await startWorking(t);
      const other = connect(t, patient(redis.url));
      await eventually(() => works(other));
      await other.claim('key', 'same', minute);
      redis.freeze();
      await refusals(250, store.claim('key', 'same', minute));
      redis.thaw();
      await eventually(() => works(store));
      assert.equal(await other.get('key'), 'same');
    });

    it('refuses to write when it is full', async (t) => {
      const { redis, store } = await startWorking(t);
      await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
      await redis.command('CONFIG', 'SET', 'maxmemory', '1');
      const { set, claim, count } = writing;
      await refusals(250, set!(store), claim!(store), count!(store));
    });

    it('shows no value in the error of a write', async (t) => {
      const redis = await startRedis(t);
      const store = connect(t, patient(redis.url));
      await eventually(() => works(store));
      await redis.command('CONFIG', 'SET', 'maxmemory', '1');
      const value = store.set('key', 'https://link.example/4f1c', minute);
      const error = await rejection(value, StoreUnavailableError);
      const shown = inspect(error, { depth: null });
      assert.match(shown, /OOM/);
      assertAbsent(shown, 'https://link.example/4f1c');
    });

    it('is back when it has room again', async (t) => {
      const { redis, store } = await startWorking(t);
      await redis.command('CONFIG', 'SET', 'maxmemory', '1');
      await refusals(250, store.set('key', 'value', minute));
      await redis.command('CONFIG', 'SET', 'maxmemory', '0');
      await eventually(() => works(store));
    });

    it('refuses to write when it is a replica', async (t) => {
      const { redis, store } = await startWorking(t);
      await redis.command('REPLICAOF', '127.0.0.1', '1');
      await refusals(250, ...Object.values(writing).map((ask) => ask(store)));
    });

    it('is back when it is a primary again', async (t) => {
      const { redis, store } = await startWorking(t);
      await redis.command('REPLICAOF', '127.0.0.1', '1');
      await refusals(250, store.set('key', 'value', minute));
      await redis.command('REPLICAOF', 'NO', 'ONE');
      await eventually(() => works(store));
    });
  });
});
