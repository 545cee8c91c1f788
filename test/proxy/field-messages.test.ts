/** What is wrong with a field, in the words that a developer reads, and where the rules of a field end. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LineQuerySchema } from '../../src/proxy/fields/body-schemas.js';
import {
  parseBody,
  parsePathLocation,
  parseQuery,
  readQuery,
} from '../../src/proxy/fields/parse-fields.js';
import { readStrings } from '../../src/proxy/fields/string-rules.js';
import { checkTextedNames } from '../../src/proxy/fields/texted-names.js';
import { checkState } from '../../src/proxy/fields/unsupported-states.js';
import { ProblemError, type FieldError } from '../../src/proxy/problems.js';
import { samples } from '../support/samples.js';
import { createTestProxy, shop } from '../support/test-proxy.js';

const purchase = samples.createPayOverTimeLink.body as Record<string, unknown>;
const store = samples.addMerchantLocation.body as Record<string, unknown>;

/** The errors with which this is refused. */
function errorsOf(attempt: () => unknown): readonly FieldError[] | undefined {
  try {
    attempt();
  } catch (error) {
    assert.ok(error instanceof ProblemError, String(error));
    return error.extras.errors;
  }
  return assert.fail('It was taken');
}

const link = (fields: object) => () =>
  parseBody('createPayOverTimeLink', { ...purchase, ...fields });

describe('A field that is refused', () => {
  const bigField = 'Longer than 256 characters, or not printable';
  const cases: Record<string, readonly [attempt: () => unknown, path: string, message: string]> = {
    'an object in place of a list': [
      () => parseBody('createPrequalLink', {}),
      '',
      'Must be a list with one entry',
    ],
    'two links in one list': [
      () => parseBody('createPrequalLink', [{ location: 'a' }, { location: 'b' }]),
      '',
      'Must have at most 1 entry',
    ],
    'a list in place of an object': [
      () => parseBody('createPayOverTimeLink', []),
      '',
      'Must be an object',
    ],
    'a missing field': [link({ transactionId: undefined }), 'transactionId', 'Missing'],
    'a number in quotes': [link({ amount: '1299' }), 'amount', 'Must be a number'],
    'text in place of true or false': [link({ sendSMS: 'no' }), 'sendSMS', 'Must be true or false'],
    'an amount of zero': [link({ amount: 0 }), 'amount', 'Must be more than 0'],
    'a billion dollars': [link({ amount: 1e9 }), 'amount', 'Must be at most 999999999.99'],
    'true in place of text or a number': [
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
    '257 characters': [link({ location: 'x'.repeat(257) }), 'location', bigField],
    'a parameter that is there twice': [
      () => readQuery('?location=a&location=b'),
      'location',
      'Given more than once',
    ],
    'an empty parameter': [
      () => parseQuery(LineQuerySchema, { amount: '1', lang: '' }),
      'lang',
      'Empty',
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
    'a line end in a path': [() => parsePathLocation('a%0A'), 'location', bigField],
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
  };
  for (const [what, [attempt, path, message]] of Object.entries(cases)) {
    it(`is named with the reason: ${what}`, () => {
      assert.deepEqual(errorsOf(attempt), [{ path, message }]);
    });
  }

  it('is one of at most 20, also beside 20 unknown ones', () => {
    const unknown = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}`, 1]));
    assert.equal(errorsOf(link({ ...unknown, amount: 'x' }))?.length, 20);
  });
});

describe('A field that is left out', () => {
  const daysAgo = (days: number) => () =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  for (const [what, day, isTaken] of [
    ['today', daysAgo(0), false],
    ['yesterday', daysAgo(1), true],
    ['the first day of 1900', () => '1900-01-01', true],
    ['the last day of 1899', () => '1899-12-31', false],
  ] as const) {
    it(`is${isTaken ? ' not' : ''} a date of birth like this: ${what}`, () => {
      const path = 'customerDetails.dateOfBirth';
      const body = { ...purchase, customerDetails: { dateOfBirth: day() } };
      const { dropped } = parseBody('createPayOverTimeLink', body);
      const errors = dropped.get(path)?.extras.errors;
      assert.deepEqual(errors, isTaken ? undefined : [{ path, message: 'Not a date of birth' }]);
    });
  }
});

describe('A field that is taken', () => {
  it('has up to 256 characters, a redirectUrl 2,048', () => {
    for (const fields of [{ location: 'x'.repeat(256) }, { redirectUrl: 'x'.repeat(2_048) }]) {
      assert.deepEqual(readStrings(fields), fields);
    }
    assert.throws(() => readStrings({ redirectUrl: 'x'.repeat(2_049) }), ProblemError);
  });

  for (const amount of ['0', '12', '-1', '1299.005', '0.5']) {
    it(`is the amount of a line: ${amount}`, () => {
      assert.deepEqual(parseQuery(LineQuerySchema, { amount }), { amount });
    });
  }

  for (const amount of ['1.', '.5', '--1', '1e3', '1,299.00', ' 1', '1 ', '$1', 'x1', '1x', '']) {
    it(`is no amount of a line: ${JSON.stringify(amount)}`, () => {
      assert.throws(() => parseQuery(LineQuerySchema, { amount }), ProblemError);
    });
  }

  it('is a name of a person unless phones show it as a link; a business may have a domain as its name', () => {
    const names = [
      'J.R.Smith',
      'J-P. Smith',
      'J.-P.Smith',
      'Sam Jr.',
      'Mary Ann',
      'St. John',
      'St.John',
      'Ma.Teresa',
      "O'Neill-Núñez",
      '3.5',
      'e.g. Ada',
    ];
    for (const name of names) checkTextedNames({ firstName: name }, []);
    checkTextedNames({ businessName: 'Sofas.com', legalName: 'Sofas.com Inc.' }, []);
    for (const name of [
      'Go to evil.co/win',
      'www.evil.com',
      'EVIL.COM',
      'evil。com',
      't.co/x',
      'été1．ai',
      'Refund: pay-us.com',
      'p-a-y.com',
      'b-k.us',
      'evil_x.com',
      'หน้า.com',
      '203.0.113.9/win',
    ]) {
      for (const field of [
        'firstName',
        'lastName',
        'representativeFirstName',
        'representativeName',
      ]) {
        assert.throws(() => checkTextedNames({ [field]: name }, []), ProblemError, name);
      }
    }
  });

  it('is a link, or a number for a name, in a request for a text, where the text does not quote it', async () => {
    const { send, service } = createTestProxy({ sms: true, redirectOrigins: [shop] });
    const body = {
      ...purchase,
      ...{ sendSMS: true, phoneNumber: '415-555-0132', representativeName: 5 },
      redirectUrl: `${shop}/thanks`,
    };
    const headers = { 'idempotency-key': 'request-0123456789', origin: shop };
    const { status, text } = await send('createPayOverTimeLink', { body, headers });
    assert.equal(status, 200, text);
    assert.equal(service.texts(), 1);
  });
});
