import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type * as z from 'zod';
import { checkRows } from '../../../src/cli/locations/rows.js';
import { columnNames, type ColumnName } from '../../../src/cli/locations/columns.js';
import { MerchantLocationRequestSchema } from '../../../src/contract/index.js';

type Cells = Partial<Record<ColumnName, string>>;

/** Checks rows from line 2 on. */
function check(...rows: Cells[]) {
  return checkRows(
    rows.map((cells, index) => ({
      line: index + 2,
      cells: new Map(Object.entries(cells) as [ColumnName, string][]),
    })),
  );
}

/** The problems of one row with a good location and vertical, as `column reason`. */
function problemsOf(cells: Cells): string[] {
  const { ready, problems } = check({ location: 'a', vertical: 'Dental', ...cells });
  assert.equal(ready.length, problems.length === 0 ? 1 : 0);
  return problems.map(({ column, reason }) => `${column} ${reason}`);
}

describe('the columns', () => {
  it('are the fields of the contract', () => {
    const paths = (shape: z.core.$ZodShape, parent = ''): string[] =>
      Object.entries(shape).flatMap(([name, schema]) => {
        const inner = 'unwrap' in schema ? (schema as z.ZodOptional<z.ZodObject>).unwrap() : schema;
        return 'shape' in inner
          ? paths((inner as z.ZodObject).shape, `${parent}${name}.`)
          : [parent + name];
      });
    const fields = paths(MerchantLocationRequestSchema.shape);
    assert.deepEqual([...columnNames].sort(), fields.sort());
  });
});

describe('a row', () => {
  it('becomes the request of the contract, which never texts by accident', () => {
    const { ready } = check({
      location: 'store-1',
      vertical: 'Dental',
      'businessAddress.city': 'Reno',
      'businessAddress.state': 'NV',
      'representativeDetails.phoneNumber': '(415) 555-0100',
    });
    assert.deepEqual(ready, [
      {
        line: 2,
        request: {
          location: 'store-1',
          vertical: 'Dental',
          sendSMS: false,
          businessAddress: { city: 'Reno', state: 'NV' },
          representativeDetails: { phoneNumber: '+14155550100' },
        },
      },
    ]);
  });

  for (const [cell, sendSMS] of [
    ['yes', true],
    ['TRUE', true],
    ['No', false],
    ['false', false],
  ] as const) {
    it(`takes ${cell} in sendSMS for ${sendSMS}`, () => {
      const phone = { 'representativeDetails.phoneNumber': '415-555-0100' };
      const { ready } = check({ location: 'a', vertical: 'Dental', sendSMS: cell, ...phone });
      assert.equal(ready[0]?.request.sendSMS, sendSMS);
    });
  }

  it('names all that is wrong with it', () => {
    const { ready, problems } = check({
      vertical: 'dentl',
      sendSMS: '1',
      'representativeDetails.email': 'ann@',
    });
    assert.deepEqual(ready, []);
    assert.deepEqual(problems, [
      { line: 2, column: 'location', reason: 'is empty' },
      { line: 2, column: 'vertical', reason: 'is not a vertical; did you mean Dental?' },
      { line: 2, column: 'sendSMS', reason: 'is not yes or no' },
      { line: 2, column: 'representativeDetails.email', reason: 'is not an email address' },
    ]);
  });

  it('needs a phone number for a text', () => {
    assert.deepEqual(problemsOf({ sendSMS: 'yes' }), [
      'representativeDetails.phoneNumber is empty, and sendSMS is yes',
    ]);
  });

  for (const location of ['1.23457E+11', '1,23457E+11', '1E+12']) {
    it(`is refused with the location ${location}, which may stand for several stores`, () => {
      const { problems } = check({ location, vertical: 'Dental' });
      const reason = 'is a number that Excel has shortened: format the column as text';
      assert.deepEqual(problems, [{ line: 2, column: 'location', reason }]);
    });
  }

  for (const location of ['E+1', '12E+1', '1E5', '123456789012']) {
    it(`passes with the location ${location}`, () => {
      assert.deepEqual(problemsOf({ location }), []);
    });
  }

  for (const phone of ['4.15555E+09', '+44 20 7946 0000', '1-800-555-0100', 'Ann 415 555 0100']) {
    it(`is refused with the phone number ${phone}`, () => {
      assert.deepEqual(problemsOf({ 'representativeDetails.phoneNumber': phone }), [
        'representativeDetails.phoneNumber is not a US phone number that can be texted',
      ]);
    });
  }

  for (const [column, cell] of [
    ['businessAddress.state', 'PR'],
    ['businessAddress.state', 'Guam'],
    ['businessAddress.zipcode', '00901'],
  ] as const) {
    it(`is refused with ${cell}, where the service accepts no merchant`, () => {
      assert.deepEqual(problemsOf({ [column]: cell }), [
        `${column} is of a state or territory that the service does not accept`,
      ]);
    });
  }

  for (const [column, cell, reason] of [
    ['businessAddress.state', 'XX', 'is not a US state'],
    [
      'businessAddress.zipcode',
      '2134',
      'has lost its zero in front, which Excel drops: format the column as text',
    ],
    ['businessAddress.zipcode', 'SW1A', 'is not a US zip code'],
  ] as const) {
    it(`is refused with ${cell} in ${column}`, () => {
      assert.deepEqual(problemsOf({ [column]: cell }), [`${column} ${reason}`]);
    });
  }

  it('takes zip codes with and without their four further digits', () => {
    for (const zip of ['02134', '02134-1000', '021341000']) {
      assert.deepEqual(problemsOf({ 'businessAddress.zipcode': zip }), []);
    }
  });

  it('is refused with a text that no form can hold', () => {
    const reason = 'legalName is longer than 256 characters, or not printable';
    assert.deepEqual(problemsOf({ legalName: 'x'.repeat(257) }), [reason]);
    assert.deepEqual(problemsOf({ legalName: 'a\u0000b' }), [reason]);
  });

  it('is refused where no path can name its location', () => {
    assert.deepEqual(check({ location: '..', vertical: 'Dental' }).problems, [
      { line: 2, column: 'location', reason: 'cannot be a dot or two' },
    ]);
  });

  it('is refused where its location stands in an earlier row', () => {
    const row = { location: 'a', vertical: 'Dental' };
    assert.deepEqual(check(row, { ...row, location: 'b' }, row).problems, [
      { line: 4, column: 'location', reason: 'is the same as in line 2' },
    ]);
  });
});
