import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Store } from '../../../src/proxy/index.js';
import { eventually } from '../../support/until.js';

export const minuteMs = 60_000;

/** Tests a promise on two replicas that share a store, with a key that no other test uses. */
type Promised = (replicas: readonly [Store, Store], key: string) => Promise<void>;

const concurrency = 50;

const atOnce = <T>(stores: readonly Store[], work: (store: Store, index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: concurrency }, (_, index) => work(stores[index % 2]!, index)));

const promises: Record<string, Promised> = {
  async 'lets one of 50 concurrent claims win'(replicas, key) {
    const claims = await atOnce(replicas, (store, index) => store.claim(key, `${index}`, minuteMs));
    assert.equal(claims.filter(Boolean).length, 1);
  },

  async 'keeps the value of the winning claim'([one, other], key) {
    await one.claim(key, 'first', minuteMs);
    await other.claim(key, 'second', minuteMs);
    assert.equal(await other.get(key), 'first');
  },

  async 'returns undefined for an unknown key'([one], key) {
    assert.equal(await one.get(key), undefined);
  },

  async 'returns a value unchanged, even if it is empty'([one, other], key) {
    for (const value of ['', '{"url":"https://link.example/é\u0000\u{1f600}"}']) {
      await one.set(key, value, minuteMs);
      assert.equal(await other.get(key), value);
    }
  },

  async 'replaces a claim with a value and a new TTL'([one, other], key) {
    await one.claim(key, 'claim', 100);
    await one.set(key, 'answer', minuteMs);
    await one.claim(`${key}-short`, 'claim', 100);
    await eventually(async () => (await one.get(`${key}-short`)) === undefined);
    assert.equal(await other.get(key), 'answer');
  },

  async 'forgets a value after its TTL'([one, other], key) {
    await one.set(key, 'value', 20);
    await eventually(async () => (await other.get(key)) === undefined);
  },

  async 'allows another claim after the TTL'([one, other], key) {
    assert.equal(await one.claim(key, 'first', 20), true);
    await eventually(() => other.claim(key, 'second', minuteMs));
    assert.equal(await one.get(key), 'second');
  },

  async 'deletes a key only if it has the given value'([one, other], key) {
    await one.claim(key, 'second', minuteMs);
    for (const value of ['first', 'cond', '']) await other.delete(key, value);
    assert.equal(await one.get(key), 'second');
    await other.delete(key, 'second');
    assert.equal(await one.get(key), undefined);
  },

  async 'allows another claim after a delete'([one, other], key) {
    await one.claim(key, 'first', minuteMs);
    await other.delete(key);
    assert.equal(await one.claim(key, 'second', minuteMs), true);
  },

  async 'counts concurrent calls of two replicas'(replicas, key) {
    const counted = await atOnce(replicas, (store) => store.count(key, minuteMs));
    const counts = counted.map(({ count }) => count).sort((a, b) => a - b);
    assert.deepEqual(
      counts,
      Array.from({ length: concurrency }, (_, index) => index + 1),
    );
  },

  async 'returns the rest of a window, which later counts do not extend'([one, other], key) {
    const first = await one.count(key, minuteMs);
    assert.ok(first.remainingMs > minuteMs - 20_000 && first.remainingMs <= minuteMs);
    const left = await eventually(async () => {
      const { remainingMs } = await other.count(key, minuteMs);
      return remainingMs < first.remainingMs && remainingMs;
    });
    assert.ok(left > 0);
  },

  async 'starts a new window after the previous one'([one, other], key) {
    await one.count(key, 20);
    await eventually(async () => (await other.count(key, 20)).count === 1);
  },

  async 'takes back a count, but never below zero'([one, other], key) {
    await one.count(key, minuteMs);
    await one.count(key, minuteMs);
    await other.uncount!(key, minuteMs);
    assert.equal((await one.count(key, minuteMs)).count, 2);
    for (let index = 0; index < 4; index += 1) await other.uncount!(key, minuteMs);
    assert.equal((await one.count(key, minuteMs)).count, 1);
  },
};

/** Starts a store, and opens two replicas on it. */
export type OpenReplicas = (t: TestContext) => Promise<readonly [Store, Store]>;

/** Describes a store by the promises that it keeps. */
export function describeStore(name: string, open: OpenReplicas): void {
  describe(name, () => {
    it('keeps the promises of a store', { timeout: 120_000 }, async (t) => {
      const replicas = await open(t);
      for (const [promise, keep] of Object.entries(promises)) {
        await t.test(promise, () => keep(replicas, crypto.randomUUID()));
      }
    });
  });
}
