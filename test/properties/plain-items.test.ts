import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseBody, parseEstimateItems } from '../../src/proxy/input.js';
import { readPlainItems } from '../../src/proxy/plain-items.js';
import { ProblemError } from '../../src/proxy/problem.js';
import { property } from '../support/property.js';

/** What is made of a body: items, or the fields that are wrong. */
function outcome(parse: (json: unknown) => unknown, json: unknown): unknown {
  try {
    return parse(json);
  } catch (error) {
    assert.ok(error instanceof ProblemError);
    return error.extras.errors;
  }
}

const plainAmounts = fc.integer({ min: 1, max: 100_000_000_000 }).map((cents) => cents / 100);
const edges = [
  0,
  -0,
  -1,
  0.01,
  0.001,
  1299.999,
  0.1 + 0.2,
  1.005,
  999_999_999.99,
  1e9,
  Number.MAX_VALUE,
];
const oddAmounts = fc.oneof(fc.double(), fc.constantFrom<unknown>(...edges, '100', null, [], {}));
const plainIds = fc.integer({ min: 1, max: 20 }).map(String);
const oddIds = fc.oneof(
  fc.constantFrom<unknown>('', ' ', '__proto__', 'é', '\n', '\x7f', '\ud800', 1, null),
  fc.string({ minLength: 1, maxLength: 3, unit: 'binary' }),
  fc.integer({ min: 127, max: 130 }).map((length) => 'x'.repeat(length)),
);
const more = fc.constantFrom('title', '__proto__', 'toString', 'advisorEmail');

const plain = fc.record({ id: plainIds, totalAmount: plainAmounts });
const odd = fc.oneof(
  fc.record({ id: oddIds, totalAmount: plainAmounts }),
  fc.record({ id: plainIds, totalAmount: oddAmounts }),
  fc
    .tuple(plain, more)
    .map(
      ([item, field]) => JSON.parse(`{"${field}":1,${JSON.stringify(item).slice(1)}`) as unknown,
    ),
  fc.record({ id: plainIds, totalAmount: plainAmounts }, { requiredKeys: [] }),
  fc.constantFrom<unknown>(null, 1, 'a', [], ['a', 1]),
);
const items = fc.oneof({ weight: 3, arbitrary: plain }, odd);
const bodies = fc.oneof(
  { weight: 20, arbitrary: fc.array(items, { maxLength: 4 }) },
  fc.constantFrom<unknown>(null, {}, 'a', { length: 1 }),
);

describe('The items of an estimation', () => {
  property('come to the same with the short way as with the schema alone', [bodies], (body) => {
    // As a request brings them: without what JSON has no words for.
    const json: unknown = JSON.parse(JSON.stringify(body));
    const bySchema = outcome((each) => parseBody('estimatePayments', each), json);
    assert.deepEqual(outcome(parseEstimateItems, json), bySchema);
  });

  for (const count of [0, 1, 500, 501]) {
    it(`P07 come to the same when they are ${count}`, () => {
      const json = Array.from({ length: count }, (_, index) => ({
        id: `${index}`,
        totalAmount: 1,
      }));
      const bySchema = outcome((each) => parseBody('estimatePayments', each), json);
      assert.deepEqual(outcome(parseEstimateItems, json), bySchema);
    });
  }

  it('take the short way as pages send them', () => {
    const json = [
      { id: 'sofa', totalAmount: 1299.99 },
      { id: '1', totalAmount: 60 },
    ];
    assert.deepEqual(readPlainItems(json), json);
  });
});
