/**
 * The ledger of texts: no text is sent twice, whatever fails. Two replicas of the proxy share a Redis, or two isolates
 * of a Worker share Durable Objects. Shoppers double-click, and retry with the same key after each response that leaves
 * the outcome open. In the meantime, the network resets, stalls, slows, and truncates connections, replicas are killed,
 * and the store is frozen and killed.
 *
 * Runs 200 sends in `npm test`, 10,000 in `npm run trial`, or as many as `npm run trial -- --sends 50000` says. Redis
 * syncs each claim to disk here. Without that, a restart would lose acknowledged claims.
 */
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startObjects, withInstalled } from '../runtimes/start-runtime.js';
import { startRedisWithDisk, withRedis } from '../support/redis.js';
import { holdLedger, sends } from './ledger.js';
import { startReplicas } from './replicas.js';

interface Store {
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  start(): Promise<void>;
}

const troublesOf = (store: Store) => [
  async () => {
    store.freeze();
    await sleep(400);
    store.thaw();
  },
  async () => {
    await store.kill();
    await sleep(100);
    await store.start();
  },
];

const options = { timeout: 1_800_000 };

withRedis(() => {
  describe(`${sends} texts through two replicas, an unreliable network, and an unreliable Redis`, () => {
    it('are each sent at most once', options, (t) =>
      holdLedger(t, async (serviceUrl) => {
        const redis = await startRedisWithDisk(t);
        const { pick, restart } = await startReplicas(t, 2, [serviceUrl, redis.url]);
        return { pick, troubles: [restart, ...troublesOf(redis)] };
      }),
    );
  });
});

withInstalled('workerd', () => {
  describe(`${sends} texts through two isolates, an unreliable network, and unreliable objects`, () => {
    it('are each sent at most once', options, (t) =>
      holdLedger(
        t,
        async (serviceUrl) => {
          const objects = await startObjects(t, { serviceUrl, timeout: 500 });
          let turn = 0;
          const pick = () => objects.urls[turn++ % 2]!;
          return { pick, troubles: troublesOf(objects) };
        },
        // Here, isolates and objects share one process, which uses one core.
        { shoppers: 6 },
      ),
    );
  });
});
