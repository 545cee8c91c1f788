/** A refusal must cost little, whatever the input: otherwise refused requests slow down the requests of shoppers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseBody } from '../../../src/proxy/fields.js';
import { assertRefused, createTestProxy, type Answer } from '../../support/test-proxy.js';

const operation = 'estimatePayments';

const repeat = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join();

const errorsOf = ({ body }: Answer) =>
  (body as { errors: { path: string; message: string }[] }).errors;

describe('A body that no contract body resembles', () => {
  const bodies = {
    '9,000 unknown fields': `[{"id":"a","totalAmount":1,${repeat(9_000, (n) => `"f${n}":1`)}}]`,
    '60,000 numbers': `[${repeat(60_000, () => '1')}]`,
    '9,000 fields in place of a list': `{${repeat(9_000, (n) => `"f${n}":1`)}}`,
    '60,000 nested arrays': '['.repeat(60_000) + ']'.repeat(60_000),
    '60,000 nested arrays in an id': `[{"id":${'['.repeat(60_000)}${']'.repeat(60_000)}}]`,
    '17 nested arrays': '['.repeat(17) + ']'.repeat(17),
    '10,000 nested objects': '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000),
    '2,001 numbers': `[${repeat(2_001, () => '1')}]`,
    '101 fields': `[{${repeat(101, (n) => `"f${n}":1`)}}]`,
    '101 fields, each an object': `[{${repeat(101, (n) => `"f${n}":{"a":1}`)}}]`,
    '101 fields after an object of one': `[{"a":1},{${repeat(101, (n) => `"f${n}":1`)}}]`,
    'a text that ends in a backslash, and then 9,000 fields': `[{"id":"\\\\",${repeat(9_000, (n) => `"f${n}":1`)}}]`,
  };
  for (const [what, raw] of Object.entries(bodies)) {
    it(`is refused before it is parsed: ${what}`, async (t) => {
      const proxy = createTestProxy();
      const parse = t.mock.method(JSON, 'parse');
      const response = await proxy.ask(operation, { raw });
      // The answer itself is parsed by the test.
      const parsed = parse.mock.calls.filter((call) => call.arguments[0] === raw);
      parse.mock.restore();
      assert.equal(parsed.length, 0);
      assertRefused(proxy, response, 400, 'invalid-request');
      assert.deepEqual(errorsOf(response), [
        {
          path: '',
          message:
            'More than 2,000 values, an object of more than 100 fields, or nested more than 16 deep',
        },
      ]);
    });
  }

  const harmless = {
    'brackets and commas in a text': JSON.stringify([
      { id: '[{,'.repeat(40), totalAmount: 1 },
      { id: `\\",[[[[[[[[[[[[[[[[[[${'"'.repeat(20)}`, totalAmount: 1 },
    ]),
    '101 colons in a text': JSON.stringify([{ id: ':'.repeat(101), totalAmount: 1 }]),
    '500 items': JSON.stringify(
      Array.from({ length: 500 }, (_, index) => ({ id: `item-${index}`, totalAmount: 1 })),
    ),
  };
  for (const [what, raw] of Object.entries(harmless)) {
    it(`is not taken for ${what}`, async () => {
      const { ask } = createTestProxy();
      assert.equal((await ask(operation, { raw })).status, 200);
    });
  }
});

describe('The errors of a refused body', () => {
  it('are the first 20 of its unknown fields', async () => {
    const raw = `[{"id":"a","totalAmount":1,${repeat(98, (n) => `"f${n}":1`)}}]`;
    const proxy = createTestProxy();
    const answer = await proxy.ask(operation, { raw });
    assertRefused(proxy, answer, 400, 'invalid-request');
    assert.deepEqual(
      errorsOf(answer).map(({ path }) => path),
      Array.from({ length: 20 }, (_, index) => `[0].f${index}`),
    );
  });

  it('are 20, after which no item is looked at', () => {
    let reads = 0;
    const item = {
      id: '',
      get totalAmount() {
        reads += 1;
        return 'wrong';
      },
    };
    assert.throws(() => parseBody(operation, Array<unknown>(500).fill(item)), {
      extras: { errors: errorsOfItems(10) },
    });
    assert.ok(reads < 30, `${reads} reads`);
  });

  it('are 20 where all items have the same id', async () => {
    const proxy = createTestProxy();
    const body = Array<unknown>(500).fill({ id: 'a', totalAmount: 1 });
    const answer = await proxy.ask(operation, { body });
    assertRefused(proxy, answer, 400, 'invalid-request');
    assert.deepEqual(
      errorsOf(answer),
      Array.from({ length: 20 }, (_, index) => ({
        path: `[${index + 1}].id`,
        message: 'Not unique',
      })),
    );
  });
});

describe('A query with many parameters', () => {
  it('is refused before its names are compared', async () => {
    const proxy = createTestProxy();
    const query = `?${repeat(4_000, (n) => `p${n}`).replaceAll(',', '&')}`;
    const answer = await proxy.ask(operation, { query });
    assertRefused(proxy, answer, 400, 'invalid-request');
    assert.deepEqual(errorsOf(answer), [{ path: '', message: 'More than 20 query parameters' }]);
  });

  it('is checked by name up to 20', async () => {
    const proxy = createTestProxy();
    const query = `?${repeat(20, (n) => `p${n}`).replaceAll(',', '&')}`;
    const answer = await proxy.ask(operation, { query });
    assert.equal(errorsOf(answer).length, 20);
  });
});

function errorsOfItems(count: number) {
  return Array.from({ length: count }, (_, index) => [
    { path: `[${index}].id`, message: 'Too small: expected string to have >=1 characters' },
    { path: `[${index}].totalAmount`, message: 'Invalid input: expected number, received string' },
  ]).flat();
}
