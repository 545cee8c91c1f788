import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type EstimateQuery, estimateQueryFields } from '../../../src/contract/estimate-query.js';
import { createCachedEstimates } from '../../../src/proxy/estimates/cached-estimates.js';
import { createEstimatePayments } from '../../../src/proxy/estimates/estimate-payments.js';
import { createHeldEstimation, estimateOf } from '../../support/service-stub.js';
import { turn } from '../../support/until.js';
import { pluck } from '../../support/assertions.js';
import { mockClock } from '../../support/test-proxy.js';
import { financed } from '../../support/samples.js';

/** These tests don't read the report. */
const report = { observe() {}, log: () => true };

function create(ttl = 300) {
  const service = createHeldEstimation();
  const estimates = createEstimatePayments(
    service,
    createCachedEstimates(ttl, report),
    report,
    4_000,
  );

  /** Requests amounts by id, as in `{ sofa: 1299 }`. */
  async function send(amounts: Record<string, number>, query: EstimateQuery = {}) {
    const items = Object.entries(amounts).map(([id, totalAmount]) => ({ id, totalAmount }));
    const { results } = await estimates(items, query, {});
    return results;
  }

  /** Requests amounts, and responds to the call to the service, if there is one. */
  async function know(amounts: Record<string, number>, query?: EstimateQuery) {
    const asked = send(amounts, query);
    await turn();
    service.calls.find((call) => !call.isOver())?.respond();
    return asked;
  }

  return { send, know, calls: service.calls };
}

const sofa = { sofa: 1299 };

describe('createEstimatePayments()', () => {
  it('returns cached estimates without a call, a timer, or waiting for a turn', async () => {
    const { know, send, calls } = create();
    await know({ a: 100, b: 200 });
    const pending = process.getActiveResourcesInfo();
    let answered = false;
    void send({ x: 200, y: 100 }).then(() => (answered = true));
    assert.deepEqual(process.getActiveResourcesInfo(), pending);
    await Promise.resolve().then(() => undefined);
    assert.equal(answered, true);
    assert.equal(calls.length, 1);
  });

  it('returns the ids of each caller in the order of its items', async () => {
    const { know } = create();
    await know({ a: 100, b: 200 });
    assert.deepEqual(await know({ z: 300, y: 200, x: 100, w: 200 }), [
      estimateOf('z', 300),
      estimateOf('y', 200),
      estimateOf('x', 100),
      estimateOf('w', 200),
    ]);
  });

  it('requests an amount again after the TTL', async (t) => {
    const clock = mockClock(t, 0);
    const { know, calls } = create(10);
    await know(sofa);
    clock.now = 9_999;
    await know(sofa);
    assert.equal(calls.length, 1);
    clock.now = 10_000;
    await know(sofa);
    assert.equal(calls.length, 2);
  });

  it('caches nothing with a TTL of 0', async () => {
    const { know, calls } = create(0);
    await know(sofa);
    await know(sofa);
    assert.equal(calls.length, 2);
  });

  it('returns when the first estimate expires, if all of them were cached', async (t) => {
    const clock = mockClock(t, 0);
    const service = createHeldEstimation();
    const estimates = createEstimatePayments(
      service,
      createCachedEstimates(10, report),
      report,
      4_000,
    );
    const send = async (...amounts: number[]) => {
      const items = amounts.map((totalAmount) => ({ id: `${totalAmount}`, totalAmount }));
      const asked = estimates(items, {}, {});
      await turn();
      service.calls.at(-1)!.respond();
      return (await asked).expiresAt;
    };
    assert.equal(await send(1), undefined);
    clock.now = 4_000;
    assert.equal(await send(1, 2), undefined);
    assert.equal(await send(2, 1), 10_000);
    assert.equal(await send(2), 14_000);
  });

  it('leaves out what the service left out, and requests it again', async () => {
    const { send, calls } = create();
    const first = send({ a: 100, b: 200 });
    await turn();
    calls[0]!.respond([estimateOf(calls[0]!.items[1]!.id, 200)]);
    assert.deepEqual(await first, [estimateOf('b', 200)]);
    const second = send({ a: 100, b: 200 });
    await turn();
    assert.deepEqual(pluck(calls[1]!.items, 'totalAmount'), [100]);
    calls[1]!.respond();
    assert.deepEqual(await second, [estimateOf('a', 100), estimateOf('b', 200)]);
  });
});

describe('two estimates with different queries', () => {
  const tricky = [
    '',
    '-',
    '|',
    ':',
    '\0',
    '1',
    '1:',
    '1:a',
    '-1:',
    '0:',
    'a',
    'a|b',
    'a:b',
    'ä',
    '"',
  ];
  const queries: EstimateQuery[] = [
    {},
    ...estimateQueryFields.flatMap((key) => tricky.map((text) => ({ [key]: text }))),
    ...tricky.flatMap((text) => [
      { location: text, timeZone: 'a' },
      { location: 'a', timeZone: text },
      { timeZone: text, representative: 'a' },
      { location: `${text}-`, representative: text },
    ]),
  ];

  it('never share a cached estimate, whatever their values contain', async () => {
    const { know } = create();
    const distinct = [...new Map(queries.map((query) => [JSON.stringify(query), query])).values()];
    // These amounts look like the end of a query, and some queries end like an amount.
    for (const amount of [0.01, 0.1, 1, 11]) {
      for (const query of distinct) {
        assert.deepEqual(await know({ x: amount }, query), [estimateOf('x', amount, query)]);
      }
    }
  });
});

describe('the estimates of createCachedEstimates()', () => {
  /** Adds estimates with keys of this length, and returns how many are still cached. */
  function countCached(keyLength: number): number {
    const { addEstimates, findEstimate } = createCachedEstimates(300, { observe() {} });
    const keys = Array.from({ length: 60_000 }, (_, index) => `${index}`.padEnd(keyLength));
    addEstimates(new Map(keys.map((key) => [key, financed('a')])));
    return keys.filter((key) => findEstimate(key, performance.now())).length;
  }

  it('are at least 50,000 with ordinary queries, and fewer with long ones', () => {
    assert.ok(countCached(100) >= 50_000);
    assert.ok(countCached(800) <= 15_000);
  });
});

describe('the responses of createCachedEstimates()', () => {
  function create() {
    const observed: unknown[] = [];
    const cache = createCachedEstimates(300, { observe: (event) => void observed.push(event) });
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
