import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { EstimateResult } from '../../src/contract/index.js';
import { createKeptEstimates } from '../../src/proxy/kept-estimates.js';
import { property } from '../support/property.js';
import { financed, inapplicable } from '../support/samples.js';

function create(maxEntries: number) {
  const kept = createKeptEstimates(maxEntries);
  return {
    keep: (cents: number, answer: EstimateResult | undefined, until = 1) =>
      kept.keep('group', [{ cents, answer }], until),
    find: (cents: number, time = 0) => kept.find('group', [{ id: 'sofa', cents }], time)[0],
    until: (cents: number) => kept.until('group', cents),
  };
}

const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const amounts = fc.record({
  monthlyAmount: number,
  amountFinanced: number,
  downPayment: number,
  apr: number,
});

describe('createKeptEstimates()', () => {
  property(
    'gives back every number as it was, under the id of who asks',
    [amounts, fc.option(number)],
    (each, downPaymentPercent) => {
      const { keep, find } = create(2);
      keep(100, { ...each, downPaymentPercent, id: 'chair' });
      assert.deepEqual(find(100), { ...each, downPaymentPercent, id: 'sofa' });
    },
  );

  it('gives back no percentage where there was none', () => {
    const { keep, find } = create(2);
    keep(100, inapplicable('sofa'));
    assert.deepEqual(find(100), inapplicable('sofa'));
  });

  it('gives back the newer of two estimates', () => {
    const { keep, find, until } = create(4);
    keep(100, inapplicable('sofa'), 1);
    keep(100, financed('sofa'), 2);
    assert.deepEqual(find(100), financed('sofa'));
    assert.equal(until(100), 2);
  });

  it('keeps an estimate where the service leaves it out later', () => {
    const { keep, find } = create(4);
    keep(100, financed('sofa'));
    keep(100, undefined);
    assert.deepEqual(find(100), financed('sofa'));
  });

  it('gives back nothing from when it is too old', () => {
    const { keep, find } = create(2);
    keep(100, financed('sofa'), 10);
    assert.deepEqual(find(100, 9), financed('sofa'));
    assert.equal(find(100, 10), undefined);
  });

  it('forgets the older half when it is full', () => {
    const { keep, find } = create(4);
    for (const cents of [1, 2, 3, 4]) keep(cents, financed('sofa'));
    assert.deepEqual(
      [1, 2, 3, 4].map((cents) => find(cents)),
      [1, 2, 3, 4].map(() => financed('sofa')),
    );
    keep(5, financed('sofa'));
    assert.deepEqual(
      [1, 2, 3, 4, 5].filter((cents) => find(cents)),
      [3, 4, 5],
    );
  });

  it('keeps nothing without room, and comes to an end', () => {
    const { keep, find } = create(0);
    const prices = [1, 2, 3, 4, 5];
    for (const cents of prices) keep(cents, financed('sofa'));
    assert.deepEqual(
      prices.filter((cents) => find(cents)),
      [],
    );
  });

  it('L16 forgets the older half of many queries, of which each has one estimate', () => {
    const kept = createKeptEstimates(100_000);
    const queries = Array.from({ length: 20_000 }, (_, index) => `query ${index}`);
    for (const query of queries) kept.keep(query, [{ cents: 1, answer: financed('sofa') }], 1);
    const found = queries.filter((query) => kept.until(query, 1) !== undefined);
    assert.deepEqual(found, queries.slice(-10_000));
  });

  it('gives no query the estimate of another, whatever it has forgotten', () => {
    const kept = createKeptEstimates(4);
    const queries = Array.from({ length: 12 }, (_, index) => `query ${index}`);
    const estimateOf = (query: string) => financed('sofa', { apr: queries.indexOf(query) });
    for (const last of queries) {
      kept.keep(last, [{ cents: 1, answer: estimateOf(last) }], 1);
      for (const query of queries) {
        const [found] = kept.find(query, [{ id: 'sofa', cents: 1 }], 0);
        assert.deepEqual(found ?? estimateOf(query), estimateOf(query));
        assert.equal(kept.until(query, 1), found && 1);
      }
    }
  });

  it('gives back nothing of what another table has forgotten', () => {
    const { keep, find, until } = create(2);
    keep(1, financed('sofa'));
    keep(2, inapplicable('sofa'));
    keep(3, inapplicable('sofa'));
    assert.deepEqual([find(1), until(1)], [undefined, undefined]);
    assert.deepEqual(find(2), inapplicable('sofa'));
  });
});
