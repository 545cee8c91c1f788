import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type * as proxy from '../../src/proxy/create-financing-proxy.js';
import { createMemoryStore, type Store } from '../../src/proxy/store.js';
import { serviceUrl } from '../support/samples.js';
import { mockClock } from '../support/test-proxy.js';

/** Imports the module again, because a process is warned only once and other tests create proxies, too. */
async function createWatch(t: TestContext) {
  const events: string[] = [];
  const clock = mockClock(t, 1_000);
  const url = new URL(`../../src/proxy/create-financing-proxy.js?${t.name}`, import.meta.url).href;
  const { createFinancingProxy } = (await import(url)) as typeof proxy;
  const note = ({ event }: { event: string }) => void events.push(event);
  const logger = { debug: note, info: note, warn: note, error: note };
  const options = { baseUrl: serviceUrl, svcKey: 'key', logger };
  const make = (count: number, store?: Store) => {
    for (let made = 0; made < count; made += 1) createFinancingProxy({ ...options, store });
  };
  return { events, clock, make };
}

describe("Many proxies that don't share a store", () => {
  it('cause one warning if they are created in a short time', async (t) => {
    const { events, make } = await createWatch(t);
    make(100);
    assert.deepEqual(events, ['proxy-per-request']);
  });

  for (const [span, warnings] of [
    [9_999, ['proxy-per-request']],
    [10_000, []],
  ] as const) {
    it(`cause ${warnings.length} warnings if the 20th is created after ${span} ms`, async (t) => {
      const { events, clock, make } = await createWatch(t);
      make(1);
      clock.now += 5_000;
      make(18);
      assert.deepEqual(events, []);
      clock.now += span - 5_000;
      make(1);
      assert.deepEqual(events, warnings);
    });
  }

  it('cause no warning if they share a store', async (t) => {
    const { events, make } = await createWatch(t);
    make(100, createMemoryStore());
    assert.deepEqual(events, []);
  });
});
