/** Log entries about the end of an outage. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { guardStore } from '../../src/proxy/store.js';
import { createMemoryStore, StoreUnavailableError } from '../../src/proxy/index.js';
import { failToConnect, respondPerContract, type Respond } from '../support/service-stub.js';
import {
  createTestProxy,
  createWatchedStore,
  type Logged,
  mockClock,
} from '../support/test-proxy.js';

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
  const status = (code: number) => () => new Response(null, { status: code });
  const [busy, rejected, up] = [status(503), status(409), respondPerContract];
  const unreachable = failToConnect('ECONNREFUSED');
  const failed = 'error service-failure getMerchantStatus new-store';
  const recovered = (ms: number) => `info service-recovered getMerchantStatus ${ms} new-store`;

  /** The responses of the service, the number of calls that get them, and the time in ms until the next ones. */
  type Step = readonly [respond: Respond, calls: number, ms: number];
  const flapping = Array<Step[]>(5).fill([[busy, 8, 6_000], [up, 1, 0]]).flat(); // oxfmt-ignore
  const sporadic = Array<Step[]>(10).fill([[busy, 1, 4_000], [up, 1, 0]]).flat(); // oxfmt-ignore
  // oxfmt-ignore
  const cases: Record<string, readonly [steps: readonly Step[], entries: string[]]> = {
    'one entry with the duration if the service was unreachable':
      [[[unreachable, 8, 20_000], [up, 3, 0]], [failed, recovered(20_000)]],
    'one entry with the duration if the service returned 503':
      [[[busy, 8, 20_000], [up, 3, 0]], [failed, recovered(20_000)]],
    'no entry while a gateway returns 503':
      [[[unreachable, 8, 5_000], [busy, 3, 5_000], [up, 1, 0]], [failed, failed, recovered(10_000)]],
    'no entry until five seconds pass without a failure': [sporadic, [failed]],
    'no recovery after rejections': [[[rejected, 8, 0], [up, 1, 0]], [failed]],
    'no more recoveries than failures of a flapping service': [flapping, [failed, recovered(6_000)]],
  };
  for (const [what, [steps, entries]] of Object.entries(cases)) {
    it(`has ${what}`, async (t) => {
      const clock = mockClock(t, 1e6);
      const { service, send, log } = createOutage();
      for (const [respond, calls, ms] of steps) {
        service.respond = respond;
        await send(calls);
        clock.now += ms;
      }
      assert.deepEqual(
        linesOf(log).filter((line) => !line.startsWith('warn')),
        entries,
      );
    });
  }
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
    const clock = mockClock(t, 1e6);
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
    const report = { observe() {}, recordSuccess: () => void (writes += 1) };
    const store = guardStore(createMemoryStore(), report);
    await store.get('key');
    await store.delete('key');
    assert.equal(writes, 0);
    await store.set('key', 'value', 1_000);
    await store.claim('key', 'value', 1_000);
    await store.count('limit', 1_000);
    assert.equal(writes, 3);
  });
});
