/** A Redis behind Sentinels and a cluster of Redis, as they fail over. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../src/proxy/index.js';
import {
  connect,
  minute,
  operations,
  refusals,
  startCluster,
  startSentinels,
  withRedis,
  works,
} from '../support/redis.js';
import { eventually } from '../support/until.js';

// A test that waits for an answer that never comes fails by this.
const options = { timeout: 120_000 };

/** Asks for everything at once. */
const everything = (store: Store) => Object.values(operations).map((ask) => ask(store));

withRedis(() => {
  describe('createRedisStore() behind Sentinels', options, () => {
    it('refuses everything while the primary is gone, then goes on with what it knew', async (t) => {
      const group = await startSentinels(t);
      const store = connect(t, group.url);
      await eventually(() => works(store));
      await store.claim('claimed', 'value', minute);
      const old = await group.primary();
      await old.kill();
      await refusals(250, ...everything(store));
      await eventually(() => works(store));
      assert.notEqual(await group.primary(), old);
      assert.equal(await store.claim('claimed', 'other', minute), false);
    });

    it('stays with the new primary when the old one comes back', async (t) => {
      const group = await startSentinels(t);
      const store = connect(t, group.url);
      await eventually(() => works(store));
      const old = await group.primary();
      await old.kill();
      await eventually(() => works(store));
      await old.start();
      await eventually(async () => String(await old.command('ROLE')).startsWith('slave'));
      // A second Sentinel can try to fail over, too, until it hears of the new primary.
      await eventually(() => works(store));
      assert.equal(await store.claim('key', 'value', minute), true);
      const primary = await group.primary();
      assert.equal(await primary.command('EXISTS', 'financing:key'), 1);
    });

    it('leaves a primary that was replaced while it only seemed to be gone', async (t) => {
      const group = await startSentinels(t);
      const store = connect(t, group.url);
      await eventually(() => works(store));
      const old = await group.primary();
      old.freeze();
      t.after(() => old.thaw());
      await refusals(250, ...everything(store));
      await eventually(() => works(store));
      old.thaw();
      await eventually(async () => String(await old.command('ROLE')).startsWith('slave'));
      assert.ok(await works(store));
    });
  });

  describe('createRedisStore() on a cluster', options, () => {
    it('refuses keys of a node that is gone, then goes on with what its replica knew', async (t) => {
      const { url, primaries, replica } = await startCluster(t);
      const store = connect(t, url);
      await eventually(() => works(store));
      const keys = Array.from({ length: 30 }, (_, index) => `claimed-${index}`);
      await Promise.all(keys.map((key) => store.claim(key, 'value', minute)));
      await primaries[0]!.command('WAIT', '1', '1000');
      await primaries[0]!.kill();
      // About ten of them are on that node. None waits.
      const asked = await Promise.allSettled(keys.map((key) => store.get(key)));
      assert.ok(asked.some(({ status }) => status === 'rejected'));
      await eventually(async () => String(await replica.command('ROLE')).startsWith('master'));
      await eventually(async () => {
        const claims = await Promise.all(keys.map((key) => store.claim(key, 'other', minute)));
        return claims.every((isMade) => !isMade);
      });
    });

    it('refuses everything in time when all nodes are gone, and is back with them', async (t) => {
      const { url, primaries, replica } = await startCluster(t);
      const store = connect(t, url);
      await eventually(() => works(store));
      const nodes = [...primaries, replica];
      await Promise.all(nodes.map((node) => node.kill()));
      await refusals(250, ...everything(store));
      await Promise.all(nodes.map((node) => node.start()));
      await eventually(() => works(store));
    });

    it('refuses in time what a frozen node should answer', async (t) => {
      const { url, primaries } = await startCluster(t);
      const store = connect(t, url);
      await eventually(() => works(store));
      primaries.forEach((node) => node.freeze());
      t.after(() => primaries.forEach((node) => node.thaw()));
      await refusals(250, ...everything(store));
      await refusals(250, ...everything(store));
      primaries.forEach((node) => node.thaw());
      await eventually(() => works(store));
    });

    it('takes back a claim that was refused while its node was frozen', async (t) => {
      const { url, primaries } = await startCluster(t);
      const store = connect(t, url);
      await eventually(() => works(store));
      primaries.forEach((node) => node.freeze());
      t.after(() => primaries.forEach((node) => node.thaw()));
      await refusals(250, store.claim('key', 'refused', minute));
      primaries.forEach((node) => node.thaw());
      await eventually(() => store.claim('key', 'again', minute));
    });
  });
});
