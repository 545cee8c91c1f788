import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeyedHash } from '../../../src/internal/crypto.js';
import { createMemoryStore, type Store, StoreUnavailableError } from '../../../src/proxy/index.js';
import { createLimits } from '../../../src/proxy/limits/limits.js';
import { ProblemError } from '../../../src/proxy/problems.js';
import { createReport } from '../../../src/proxy/report.js';
import { readProxyOptions, type ProxySettings } from '../../../src/proxy/proxy-settings.js';
import { guardStore } from '../../../src/proxy/store.js';
import { assertAbsent, rejection } from '../../support/assertions.js';
import { mockClock } from '../../support/test-proxy.js';

const minute = 60_000;
const hour = 60 * minute;
const phone = '+14155552671';
const address = '203.0.113.9';

const defaults = readProxyOptions({ baseUrl: 'https://service.example', svcKey: 'key' });

/** Creates the default limits with some changes, and records the keys that the store gets and the log events. */
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
    text: (to = phone, from: string | undefined = address) =>
      limits.countText(to, { kind: 'shopper', address: from }),
    untext: (to = phone, from: string | undefined = address) =>
      limits.uncountText(to, { kind: 'shopper', address: from }),
    unknown: (send: 'view' | 'create') => limits.countRequest(undefined, send === 'create'),
  };
}

const away = { count: async () => Promise.reject(new StoreUnavailableError()) };

/** Returns how many of these requests pass, one after the other. */
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

/** Returns phone numbers in the same block. `prefixAt` returns phone numbers in different blocks. */
const phoneAt = (index: number) => `+1415555${String(index * 99).padStart(4, '0')}`;
const prefixAt = (index: number) => `+1415${String(200 + index)}2671`;
const addressAt = (index: number) => `203.0.113.${index}`;

for (const kind of ['view', 'create'] as const) {
  describe(`The limit of an address, for requests that ${kind}`, () => {
    it('allows 120 requests a minute by default', async () => {
      const limits = createTestLimits();
      assert.equal(await passed(times(130, () => limits[kind])), 120);
    });

    it('rejects the next request with 429 and the whole seconds that remain, at least one', async (t) => {
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

    it('counts each address separately, and the IPv6 addresses of one /56 together', async () => {
      const limits = createTestLimits({ rateLimit: 1 });
      assert.equal(await passed(times(50, (index) => () => limits[kind](addressAt(index)))), 50);
      const inBlock = (index: number) => `2001:db8:1:2${10 + (index % 90)}::${index}`;
      assert.equal(await passed(times(1000, (index) => () => limits[kind](inBlock(index)))), 1);
    });

    it('lets all callers without an address share ten times the limit', async () => {
      const limits = createTestLimits({ rateLimit: 5 });
      const names = ['undefined', 'unknown', ''];
      const requests = times(60, (index) => () => {
        const name = names[index % 4];
        return name === undefined ? limits.unknown(kind) : limits[kind](name);
      });
      assert.equal(await passed(requests), 50);
    });

    it('uses the counts of this process while the store is unavailable', async () => {
      const limits = createTestLimits({ rateLimit: 3 }, away);
      assert.equal(await passed(times(5, () => limits[kind])), 3);
      assert.deepEqual(limits.logged, kind === 'view' ? [] : ['store-unavailable']);
    });
  });
}

describe('The store', () => {
  it('gets a keyed hash of an address', async () => {
    const { create, keys } = createTestLimits();
    await create(address);
    await create('2001:db8:1:200::1');
    assertAbsent(keys.join(' '), '203.0.113', '2001:db8:1');
    assert.match(keys.join(' '), /^limit:address:[\w-]{22} limit:address:[\w-]{22}$/);
    assert.notEqual(keys[0], keys[1]);
  });

  it('counts the creating requests of all replicas together', async () => {
    const store = createMemoryStore();
    const replicas = times(2, () => createTestLimits({ rateLimit: 3 }, store));
    assert.equal(await passed(times(8, (index) => replicas[index % 2]!.create)), 3);
  });
});

describe('The limits of text messages', () => {
  it('reject the next one with 429 and the whole seconds that remain', async (t) => {
    const clock = mockClock(t);
    const { text } = createTestLimits({ textsPerPhone: 1 });
    await text();
    clock.now += 1;
    const { code, status, extras } = await rejection(text(), ProblemError);
    assert.deepEqual([status, code], [429, 'sms-limit']);
    assert.equal(extras.retryAfterSeconds, 600);
  });

  it('allow 20 for phones that differ only in the last four digits', async () => {
    const { text } = createTestLimits({ textsPerAddress: 100 });
    assert.equal(await passed(times(30, (index) => () => text(phoneAt(index)))), 20);
    assert.equal(await passed([() => text('+14155562671')]), 1);
  });

  it('allow 10 per address, and ten times as many for all unknown addresses', async () => {
    const { text } = createTestLimits();
    assert.equal(await passed(times(30, (index) => () => text(prefixAt(index)))), 10);
    const later = times(120, (index) => () => text(prefixAt(100 + index), 'unknown'));
    assert.equal(await passed(later), 100);
    assert.equal(await passed([() => text(prefixAt(0), '203.0.113.10')]), 1);
  });

  it('allow 200 overall', async () => {
    const { text } = createTestLimits();
    const send = (index: number) => () => text(prefixAt(index), addressAt(index));
    assert.equal(await passed(times(210, send)), 200);
  });

  describe('leave some to others when the addresses of one party ask for many:', () => {
    const parties: [party: string, addressOf: (index: number) => string, max: number][] = [
      ['an IPv6 /48', (index) => `2001:db8:1:${(index % 256).toString(16)}00::1`, 50],
      ['an IPv6 /32', (index) => `2001:db8:${(index % 64).toString(16)}::1`, 100],
    ];
    for (const [party, addressOf, max] of parties) {
      it(`${party} gets ${max}`, async () => {
        const { text } = createTestLimits();
        const flood = times(400, (index) => () => text(prefixAt(index), addressOf(index)));
        assert.equal(await passed(flood), max);
        const other = () => text(prefixAt(500), '2001:db9::1');
        assert.equal(await passed(times(10, () => other)), 3);
      });
    }

    it('at least as many as one address', async () => {
      const { text } = createTestLimits({ textsPerAddress: 10, textsInAll: 12 });
      const flood = times(20, (index) => () => text(prefixAt(index), '2001:db8::1'));
      assert.equal(await passed(flood), 10);
    });
  });

  it('allow another text message for one that was taken back, in each window', async () => {
    const one = { textsPerPhone: 1, textsPerPrefix: 1, textsPerAddress: 1, textsInAll: 1 };
    const { text, untext } = createTestLimits(one);
    await text();
    await untext();
    assert.equal(await passed([text, text]), 1);
  });

  /** Creates limits whose store fails for phones until `failure.isOver`. With `isCounted`, only the reply is lost. */
  function createFailing(settings: Partial<ProxySettings>, isCounted: boolean) {
    const memory = createMemoryStore();
    const failure = { isOver: false };
    const count: Store['count'] = async (key, window) => {
      if (failure.isOver || !key.startsWith('limit:phone:')) return memory.count(key, window);
      if (isCounted) await memory.count(key, window);
      return away.count();
    };
    return { ...createTestLimits(settings, { ...memory, count }), failure };
  }

  it('take back what was counted before the store failed', async () => {
    const { text, failure } = createFailing({ textsPerAddress: 1 }, false);
    assert.equal((await rejection(text(), ProblemError)).status, 503);
    failure.isOver = true;
    assert.equal(await passed([text, text]), 1);
  });

  it('keep a count that the store may have carried out', async () => {
    const { text, failure } = createFailing({ textsPerPhone: 2 }, true);
    assert.equal((await rejection(text(), ProblemError)).status, 503);
    failure.isOver = true;
    assert.equal(await passed([text, text]), 1);
  });

  // A text message that a narrow limit rejects must not use up a wider limit.
  const narrow: Record<string, [Partial<ProxySettings>, (index: number) => [string, string]]> = {
    'one phone': [{ textsInAll: 4 }, () => [phone, address]],
    'phones of one prefix': [
      { textsPerPrefix: 2, textsInAll: 3 },
      (index) => [phoneAt(index), address],
    ],
    'one address': [{ textsPerAddress: 2, textsInAll: 3 }, (index) => [prefixAt(index), address]],
  };
  for (const [what, [settings, send]] of Object.entries(narrow)) {
    it(`don't let ${what} use up the overall limit`, async () => {
      const { text } = createTestLimits(settings);
      await passed(times(100, (index) => () => text(...send(index))));
      assert.equal(await passed([() => text(prefixAt(300), '203.0.113.10')]), 1);
    });
  }

  it('give the store no phone number or address, and count the sender first', async () => {
    const { text, keys } = createTestLimits();
    await text(phone, '2001:db8:1:200::1');
    assertAbsent(keys.join(' '), '4155552671', '415555', '2671', '2001', 'db8');
    const kinds = ['sender', 'sender-network', 'sender-provider', 'phone', 'prefix', 'texts'];
    const expected = kinds.map((kind) => `limit:${kind}:`);
    assert.deepEqual(
      keys.map((key) => key.replace(/[\w-]{22}$/, '')),
      expected,
    );
  });
});

type Kind = 'view' | 'create' | 'text';
const windows: [what: string, window: number, kind: Kind, settings: Partial<ProxySettings>][] = [
  ['requests that only read', minute, 'view', { rateLimit: 1 }],
  ['requests that create', minute, 'create', { rateLimit: 1 }],
  ['text messages to a phone', 10 * minute, 'text', { textsPerPhone: 1 }],
  ['text messages to a number block', hour, 'text', { textsPerPrefix: 1 }],
  ['text messages that an address asks for', hour, 'text', { textsPerAddress: 1 }],
  ['all text messages', hour, 'text', { textsInAll: 1 }],
];
describe('A window', () => {
  for (const [what, window, kind, settings] of windows) {
    it(`lasts exactly as long as documented for ${what}`, async (t) => {
      const clock = mockClock(t);
      const limits = createTestLimits(settings);
      await limits[kind]();
      clock.now += window - 1;
      assert.equal((await rejection(limits[kind](), ProblemError)).status, 429);
      clock.now += 2; // lru-cache drops an entry only after its TTL, not at it
      await limits[kind]();
    });
  }
});
