import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { EstimateResultSchema } from '../../src/contract/index.js';
import { readPlainEstimate } from '../../src/service/plain-estimate.js';
import { property } from '../support/property.js';
import { financed } from '../support/samples.js';

const edges = [0, -0, -1, -2, 0.01, 100, 100.01, 1_000, 1_001, 1e6, 1e6 + 1, 1e9, 1e9 + 1, 1e308];
const numbers = fc.oneof(
  fc.integer({ min: -1, max: 2_000 }),
  fc.double(),
  fc.constantFrom(...edges),
);
const values = fc.oneof(
  { weight: 9, arbitrary: numbers },
  fc.constantFrom<unknown>(null, '12.5', true, [], {}),
);
const ids = fc.oneof({ weight: 9, arbitrary: fc.string() }, fc.constantFrom<unknown>(1, null));
/** As the service sends them, but for some of their members. */
const results = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .record(
        {
          id: ids,
          monthlyAmount: values,
          amountFinanced: values,
          downPayment: values,
          apr: values,
          downPaymentPercent: values,
          internalScore: values,
        },
        { requiredKeys: [] },
      )
      .map((changes) => ({ ...financed('sofa'), ...changes })),
  },
  fc.constantFrom<unknown>({}, null, 1, 'a', [], [financed('a')]),
);

describe('A result of the service', () => {
  property('is what the schema makes of it where it goes the short way', [results], (result) => {
    // As an answer brings it: without what JSON has no words for, but with numbers beyond all.
    const json: unknown = JSON.parse(JSON.stringify(result).replaceAll('1e+308', '1e999'));
    const plain = readPlainEstimate(json);
    if (plain) assert.deepEqual(plain, EstimateResultSchema.parse(json));
  });

  it('goes the short way as the service sends it', () => {
    assert.deepEqual(readPlainEstimate(financed('sofa')), financed('sofa'));
  });

  it('is built anew on the short way', () => {
    const result = { ...financed('sofa'), internalScore: 7 };
    assert.deepEqual(readPlainEstimate(result), financed('sofa'));
  });

  it('does not go the short way with a percentage beyond all numbers', () => {
    const text = JSON.stringify(financed('sofa', { downPaymentPercent: 8 }));
    const json: unknown = JSON.parse(
      text.replace('"downPaymentPercent":8', '"downPaymentPercent":1e999'),
    );
    assert.equal(readPlainEstimate(json), undefined);
  });
});
