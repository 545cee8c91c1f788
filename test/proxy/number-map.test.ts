import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createNumberMap } from '../../src/proxy/number-map.js';
import { leastTime } from '../support/least-of.js';
import { property } from '../support/property.js';

/** Few, so that they come again; some beyond 32 bits, and alike in the lower ones. */
const keys = [...Array(10).keys()].flatMap((each) => [each + 1, (each + 1) * 2 ** 33]);

const step = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.tuple(fc.constantFrom(...keys), fc.integer({ min: 0, max: 600_000 })),
  },
  { weight: 1, arbitrary: fc.constant('clear' as const) },
);

describe('createNumberMap()', () => {
  property('holds what a Map holds', [fc.array(step, { maxLength: 100 })], (steps) => {
    const [numbers, expected] = [createNumberMap(keys.length), new Map<number, number>()];
    for (const each of steps) {
      if (each === 'clear') {
        numbers.clear();
        expected.clear();
      } else {
        numbers.set(...each);
        expected.set(...each);
      }
      assert.deepEqual(
        keys.map((one) => numbers.get(one)),
        keys.map((one) => expected.get(one)),
      );
    }
  });

  for (const room of [0, 1, 2, 3, 4, 1_000]) {
    it(`looks no further for what it does not hold, full of ${room} keys`, () => {
      const numbers = createNumberMap(room);
      for (let each = 1; each <= room; each++) numbers.set(each, each);
      assert.equal(numbers.get(room + 1), undefined);
    });
  }

  it('is as quick with keys that are alike in one half, by which callers could make it slow', async () => {
    const took = await leastTime(200, () => {
      const numbers = createNumberMap(50_000);
      for (let each = 1; each <= 50_000; each++) numbers.set(each * 2 ** 32 + 1, each);
    });
    assert.ok(took < 200, `${took} ms`);
  });
});
