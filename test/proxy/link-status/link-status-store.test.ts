import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createMemoryStore, type Store, StoreUnavailableError } from '../../../src/proxy/index.js';
import {
  askStatus,
  assertProblem,
  createTestWebhooks,
  linkToken,
  purchased,
  statusOf,
} from '../../support/test-proxy.js';

const hour = 60 * 60_000;

describe('A day after its link', () => {
  /** A proxy whose clocks, of store and wall, are the test's. */
  function createClocked(t: TestContext) {
    const start = 1_700_000_000_000;
    t.mock.timers.enable({ apis: ['Date'], now: start });
    const store = createMemoryStore({ now: () => Date.now() });
    return {
      ...createTestWebhooks({ store }),
      pass: (milliseconds: number) => t.mock.timers.tick(milliseconds),
    };
  }

  it('a token is still good, and then no longer', async (t) => {
    const proxy = createClocked(t);
    const token = await linkToken(proxy);
    await proxy.deliver(purchased);
    proxy.pass(24 * hour);
    assert.equal(await statusOf(proxy, token), 'completed');
    proxy.pass(1);
    assertProblem(await askStatus(proxy, token), 401, 'unauthorized');
  });

  it('the next link of the reference is not told what became of the first', async (t) => {
    const proxy = createClocked(t);
    await linkToken(proxy);
    proxy.pass(23 * hour);
    await proxy.deliver(purchased);
    proxy.pass(hour + 1);
    assert.equal(await statusOf(proxy, await linkToken(proxy)), 'pending');
  });

  it('an event that came early is still told', async (t) => {
    const proxy = createClocked(t);
    await proxy.deliver(purchased);
    const token = await linkToken(proxy);
    proxy.pass(24 * hour);
    assert.equal(await statusOf(proxy, token), 'completed');
  });

  it('an event that comes late in it is told', async (t) => {
    const proxy = createClocked(t);
    const token = await linkToken(proxy);
    proxy.pass(23 * hour);
    await proxy.deliver(purchased);
    proxy.pass(hour);
    assert.equal(await statusOf(proxy, token), 'completed');
  });

  it('an event at the end of it is not told to the next link of the reference', async (t) => {
    const proxy = createClocked(t);
    await linkToken(proxy);
    proxy.pass(24 * hour);
    await proxy.deliver(purchased);
    proxy.pass(2);
    assert.equal(await statusOf(proxy, await linkToken(proxy)), 'pending');
  });

  for (const [milliseconds, status] of [
    [59_999, 'completed'],
    [60_001, 'pending'],
  ] as const) {
    it(`an event without a link is ${status} for a link ${milliseconds} ms later`, async (t) => {
      const proxy = createClocked(t);
      await proxy.deliver(purchased);
      proxy.pass(milliseconds);
      assert.equal(await statusOf(proxy, await linkToken(proxy)), status);
    });
  }
});

describe('Two events of one link at the same moment', () => {
  const aborted = { ...purchased, eventType: 'CHECKOUT_SDK_ABORTED' };
  for (const [first, second] of [
    [aborted, purchased],
    [purchased, aborted],
  ] as const) {
    it(`are completed when ${second.eventType} comes amid ${first.eventType}`, async () => {
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

describe('An event with no reference that a link could have', () => {
  for (const payload of [{}, { transactionId: '' }, { transactionId: ['order-1'] }]) {
    it(`is kept as an event, and as no outcome: ${JSON.stringify(payload)}`, async () => {
      const memory = createMemoryStore();
      const keys: string[] = [];
      const store: Store = {
        ...memory,
        claim: (key, value, ttl) => (keys.push(key), memory.claim(key, value, ttl)),
        set: (key, value, ttl) => (keys.push(key), memory.set(key, value, ttl)),
      };
      const { deliver } = createTestWebhooks({ store });
      assert.equal((await deliver({ ...purchased, payload })).status, 200);
      assert.deepEqual(
        keys.map((key) => key.split(':')[0]),
        ['webhook', 'webhook'],
      );
    });
  }
});

describe('Without the store', () => {
  /** A store that is away once it is told so. */
  function createFleeting() {
    const memory = createMemoryStore();
    let isAway = false;
    const guard =
      <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        if (isAway) throw new StoreUnavailableError();
        return work(...args);
      };
    const store: Store = {
      ...memory,
      get: guard(memory.get),
      set: guard(memory.set),
      claim: guard(memory.claim),
      delete: guard(memory.delete),
      count: guard(memory.count),
    };
    return { store, leave: () => (isAway = true), comeBack: () => (isAway = false) };
  }

  it('a link is made, without a token', async () => {
    const { store, leave } = createFleeting();
    const proxy = createTestWebhooks({ store });
    leave();
    assert.equal(await linkToken(proxy), null);
  });

  it('the status is answered 503', async () => {
    const { store, leave } = createFleeting();
    const proxy = createTestWebhooks({ store });
    const token = await linkToken(proxy);
    leave();
    const response = await askStatus(proxy, token);
    assertProblem(response, 503, 'store-unavailable');
    assert.equal(response.headers.get('retry-after'), '5');
  });

  it('a status without a token is answered 401 all the same', async () => {
    const { store, leave } = createFleeting();
    const proxy = createTestWebhooks({ store });
    leave();
    assertProblem(await askStatus(proxy, null), 401, 'unauthorized');
  });

  it('an event is answered 503, and told when it is delivered again', async () => {
    const { store, leave, comeBack } = createFleeting();
    const proxy = createTestWebhooks({ store });
    const token = await linkToken(proxy);
    leave();
    assertProblem(await proxy.deliver(purchased), 503, 'store-unavailable');
    comeBack();
    assert.equal((await proxy.deliver(purchased)).status, 200);
    assert.equal(await statusOf(proxy, token), 'completed');
  });
});
