import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { createRedisStore } from '../../src/node/redis-store.js';
import { StoreUnavailableError, type Store } from '../../src/proxy/stores/store.js';
import { rejection } from '../support/rejection.js';

/** In ms. */
export const minute = 60_000;

/** A store for one test. */
export function connect(t: TestContext, url: string, prefix?: string): Store {
  const store = createRedisStore(url, { prefix });
  t.after(() => store.close());
  return store;
}

type Operations = Readonly<Record<string, (store: Store) => Promise<unknown>>>;

/** The operations of a store that write. */
export const writing: Operations = {
  set: (store) => store.set('key', 'value', minute),
  claim: (store) => store.claim('key', 'value', minute),
  delete: (store) => store.delete('key'),
  setMany: (store) => store.cache!.setMany(new Map([['key', 'value']]), minute),
  count: (store) => store.count('counter', minute),
};

/** Each operation of a store: first those that write nothing where there is nothing yet. */
export const operations: Operations = {
  get: (store) => store.get('key'),
  getMany: (store) => store.cache!.getMany(['key']),
  uncount: (store) => store.uncount!('counter', minute),
  ...writing,
};

/**
 * The error of operations that must all be refused in time. The timer is set a turn after theirs: however late a busy
 * machine is, those of less time are due before it.
 */
export async function refusals(ms: number, ...asked: readonly Promise<unknown>[]) {
  const errors = Promise.all(asked.map((each) => rejection(each, StoreUnavailableError)));
  const over = new AbortController();
  const late = async () => {
    await turn();
    await pause(ms, undefined, over);
    return assert.fail(`No answer within ${ms} ms`);
  };
  return Promise.race([errors, late()]).finally(() => over.abort());
}

/** Resolves when a condition holds; fails after 30 s without. A refusal of the store is not yet an answer. */
export async function eventually(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 30_000;
  while (!(await condition().catch(() => false))) {
    if (performance.now() > end) assert.fail('It took longer than 30 s');
    await pause(20);
  }
}

/** True once the store takes writes. */
export const works = async (store: Store) => (await store.count('works', minute)).count > 0;
