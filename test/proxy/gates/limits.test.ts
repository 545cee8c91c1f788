import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRateGate, type RateOptions } from '../../../src/proxy/limits.js';
import { ProblemError } from '../../../src/proxy/problems.js';
import { createSmsLimits, type SmsLimitOptions } from '../../../src/proxy/limits.js';
import { readProxyOptions } from '../../../src/proxy/settings.js';
import { createMemoryStore, type Store, StoreUnavailableError } from '../../../src/proxy/index.js';
import { assertAbsent, rejection } from '../../support/assertions.js';

const minute = 60_000;
const hour = 60 * minute;
const phone = '+14155552671';

type Counter = Pick<Store, 'count' | 'uncount'>;
type LimitOptions = RateOptions & SmsLimitOptions;

const defaults: LimitOptions = {
  ...readProxyOptions({ baseUrl: 'https://service.example', svcKey: 'key' }),
  secret: 'secret-of-the-limits',
};

function createLimits(store: Counter, changes: Partial<LimitOptions> = {}) {
  const options = { ...defaults, ...changes };
  const { count: checkSms, uncount: uncountSms } = createSmsLimits(store, options);
  return { checkAddress: createRateGate(store, options), checkSms, uncountSms };
}

/** A memory store with a clock that a test moves, and the keys that it was given. */
function createCounter() {
  const clock = { now: 1 };
  const keys = new Set<string>();
  const store = createMemoryStore({ now: () => clock.now });
  const counter: Counter = {
    count(key, window) {
      keys.add(key);
      return store.count(key, window);
    },
  };
  return { ...store, ...counter, keys, clock };
}

const away = { count: async () => Promise.reject(new StoreUnavailableError()) };

function createTestLimits(options: Partial<LimitOptions> = {}) {
  const store = createCounter();
  return { ...createLimits(store, options), store, clock: store.clock };
}

/** How many of these requests, one after the other, are let through. */
async function passed(requests: Iterable<() => Promise<void>>): Promise<number> {
  let count = 0;
  for (const request of requests) {
    const isThrough = await request().then(
      () => true,
      (error: unknown) => {
        assert.ok(error instanceof ProblemError && error.status === 429, String(error));
        return false;
      },
    );
    if (isThrough) count += 1;
  }
  return count;
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

describe('checkAddress', () => {
  it('lets 120 requests a minute through by default', async () => {
    const { checkAddress } = createTestLimits();
    assert.equal(await passed(times(130, () => () => checkAddress('203.0.113.9'))), 120);
  });

  it('answers the next with 429 and the whole seconds that are left', async () => {
    const { checkAddress, clock } = createTestLimits({ rateLimit: 1 });
    await checkAddress('203.0.113.9');
    clock.now += 12_345;
    const { code, status, extras } = await rejection(checkAddress('203.0.113.9'), ProblemError);
    assert.deepEqual([status, code], [429, 'rate-limited']);
    assert.deepEqual(extras.retryAfterSeconds, 48);
  });

  it('asks for a second at least', async () => {
    const { checkAddress, clock } = createTestLimits({ rateLimit: 1 });
    await checkAddress('203.0.113.9');
    clock.now += minute - 0.25;
    const { extras } = await rejection(checkAddress('203.0.113.9'), ProblemError);
    assert.deepEqual(extras.retryAfterSeconds, 1);
  });

  it('lets a client in again after the minute though it kept hammering', async () => {
    const { checkAddress, clock } = createTestLimits({ rateLimit: 2 });
    const through: number[] = [];
    for (let second = 0; second < 120; second += 1) {
      if ((await passed([() => checkAddress('203.0.113.9')])) === 1) through.push(second);
      clock.now += 1001;
    }
    assert.deepEqual(through, [0, 1, 60, 61]);
  });

  it('counts each address by itself', async () => {
    const { checkAddress } = createTestLimits({ rateLimit: 1 });
    const requests = times(50, (index) => () => checkAddress(`203.0.113.${index}`));
    assert.equal(await passed(requests), 50);
  });

  it('counts 1000 IPv6 addresses of one /56 as one', async () => {
    const { checkAddress, store } = createTestLimits();
    const address = (index: number) => `2001:db8:1:2${10 + (index % 90)}::${index}`;
    const requests = times(1000, (index) => () => checkAddress(address(index)));
    assert.equal(await passed(requests), 120);
    assert.equal(store.keys.size, 1);
  });

  it('counts callers without an address together, ten times as many', async () => {
    const { checkAddress } = createTestLimits({ rateLimit: 5 });
    const unknown = [undefined, 'undefined', 'unknown', ''];
    const requests = times(60, (index) => () => checkAddress(unknown[index % unknown.length]));
    assert.equal(await passed(requests), 50);
  });

  it('has no key "undefined"', async () => {
    const { checkAddress, store } = createTestLimits();
    await checkAddress(undefined);
    await checkAddress('undefined');
    assert.equal(store.keys.size, 1, 'both are clients without an address');
  });

  it('tells the store no address', async () => {
    const { checkAddress, store } = createTestLimits();
    await checkAddress('203.0.113.9');
    await checkAddress('2001:db8:1:200::1');
    const keys = [...store.keys].join(' ');
    assertAbsent(keys, '203.0.113', '2001:db8:1');
    assert.match(keys, /^limit:address:[\w-]{22} limit:address:[\w-]{22}$/);
  });

  it('has other keys with another secret, and the same with the same', async () => {
    const keyOf = async (secret: string) => {
      const { checkAddress, store } = createTestLimits({ secret });
      await checkAddress('203.0.113.9');
      return [...store.keys].join();
    };
    assert.equal(await keyOf('one'), await keyOf('one'));
    assert.notEqual(await keyOf('one'), await keyOf('two'));
  });

  it('hashes an address once, and one of more than 64 characters each time, so that none fills the memory', async (t) => {
    const { checkAddress } = createTestLimits();
    const hash = t.mock.method(crypto.subtle, 'sign');
    const zone = (length: number) => 'fe80::1%'.padEnd(length, 'a');
    for (const [address, hashes] of [
      ['203.0.113.9', 1],
      [zone(64), 1],
      [zone(65), 3],
    ] as const) {
      hash.mock.resetCalls();
      for (let count = 0; count < 3; count += 1) await checkAddress(address);
      assert.equal(hash.mock.callCount(), hashes, address);
    }
  });

  it('goes on with local counts while the store is away', async () => {
    const { checkAddress } = createLimits(away, { rateLimit: 3 });
    assert.equal(await passed(times(5, () => () => checkAddress('203.0.113.9'))), 3);
  });
});

describe('checkSms', () => {
  const phoneAt = (index: number) => `+1415555${String(index * 99).padStart(4, '0')}`;
  const prefixAt = (index: number) => `+1415${String(200 + index)}2671`;

  it('lets three texts to a phone through in ten minutes', async () => {
    const { checkSms, clock } = createTestLimits();
    assert.equal(await passed(times(10, () => () => checkSms(phone))), 3);
    clock.now += 10 * minute - 1;
    assert.equal(await passed([() => checkSms(phone)]), 0);
    clock.now += 2;
    assert.equal(await passed([() => checkSms(phone)]), 1);
  });

  it('answers the next with 429 and the whole seconds that are left', async () => {
    const { checkSms, clock } = createTestLimits({ textsPerPhone: 1 });
    await checkSms(phone);
    clock.now += 1;
    const { code, status, extras } = await rejection(checkSms(phone), ProblemError);
    assert.deepEqual([status, code], [429, 'sms-limit']);
    assert.deepEqual(extras.retryAfterSeconds, 600);
  });

  it('lets 20 texts an hour through to phones that differ in the last four digits only', async () => {
    const { checkSms, clock } = createTestLimits();
    assert.equal(await passed(times(30, (index) => () => checkSms(phoneAt(index)))), 20);
    assert.equal(await passed([() => checkSms('+14155562671')]), 1);
    clock.now += hour + 1;
    assert.equal(await passed([() => checkSms(phoneAt(0))]), 1);
  });

  it('lets 200 texts an hour through in all', async () => {
    const { checkSms, clock } = createTestLimits();
    assert.equal(await passed(times(210, (index) => () => checkSms(prefixAt(index)))), 200);
    clock.now += hour + 1;
    assert.equal(await passed([() => checkSms(prefixAt(0))]), 1);
  });

  it('remembers the texts to a phone beyond a flood of addresses', async () => {
    const store = createMemoryStore({ maxEntries: 10 });
    const { checkSms, checkAddress } = createLimits(store);
    await passed(times(3, () => () => checkSms(phone)));
    await passed(times(50, (index) => () => checkAddress(`203.0.113.${index}`)));
    assert.equal(await passed([() => checkSms(phone)]), 0);
  });

  it('lets a text through in place of one that was taken back', async () => {
    const { checkSms, uncountSms } = createTestLimits({ textsPerPhone: 1, textsInAll: 1 });
    await checkSms(phone);
    await uncountSms(phone);
    assert.equal(await passed([() => checkSms(phone), () => checkSms(phone)]), 1);
  });

  it('takes nothing back while the store is away, and says nothing', async () => {
    const { count } = createMemoryStore();
    const { checkSms, uncountSms } = createLimits(
      { count, uncount: away.count },
      { textsPerPhone: 1 },
    );
    await checkSms(phone);
    await uncountSms(phone);
    assert.equal(await passed([() => checkSms(phone)]), 0);
  });

  it('does not let one phone use up what everybody shares', async () => {
    const { checkSms } = createTestLimits({ textsInAll: 4 });
    await passed(times(100, () => () => checkSms(phone)));
    assert.equal(await passed([() => checkSms(prefixAt(0))]), 1);
  });

  it('does not let phones of one prefix use up what everybody shares', async () => {
    const { checkSms } = createTestLimits({ textsPerPrefix: 2, textsInAll: 3 });
    await passed(times(100, (index) => () => checkSms(phoneAt(index))));
    assert.equal(await passed([() => checkSms(prefixAt(0))]), 1);
  });

  it('tells the store no phone number', async () => {
    const { checkSms, store } = createTestLimits();
    await checkSms(phone);
    const keys = [...store.keys].join(' ');
    assertAbsent(keys, '4155552671', '415555', '2671');
    assert.match(keys, /^limit:phone:[\w-]{22} limit:prefix:[\w-]{22} limit:texts:[\w-]{22}$/);
  });

  it('refuses with 503 while the store is away', async () => {
    const { checkSms } = createLimits(away);
    const { code, status, extras } = await rejection(checkSms(phone), ProblemError);
    assert.deepEqual([status, code], [503, 'store-unavailable']);
    assert.ok(extras.retryAfterSeconds);
  });
});
