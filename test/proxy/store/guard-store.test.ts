/** The wrapper that reports operations of a store and handles its failures. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createMemoryStore,
  StoreUnavailableError,
  type ObserverEvent,
  type Store,
} from '../../../src/proxy/index.js';
import { ProblemError } from '../../../src/proxy/problems.js';
import { guardStore } from '../../../src/proxy/store.js';
import { rejection } from '../../support/assertions.js';
import { turn } from '../../support/until.js';

function createGuarded(store: Store) {
  const events: ObserverEvent[] = [];
  const guarded = guardStore(store, {
    observe: (event) => void events.push(event),
    recordSuccess() {},
  });
  return { guarded, events };
}

const minute = 60_000;

describe('guardStore()', () => {
  it('reports each operation with its outcome and duration', async (t) => {
    let now = 1_000;
    t.mock.method(performance, 'now', () => now++);
    const { guarded, events } = createGuarded(createMemoryStore({ now: () => 1 }));
    await guarded.get('key');
    await guarded.set('key', 'value', minute);
    await guarded.claim('key', 'value', minute);
    await guarded.delete('key');
    await guarded.count('key', minute);
    await guarded.uncount('key', minute);
    assert.deepEqual(
      events,
      ['get', 'set', 'claim', 'delete', 'count', 'uncount'].map((operation) => {
        return { type: 'store', operation, outcome: 'success', durationMs: 1 };
      }),
    );
  });

  it('reports a failure and keeps the cause', async () => {
    const cause = new StoreUnavailableError(new Error('away'));
    const store = { ...createMemoryStore(), get: () => Promise.reject(cause) };
    const { guarded, events } = createGuarded(store);
    const problem = await rejection(guarded.get('key'), ProblemError);
    assert.equal(problem.cause, cause);
    const [event] = events;
    assert.ok(event?.type === 'store' && event.outcome === 'failure');
  });

  it('gives up after five seconds', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const store = { ...createMemoryStore(), claim: () => new Promise<boolean>(() => {}) };
    const { guarded, events } = createGuarded(store);
    const refused = rejection(guarded.claim('key', 'value', minute), ProblemError);
    t.mock.timers.tick(4_999);
    await turn();
    assert.equal(events.length, 0);
    t.mock.timers.tick(1);
    assert.equal((await refused).code, 'store-unavailable');
  });

  it('works with a store that has no uncount()', async () => {
    const { uncount: _, ...store } = createMemoryStore();
    const { guarded, events } = createGuarded(store);
    await guarded.count('key', minute);
    await guarded.uncount('key', minute);
    assert.equal((await guarded.count('key', minute)).count, 2);
    assert.equal(events.length, 2);
  });

  it('closes the store', async () => {
    const store = createMemoryStore();
    await store.set('key', 'value', minute);
    await createGuarded(store).guarded.close();
    assert.equal(await store.get('key'), undefined);
  });
});

it('StoreUnavailableError has a message and a cause', () => {
  const cause = new Error('away');
  const error = new StoreUnavailableError(cause);
  assert.equal(`${error}`, 'StoreUnavailableError: The store is not available');
  assert.equal(error.cause, cause);
});
