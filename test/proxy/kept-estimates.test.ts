import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createKeptEstimates } from '../../src/proxy/kept-estimates.js';
import { property } from '../support/property.js';
import { financed, inapplicable } from '../support/samples.js';

const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const estimate = fc.record({
  id: fc.constant('a'),
  monthlyAmount: number,
  amountFinanced: number,
  downPayment: number,
  apr: number,
});

describe('createKeptEstimates()', () => {
  property(
    'gives back every number as it was',
    [estimate, fc.option(number)],
    (amounts, downPaymentPercent) => {
      const kept = createKeptEstimates(2);
      const told = { ...amounts, downPaymentPercent };
      kept.keep('group', 100, told, 1);
      assert.deepEqual(kept.find('group', 100, 'b', 0), { ...told, id: 'b' });
    },
  );

  it('gives back no percentage where there was none', () => {
    const kept = createKeptEstimates(2);
    kept.keep('group', 100, inapplicable('a'), 1);
    assert.deepEqual(kept.find('group', 100, 'a', 0), inapplicable('a'));
  });

  it('gives back the newer of two estimates', () => {
    const kept = createKeptEstimates(4);
    kept.keep('group', 100, inapplicable('a'), 1);
    kept.keep('group', 100, financed('a'), 2);
    assert.deepEqual(kept.find('group', 100, 'a', 0), financed('a'));
    assert.equal(kept.until('group', 100), 2);
  });

  it('gives back nothing from when it is too old', () => {
    const kept = createKeptEstimates(2);
    kept.keep('group', 100, financed('a'), 10);
    assert.deepEqual(kept.find('group', 100, 'a', 9), financed('a'));
    assert.equal(kept.find('group', 100, 'a', 10), undefined);
  });

  it('keeps what is used while others come and go', () => {
    const kept = createKeptEstimates(6);
    kept.keep('group', 100, financed('a'), 1);
    for (let cents = 101; cents < 200; cents += 1) {
      kept.keep(`group ${cents}`, cents, inapplicable('b'), 1);
      assert.deepEqual(kept.find('group', 100, 'a', 0), financed('a'));
    }
  });

  it('keeps what is only looked at no longer than the rest', () => {
    const kept = createKeptEstimates(2);
    kept.keep('group', 100, financed('a'), 1);
    kept.keep('group', 101, financed('a'), 1);
    assert.equal(kept.until('group', 100), 1);
    kept.keep('group', 102, financed('a'), 1);
    assert.equal(kept.until('group', 100), undefined);
  });
});
