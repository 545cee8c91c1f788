/** Tests the messages that explain to a developer what's wrong with a field. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LineQuerySchema } from '../../src/proxy/fields/body-schemas.js';
import {
  parseBody,
  parseItems,
  parsePathLocation,
  parseQuery,
  readQuery,
} from '../../src/proxy/fields/parse-fields.js';
import { readStrings } from '../../src/proxy/fields/string-rules.js';
import { checkTextedNames } from '../../src/proxy/fields/texted-names.js';
import { checkState } from '../../src/proxy/fields/unsupported-states.js';
import { ProblemError, type FieldError } from '../../src/proxy/problems.js';
import { bodyWith, samples } from '../support/samples.js';

/** Returns the field errors that a function throws. */
function errorsOf(attempt: () => unknown): readonly FieldError[] {
  try {
    attempt();
  } catch (error) {
    assert.ok(error instanceof ProblemError, String(error));
    return error.extras.errors ?? [];
  }
  return assert.fail('It was accepted');
}

const link = (fields: object) => () =>
  parseBody('createPayOverTimeLink', bodyWith('createPayOverTimeLink', fields));

describe('The message', () => {
  const unprintable = 'Longer than 256 characters, or not printable';
  const store = samples.addMerchantLocation.body as Record<string, unknown>;
  const cases: Record<string, readonly [attempt: () => unknown, path: string, message: string]> = {
    'an object instead of a list': [
      () => parseBody('createPrequalLink', {}),
      '',
      'Must be a list with one entry',
    ],
    'two links in one list': [
      () => parseBody('createPrequalLink', [{ location: 'a' }, { location: 'b' }]),
      '',
      'Must have at most 1 entry',
    ],
    'a list instead of an object': [
      () => parseBody('createPayOverTimeLink', []),
      '',
      'Must be an object',
    ],
    'a missing field': [link({ transactionId: undefined }), 'transactionId', 'Missing'],
    'a number in quotes': [link({ amount: '1299' }), 'amount', 'Must be a number'],
    'text instead of a boolean': [link({ sendSMS: 'no' }), 'sendSMS', 'Must be true or false'],
    'an amount of zero': [link({ amount: 0 }), 'amount', 'Must be more than 0'],
    'a billion dollars': [link({ amount: 1e9 }), 'amount', 'Must be at most 999999999.99'],
    'true instead of text or a number': [
      link({ roNumber: true }),
      'roNumber',
      'Must be text in quotes or a number',
    ],
    'a number that JSON changes': [
      link({ roNumber: 2 ** 60 }),
      'roNumber',
      'Must be at most 9007199254740991',
    ],
    'a third decimal': [link({ amount: 1.005 }), 'amount', 'More than two decimals'],
    'less than a cent': [link({ amount: 1e-7 }), 'amount', 'More than two decimals'],
    'an unknown field': [link({ color: 'red' }), 'color', 'Unknown field'],
    '257 characters': [link({ location: 'x'.repeat(257) }), 'location', unprintable],
    'a repeated parameter': [
      () => readQuery('?location=a&location=b'),
      'location',
      'Given more than once',
    ],
    'an empty parameter': [
      () => parseQuery(LineQuerySchema, { amount: '1', lang: '' }),
      'lang',
      'Empty',
    ],
    '21 parameters': [
      () => readQuery(`?${Array.from({ length: 21 }, (_, index) => `p${index}`).join('&')}`),
      '',
      'More than 20 query parameters',
    ],
    'an amount in words': [
      () => parseQuery(LineQuerySchema, { amount: 'ten' }),
      'amount',
      'Not a number, as in 1299.00',
    ],
    'half a character in a path': [
      () => parsePathLocation('%E0'),
      'location',
      'Invalid percent-encoding',
    ],
    'a line break in a path': [() => parsePathLocation('a%0A'), 'location', unprintable],
    'a territory': [
      () => checkState({ ...store, businessAddress: { zipcode: '00901' } } as never),
      'businessAddress.zipcode',
      'Not supported',
    ],
    'a name with a link': [
      () => checkTextedNames({ firstName: 'http://x' }, [0]),
      '[0].firstName',
      'A name in a text has at most 60 characters, and no link, address, phone number, or invisible character',
    ],
    'a day that is no date of birth': [
      () => {
        const fields = { customerDetails: { dateOfBirth: '1899-12-31' } };
        const { dropped } = link(fields)();
        throw dropped.get('customerDetails.dateOfBirth');
      },
      'customerDetails.dateOfBirth',
      'Not a date of birth',
    ],
  };
  for (const [what, [attempt, path, message]] of Object.entries(cases)) {
    it(`for ${what} is "${message}"`, () => {
      assert.deepEqual(errorsOf(attempt), [{ path, message }]);
    });
  }
});

describe('The errors of a request', () => {
  const unknownFields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]));

  it('are the first 20, with short paths', () => {
    const paths = errorsOf(link({ ...unknownFields(30), amount: 'x' })).map(({ path }) => path);
    assert.equal(paths.length, 20);
    const [error] = errorsOf(link({ ['x'.repeat(100)]: 1 }));
    assert.ok(error!.path.length < 80);
  });

  it('are the first 20 of all items, and later items are not checked', () => {
    let reads = 0;
    const item = {
      id: '',
      get totalAmount() {
        reads += 1;
        return 'wrong';
      },
    };
    const expected = Array.from({ length: 10 }, (_, index) => [
      { path: `[${index}].id`, message: 'Empty' },
      { path: `[${index}].totalAmount`, message: 'Must be a number' },
    ]).flat();
    assert.deepEqual(
      errorsOf(() => parseItems(Array<unknown>(500).fill(item))),
      expected,
    );
    assert.ok(reads < 30, `${reads} reads`);
  });

  it('are the first 20 of one item', () => {
    const item = { id: 'a', totalAmount: 1, ...unknownFields(98) };
    assert.deepEqual(
      errorsOf(() => parseItems([item])).map(({ path }) => path),
      Array.from({ length: 20 }, (_, index) => `[0].f${index}`),
    );
  });

  it('include each of 20 parameters', () => {
    const parameters = Object.keys(unknownFields(20)).join('&');
    const attempt = () =>
      parseQuery(LineQuerySchema, readQuery(`?amount=1&${parameters.slice(3)}`));
    assert.equal(errorsOf(attempt).length, 19);
  });
});

describe('readStrings()', () => {
  it('accepts 256 characters, and 2,048 in a redirectUrl', () => {
    for (const fields of [{ location: 'x'.repeat(256) }, { redirectUrl: 'x'.repeat(2_048) }]) {
      assert.deepEqual(readStrings(fields), fields);
    }
    assert.throws(() => readStrings({ redirectUrl: 'x'.repeat(2_049) }), ProblemError);
  });
});
