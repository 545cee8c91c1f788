import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EstimateQuery } from '../../src/contract/index.js';
import { createEstimates, createKeptAnswers } from '../../src/proxy/estimates.js';
import { inapplicable } from '../support/samples.js';
import { createHeldEstimation, estimateOf } from '../support/service-stub.js';
import { turn } from '../support/until.js';

/** A report that no test here reads. */
const report = { observe() {}, log: () => true };

function create(ttl = 300) {
  const service = createHeldEstimation();
  const estimates = createEstimates(service, ttl, report);

  /** Asks for amounts by id, as in `{ sofa: 1299 }`. */
  async function ask(amounts: Record<string, number>, query: EstimateQuery = {}) {
    const items = Object.entries(amounts).map(([id, totalAmount]) => ({ id, totalAmount }));
    const { results } = await estimates(items, query, {});
    return results;
  }

  /** Asks, and answers the call that this makes, if it makes one. */
  async function know(amounts: Record<string, number>, query?: EstimateQuery) {
    const asked = ask(amounts, query);
    await turn();
    service.calls.find((call) => !call.isOver())?.answer();
    return asked;
  }

  return { ask, know, calls: service.calls };
}

const sofa = { sofa: 1299 };

describe('createEstimates()', () => {
  it('asks once for an amount that it knows', async () => {
    const { know, calls } = create();
    await know(sofa);
    assert.deepEqual(await know(sofa), [estimateOf('sofa', 1299)]);
    assert.equal(calls.length, 1);
  });

  it('answers what it knows with no call, no timer and no wait for a turn', async () => {
    const { know, ask, calls } = create();
    await know({ a: 100, b: 200 });
    const pending = process.getActiveResourcesInfo();
    let answered = false;
    void ask({ x: 200, y: 100 }).then(() => (answered = true));
    assert.deepEqual(process.getActiveResourcesInfo(), pending);
    await Promise.resolve().then(() => undefined);
    assert.equal(answered, true);
    assert.equal(calls.length, 1);
  });

  it('gives each caller its own ids in its own order', async () => {
    const { know } = create();
    await know({ a: 100, b: 200 });
    assert.deepEqual(await know({ z: 300, y: 200, x: 100, w: 200 }), [
      estimateOf('z', 300),
      estimateOf('y', 200),
      estimateOf('x', 100),
      estimateOf('w', 200),
    ]);
  });

  it('gives each caller objects of its own', async () => {
    const { know } = create();
    const [first] = await know(sofa);
    first!.monthlyAmount = 1;
    assert.deepEqual(await know(sofa), [estimateOf('sofa', 1299)]);
  });

  it('asks only for what it does not know', async () => {
    const { know, calls } = create();
    await know({ a: 100, b: 200 });
    await know({ b: 200, c: 300 });
    const amounts = calls.map(({ items }) => items.map(({ totalAmount }) => totalAmount));
    assert.deepEqual(amounts, [[100, 200], [300]]);
  });

  it('takes float noise for the same cents', async () => {
    const { know, calls } = create();
    await know({ a: 0.3 });
    await know({ a: 0.1 + 0.2 });
    assert.equal(calls.length, 1);
    assert.equal(calls[0]!.items[0]!.totalAmount, 0.3);
  });

  it('asks again after its time to live', async (t) => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const { know, calls } = create(10);
    await know(sofa);
    now = 9_999;
    await know(sofa);
    assert.equal(calls.length, 1);
    now = 10_000;
    await know(sofa);
    assert.equal(calls.length, 2);
  });

  it('keeps nothing with a time to live of 0', async () => {
    const { know, calls } = create(0);
    await know(sofa);
    await know(sofa);
    assert.equal(calls.length, 2);
  });

  it('says until when the answer holds, if all of it was known', async (t) => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const service = createHeldEstimation();
    const estimates = createEstimates(service, 10, report);
    const ask = async (...amounts: number[]) => {
      const items = amounts.map((totalAmount) => ({ id: `${totalAmount}`, totalAmount }));
      const asked = estimates(items, {}, {});
      await turn();
      service.calls.at(-1)!.answer();
      return (await asked).expiresAt;
    };
    assert.equal(await ask(1), undefined);
    now = 4_000;
    assert.equal(await ask(1, 2), undefined);
    assert.equal(await ask(2, 1), 10_000);
    assert.equal(await ask(2), 14_000);
  });

  it('forgets nothing when the wall clock jumps', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 10 * 3_600_000 });
    const { know, calls } = create();
    await know(sofa);
    for (const jump of [1, -1]) {
      t.mock.timers.setTime((10 + jump) * 3_600_000);
      await know(sofa);
    }
    assert.equal(calls.length, 1);
  });

  it('keeps the answer that an amount is inapplicable', async () => {
    const { ask, calls } = create();
    const first = ask({ a: 5 });
    await turn();
    calls[0]!.answer([inapplicable(calls[0]!.items[0]!.id)]);
    assert.deepEqual(await first, [inapplicable('a')]);
    assert.deepEqual(await ask({ b: 5 }), [inapplicable('b')]);
  });

  it('leaves out what the service left out, and asks for it again', async () => {
    const { ask, calls } = create();
    const first = ask({ a: 100, b: 200 });
    await turn();
    calls[0]!.answer([estimateOf(calls[0]!.items[1]!.id, 200)]);
    assert.deepEqual(await first, [estimateOf('b', 200)]);
    const second = ask({ a: 100, b: 200 });
    await turn();
    assert.deepEqual(
      calls[1]!.items.map(({ totalAmount }) => totalAmount),
      [100],
    );
    calls[1]!.answer();
    assert.deepEqual(await second, [estimateOf('a', 100), estimateOf('b', 200)]);
  });

  it('passes a failure on and keeps none', async () => {
    const { ask, know, calls } = create();
    const failing = ask(sofa);
    await turn();
    calls[0]!.fail(new Error('down'));
    await assert.rejects(failing, /down/);
    assert.deepEqual(await know(sofa), [estimateOf('sofa', 1299)]);
  });
});

describe('Two estimates that differ in more than their amount', () => {
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
  const names = ['location', 'timeZone', 'representative'] as const;
  const queries: EstimateQuery[] = [
    {},
    ...names.flatMap((key) => tricky.map((text) => ({ [key]: text }))),
    ...tricky.flatMap((text) => [
      { location: text, timeZone: 'a' },
      { location: 'a', timeZone: text },
      { timeZone: text, representative: 'a' },
      { location: `${text}-`, representative: text },
    ]),
  ];

  it('never share an entry, whatever their values contain', async () => {
    const { know } = create();
    const distinct = [...new Map(queries.map((query) => [JSON.stringify(query), query])).values()];
    // Amounts that could pass for the end of a query, and queries whose end could pass for an amount.
    for (const amount of [0.01, 0.1, 1, 11]) {
      for (const query of distinct) {
        assert.deepEqual(await know({ x: amount }, query), [estimateOf('x', amount, query)]);
      }
    }
  });

  it('do not go out in one call', async () => {
    const { ask, calls } = create();
    const asked = ['a', 'b'].map((text) => ask(sofa, { location: text }));
    await turn();
    assert.deepEqual(
      calls.map(({ query }) => query),
      [{ location: 'a' }, { location: 'b' }],
    );
    calls.forEach((call) => call.answer());
    await Promise.all(asked);
  });

  it('do not meet in two proxies with credentials of their own', async () => {
    const [one, other] = [create(), create()];
    await one.know(sofa);
    await other.know(sofa);
    assert.equal(other.calls.length, 1);
  });
});

describe('createKeptAnswers()', () => {
  function createKept() {
    const observed: unknown[] = [];
    const kept = createKeptAnswers({ observe: (event) => void observed.push(event) });
    return { ...kept, observed };
  }
  const answer = { body: '[]' };

  it('finds the answer to the same query and body alone, and counts its estimates', () => {
    const { keep, find, observed } = createKept();
    keep('?a', 'b', answer, 2, Infinity);
    assert.equal(find('?a', 'b'), answer);
    assert.equal(find('?a', 'c'), undefined);
    assert.equal(find('?b', 'b'), undefined);
    assert.equal(find('', '?ab'), undefined);
    assert.deepEqual(observed, [{ type: 'estimates', source: 'memory', count: 2 }]);
  });

  it('counts nothing for an answer in which no amount was asked for', () => {
    const { keep, find, observed } = createKept();
    keep('', '', answer, 0, Infinity);
    assert.equal(find('', ''), answer);
    assert.deepEqual(observed, []);
  });

  it('finds an answer until its first estimate expires', (t) => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const { keep, find } = createKept();
    keep('', '', answer, 1, 1_000);
    now = 999;
    assert.equal(find('', ''), answer);
    now = 1_000;
    assert.equal(find('', ''), undefined);
  });

  it('holds eight million characters of bodies and of what was asked', () => {
    const million = 'x'.repeat(999_999);
    for (const [body, asked] of [
      [million, ''],
      ['', million],
    ] as const) {
      const { keep, find } = createKept();
      for (let index = 0; index < 9; index += 1) keep(`${index}`, asked, { body }, 1, Infinity);
      const isKept = (index: number) => find(`${index}`, asked) !== undefined;
      assert.deepEqual([0, 1, 2, 8].map(isKept), [false, false, true, true]);
    }
  });
});
