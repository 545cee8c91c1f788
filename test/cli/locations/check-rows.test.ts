import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type * as z from 'zod';
import { checkRows } from '../../../src/cli/locations/rows.js';
import { columnNames, type ColumnName } from '../../../src/cli/locations/columns.js';
import { MerchantLocationRequestSchema } from '../../../src/contract/index.js';
import { pluck } from '../../support/assertions.js';

type Cells = Partial<Record<ColumnName, string>>;

function check(...rows: Cells[]) {
  return checkRows(
    rows.map((cells, index) => ({
      line: index + 2,
      cells: new Map(Object.entries(cells) as [ColumnName, string][]),
    })),
  );
}

/** Lists the problems of a row with a valid location and vertical, as `column reason`. */
function problemsOf(cells: Cells): string[] {
  const { ready, problems } = check({ location: 'a', vertical: 'Dental', ...cells });
  assert.equal(ready.length, problems.length === 0 ? 1 : 0);
  return problems.map(({ column, reason }) => `${column} ${reason}`);
}

it('The columns are the fields of the contract', () => {
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

describe('A row', () => {
  it('becomes a request, which sends no text message by default', () => {
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
    ['No', false],
  ] as const) {
    it(`reads ${cell} in sendSMS as ${sendSMS}`, () => {
      const phone = { 'representativeDetails.phoneNumber': '415-555-0100' };
      const { ready } = check({ location: 'a', vertical: 'Dental', sendSMS: cell, ...phone });
      assert.equal(ready[0]?.request.sendSMS, sendSMS);
    });
  }

  it('has all of its problems reported', () => {
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

  it('needs a phone number for a text message', () => {
    assert.deepEqual(problemsOf({ sendSMS: 'yes' }), [
      'representativeDetails.phoneNumber is empty, and sendSMS is yes',
    ]);
  });

  const shortened = 'is a number that Excel shortened: format the column as text';
  const unserved = 'is in a state or territory that the service does not accept';
  const noPhone = 'is not a US phone number that can be texted';
  const phoneNumber = 'representativeDetails.phoneNumber';
  for (const [column, cell, reason] of [
    // May mean several stores.
    ['location', '1.23457E+11', shortened],
    ['location', '1,23457E+11', shortened],
    ['location', '..', 'cannot be . or ..'],
    [
      'location',
      'main\u00a0street',
      'contains an unusual space character (U+00A0): type the cell again',
    ],
    [phoneNumber, '+44 20 7946 0000', noPhone],
    [phoneNumber, '1-800-555-0100', noPhone],
    [phoneNumber, 'Ann 415 555 0100', noPhone],
    ['businessAddress.state', 'PR', unserved],
    ['businessAddress.state', 'San Juan, PR', unserved],
    ['businessAddress.zipcode', '00901', unserved],
    ['businessAddress.state', 'XX', 'is not a US state; write its code, such as CA'],
    ['businessAddress.state', 'Massachussets', 'is not a US state; did you mean Massachusetts?'],
    ['businessAddress.state', 'Boston, MA', 'holds more than a state: write only MA'],
    [
      'businessAddress.zipcode',
      '2134',
      'lost its leading zero, which Excel drops: format the column as text',
    ],
    ['businessAddress.zipcode', 'SW1A', 'is not a US zip code'],
    ['legalName', 'x'.repeat(257), 'is longer than 256 characters, or not printable'],
    ['legalName', 'a\u0000b', 'is longer than 256 characters, or not printable'],
  ] as const) {
    it(`is refused with ${JSON.stringify(cell.slice(0, 20))} in ${column}`, () => {
      const { problems } = check({ location: 'a', vertical: 'Dental', [column]: cell });
      assert.deepEqual(problems, [{ line: 2, column, reason }]);
    });
  }

  for (const [cell, code] of [
    ['Massachusetts', 'MA'],
    ['N.Y.', 'NY'],
    ['US-TX', 'TX'],
  ] as const) {
    it(`sends the state ${cell} as ${code}`, () => {
      const { ready } = check({
        location: 'a',
        vertical: 'Dental',
        'businessAddress.state': cell,
      });
      assert.equal(ready[0]?.request.businessAddress?.state, code);
    });
  }

  for (const [cell, reason] of [
    ['#N/A', 'is a spreadsheet error: correct the formula, or leave the cell empty'],
    ['#¡VALOR!', 'is a spreadsheet error: correct the formula, or leave the cell empty'],
    ['Err:502', 'is a spreadsheet error: correct the formula, or leave the cell empty'],
    ['########', 'is what Excel shows when a column is too narrow: widen it'],
    ['="00123"', 'is a formula: format the column as text, and write the value'],
    ["'00123", 'begins with an apostrophe, which Excel uses to mark text: remove it'],
    [
      '“Hollis”',
      'begins with a curly quote, which does not quote a cell in CSV: use straight quotes',
    ],
    [
      '“Hollis',
      'begins with a curly quote, which does not quote a cell in CSV: use straight quotes',
    ],
    ['1.23E-05', 'is a number that Excel shortened: format the column as text'],
    ['a\u200bb', 'contains an invisible character (U+200B): type the cell again'],
    ['\u{e0041}a', 'contains an invisible character (U+E0041): type the cell again'],
  ] as const) {
    it(`is refused with ${JSON.stringify(cell)} in any column`, () => {
      for (const column of columnNames) {
        const { problems } = check({ location: 'a', vertical: 'Dental', [column]: cell });
        assert.deepEqual(problems, [{ line: 2, column, reason }]);
      }
    });
  }

  it('may quote a part of a name with curly quotes', () => {
    const cells = { location: 'a', vertical: 'Dental', legalName: '“Hollis” LLC' };
    assert.deepEqual(check(cells).problems, []);
  });

  it('has each broken cell reported', () => {
    const cells = {
      location: '#N/A',
      legalName: '#REF!',
      'businessAddress.state': '#N/A',
      'businessAddress.zipcode': "'02134",
    };
    assert.deepEqual(
      pluck(check({ vertical: 'Dental', ...cells }).problems, 'column'),
      Object.keys(cells),
    );
  });

  for (const [column, cell] of [
    ['legalName', "'47 Brand"],
    ['location', '12E+1'],
    ['location', '1E5'],
    ['businessAddress.zipcode', '02134'],
    ['businessAddress.zipcode', '02134-1000'],
    ['businessAddress.zipcode', '021341000'],
    ['businessName', 'می\u200cخواهم'],
    ['businessName', 'Family 👨\u200d👩\u200d👧 ❤\ufe0f'],
    ['businessName', '#1 Dental!'],
    ['businessAddress.suite', '2E-04'],
    ['location', '#A1'],
    ['location', 'store=1'],
  ] as const) {
    it(`is accepted with ${cell} in ${column}`, () => {
      assert.deepEqual(problemsOf({ [column]: cell }), []);
    });
  }

  it('is refused if an earlier row has the same location', () => {
    const row = { location: 'a', vertical: 'Dental' };
    assert.deepEqual(check(row, { ...row, location: 'b' }, row).problems, [
      { line: 4, column: 'location', reason: 'is the same as in line 2' },
    ]);
  });
});
