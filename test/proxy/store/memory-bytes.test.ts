import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore, StoreUnavailableError } from '../../../src/proxy/index.js';
import { rejection } from '../../support/assertions.js';
import { assertProblem, createTestProxy } from '../../support/test-proxy.js';

const minute = 60_000;
const mebibyte = 1024 * 1024;

/** How many of these keys have a value. */
async function countKept(store: ReturnType<typeof createMemoryStore>, keys: readonly string[]) {
  const values = await Promise.all(keys.map((key) => store.get(key)));
  return values.filter((value) => value !== undefined).length;
}

describe('The memory store', () => {
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
    const { ask, service } = createTestProxy({ store }, () => Response.json({ url }));
    const link = { headers: { 'idempotency-key': 'key-of-the-request' } };
    assert.deepEqual((await ask('createPrequalLink', link)).body, { url });
    assertProblem(await ask('createPrequalLink', link), 409, 'in-progress');
    assert.equal(service.calls.length, 1);
  });
});
