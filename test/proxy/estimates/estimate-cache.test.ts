import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { financed } from '../../support/samples.js';
import { createEstimateCache } from '../../../src/proxy/estimates/cached-estimates.js';
import { mockClock } from '../../support/test-proxy.js';

describe('the estimates of createEstimateCache()', () => {
  /** Adds estimates with keys of this length, and returns how many are still cached. */
  function countCached(keyLength: number): number {
    const { addEstimates, findEstimate } = createEstimateCache(300, { observe() {} });
    const keys = Array.from({ length: 60_000 }, (_, index) => `${index}`.padEnd(keyLength));
    addEstimates(new Map(keys.map((key) => [key, financed('a')])));
    return keys.filter((key) => findEstimate(key, performance.now())).length;
  }

  it('are at least 50,000 with ordinary queries, and fewer with long ones', () => {
    assert.ok(countCached(100) >= 50_000);
    assert.ok(countCached(800) <= 15_000);
  });
});

describe('the responses of createEstimateCache()', () => {
  function create() {
    const observed: unknown[] = [];
    const cache = createEstimateCache(300, { observe: (event) => void observed.push(event) });
    return { ...cache, observed };
  }
  const answer = { body: '[]' };

  it('are found only by the same query string and body, and count as their estimates', () => {
    const { addResponse, findResponse, observed } = create();
    addResponse('?a', 'b', { response: answer, hits: 2, expiresAt: Infinity });
    assert.equal(findResponse('?a', 'b'), answer);
    assert.equal(findResponse('?a', 'c'), undefined);
    assert.equal(findResponse('?b', 'b'), undefined);
    assert.equal(findResponse('', '?ab'), undefined);
    assert.deepEqual(observed, [{ type: 'estimates', source: 'memory', count: 2 }]);
  });

  it('count as nothing if no amount was requested', () => {
    const { addResponse, findResponse, observed } = create();
    addResponse('', '', { response: answer, hits: 0, expiresAt: Infinity });
    assert.equal(findResponse('', ''), answer);
    assert.deepEqual(observed, []);
  });

  it('expire with their first estimate', (t) => {
    const clock = mockClock(t, 0);
    const { addResponse, findResponse } = create();
    addResponse('', '', { response: answer, hits: 1, expiresAt: 1_000 });
    clock.now = 999;
    assert.equal(findResponse('', ''), answer);
    clock.now = 1_000;
    assert.equal(findResponse('', ''), undefined);
  });

  it('take at most eight million characters with their requests', () => {
    const million = 'x'.repeat(999_999);
    for (const [body, request] of [
      [million, ''],
      ['', million],
    ] as const) {
      const { addResponse, findResponse } = create();
      const response = { response: { body }, hits: 1, expiresAt: Infinity };
      for (let index = 0; index < 9; index += 1) addResponse(`${index}`, request, response);
      const isCached = (index: number) => findResponse(`${index}`, request) !== undefined;
      assert.deepEqual([0, 1, 2, 8].map(isCached), [false, false, true, true]);
    }
  });
});
