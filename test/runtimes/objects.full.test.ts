/** Tests what is specific to the Durable Objects store, in workerd. The tests of all stores are elsewhere. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StoreUnavailableError } from '../../src/proxy/index.js';
import { createDurableObjectStore } from '../../src/workers/index.js';
import { rejection, pluck } from '../support/assertions.js';
import { eventually, turn } from '../support/until.js';
import { startObjects, withInstalled } from './start-runtime.js';

const minute = 60_000;
const hour = 60 * minute;
const options = { timeout: 120_000 };

withInstalled('workerd', () => {
  describe('createDurableObjectStore()', options, () => {
    it('spreads keys over its objects', async (t) => {
      const objects = await startObjects(t);
      const store = objects.storeAt(0);
      const keys = Array.from({ length: 100 }, (_, index) => `key-${index}`);
      await Promise.all(keys.map((key) => store.set(key, 'value', minute)));
      const rows = (await objects.inspect('rows')).map((object) => object.rows);
      assert.equal(
        rows.reduce((sum, each) => sum + each),
        100,
      );
      // Four objects, so 25 keys each would be ideal.
      assert.ok(Math.min(...rows) >= 10, rows.join());
    });

    it('deletes expired entries within an hour, and nothing else', async (t) => {
      const objects = await startObjects(t);
      const store = objects.storeAt(0);
      for (let index = 0; index < 20; index += 1) await store.claim(`short-${index}`, 'value', 1);
      await store.count('short', 1);
      await store.claim('long', 'value', minute);
      const sum = async (how: 'rows' | 'clean') =>
        (await objects.inspect(how)).reduce((total, { rows }) => total + rows, 0);
      assert.equal(await sum('rows'), 22);
      for (const { alarm } of await objects.inspect('rows')) {
        assert.ok(alarm !== null && alarm > Date.now() && alarm <= Date.now() + hour);
      }
      await eventually(async () => (await sum('clean')) === 1);
      assert.equal(await store.get('long'), 'value');
    });

    it('starts a window again if its rest is longer, as after the clock was set back', async (t) => {
      const store = (await startObjects(t)).storeAt(0);
      await store.count('counter', hour);
      const { count, remainingMs } = await store.count('counter', minute);
      assert.equal(count, 2);
      assert.ok(remainingMs > 0 && remainingMs <= minute, `${remainingMs} ms`);
    });

    it('keeps claims when workerd is killed', async (t) => {
      const objects = await startObjects(t);
      assert.equal(await objects.storeAt(0).claim('key', 'value', minute), true);
      await objects.kill();
      await objects.start();
      assert.equal(await objects.storeAt(1).claim('key', 'other', minute), false);
    });
  });
});

type Respond = (operation: { operation: string; claimId?: string }) => Promise<unknown>;

/** Creates a namespace in this process whose objects respond with `respond`. */
function createNamespace(respond: Respond) {
  const operations: { name: string; operation: string; claimId?: string }[] = [];
  const places: (string | undefined)[] = [];
  const namespace = {
    idFromName: (name: string) => ({ name }),
    get(id: object, hint?: { locationHint?: string }) {
      places.push(hint?.locationHint);
      return {
        async fetch(_url: string, { body }: { body: string }) {
          const operation = JSON.parse(body) as { operation: string; claimId?: string };
          operations.push({ ...(id as { name: string }), ...operation });
          const result = await respond(operation);
          return { ok: result !== 'broken', status: 500, json: async () => result };
        },
      };
    },
  };
  return { namespace, operations, places };
}

describe('createDurableObjectStore() on objects that fail', options, () => {
  it('rejects at its time limit', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { namespace } = createNamespace(() => new Promise(() => undefined));
    const store = createDurableObjectStore(namespace, { timeout: 20 });
    let ended = 0;
    for (const pending of [store.get('key'), store.count('key', minute), store.delete('key')]) {
      void rejection(pending, StoreUnavailableError).then(() => (ended += 1));
    }
    t.mock.timers.tick(19);
    await turn();
    assert.equal(ended, 0);
    t.mock.timers.tick(1);
    await turn();
    assert.equal(ended, 3);
  });

  it('takes back a claim whose response was lost', async () => {
    const { namespace, operations } = createNamespace(({ operation }) =>
      operation === 'claim' ? new Promise(() => undefined) : Promise.resolve(null),
    );
    const store = createDurableObjectStore(namespace, { timeout: 20 });
    await rejection(store.claim('key', 'value', minute), StoreUnavailableError);
    assert.deepEqual(pluck(operations, 'operation'), ['claim', 'take-back']);
    const [claim, takeBack] = operations;
    assert.deepEqual([claim?.name, claim?.claimId], [takeBack?.name, takeBack?.claimId]);
  });

  it('accepts only responses of the object', async () => {
    const { namespace } = createNamespace(async () => 'broken');
    const store = createDurableObjectStore(namespace);
    await rejection(store.claim('key', 'value', minute), StoreUnavailableError);
  });

  it('requests objects in a location if one is set', async () => {
    const { namespace, places } = createNamespace(async () => null);
    await createDurableObjectStore(namespace).get('key');
    await createDurableObjectStore(namespace, { locationHint: 'enam' }).get('key');
    assert.deepEqual(places, [undefined, 'enam']);
  });

  it('maps a key to the same object in each version', async () => {
    const { namespace, operations } = createNamespace(async () => null);
    const store = createDurableObjectStore(namespace);
    for (const key of ['', 'once:a', 'limit:address:unknown', 'text:é']) await store.get(key);
    // Otherwise, the objects would have lost the claims of the last day.
    assert.deepEqual(pluck(operations, 'name'), [
      'financing-5',
      'financing-1',
      'financing-2',
      'financing-31',
    ]);
  });

  it('refuses a missing binding and an invalid number of objects', () => {
    const missing = undefined as unknown as Parameters<typeof createDurableObjectStore>[0];
    assert.throws(() => createDurableObjectStore(missing), /Is its binding configured/);
    const { namespace } = createNamespace(async () => null);
    for (const objects of [0, 1.5, 1_025]) {
      assert.throws(() => createDurableObjectStore(namespace, { objects }), /from 1 to 1024/);
    }
  });
});
