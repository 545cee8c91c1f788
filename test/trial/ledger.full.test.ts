/**
 * The ledger of texts: whatever fails, at any place, no text is sent twice. Two replicas of the proxy share a
 * Redis, or two isolates of a Worker share Durable Objects;
 * shoppers double-click and ask again with the same key after every answer that leaves them in doubt, while the
 * network resets, stalls, drips and truncates, replicas are killed, and the store is frozen and killed.
 *
 * 200 sends in `npm test`; 10,000 in `npm run trial`, or as many as `npm run trial -- --sends 50000` says.
 * Redis writes each claim to its disk here: one that forgets what it has acknowledged forgets who was texted.
 */
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startObjects, withInstalled } from '../runtimes/start-runtime.js';
import { startRedisWithDisk, withRedis } from '../support/redis.js';
import { holdLedger, sends } from './ledger.js';
import { startReplicas } from './replicas.js';

/** What can be done to a store. */
interface Store {
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  start(): Promise<void>;
}

const troublesOf = (store: Store) => [
  async () => {
    store.freeze();
    await pause(400);
    store.thaw();
  },
  async () => {
    await store.kill();
    await pause(100);
    await store.start();
  },
];

const options = { timeout: 1_800_000 };

withRedis(() => {
  describe(`${sends} texts through two replicas, a bad network and a Redis that comes and goes`, () => {
    it('are sent at most once each', options, (t) =>
      holdLedger(t, async (serviceUrl) => {
        const redis = await startRedisWithDisk(t);
        const { pick, restart } = await startReplicas(t, 2, [serviceUrl, redis.url]);
        return { pick, troubles: [restart, ...troublesOf(redis)] };
      }),
    );
  });
});

withInstalled('workerd', () => {
  describe(`${sends} texts through two isolates, a bad network and objects that come and go`, () => {
    it('are sent at most once each', options, (t) =>
      holdLedger(
        t,
        async (serviceUrl) => {
          const objects = await startObjects(t, { serviceUrl, timeout: 500 });
          let turn = 0;
          const pick = () => objects.urls[turn++ % 2]!;
          return { pick, troubles: troublesOf(objects) };
        },
        // Isolates and objects are one process here, with one core for all.
        { shoppers: 6 },
      ),
    );
  });
});
