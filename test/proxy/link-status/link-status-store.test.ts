import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createMemoryStore, type Store, StoreUnavailableError } from '../../../src/proxy/index.js';
import {
  askStatus,
  assertProblem,
  createTestWebhooks,
  createWatchedStore,
  linkToken,
  purchased,
  statusOf,
} from '../../support/test-proxy.js';

const hour = 60 * 60_000;

describe('Within a day after a link', () => {
  /** Creates a proxy with a mocked clock. */
  function createClocked(t: TestContext) {
    const start = 1_700_000_000_000;
    t.mock.timers.enable({ apis: ['Date'], now: start });
    const store = createMemoryStore({ now: () => Date.now() });
    return {
      ...createTestWebhooks({ store }),
      pass: (milliseconds: number) => t.mock.timers.tick(milliseconds),
    };
  }

  for (const [when, hoursBefore] of [
    ['before', 0],
    ['an hour before the end', 23],
  ] as const) {
    it(`an event ${when} is reported until its token expires`, async (t) => {
      const proxy = createClocked(t);
      if (hoursBefore === 0) await proxy.deliver(purchased);
      const token = await linkToken(proxy);
      proxy.pass(hoursBefore * hour);
      if (hoursBefore > 0) await proxy.deliver(purchased);
      proxy.pass((24 - hoursBefore) * hour);
      assert.equal(await statusOf(proxy, token), 'completed');
      proxy.pass(1);
      assertProblem(await askStatus(proxy, token), 401, 'unauthorized');
    });
  }

  for (const hours of [23, 24]) {
    it(`an event ${hours} h after the first link of a reference is not for the next one`, async (t) => {
      const proxy = createClocked(t);
      await linkToken(proxy);
      proxy.pass(hours * hour);
      await proxy.deliver(purchased);
      proxy.pass((24 - hours) * hour + 2);
      assert.equal(await statusOf(proxy, await linkToken(proxy)), 'pending');
    });
  }

  for (const [milliseconds, status] of [
    [59_999, 'completed'],
    [60_001, 'pending'],
  ] as const) {
    it(`an event makes a link ${milliseconds} ms later ${status}`, async (t) => {
      const proxy = createClocked(t);
      await proxy.deliver(purchased);
      proxy.pass(milliseconds);
      assert.equal(await statusOf(proxy, await linkToken(proxy)), status);
    });
  }
});

describe('Two concurrent events of one link', () => {
  const aborted = { ...purchased, eventType: 'CHECKOUT_SDK_ABORTED' };
  for (const [first, second] of [
    [aborted, purchased],
    [purchased, aborted],
  ] as const) {
    it(`mean completed if ${second.eventType} interrupts ${first.eventType}`, async () => {
      const memory = createMemoryStore();
      let hasCome = false;
      const store: Store = {
        ...memory,
        async get(key) {
          const value = await memory.get(key);
          if (hasCome || !['completed', 'aborted'].includes(value ?? '')) return value;
          hasCome = true;
          await proxy.deliver(second);
          return value;
        },
      };
      const proxy = createTestWebhooks({ store });
      const token = await linkToken(proxy);
      await proxy.deliver(first);
      assert.equal(hasCome, true);
      assert.equal(await statusOf(proxy, token), 'completed');
    });
  }
});

describe('An event without a valid reference', () => {
  for (const payload of [{}, { transactionId: '' }, { transactionId: ['order-1'] }]) {
    it(`is stored as an event, not as an outcome: ${JSON.stringify(payload)}`, async () => {
      const keys: string[] = [];
      const store = createWatchedStore((operation, [key]) => {
        if (operation === 'claim' || operation === 'set') keys.push(String(key));
      });
      const { deliver } = createTestWebhooks({ store });
      assert.equal((await deliver({ ...purchased, payload })).status, 200);
      assert.deepEqual(
        keys.map((key) => key.split(':')[0]),
        ['webhook', 'webhook'],
      );
    });
  }
});

describe('While the store is unavailable', () => {
  /** Creates a store that a test can make unavailable. */
  function createBreakableStore() {
    let isAway = false;
    const store = createWatchedStore(() => {
      if (isAway) throw new StoreUnavailableError();
    });
    return { store, leave: () => (isAway = true), comeBack: () => (isAway = false) };
  }

  it('a link is created without a token, and the status route returns 503, or 401 without a token', async () => {
    const { store, leave } = createBreakableStore();
    const proxy = createTestWebhooks({ store });
    const token = await linkToken(proxy);
    leave();
    assert.equal(await linkToken(proxy), null);
    const response = await askStatus(proxy, token);
    assertProblem(response, 503, 'store-unavailable');
    assert.equal(response.headers.get('retry-after'), '5');
    assertProblem(await askStatus(proxy, null), 401, 'unauthorized');
  });
});
