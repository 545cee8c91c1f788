import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore, StoreUnavailableError } from '../../../src/proxy/index.js';
import { rejection } from '../../support/assertions.js';
import { assertProblem, createTestProxy } from '../../support/test-proxy.js';

const minute = 60_000;
const mebibyte = 1024 * 1024;

/** A store whose clock a test sets. */
function createTestStore(maxEntries?: number) {
  const clock = { time: 1 };
  return { clock, store: createMemoryStore({ maxEntries, now: () => clock.time }) };
}

describe('createMemoryStore()', () => {
  it('lets one of 50 claims at once win', async () => {
    const { store } = createTestStore();
    const claims = Array.from({ length: 50 }, (_, index) => store.claim('key', `${index}`, minute));
    const won = (await Promise.all(claims)).filter(Boolean);
    assert.equal(won.length, 1);
  });

  it('keeps the value of the claim that won', async () => {
    const { store } = createTestStore();
    await store.claim('key', 'first', minute);
    await store.claim('key', 'second', minute);
    assert.equal(await store.get('key'), 'first');
  });

  it('keeps a value for its time to live', async () => {
    const { store, clock } = createTestStore();
    await store.set('key', 'value', minute);
    clock.time += minute;
    assert.equal(await store.get('key'), 'value');
  });

  it('forgets a value after its time to live', async () => {
    const { store, clock } = createTestStore();
    await store.set('key', 'value', minute);
    clock.time += minute + 1;
    assert.equal(await store.get('key'), undefined);
  });

  it('lets a key be claimed again after its time to live', async () => {
    const { store, clock } = createTestStore();
    await store.claim('key', 'first', minute);
    clock.time += minute + 1;
    assert.equal(await store.claim('key', 'second', minute), true);
  });

  it('lets a key be claimed again once it is deleted', async () => {
    const { store } = createTestStore();
    await store.claim('key', 'first', minute);
    await store.delete('key');
    assert.equal(await store.claim('key', 'second', minute), true);
  });

  it('deletes a key only while it has the given value', async () => {
    const { store } = createTestStore();
    await store.claim('key', 'second', minute);
    await store.delete('key', 'first');
    assert.equal(await store.get('key'), 'second');
    await store.delete('key', 'second');
    assert.equal(await store.get('key'), undefined);
  });

  it('sets a value over a claim, with a new time to live', async () => {
    const { store, clock } = createTestStore();
    await store.claim('key', 'claim', minute);
    clock.time += minute - 1;
    await store.set('key', 'answer', minute);
    clock.time += minute;
    assert.equal(await store.get('key'), 'answer');
  });

  it('counts in a window, and says what is left of it', async () => {
    const { store, clock } = createTestStore();
    await store.count('key', minute);
    clock.time += 1_000;
    assert.deepEqual(await store.count('key', minute), { count: 2, remainingMs: 59_000 });
  });

  it('ends a window while counting goes on', async () => {
    const { store, clock } = createTestStore();
    for (let second = 0; second < 60; second++) {
      await store.count('key', minute);
      clock.time += 1_000;
    }
    clock.time += 1;
    assert.deepEqual(await store.count('key', minute), { count: 1, remainingMs: minute });
  });

  it('takes a count back', async () => {
    const { store } = createTestStore();
    for (let index = 0; index < 3; index++) await store.count('key', minute);
    await store.uncount!('key', minute);
    assert.equal((await store.count('key', minute)).count, 3);
  });

  it('counts from one again where more is taken back than was counted', async () => {
    const { store } = createTestStore();
    await store.count('key', minute);
    for (let index = 0; index < 3; index++) await store.uncount!('key', minute);
    assert.equal((await store.count('key', minute)).count, 1);
  });

  it('forgets its values and counts when it is closed', async () => {
    const { store } = createTestStore();
    await store.set('key', 'value', minute);
    await store.count('key', minute);
    await store.close();
    assert.equal(await store.get('key'), undefined);
    assert.equal((await store.count('key', minute)).count, 1);
  });

  it('takes no count back that has ended with its window', async () => {
    const { store, clock } = createTestStore();
    await store.count('key', minute);
    clock.time += minute + 1;
    await store.uncount!('key', minute);
    assert.equal((await store.count('key', minute)).count, 1);
  });

  it('keeps values and counters of the same key apart', async () => {
    const { store } = createTestStore();
    await store.count('key', minute);
    assert.equal(await store.claim('key', 'value', minute), true);
  });

  it('keeps no more values than it may', async () => {
    const { store } = createTestStore(10);
    for (let index = 0; index < 100; index++) await store.set(`${index}`, 'value', minute);
    const kept = await Promise.all(Array.from({ length: 100 }, (_, i) => store.get(`${i}`)));
    assert.equal(kept.filter(Boolean).length, 10);
  });

  it('keeps no more counters than it may', async () => {
    const { store } = createTestStore(10);
    for (let index = 0; index < 11; index++) await store.count(`${index}`, minute);
    assert.equal((await store.count('0', minute)).count, 1);
  });

  it('drives out no claim by a flood of counters', async () => {
    const { store } = createTestStore(10);
    await store.claim('claim', 'value', minute);
    for (let index = 0; index < 100; index++) await store.count(`${index}`, minute);
    assert.equal(await store.claim('claim', 'other', minute), false);
  });

  it('keeps the claims of texts and webhooks in a flood of links', async () => {
    const { store } = createTestStore(10);
    const claims = ['text:a', 'webhook:a'];
    for (const key of claims) await store.claim(key, 'claimed', minute);
    for (let index = 0; index < 50; index += 1) {
      await store.claim(`once:${index}`, 'claimed', minute);
      await store.set(`link:token:${index}`, 'value', minute);
    }
    for (const key of claims) assert.equal(await store.claim(key, 'again', minute), false, key);
  });

  it('drives out no counter of an hour by a flood of those of a minute', async () => {
    const { store } = createTestStore(10);
    await store.count('texts', 60 * minute);
    for (let index = 0; index < 100; index++) await store.count(`${index}`, minute);
    assert.equal((await store.count('texts', 60 * minute)).count, 2);
  });

  it('keeps the counter of an address that floods it with others', async () => {
    const { store } = createTestStore(10);
    for (let index = 0; index < 100; index++) {
      await store.count('blocked', minute);
      await store.count(`${index}`, minute);
    }
    assert.equal((await store.count('blocked', minute)).count, 101);
  });

  it('takes no notice of the wall clock', async (t) => {
    const store = createMemoryStore();
    await store.claim('key', 'value', minute);
    t.mock.method(Date, 'now', () => 4_102_444_800_000);
    assert.equal(await store.claim('key', 'other', minute), false);
  });
});

/** How many of these keys have a value. */
async function countKept(store: ReturnType<typeof createMemoryStore>, keys: readonly string[]) {
  const values = await Promise.all(keys.map((key) => store.get(key)));
  return values.filter((value) => value !== undefined).length;
}

describe('The size of the memory store', () => {
  it('keeps values of at most 64 MiB, whatever their number, and forgets the oldest', async () => {
    const store = createMemoryStore();
    const keys = Array.from({ length: 100 }, (_, index) => `key ${index}`);
    // One buffer for all: the store counts each text.
    const value = 'x'.repeat(mebibyte);
    for (const key of keys) await store.set(key, value, minute);
    // Two bytes a character.
    assert.equal(await countKept(store, keys), 31);
    assert.equal(await store.get('key 99'), value);
  });

  it('takes a value that is as large as it may be by itself', async () => {
    const store = createMemoryStore({ maxBytes: 1_000 });
    // 100 bytes for the entry, and two for each character of the key and the value.
    await store.set('key', 'x'.repeat(447), minute);
    assert.equal(await countKept(store, ['key']), 1);
    await rejection(store.set('key', 'x'.repeat(448), minute), StoreUnavailableError);
  });

  it('refuses a value beyond its size, and keeps the one before', async () => {
    const store = createMemoryStore({ maxBytes: 1_000 });
    await store.claim('key', 'running', minute);
    await rejection(store.set('key', 'x'.repeat(500), minute), StoreUnavailableError);
    assert.equal(await store.get('key'), 'running');
    await rejection(store.claim('other', 'x'.repeat(500), minute), StoreUnavailableError);
    assert.equal(await store.get('other'), undefined);
  });

  it('sends nothing a second time where an outcome was too large to keep', async () => {
    const url = `https://apply.example/${'x'.repeat(5_000)}`;
    const store = createMemoryStore({ maxBytes: 2_000 });
    const { send, service } = createTestProxy({ store }, () => Response.json({ url }));
    const link = { headers: { 'idempotency-key': 'key-of-the-request' } };
    assert.deepEqual((await send('createPrequalLink', link)).body, { url });
    assertProblem(await send('createPrequalLink', link), 409, 'in-progress');
    assert.equal(service.calls.length, 1);
  });
});
