import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore, StoreUnavailableError } from '../../../src/proxy/index.js';
import { rejection } from '../../support/assertions.js';
import { assertProblem, createTestProxy } from '../../support/test-proxy.js';
import { describeStore } from './store-promises.js';

const minute = 60_000;
const mebibyte = 1024 * 1024;

describeStore('A memory store', async () => {
  const store = createMemoryStore();
  return [store, store];
});

function createTestStore(maxEntries?: number) {
  const clock = { time: 1 };
  return { clock, store: createMemoryStore({ maxEntries, now: () => clock.time }) };
}

describe('createMemoryStore()', () => {
  it('returns a value until its TTL has passed, and then allows another claim', async () => {
    const { store, clock } = createTestStore();
    await store.set('key', 'value', minute);
    clock.time += minute;
    assert.equal(await store.get('key'), 'value');
    assert.equal(await store.claim('key', 'second', minute), false);
    clock.time += 1;
    assert.equal(await store.get('key'), undefined);
    assert.equal(await store.claim('key', 'second', minute), true);
  });

  it('forgets everything on close()', async () => {
    const { store } = createTestStore();
    await store.set('key', 'value', minute);
    await store.count('key', minute);
    await store.close();
    assert.equal(await store.get('key'), undefined);
    assert.equal((await store.count('key', minute)).count, 1);
  });

  it("doesn't take back a count of a previous window", async () => {
    const { store, clock } = createTestStore();
    await store.count('key', minute);
    clock.time += minute + 1;
    await store.uncount!('key', minute);
    assert.equal((await store.count('key', minute)).count, 1);
  });

  it('keeps at most maxEntries values', async () => {
    const { store } = createTestStore(10);
    for (let index = 0; index < 100; index++) await store.set(`${index}`, 'value', minute);
    const kept = await Promise.all(Array.from({ length: 100 }, (_, i) => store.get(`${i}`)));
    assert.equal(kept.filter(Boolean).length, 10);
  });

  it('keeps the claims of text messages and webhooks during a flood of links', async () => {
    const { store } = createTestStore(10);
    const claims = ['text:a', 'webhook:a'];
    for (const key of claims) await store.claim(key, 'claimed', minute);
    for (let index = 0; index < 50; index += 1) {
      await store.claim(`once:${index}`, 'claimed', minute);
      await store.set(`link:token:${index}`, 'value', minute);
    }
    for (const key of claims) assert.equal(await store.claim(key, 'again', minute), false, key);
  });

  it('keeps counters of an hour during a flood of counters of a minute', async () => {
    const { store } = createTestStore(10);
    await store.count('texts', 60 * minute);
    for (let index = 0; index < 100; index++) await store.count(`${index}`, minute);
    assert.equal((await store.count('texts', 60 * minute)).count, 2);
  });

  it('keeps the counters of one kind of limit during a flood of another kind', async () => {
    const { store } = createTestStore(10);
    await store.count('limit:texts:all', minute);
    for (let index = 0; index < 100; index++) await store.count(`limit:phone:${index}`, minute);
    assert.equal((await store.count('limit:texts:all', minute)).count, 2);
  });

  it('ignores the wall clock', async (t) => {
    const store = createMemoryStore();
    await store.claim('key', 'value', minute);
    t.mock.method(Date, 'now', () => 4_102_444_800_000);
    assert.equal(await store.claim('key', 'other', minute), false);
  });
});

async function countStored(store: ReturnType<typeof createMemoryStore>, keys: readonly string[]) {
  const values = await Promise.all(keys.map((key) => store.get(key)));
  return values.filter((value) => value !== undefined).length;
}

describe('The size of the memory store', () => {
  it('is at most 64 MiB, and the oldest values are forgotten first', async () => {
    const store = createMemoryStore();
    const keys = Array.from({ length: 100 }, (_, index) => `key ${index}`);
    // All values share one string, but the store counts each of them.
    const value = 'x'.repeat(mebibyte);
    for (const key of keys) await store.set(key, value, minute);
    // Two bytes a character.
    assert.equal(await countStored(store, keys), 31);
    assert.equal(await store.get('key 99'), value);
  });

  it('can be used up by one value', async () => {
    const store = createMemoryStore({ maxBytes: 1_000 });
    // 100 bytes for the entry, and two for each character of the key and the value.
    await store.set('key', 'x'.repeat(447), minute);
    assert.equal(await countStored(store, ['key']), 1);
    await rejection(store.set('key', 'x'.repeat(448), minute), StoreUnavailableError);
  });

  it("doesn't cause a second call if an outcome is too large to store", async () => {
    const url = `https://apply.example/${'x'.repeat(5_000)}`;
    const store = createMemoryStore({ maxBytes: 2_000 });
    const { send, service } = createTestProxy({ store }, () => Response.json({ url }));
    const link = { headers: { 'idempotency-key': 'key-of-the-request' } };
    assert.deepEqual((await send('createPrequalLink', link)).body, { url });
    assertProblem(await send('createPrequalLink', link), 409, 'in-progress');
    assert.equal(service.calls.length, 1);
  });
});
