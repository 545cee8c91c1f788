/** Failovers of a Redis Cluster. test/trial/sentinel.trial.test.ts has the failovers of Sentinels. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../src/proxy/index.js';
import {
  connectStore,
  minuteMs,
  storeOperations,
  rejectionsWithin,
  startCluster,
  withRedis,
  acceptsWrites,
} from '../support/redis.js';
import { eventually } from '../support/until.js';

// Fails a test whose response never comes.
const options = { timeout: 120_000 };

const everything = (store: Store) => Object.values(storeOperations).map((ask) => ask(store));

withRedis(() => {
  describe('createRedisStore() on a cluster', options, () => {
    it('rejects keys of a lost node until its replica takes over', async (t) => {
      const { url, primaries, replica } = await startCluster(t);
      const store = connectStore(t, url);
      await eventually(() => acceptsWrites(store));
      const keys = Array.from({ length: 30 }, (_, index) => `claimed-${index}`);
      await Promise.all(keys.map((key) => store.claim(key, 'value', minuteMs)));
      await primaries[0]!.command('WAIT', '1', '1000');
      await primaries[0]!.kill();
      // About ten keys are on that node.
      const asked = await Promise.allSettled(keys.map((key) => store.get(key)));
      assert.ok(asked.some(({ status }) => status === 'rejected'));
      await eventually(async () => String(await replica.command('ROLE')).startsWith('master'));
      await eventually(async () => {
        const claims = await Promise.all(keys.map((key) => store.claim(key, 'other', minuteMs)));
        return claims.every((isMade) => !isMade);
      });
    });

    it('rejects everything in time while all nodes are down', async (t) => {
      const { url, primaries, replica } = await startCluster(t);
      const store = connectStore(t, url);
      await eventually(() => acceptsWrites(store));
      const nodes = [...primaries, replica];
      await Promise.all(nodes.map((node) => node.kill()));
      await rejectionsWithin(250, ...everything(store));
      await Promise.all(nodes.map((node) => node.start()));
      await eventually(() => acceptsWrites(store));
    });

    it('rejects commands to a frozen node in time', async (t) => {
      const { url, primaries } = await startCluster(t);
      const store = connectStore(t, url);
      await eventually(() => acceptsWrites(store));
      primaries.forEach((node) => node.freeze());
      t.after(() => primaries.forEach((node) => node.thaw()));
      await rejectionsWithin(250, ...everything(store));
      await rejectionsWithin(250, ...everything(store));
      primaries.forEach((node) => node.thaw());
      await eventually(() => acceptsWrites(store));
    });

    it('takes back a claim that was rejected while its node was frozen', async (t) => {
      const { url, primaries } = await startCluster(t);
      const store = connectStore(t, url);
      await eventually(() => acceptsWrites(store));
      primaries.forEach((node) => node.freeze());
      t.after(() => primaries.forEach((node) => node.thaw()));
      await rejectionsWithin(250, store.claim('key', 'refused', minuteMs));
      primaries.forEach((node) => node.thaw());
      await eventually(() => store.claim('key', 'again', minuteMs));
    });
  });
});
