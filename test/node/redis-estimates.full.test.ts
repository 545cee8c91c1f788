import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connect, startRedis, withRedis, works } from '../support/redis.js';
import { createTestProxy } from '../support/test-proxy.js';
import { eventually } from '../support/until.js';

withRedis(() => {
  describe('A proxy on a Redis', () => {
    for (const trouble of ['kill', 'freeze'] as const) {
      it(`goes on with estimates on a ${trouble}`, async (t) => {
        const redis = await startRedis(t);
        const store = connect(t, redis.url);
        await eventually(() => works(store));
        const proxy = createTestProxy({ store, rateLimit: 1_000_000 });
        await redis[trouble]();
        const answers = Array.from({ length: 20 }, (_, index) =>
          proxy.ask('estimatePayments', { body: [{ id: 'sofa', totalAmount: index + 1 }] }),
        );
        const statuses = (await Promise.all(answers)).map(({ status }) => status);
        assert.deepEqual([...new Set(statuses)], [200]);
      });
    }
  });
});
