import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createRedisStore } from '../../src/node/redis-store.js';
import { startRedis, withRedis } from '../support/redis.js';
import { createTestProxy, type TestProxy } from '../support/test-proxy.js';
import { eventually } from './redis-store-checks.js';

/** A replica of the proxy, connected to a Redis. */
async function startReplica(t: TestContext, url: string): Promise<TestProxy> {
  const store = createRedisStore(url);
  t.after(() => store.close());
  await eventually(async () => (await store.count('works', 60_000)).count > 0);
  return createTestProxy({ store, rateLimit: 1_000_000 });
}

const ask = (proxy: TestProxy, totalAmount: number) =>
  proxy.ask('estimatePayments', { body: [{ id: 'sofa', totalAmount }] });

/** Asks two replicas for one amount after the other, until the second knows one of the first. */
async function untilShared(first: TestProxy, second: TestProxy): Promise<void> {
  const end = performance.now() + 60_000;
  for (let amount = Math.round(performance.now()); ; amount += 1) {
    await ask(first, amount);
    const before = second.service.calls.length;
    await ask(second, amount);
    if (second.service.calls.length === before) return;
    if (performance.now() > end) assert.fail('They share nothing');
    await pause(20);
  }
}

withRedis(() => {
  describe('Two replicas of the proxy on one Redis', () => {
    it('ask the service once for an amount', async (t) => {
      const { url } = await startRedis(t);
      await untilShared(await startReplica(t, url), await startReplica(t, url));
    });

    it('ask again for what somebody else has put in its place', async (t) => {
      const redis = await startRedis(t);
      const [first, second] = [await startReplica(t, redis.url), await startReplica(t, redis.url)];
      await untilShared(first, second);
      const third = await startReplica(t, redis.url);
      const [key = ''] = (await redis.command('KEYS', 'financing:estimate:*')) as string[];
      await redis.command('SET', key, '{"id":"","monthlyAmount":1}', 'PX', '60000');
      assert.equal((await ask(third, Number(key.split(':').at(-1)) / 100)).status, 200);
      assert.equal(third.service.calls.length, 1);
    });

    for (const trouble of ['kill', 'freeze'] as const) {
      it(`L14 go on with estimates on a ${trouble}`, async (t) => {
        const redis = await startRedis(t);
        const proxy = await startReplica(t, redis.url);
        await redis[trouble]();
        const answers = Array.from({ length: 20 }, (_, index) => ask(proxy, index + 1));
        const statuses = (await Promise.all(answers)).map(({ status }) => status);
        assert.deepEqual([...new Set(statuses)], [200]);
      });
    }

    it('L14 share again after its restart', async (t) => {
      const redis = await startRedis(t);
      const [first, second] = [await startReplica(t, redis.url), await startReplica(t, redis.url)];
      await redis.kill();
      await ask(first, 1);
      await redis.start();
      await untilShared(first, second);
    });
  });
});
