import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createKeyedHash } from '../../src/internal/crypto.js';
import { createMemoryStore, type Store, StoreUnavailableError } from '../../src/proxy/index.js';
import { addressBlock, createClientAddress, createLimits } from '../../src/proxy/limits.js';
import { ProblemError } from '../../src/proxy/problems.js';
import { createReport } from '../../src/proxy/report.js';
import { readProxyOptions, type ProxySettings } from '../../src/proxy/settings.js';
import { guardStore } from '../../src/proxy/store.js';
import { assertAbsent, rejection } from '../support/assertions.js';
import { shop } from '../support/test-proxy.js';

const minute = 60_000;
const hour = 60 * minute;
const phone = '+14155552671';
const address = '203.0.113.9';

const defaults = readProxyOptions({ baseUrl: 'https://service.example', svcKey: 'key' });

/** A clock that a test moves. The limits begin at 1, since a cache takes a time of 0 for none. */
function mockClock(t: TestContext) {
  const clock = { now: 1 };
  t.mock.method(performance, 'now', () => clock.now);
  return clock;
}

/** The default limits with these changes, the keys that their store was given, and what was logged. */
function createTestLimits(
  changes: Partial<ProxySettings> = {},
  given: Partial<Store> = {},
  secret = 'secret-of-the-limits',
) {
  const keys: string[] = [];
  const logged: string[] = [];
  const add = (entry: { event: string }) => void logged.push(entry.event);
  const report = createReport({ logger: { debug: add, info: add, warn: add, error: add } });
  const store = { ...createMemoryStore(), ...given };
  const counter: Store = {
    ...store,
    count(key, window) {
      keys.push(key);
      return store.count(key, window);
    },
  };
  const settings = { ...defaults, ...changes };
  const limits = createLimits(
    guardStore(counter, report),
    settings,
    createKeyedHash(secret),
    report,
  );
  return {
    keys,
    logged,
    view: (from: string | undefined = address) => limits.countRequest(from, false),
    create: (from: string | undefined = address) => limits.countRequest(from, true),
    text: (to = phone, from: string | undefined = address) => limits.countText(to, from),
    untext: (to = phone, from: string | undefined = address) => limits.uncountText(to, from),
    unknown: (ask: 'view' | 'create') => limits.countRequest(undefined, ask === 'create'),
  };
}

const away = { count: async () => Promise.reject(new StoreUnavailableError()) };

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

/** Numbers that differ only in their last four digits, and numbers that differ before. */
const phoneAt = (index: number) => `+1415555${String(index * 99).padStart(4, '0')}`;
const prefixAt = (index: number) => `+1415${String(200 + index)}2671`;
const addressAt = (index: number) => `203.0.113.${index}`;

for (const kind of ['view', 'create'] as const) {
  describe(`The limit of an address, for requests that ${kind}`, () => {
    it('lets 120 a minute through by default', async () => {
      const limits = createTestLimits();
      assert.equal(await passed(times(130, () => limits[kind])), 120);
    });

    it('answers the next with 429 and the whole seconds that remain, at least one', async (t) => {
      const clock = mockClock(t);
      const limits = createTestLimits({ rateLimit: 1 });
      await limits[kind]();
      for (const [time, seconds] of [
        [12_346, 48],
        [minute + 0.75, 1],
      ] as const) {
        clock.now = time;
        const { code, status, extras } = await rejection(limits[kind](), ProblemError);
        assert.deepEqual([status, code], [429, 'rate-limited']);
        assert.equal(extras.retryAfterSeconds, seconds);
      }
    });

    it('admits a client again after the minute though it kept hammering', async (t) => {
      const clock = mockClock(t);
      const limits = createTestLimits({ rateLimit: 2 });
      const through: number[] = [];
      for (let second = 0; second < 120; second += 1) {
        if ((await passed([limits[kind]])) === 1) through.push(second);
        clock.now += 1001;
      }
      assert.deepEqual(through, [0, 1, 60, 61]);
    });

    it('counts each address by itself, and the IPv6 addresses of one /56 as one', async () => {
      const limits = createTestLimits({ rateLimit: 1 });
      assert.equal(await passed(times(50, (index) => () => limits[kind](addressAt(index)))), 50);
      const inBlock = (index: number) => `2001:db8:1:2${10 + (index % 90)}::${index}`;
      assert.equal(await passed(times(1000, (index) => () => limits[kind](inBlock(index)))), 1);
    });

    it('counts callers without an address together, ten times as many', async () => {
      const limits = createTestLimits({ rateLimit: 5 });
      const names = ['undefined', 'unknown', ''];
      const requests = times(60, (index) => () => {
        const name = names[index % 4];
        return name === undefined ? limits.unknown(kind) : limits[kind](name);
      });
      assert.equal(await passed(requests), 50);
    });

    it('goes on with the counts of this process while the store is away', async () => {
      const limits = createTestLimits({ rateLimit: 3 }, away);
      assert.equal(await passed(times(5, () => limits[kind])), 3);
      assert.deepEqual(limits.logged, kind === 'view' ? [] : ['store-unavailable']);
    });
  });
}

describe('What the store gets of an address', () => {
  it('is nothing for a request that creates nothing', async () => {
    const { view, keys } = createTestLimits();
    await view();
    assert.deepEqual(keys, []);
  });

  it('is a keyed hash', async () => {
    const { create, keys } = createTestLimits();
    await create(address);
    await create('2001:db8:1:200::1');
    assertAbsent(keys.join(' '), '203.0.113', '2001:db8:1');
    assert.match(keys.join(' '), /^limit:address:[\w-]{22} limit:address:[\w-]{22}$/);
    assert.notEqual(keys[0], keys[1]);
  });

  it('differs with the secret alone', async () => {
    const keysOf = async (secret: string) => {
      const { create, keys } = createTestLimits({}, {}, secret);
      await create();
      return keys;
    };
    assert.deepEqual(await keysOf('one'), await keysOf('one'));
    assert.notDeepEqual(await keysOf('one'), await keysOf('two'));
  });

  it('counts the requests of all replicas that create', async () => {
    const store = createMemoryStore();
    const replicas = times(2, () => createTestLimits({ rateLimit: 3 }, store));
    assert.equal(await passed(times(8, (index) => replicas[index % 2]!.create)), 3);
  });
});

describe('The limits of texts', () => {
  it('let three through to a phone, by default', async () => {
    const { text } = createTestLimits();
    assert.equal(await passed(times(10, () => text)), 3);
  });

  it('answer the next with 429 and the whole seconds that remain', async (t) => {
    const clock = mockClock(t);
    const { text } = createTestLimits({ textsPerPhone: 1 });
    await text();
    clock.now += 1;
    const { code, status, extras } = await rejection(text(), ProblemError);
    assert.deepEqual([status, code], [429, 'sms-limit']);
    assert.equal(extras.retryAfterSeconds, 600);
  });

  it('let 20 through to phones that differ in the last four digits only', async () => {
    const { text } = createTestLimits({ textsPerAddress: 100 });
    assert.equal(await passed(times(30, (index) => () => text(phoneAt(index)))), 20);
    assert.equal(await passed([() => text('+14155562671')]), 1);
  });

  it('let 10 through that one address asks for, and ten times as many of unknown ones', async () => {
    const { text } = createTestLimits();
    assert.equal(await passed(times(30, (index) => () => text(prefixAt(index)))), 10);
    const later = times(120, (index) => () => text(prefixAt(100 + index), 'unknown'));
    assert.equal(await passed(later), 100);
    assert.equal(await passed([() => text(prefixAt(0), '203.0.113.10')]), 1);
  });

  it('let 200 through in all', async () => {
    const { text } = createTestLimits();
    const ask = (index: number) => () => text(prefixAt(index), addressAt(index));
    assert.equal(await passed(times(210, ask)), 200);
  });

  describe('are counted while addresses, phones, and blocks flood the memory', () => {
    const few = { textsPerPhone: 3, textsPerPrefix: 3, textsInAll: 3 };
    const flooded: Record<string, readonly [Partial<ProxySettings>, to: string]> = {
      'a phone': [{ textsPerPhone: 3 }, phone],
      'a number block': [{ ...few, textsInAll: 1_000 }, phoneAt(9)],
      'all texts': [{ ...few, textsPerPrefix: 1_000 }, prefixAt(9)],
    };
    for (const [what, [changes, to]] of Object.entries(flooded)) {
      it(`for ${what}`, async () => {
        const memory = createMemoryStore({ maxEntries: 10 });
        const { text, create } = createTestLimits({ ...few, ...changes }, memory);
        await passed(times(3, () => text));
        await passed(times(50, (index) => () => create(addressAt(index))));
        const flood = times(50, (index) => () => text(phone, addressAt(index)));
        assert.equal(await passed(flood), 0);
        await Promise.allSettled(times(50, (index) => text(phone, addressAt(index))));
        assert.equal(await passed([() => text(to, addressAt(254))]), 0);
      });
    }
  });

  it('remember the texts in all beyond a flood of numbers from an address at its limit', async () => {
    const settings = { textsPerAddress: 2, textsInAll: 3 };
    const { text } = createTestLimits(settings, createMemoryStore({ maxEntries: 20 }));
    await passed(times(100, (index) => () => text(prefixAt(index))));
    const others = times(5, (index) => () => text(prefixAt(200 + index), addressAt(index)));
    assert.equal(await passed(others), 1);
  });

  it('let a text through in place of one that was taken back, in each window', async () => {
    const one = { textsPerPhone: 1, textsPerPrefix: 1, textsPerAddress: 1, textsInAll: 1 };
    const { text, untext } = createTestLimits(one);
    await text();
    await untext();
    assert.equal(await passed([text, text]), 1);
  });

  it('take nothing back that was counted before the store went away', async () => {
    const memory = createMemoryStore();
    let isAway = true;
    const count: Store['count'] = (key, window) =>
      isAway && key.startsWith('limit:phone:') ? away.count() : memory.count(key, window);
    const { text } = createTestLimits({ textsPerAddress: 1 }, { ...memory, count });
    assert.equal((await rejection(text(), ProblemError)).status, 503);
    isAway = false;
    assert.equal(await passed([text]), 0);
  });

  it('take nothing back while the store is away, and do not reject', async () => {
    const { text, untext } = createTestLimits({ textsPerPhone: 1 }, { uncount: away.count });
    await text();
    await untext();
    assert.equal(await passed([text]), 0);
  });

  // What a narrow limit refuses must not use up a wider one.
  const narrow: Record<string, [Partial<ProxySettings>, (index: number) => [string, string]]> = {
    'one phone': [{ textsInAll: 4 }, () => [phone, address]],
    'phones of one prefix': [
      { textsPerPrefix: 2, textsInAll: 3 },
      (index) => [phoneAt(index), address],
    ],
    'one address': [{ textsPerAddress: 2, textsInAll: 3 }, (index) => [prefixAt(index), address]],
  };
  for (const [what, [settings, ask]] of Object.entries(narrow)) {
    it(`do not let ${what} use up the texts that all share`, async () => {
      const { text } = createTestLimits(settings);
      await passed(times(100, (index) => () => text(...ask(index))));
      assert.equal(await passed([() => text(prefixAt(300), '203.0.113.10')]), 1);
    });
  }

  it('tell the store no phone number and no address, and count its sender first', async () => {
    const { text, keys } = createTestLimits();
    await text();
    assertAbsent(keys.join(' '), '4155552671', '415555', '2671', '203.0.113');
    const expected = ['sender', 'phone', 'prefix', 'texts'].map((kind) => `limit:${kind}:`);
    assert.deepEqual(
      keys.map((key) => key.replace(/[\w-]{22}$/, '')),
      expected,
    );
  });

  it('refuse with 503 while the store is away', async () => {
    const { code, status, extras } = await rejection(
      createTestLimits({}, away).text(),
      ProblemError,
    );
    assert.deepEqual([status, code], [503, 'store-unavailable']);
    assert.ok(extras.retryAfterSeconds);
  });
});

type Kind = 'view' | 'create' | 'text';
const windows: [what: string, window: number, kind: Kind, settings: Partial<ProxySettings>][] = [
  ['requests that only read', minute, 'view', { rateLimit: 1 }],
  ['requests that create', minute, 'create', { rateLimit: 1 }],
  ['texts to a phone', 10 * minute, 'text', { textsPerPhone: 1 }],
  ['texts to a block of numbers', hour, 'text', { textsPerPrefix: 1 }],
  ['texts that an address asks for', hour, 'text', { textsPerAddress: 1 }],
  ['texts in all', hour, 'text', { textsInAll: 1 }],
];
describe('A window', () => {
  for (const [what, window, kind, settings] of windows) {
    it(`lasts until just before its end, and not longer: ${what}`, async (t) => {
      const clock = mockClock(t);
      const limits = createTestLimits(settings);
      await limits[kind]();
      clock.now += window - 1;
      assert.equal((await rejection(limits[kind](), ProblemError)).status, 429);
      clock.now += 2; // a cache ends an entry after its time, not with it
      await limits[kind]();
    });
  }
});

/** A request as srvx hands it on: with the address of the socket, unless the server cannot tell. */
function requestFrom(socketAddress: string | undefined, forwardedFor?: string): Request {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  const request = new Request(shop, { headers });
  return socketAddress === undefined
    ? request
    : Object.defineProperty(request, 'ip', { value: socketAddress });
}

function createTestAddress(options: Partial<ProxySettings> = {}) {
  const warnings: string[] = [];
  const unwanted = () => assert.fail('It is no warning');
  const logger = { debug: unwanted, info: unwanted, error: unwanted };
  const warn = (entry: { event: string }) => void warnings.push(entry.event);
  const addressOf = createClientAddress(
    { ...defaults, ...options },
    createReport({ logger: { ...logger, warn } }),
  );
  return { addressOf, warnings };
}

describe('createClientAddress()', () => {
  const short = 'forwarded-for-short';
  const cases: [hops: number, forwardedFor: string | undefined, is: string, warning?: string][] = [
    [0, undefined, '10.0.0.2'],
    [0, '198.51.100.1', '10.0.0.2', 'forwarded-for-ignored'],
    [0, '198.51.100.2, 198.51.100.3', '10.0.0.2', 'forwarded-for-ignored'],
    [0, '', '10.0.0.2', 'forwarded-for-ignored'],
    [0, 'x', '10.0.0.2', 'forwarded-for-ignored'],
    [1, '198.51.100.7', '198.51.100.7'],
    [1, '192.0.2.66, 198.51.100.7', '198.51.100.7'],
    [1, '192.0.2.66,198.51.100.7 ', '198.51.100.7'],
    [2, '192.0.2.66, 198.51.100.7, 10.0.0.1', '198.51.100.7'],
    [2, '198.51.100.7', '10.0.0.2', short],
    [3, '198.51.100.7, 10.0.0.1', '10.0.0.2', short],
    [1, undefined, '10.0.0.2', short],
  ];
  for (const [trustedHops, forwardedFor, is, warning] of cases) {
    const how = warning ? `, and warns once of ${warning}` : '';
    it(`reads ${is} from "${forwardedFor}" behind ${trustedHops}${how}`, () => {
      const { addressOf, warnings } = createTestAddress({ trustedHops });
      for (let index = 0; index < 3; index += 1) {
        assert.equal(addressOf(requestFrom('10.0.0.2', forwardedFor)), is);
      }
      assert.deepEqual(warnings, warning ? [warning] : []);
    });
  }

  it('asks clientAddress alone', () => {
    const { addressOf, warnings } = createTestAddress({
      clientAddress: ({ headers }) => headers.get('cf-connecting-ip') ?? undefined,
    });
    const request = requestFrom('10.0.0.2', '192.0.2.66');
    request.headers.set('cf-connecting-ip', '198.51.100.7');
    assert.equal(addressOf(request), '198.51.100.7');
    assert.deepEqual(warnings, []);
  });

  it('takes the address for unknown where the server says something that is no text', () => {
    const { addressOf } = createTestAddress();
    const request = Object.defineProperty(requestFrom(undefined), 'ip', { value: 7 });
    assert.equal(addressOf(request), undefined);
  });

  const defects: Record<string, ((request: Request) => unknown) | undefined> = {
    'the server gives none': undefined,
    'clientAddress throws': () => {
      throw new Error('no address');
    },
    'clientAddress answers a number': () => 1,
    'clientAddress answers a promise': async () => '198.51.100.7',
  };
  for (const [what, hook] of Object.entries(defects)) {
    it(`takes the address for unknown when ${what}, and warns once`, () => {
      const clientAddress = hook as ((request: Request) => string) | undefined;
      const { addressOf, warnings } = createTestAddress({ clientAddress });
      for (let index = 0; index < 3; index += 1) {
        assert.equal(addressOf(requestFrom(hook && '10.0.0.2')), undefined);
      }
      assert.deepEqual(warnings, ['client-address-unknown']);
    });
  }
});

describe('addressBlock', () => {
  const blocks: [address: string, block: string | undefined][] = [
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.255:49152', '203.0.113.255'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
    ['2001:0DB8:0001:0200:ffff:ffff:ffff:ffff', '2001:db8:1:200::/56'],
    ['[2001:db8:1:2ff::1]', '2001:db8:1:200::/56'],
    ['[2001:db8:1:2ff::1]:49152', '2001:db8:1:200::/56'],
    ['x[2001:db8:1:2ff::1]', undefined],
    ['[2001:db8:1:2ff::1]x', undefined],
    ['2001:db8:1:300::1', '2001:db8:1:300::/56'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56'],
    ['::1', '0:0:0:0::/56'],
    ['2001:db8::', '2001:db8:0:0::/56'],
    ['2001::1234:5:6:7:8', '2001:0:0:1200::/56'],
    ['1::ffff:203.0.113.9', '1:0:0:0::/56'],
    ['0:1::ffff:203.0.113.9', '0:1:0:0::/56'],
    ['0:0:1::ffff:203.0.113.9', '0:0:1:0::/56'],
    ['0:0:0:100::ffff:203.0.113.9', '0:0:0:100::/56'],
    ['::1:ffff:203.0.113.9', '0:0:0:0::/56'],
    ['', undefined],
    ['undefined', undefined],
    ['unknown', undefined],
    ['_hidden', undefined],
    ['203.0.113.256', undefined],
    ['203.0.113', undefined],
    ['203.0.113.9.5', undefined],
    ['0xcb.0.113.9', undefined],
    [':::', undefined],
    ['2001:db8:1:2ff::1::2', undefined],
    ['::1]@[::2', undefined],
    ['shop.example:80', undefined],
  ];
  for (const [address, block] of blocks) {
    it(`of "${address}" is ${block}`, () => {
      assert.equal(addressBlock(address), block);
    });
  }
});
