import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createConstructionWatch } from '../../../src/proxy/report.js';
import type { LogEntry, Logger } from '../../../src/proxy/index.js';

function createWatch() {
  const events: string[] = [];
  const warn = ({ event: name }: LogEntry) => void events.push(name);
  const logger: Logger = { debug() {}, info() {}, warn, error() {} };
  const clock = { now: 1_000 };
  const watch = createConstructionWatch(() => clock.now);
  return { events, clock, make: () => watch(logger) };
}

describe('Many proxies with a memory of their own', () => {
  it('are warned about once when they are made in a short time', () => {
    const { events, make } = createWatch();
    for (let count = 0; count < 100; count += 1) make();
    assert.deepEqual(events, ['proxy-per-request']);
  });

  it('are none of our business when they are made now and then', () => {
    const { events, clock, make } = createWatch();
    for (let count = 0; count < 100; count += 1) {
      make();
      clock.now += 1_000;
    }
    assert.deepEqual(events, []);
  });
});
