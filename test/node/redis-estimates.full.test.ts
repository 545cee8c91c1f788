import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Store } from '../../src/proxy/index.js';
import {
  connect,
  patientFromTheFirst,
  type RedisServer,
  startRedis,
  withRedis,
  works,
} from '../support/redis.js';
import { createTestProxy, type TestProxy } from '../support/test-proxy.js';
import { eventually } from '../support/until.js';

/** A replica of the proxy, connected to a Redis. */
async function startReplica(t: TestContext, url: string): Promise<TestProxy & { store: Store }> {
  const store = connect(t, url);
  await eventually(() => works(store));
  return { ...createTestProxy({ store, rateLimit: 1_000_000 }), store };
}

/** Lets look-ups take as long as they do: a busy machine may need more than the 50 ms that a proxy gives them. */
function waitForLookUps(t: TestContext): void {
  t.mock.timers.enable({ apis: ['setTimeout'] });
}

const ask = (proxy: TestProxy, totalAmount: number) =>
  proxy.ask('estimatePayments', { body: [{ id: 'sofa', totalAmount }] });

/** The keys of the estimates in a Redis. */
const keysIn = async (redis: RedisServer) =>
  (await redis.command('KEYS', 'financing:estimate:*')) as string[];

/** Two replicas on a new Redis, in which the first has put its estimate of $1,299. */
async function startSharing(t: TestContext) {
  const redis = await startRedis(t);
  const url = patientFromTheFirst(redis.url);
  const [first, second] = [await startReplica(t, url), await startReplica(t, url)];
  waitForLookUps(t);
  await ask(first, 1_299);
  await eventually(async () => (await keysIn(redis)).length === 1);
  return { redis, first, second };
}

/** The amount of an estimate, by its key. */
const amountOf = (key = '') => Number(key.split(':').at(-1)) / 100;

withRedis(() => {
  describe('Two replicas of the proxy on one Redis', () => {
    it('ask the service once for an amount', async (t) => {
      const { first, second } = await startSharing(t);
      await ask(second, 1_299);
      assert.deepEqual([first.service.calls.length, second.service.calls.length], [1, 0]);
    });

    it('ask again for what another program has put in its place', async (t) => {
      const { redis, second } = await startSharing(t);
      const [key = ''] = await keysIn(redis);
      await redis.command('SET', key, '{"id":"","monthlyAmount":1}', 'PX', '60000');
      assert.equal((await ask(second, 1_299)).status, 200);
      assert.equal(second.service.calls.length, 1);
    });

    for (const trouble of ['kill', 'freeze'] as const) {
      it(`go on with estimates on a ${trouble}`, async (t) => {
        const redis = await startRedis(t);
        const proxy = await startReplica(t, redis.url);
        await redis[trouble]();
        const answers = Array.from({ length: 20 }, (_, index) => ask(proxy, index + 1));
        const statuses = (await Promise.all(answers)).map(({ status }) => status);
        assert.deepEqual([...new Set(statuses)], [200]);
      });
    }

    it('share again after its restart', async (t) => {
      const redis = await startRedis(t);
      const url = patientFromTheFirst(redis.url);
      const [first, second] = [await startReplica(t, url), await startReplica(t, url)];
      await redis.kill();
      let amount = 1;
      await ask(first, amount);
      await redis.start();
      // It leaves alone what has failed for a second.
      await eventually(async () => {
        await ask(first, (amount += 1));
        return (await keysIn(redis)).length > 0;
      });
      await eventually(() => works(second.store));
      waitForLookUps(t);
      const [key] = await keysIn(redis);
      await ask(second, amountOf(key));
      assert.equal(second.service.calls.length, 0);
    });
  });
});
