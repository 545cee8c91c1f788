import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type * as proxy from '../../src/proxy/create-financing-proxy.js';
import { serviceUrl } from '../support/samples.js';

/** What makes proxies, in a module of its own: a process is warned once, and other tests create proxies too. */
async function createWatch(t: TestContext) {
  const events: string[] = [];
  const clock = { now: 1_000 };
  t.mock.method(performance, 'now', () => clock.now);
  const url = new URL(`../../src/proxy/create-financing-proxy.js?${t.name}`, import.meta.url).href;
  const { createFinancingProxy } = (await import(url)) as typeof proxy;
  const note = ({ event }: { event: string }) => void events.push(event);
  const logger = { debug: note, info: note, warn: note, error: note };
  const options = { baseUrl: serviceUrl, svcKey: 'key', logger };
  return { events, clock, make: () => createFinancingProxy(options) };
}

describe('Many proxies with a memory of their own', () => {
  it('are warned about once when they are made in a short time', async (t) => {
    const { events, make } = await createWatch(t);
    for (let count = 0; count < 100; count += 1) make();
    assert.deepEqual(events, ['proxy-per-request']);
  });

  it('cause no warning when they are made now and then', async (t) => {
    const { events, clock, make } = await createWatch(t);
    for (let count = 0; count < 100; count += 1) {
      make();
      clock.now += 1_000;
    }
    assert.deepEqual(events, []);
  });
});
