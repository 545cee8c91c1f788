/** Log entries about the end of an outage. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ProblemError } from '../../src/proxy/problems.js';
import { createReport } from '../../src/proxy/report.js';
import { guardStore } from '../../src/proxy/store.js';
import { createMemoryStore, type LogEntry, StoreUnavailableError } from '../../src/proxy/index.js';
import { failToConnect, respondPerContract, type Respond } from '../support/service-stub.js';
import { createTestProxy, createWatchedStore, type Logged } from '../support/test-proxy.js';

/** Mocks the clock of the process. */
function mockClock(t: TestContext) {
  const clock = { now: 1e6 };
  t.mock.method(performance, 'now', () => clock.now);
  return clock;
}

/** Returns the entries about failures and recoveries as text, without request details. */
const linesOf = (log: readonly Logged[]) =>
  log
    .filter(({ level, event }) => level !== 'debug' && !event.startsWith('circuit-'))
    .map(({ level, event, operation, durationMs, location }) =>
      [level, event, operation, durationMs, location]
        .filter((part) => part !== undefined)
        .join(' '),
    );

describe('The log at the end of an outage of the service', () => {
  /** Creates a proxy with a service that a test can replace. */
  function createOutage() {
    const service: { respond: Respond } = { respond: respondPerContract };
    const proxy = createTestProxy({}, (call) => service.respond(call));
    const send = async (times: number, path?: string) => {
      for (let time = 0; time < times; time += 1) {
        await proxy.send('getMerchantStatus', path === undefined ? {} : { path });
      }
    };
    return { ...proxy, service, send };
  }
  const serverError: Respond = () => new Response(null, { status: 503 });

  for (const [what, respond] of [
    ['was unreachable', failToConnect('ECONNREFUSED')],
    ['returned 503', serverError],
  ] as const) {
    it(`has one entry with the duration if the service ${what}`, async (t) => {
      const clock = mockClock(t);
      const { service, send, log } = createOutage();
      service.respond = respond;
      await send(8);
      clock.now += 20_000;
      service.respond = respondPerContract;
      await send(3);
      assert.deepEqual(linesOf(log), [
        'error service-failure getMerchantStatus new-store',
        'info service-recovered getMerchantStatus 20000 new-store',
      ]);
    });
  }

  it('has no entry while a gateway returns 503', async (t) => {
    const clock = mockClock(t);
    const { service, send, log } = createOutage();
    service.respond = failToConnect('ECONNREFUSED');
    await send(8);
    clock.now += 5_000;
    service.respond = serverError;
    await send(3);
    clock.now += 5_000;
    service.respond = respondPerContract;
    await send(1);
    assert.deepEqual(linesOf(log), [
      'error service-failure getMerchantStatus new-store',
      'error service-failure getMerchantStatus new-store',
      'info service-recovered getMerchantStatus 10000 new-store',
    ]);
  });

  it('has no entry until five seconds pass without a failure', async (t) => {
    const clock = mockClock(t);
    const { service, send, log } = createOutage();
    for (let time = 0; time < 10; time += 1) {
      service.respond = serverError;
      await send(1);
      clock.now += 4_000;
      service.respond = respondPerContract;
      await send(1);
    }
    assert.deepEqual(linesOf(log), ['error service-failure getMerchantStatus new-store']);
  });

  it('has no entry after rejections', async () => {
    const { service, send, log } = createOutage();
    service.respond = () => new Response(null, { status: 409 });
    await send(8);
    service.respond = respondPerContract;
    await send(1);
    assert.ok(log.every(({ event }) => event !== 'service-recovered'));
  });

  it('has an entry for one location while others always worked', async (t) => {
    const clock = mockClock(t);
    const { service, send, log } = createOutage();
    const [broken, other] = ['broken', 'other'].map(
      (name) => `/onboarding/api/v1/location/${name}`,
    );
    service.respond = (call) =>
      call.path.endsWith('/broken') ? serverError(call) : respondPerContract(call);
    for (let time = 0; time < 8; time += 1) {
      await send(1, broken);
      await send(1, other);
    }
    clock.now += 6_000;
    service.respond = respondPerContract;
    await send(1, broken);
    assert.deepEqual(linesOf(log), [
      'error service-failure getMerchantStatus broken',
      'info service-recovered getMerchantStatus 6000 broken',
    ]);
  });

  it('has no more recoveries than failures of a flapping service', async (t) => {
    const clock = mockClock(t);
    const { service, send, log } = createOutage();
    for (let outage = 0; outage < 5; outage += 1) {
      service.respond = serverError;
      await send(8);
      clock.now += 6_000;
      service.respond = respondPerContract;
      await send(1);
    }
    assert.deepEqual(linesOf(log), [
      'error service-failure getMerchantStatus new-store',
      'info service-recovered getMerchantStatus 6000 new-store',
    ]);
  });
});

describe('The log at the end of an outage of the store', () => {
  /** Creates a proxy whose store can't count requests while `state.isFull`. */
  function createOutage() {
    const state = { isFull: false };
    const store = createWatchedStore((operation) => {
      if (state.isFull && operation === 'count') throw new StoreUnavailableError();
    });
    return { ...createTestProxy({ store }), state };
  }

  it('has one entry with the duration at the first write', async (t) => {
    const clock = mockClock(t);
    const { send, log, state } = createOutage();
    state.isFull = true;
    await send('createPrequalLink');
    clock.now += 30_000;
    await send('createPrequalLink');
    clock.now += 10_000;
    state.isFull = false;
    await send('createPrequalLink');
    await send('createPrequalLink');
    assert.deepEqual(linesOf(log), ['error store-unavailable', 'info store-recovered 40000']);
  });

  it('has no entry until a write succeeds, because a full store allows reads', async () => {
    let writes = 0;
    const report = { observe() {}, worked: () => void (writes += 1) };
    const store = guardStore(createMemoryStore(), report);
    await store.get('key');
    await store.delete('key');
    assert.equal(writes, 0);
    await store.set('key', 'value', 1_000);
    await store.claim('key', 'value', 1_000);
    await store.count('limit', 1_000);
    assert.equal(writes, 3);
  });

  it('has no entry while some writes still fail', (t) => {
    const entries: LogEntry[] = [];
    const start = 1e6;
    let now = start;
    t.mock.method(performance, 'now', () => now);
    const ignore = () => undefined;
    const { logProblem, worked } = createReport({
      logger: {
        debug: ignore,
        info: (entry) => void entries.push(entry),
        warn: ignore,
        error: ignore,
      },
    });
    for (; now < start + 60_000; now += 1_000) {
      logProblem(new ProblemError('store-unavailable'));
      worked('store');
    }
    assert.deepEqual(entries, []);
    now += 5_000;
    worked('store');
    assert.deepEqual(entries, [{ event: 'store-recovered', durationMs: 65_000 }]);
  });

  it('has no more recoveries than failures of a flapping store', async (t) => {
    const clock = mockClock(t);
    const { send, log, state } = createOutage();
    for (let outage = 0; outage < 5; outage += 1) {
      state.isFull = true;
      await send('createPrequalLink');
      clock.now += 5_000;
      state.isFull = false;
      await send('createPrequalLink');
    }
    assert.deepEqual(linesOf(log), ['error store-unavailable', 'info store-recovered 5000']);
  });
});
