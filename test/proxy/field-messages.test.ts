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
  const fields: [field: object, message: string][] = [
    [{ transactionId: undefined }, 'Missing'],
    [{ amount: '1299' }, 'Must be a number'],
    [{ sendSMS: 'no' }, 'Must be true or false'],
    [{ amount: 0 }, 'Must be more than 0'],
    [{ amount: 1e9 }, 'Must be at most 999999999.99'],
    [{ roNumber: true }, 'Must be text in quotes or a number'],
    [{ roNumber: 2 ** 60 }, 'Must be at most 9007199254740991'],
    [{ amount: 1.005 }, 'More than two decimals'],
    [{ amount: 1e-7 }, 'More than two decimals'],
    [{ color: 'red' }, 'Unknown field'],
    [{ location: 'x'.repeat(257) }, unprintable],
  ];
  for (const [field, message] of fields) {
    it(`for ${JSON.stringify(field).slice(0, 40)} is "${message}"`, () => {
      const [path] = Object.keys(field);
      assert.deepEqual(errorsOf(link(field)), [{ path, message }]);
    });
  }

  const parameters = Array.from({ length: 21 }, (_, index) => `p${index}`).join('&');
  const lineWith = (query: Record<string, string>) => () => parseQuery(LineQuerySchema, query);
  const nameRule =
    'With a text message, a name must not exceed 60 characters, or contain a link, address, phone number, or invisible character';
  const referenceRule =
    'With a text message, a reference must not contain a link, address, phone number, or invisible character, and if it has spaces, must not exceed 60 characters';
  const throwDropped = () => {
    const { dropped } = link({ customerDetails: { dateOfBirth: '1899-12-31' } })();
    throw dropped.get('customerDetails.dateOfBirth');
  };
  const merchant = { ...store, businessAddress: { zipcode: '00901' } } as never;
  const a = { location: 'a' };
  const others: [what: string, path: string, message: string, attempt: () => unknown][] = [
    ['an object', '', 'Must be a list with one entry', () => parseBody('createPrequalLink', {})],
    ['two links', '', 'Must have at most 1 entry', () => parseBody('createPrequalLink', [a, a])],
    ['a list', '', 'Must be an object', () => parseBody('createPayOverTimeLink', [])],
    ['a repeated parameter', 'a', 'Given more than once', () => readQuery('?a=1&a=2')],
    ['an empty parameter', 'lang', 'Empty', lineWith({ amount: '1', lang: '' })],
    ['21 parameters', '', 'More than 20 query parameters', () => readQuery(`?${parameters}`)],
    ['a word', 'amount', 'Not a number, as in 1299.00', lineWith({ amount: 'ten' })],
    ['half a character', 'location', 'Invalid percent-encoding', () => parsePathLocation('%E0')],
    ['a line break in a path', 'location', unprintable, () => parsePathLocation('a%0A')],
    ['a territory', 'businessAddress.zipcode', 'Not supported', () => checkState(merchant)],
    ['a link', '[0].firstName', nameRule, () => checkTextedNames({ firstName: 'http://x' }, [0])],
    ['a linked order', 'referral', referenceRule, () => checkTextedNames({ referral: '://' }, [])],
    ['a day long ago', 'customerDetails.dateOfBirth', 'Not a date of birth', throwDropped],
  ];
  for (const [what, path, message, attempt] of others) {
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
      color: 'red',
    };
    const expected = Array.from({ length: 7 }, (_, index) => [
      { path: `[${index}].id`, message: 'Empty' },
      { path: `[${index}].totalAmount`, message: 'Must be a number' },
      { path: `[${index}].color`, message: 'Unknown field' },
    ]).flat();
    assert.deepEqual(
      errorsOf(() => parseItems(Array<unknown>(500).fill(item))),
      expected.slice(0, 20),
    );
    assert.ok(reads < 30, `${reads} reads`);
  });

  it('include each of 20 parameters', () => {
    const parameters = Object.keys(unknownFields(20)).join('&');
    const attempt = () =>
      parseQuery(LineQuerySchema, readQuery(`?amount=1&${parameters.slice(3)}`));
    assert.equal(errorsOf(attempt).length, 19);
  });
});

it('readStrings() accepts 256 characters, and 2,048 in a redirectUrl', () => {
  for (const fields of [{ location: 'x'.repeat(256) }, { redirectUrl: 'x'.repeat(2_048) }]) {
    assert.deepEqual(readStrings(fields), fields);
  }
  assert.throws(() => readStrings({ redirectUrl: 'x'.repeat(2_049) }), ProblemError);
});
