/** `GET /ready`, and how it asks the store. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  createMemoryStore,
  type FinancingProxyOptions,
  type Store,
  StoreUnavailableError,
} from '../../../src/proxy/index.js';
import { createStoreProbe } from '../../../src/proxy/store.js';
import { assertProblem, createTestProxy, read, shop } from '../../support/test-proxy.js';

/** A store that can be away, and counts how often it is asked to write. */
function createFlakyStore() {
  const store = createMemoryStore();
  const state = { isAway: false, writes: 0 };
  const set: Store['set'] = async (...args) => {
    state.writes += 1;
    if (state.isAway) throw new StoreUnavailableError();
    return store.set(...args);
  };
  return { store: { ...store, set }, state };
}

/** A proxy, and `GET /ready` of it as status and body. */
function createReadyProxy(options: Partial<FinancingProxyOptions> = {}) {
  const proxy = createTestProxy(options);
  const ask = (method = 'GET') =>
    proxy.fetch(new Request(`${shop}/financing/ready`, { method })).then(read);
  const ready = async () => {
    const { status, body } = await ask();
    return [status, body];
  };
  return { ...proxy, askReady: ask, ready };
}

/** Stops timers and the monotonic clock; the returned function moves both. */
function holdClock(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let time = 1_000_000;
  t.mock.method(performance, 'now', () => time);
  return (ms: number) => {
    time += ms;
    t.mock.timers.tick(ms);
  };
}

const required = 'required';
const storeAway = [503, { status: 'store-unavailable' }];

describe('GET /ready', () => {
  it('answers 200 without a call of the service', async () => {
    const { ready, service } = createReadyProxy();
    assert.deepEqual(await ready(), [200, { status: 'ok' }]);
    assert.equal(service.calls.length, 0);
  });

  it('answers 503 once the proxy is told to drain, with and without a required store', async () => {
    for (const options of [{}, { readyStore: required }] as const) {
      const { ready, drain } = createReadyProxy(options);
      drain();
      assert.deepEqual(await ready(), [503, { status: 'stopping' }]);
    }
  });

  it('answers 503 while a required store is away, when health and estimates go on', async (t) => {
    const elapse = holdClock(t);
    const { store, state } = createFlakyStore();
    const { ready, fetch, ask, log } = createReadyProxy({ store, readyStore: required });
    assert.deepEqual(await ready(), [200, { status: 'ok' }]);
    state.isAway = true;
    elapse(1_000);
    assert.deepEqual(await ready(), storeAway);
    assert.equal((await fetch(new Request(`${shop}/financing/health`))).status, 200);
    assert.equal((await ask('estimatePayments')).status, 200);
    assert.deepEqual(
      log.filter(({ level }) => level === 'error').map(({ event }) => event),
      ['store-unavailable'],
    );
    state.isAway = false;
    elapse(1_000);
    assert.deepEqual(await ready(), [200, { status: 'ok' }]);
  });

  it('does not ask a store that is optional, as it is by default', async () => {
    for (const options of [{}, { readyStore: 'optional' }] as const) {
      const { store, state } = createFlakyStore();
      state.isAway = true;
      const { ready } = createReadyProxy({ store, ...options });
      assert.deepEqual(await ready(), [200, { status: 'ok' }]);
      assert.equal(state.writes, 0);
    }
  });

  it('can be asked with HEAD, and with no other method', async () => {
    const { askReady } = createReadyProxy();
    assert.equal((await askReady('HEAD')).status, 200);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await askReady(method);
      assertProblem(answer, 405, 'method-not-allowed');
      assert.equal(answer.headers.get('allow'), 'GET, HEAD');
    }
  });

  it('is not limited, since every balancer asks it each second', async () => {
    const { ready } = createReadyProxy({ rateLimit: 1 });
    for (let count = 0; count < 5; count += 1) assert.equal((await ready())[0], 200);
  });
});

describe('The probe of the store', () => {
  const ignore = () => undefined;

  it('asks once a second, whatever the number of requests', async (t) => {
    const elapse = holdClock(t);
    const { store, state } = createFlakyStore();
    const isAvailable = createStoreProbe(store, ignore);
    const ask = async () => Promise.all(Array.from({ length: 100 }, isAvailable));
    assert.ok((await ask()).every((answer) => answer));
    elapse(999);
    await ask();
    assert.equal(state.writes, 1);
    elapse(1);
    await ask();
    assert.equal(state.writes, 2);
  });

  it('takes a store for away that has not answered within 200 ms', async (t) => {
    const elapse = holdClock(t);
    const failures: unknown[] = [];
    const hanging = { set: () => new Promise<never>(ignore) };
    const answer = createStoreProbe(hanging, (error) => failures.push(error))();
    elapse(199);
    assert.equal(await Promise.race([answer, Promise.resolve('waits')]), 'waits');
    elapse(1);
    assert.equal(await answer, false);
    assert.equal(failures.length, 1);
  });

  it('takes a store for away that throws at once', async () => {
    const broken = {
      set() {
        throw new TypeError('broken');
      },
    };
    assert.equal(await createStoreProbe(broken, ignore)(), false);
  });
});
