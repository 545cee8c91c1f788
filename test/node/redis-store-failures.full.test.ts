import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import { type Store, StoreUnavailableError } from '../../src/proxy/index.js';
import { assertAbsent, rejection } from '../support/assertions.js';
import {
  connectStore,
  minuteMs,
  storeOperations,
  withLongTimeout,
  type RedisServer,
  rejectionsWithin,
  startRedis,
  withRedis,
  acceptsWrites,
  storeWrites,
} from '../support/redis.js';
import { eventually } from '../support/until.js';

type Trouble = (redis: RedisServer) => unknown;

/** Operations that need free memory in Redis. */
const { set, claim, count } = storeWrites;
const filling = { set: set!, claim: claim!, count: count! };

withRedis(() => {
  // Fails a test whose response never comes.
  describe('createRedisStore() on a Redis that fails', { timeout: 120_000 }, () => {
    async function startWorking(t: TestContext): Promise<{ redis: RedisServer; store: Store }> {
      const redis = await startRedis(t);
      const store = connectStore(t, redis.url);
      await eventually(() => acceptsWrites(store));
      return { redis, store };
    }

    /** Failures of Redis, with their start, their end, and the rejected operations. */
    const troubles: Record<
      string,
      [begin: Trouble, end: Trouble, refused: typeof storeOperations]
    > = {
      killed: [(redis) => redis.kill(), (redis) => redis.start(), storeOperations],
      frozen: [(redis) => redis.freeze(), (redis) => redis.thaw(), storeOperations],
      full: [
        async (redis) => {
          await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
          await redis.command('CONFIG', 'SET', 'maxmemory', '1');
        },
        (redis) => redis.command('CONFIG', 'SET', 'maxmemory', '0'),
        filling,
      ],
      'read-only': [
        (redis) => redis.command('REPLICAOF', '127.0.0.1', '1'),
        (redis) => redis.command('REPLICAOF', 'NO', 'ONE'),
        storeWrites,
      ],
    };
    for (const [trouble, [begin, end, refused]] of Object.entries(troubles)) {
      it(`rejects in time while it is ${trouble}, and recovers`, async (t) => {
        const { redis, store } = await startWorking(t);
        await begin(redis);
        await rejectionsWithin(250, ...Object.values(refused).map((run) => run(store)));
        await end(redis);
        await eventually(() => acceptsWrites(store));
      });
    }

    it('rejects later operations immediately while it is frozen', async (t) => {
      const { redis, store } = await startWorking(t);
      // Less than the time limit of a command, because no command waits for a response.
      const atOnce = (count: number) =>
        rejectionsWithin(100, ...Array.from({ length: count }, () => store.get('key')));
      redis.freeze();
      await rejectionsWithin(250, store.get('key'));
      await eventually(async () => (await atOnce(1)).length > 0);
      await atOnce(1_000);
    });

    it('rejects the first operation if it is frozen, and recovers', async (t) => {
      const redis = await startRedis(t);
      redis.freeze();
      const store = connectStore(t, redis.url);
      await rejectionsWithin(250, ...Object.values(storeOperations).map((run) => run(store)));
      redis.thaw();
      await eventually(() => acceptsWrites(store));
    });

    it('takes back a claim that was rejected while it was frozen', async (t) => {
      const { redis, store } = await startWorking(t);
      redis.freeze();
      await rejectionsWithin(250, store.claim('key', 'refused', minuteMs));
      redis.thaw();
      await eventually(() => store.claim('key', 'again', minuteMs));
    });

    it('deletes a claim whose deletion was rejected without a connection', async (t) => {
      const { redis, store } = await startWorking(t);
      await store.claim('key', 'value', minuteMs);
      await store.claim('other', 'value', minuteMs);
      redis.freeze();
      await rejectionsWithin(250, store.get('key'));
      // Rejected immediately, because nothing is sent.
      await eventually(async () => (await rejectionsWithin(100, store.get('key'))).length > 0);
      await rejectionsWithin(
        250,
        store.delete('key', 'value'),
        store.delete('other', 'another value'),
      );
      redis.thaw();
      await eventually(() => store.claim('key', 'again', minuteMs));
      assert.equal(await store.claim('other', 'again', minuteMs), false);
    });

    it('keeps the claims of other stores when it takes back its own', async (t) => {
      const { redis, store } = await startWorking(t);
      const other = connectStore(t, withLongTimeout(redis.url));
      await eventually(() => acceptsWrites(other));
      await other.claim('key', 'same', minuteMs);
      redis.freeze();
      await rejectionsWithin(250, store.claim('key', 'same', minuteMs));
      redis.thaw();
      await eventually(() => acceptsWrites(store));
      assert.equal(await other.get('key'), 'same');
    });

    it("doesn't retry all deletions with each rejected deletion", async (t) => {
      const redis = await startRedis(t);
      const store = connectStore(t, withLongTimeout(redis.url));
      await eventually(() => acceptsWrites(store));
      await redis.command('ACL', 'SETUSER', 'default', '-eval');
      const keys = Array.from({ length: 200 }, (_, index) => `key ${index}`);
      for (const key of keys) await rejection(store.delete(key, 'value'), StoreUnavailableError);
      const stats = String(await redis.command('INFO', 'commandstats'));
      const [, sent] = /^cmdstat_eval:.*rejected_calls=(\d+)/m.exec(stats) ?? [];
      // Each deletion is sent twice, plus once per second. If each rejection repeated all of them, it would be 20,000.
      assert.ok(Number(sent) >= 400 && Number(sent) < 4_000, sent);
    });

    it('has no value in the error of a write', async (t) => {
      const redis = await startRedis(t);
      const store = connectStore(t, withLongTimeout(redis.url));
      await eventually(() => acceptsWrites(store));
      await redis.command('CONFIG', 'SET', 'maxmemory', '1');
      const value = store.set('key', 'https://link.example/4f1c', minuteMs);
      const error = await rejection(value, StoreUnavailableError);
      const shown = inspect(error, { depth: null });
      assert.match(shown, /OOM/);
      assertAbsent(shown, 'https://link.example/4f1c');
    });
  });
});
