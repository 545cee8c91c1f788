import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { parseRows, readRows } from '../../../src/cli/locations/rows.js';
import { writeTemporaryFile } from '../../support/files.js';

const header = 'location,vertical,businessName';

/** Reads the rows of a file as `[line, location, businessName]`. */
function read(t: TestContext, content: string | Uint8Array) {
  const { rows } = readRows(writeTemporaryFile(t, content), ['location', 'vertical']);
  return rows.map(({ line, cells }) => [line, cells.get('location'), cells.get('businessName')]);
}

describe('A CSV file of locations', () => {
  const plain = [
    [2, 'a', 'Ann’s "Best", Inc.'],
    [3, 'b', undefined],
  ];
  const text = `${header}\na,Dental,"Ann’s ""Best"", Inc."\nb,Dental,\n`;

  for (const [what, content] of [
    ['commas', text],
    ['a byte order mark', `\uFEFF${text}`],
    ['Windows line ends', text.replaceAll('\n', '\r\n')],
    ['old Mac line ends', text.replaceAll('\n', '\r')],
    ['no line end after the last row', text.trimEnd()],
    ['semicolons', 'location;vertical;businessName\na;Dental;"Ann’s ""Best"", Inc."\nb;Dental;\n'],
    ['tabs', 'location\tvertical\tbusinessName\na\tDental\t"Ann’s ""Best"", Inc."\nb\tDental\t\n'],
    ['its columns in another order', 'businessName,location\n"Ann’s ""Best"", Inc.",a\n,b\n'],
    ['spaces around its cells', `${header}\n a ,Dental,"  Ann’s ""Best"", Inc. "\nb ,Dental, \n`],
    ['empty rows and columns at its end', text.replaceAll('\n', ',,\n') + ',,,,\n,,,,\n'],
  ] as const) {
    it(`is read with ${what}`, (t) => {
      assert.deepEqual(
        readRows(writeTemporaryFile(t, content), ['location']).rows.map(({ line, cells }) => [
          line,
          cells.get('location'),
          cells.get('businessName'),
        ]),
        plain,
      );
    });
  }

  it('may have empty lines before its header, which determines the delimiter', (t) => {
    const content = '\r\n\r\nlocation;vertical;businessName\r\na;Dental;"Best, Inc."\r\n';
    assert.deepEqual(read(t, content), [[4, 'a', 'Best, Inc.']]);
  });

  it('may have line breaks in cells, which become spaces, and keeps its line numbers', (t) => {
    assert.deepEqual(read(t, `${header}\n"a",Dental,"One\r\n Two\nThree"\n\nb,Dental,x\n`), [
      [2, 'a', 'One Two Three'],
      [6, 'b', 'x'],
    ]);
  });

  it('keeps values that are also properties of Object.prototype', (t) => {
    assert.deepEqual(read(t, `${header}\n__proto__,Dental,constructor\n`), [
      [2, '__proto__', 'constructor'],
    ]);
  });
});

describe('A CSV file from Excel', () => {
  for (const [line, delimiter] of [
    ['sep=;', ';'],
    ['sep=|', '|'],
    ['sep=', ';'],
  ] as const) {
    it(`may name the delimiter in its first line: ${JSON.stringify(line)}`, (t) => {
      const rows = [
        ['location', 'vertical', 'businessName'],
        ['a', 'Dental', '"Best, Inc."'],
      ];
      const content = [line, ...rows.map((cells) => cells.join(delimiter))].join('\r\n');
      assert.deepEqual(read(t, content), [[3, 'a', 'Best, Inc.']]);
    });
  }

  it('may omit empty cells at the end of rows, which gets a note', (t) => {
    const content = `${header}\na,Dental\nb,Dental,x\nc,Dental\n`;
    assert.deepEqual(read(t, content), [
      [2, 'a', undefined],
      [3, 'b', 'x'],
      [4, 'c', undefined],
    ]);
    const reason = 'fewer cells than columns (rows like this: 2); empty ones at the end are fine';
    assert.deepEqual(parseRows('stores.csv', content, ['location']).notes, [{ line: 2, reason }]);
  });

  for (const [one, other] of [
    ['store-1', 'Store-1'],
    ['cafe\u0301', 'caf\u00e9'],
  ]) {
    it(`gets a note if two locations look alike: ${one} and ${other}`, () => {
      const { notes } = parseRows('a.csv', `${header}\n${one},Dental,\n${other},Dental,\n`, []);
      const reason = 'differs from line 2 only in capitalization or Unicode form';
      assert.deepEqual(notes, [{ line: 3, column: 'location', reason }]);
    });
  }

  for (const cell of ['1-Mar', 'Mar-01', '3/1/2026', '2026-03-01 00:00:00']) {
    it(`gets a note if a location or a suite is a date: ${cell}`, () => {
      const text = `location,vertical,businessAddress.suite,legalName\n${cell},Dental,${cell},${cell}\n`;
      const { notes, problems } = parseRows('a.csv', text, []);
      const reason =
        'looks like a date, and Excel turns 3/1 or 1-3 into one: if it should not be a date, format the column as text';
      assert.deepEqual(problems, []);
      assert.deepEqual(notes, [
        { line: 2, column: 'location', reason },
        { line: 2, column: 'businessAddress.suite', reason },
      ]);
    });
  }

  it('gets no note if a location only resembles a date', () => {
    for (const cell of ['store-1', 'Mar-a-Lago', '1-Marina', 'May', '101-3', 'dec12x']) {
      assert.deepEqual(parseRows('a.csv', `location,vertical\n${cell},Dental\n`, []).notes, []);
    }
  });

  it('has each row with too many cells reported along with other problems', (t) => {
    const file = writeTemporaryFile(
      t,
      `${header}\na,Dental,Smith, Inc.\nb,Dental,x\nc,Dental,y,z\n`,
    );
    const { rows, problems } = readRows(file, ['location']);
    const reason = 'more cells than columns; put a cell with a separator in quotes';
    assert.deepEqual(problems, [
      { line: 2, reason },
      { line: 4, reason },
    ]);
    assert.equal(rows.length, 3);
  });

  it('is read quickly with a million empty lines, or one huge word as its header', (t) => {
    // The CPU time of this process, because other programs may be running.
    const start = process.cpuUsage();
    assert.equal(read(t, `${header}\na,Dental,x\n${'\n'.repeat(1_000_000)}`).length, 1);
    assert.throws(() => read(t, 'x'.repeat(1_000_000)), /column 1 has no known name/);
    assert.ok(process.cpuUsage(start).user < 5_000_000);
  });
});

describe('A file that isn’t a CSV file of locations', () => {
  const utf16 = Buffer.from(`\uFEFF${header}\na,Dental,x\n`, 'utf16le');
  for (const [what, content, reason] of [
    ['in UTF-16', utf16, /stores\.csv is not UTF-8; save it as UTF-8/],
    ['in UTF-16 without a mark', utf16.subarray(2), /is not UTF-8/],
    ['in big-endian UTF-16', Buffer.from(utf16).swap16(), /is not UTF-8/],
    [
      'in Latin-1',
      Buffer.from(`${header}\na,Dental,x\nb,Dental,Caf\u00e9\n`, 'latin1'),
      /stores\.csv is not UTF-8; save it as UTF-8 \(in Excel/,
    ],
    ['empty', '', /is empty; see locations template/],
    ['without rows', `${header}\n`, /has a header but no rows/],
    [
      'without its required columns',
      'businessName\nx\n',
      /line 1: the columns are missing: location, vertical/,
    ],
    [
      'with a mistyped column',
      'location,vertcal\na,x\n',
      /line 1: "vertcal" is not a column; did you mean vertical\?/,
    ],
    ['with another separator', 'location|vertical\na|x\n', /line 1: column 1 has no known name/],
    [
      'without a header',
      'Ann Smith,+14155550100,pipe\nBob,x,y\n',
      /line 1: column 1 has no known name; the first line names the columns/,
    ],
    [
      'with a column twice',
      'location,vertical,location\na,x,b\n',
      /there are two columns named location/,
    ],
    ['with a column without a name', 'location,,vertical\na,x,b\n', /line 1: a column has no name/],
    [
      'with an open quote',
      `${header}\na,Dental,x\nb,Dental,"x\nc,Dental,x\n`,
      /line 3: a quote is never closed/,
    ],
    ['with a quote within a cell', `${header}\na,Dental,5" pipe\n`, /line 2: a cell has a quote/],
    ['with text after a quote', `${header}\na,Dental,"x"y\n`, /line 2: text follows the quote/],
  ] as const) {
    it(`is refused with one sentence if it is ${what}`, (t) => {
      assert.throws(
        () => read(t, content),
        (error: Error & { exitCode?: number }) => {
          assert.match(error.message, reason);
          assert.doesNotMatch(error.message, /\n|Smith|pipe|415/);
          return error.exitCode === 2;
        },
      );
    });
  }

  it('is refused if it can’t be read', () => {
    assert.throws(
      () => readRows('/no/such/file.csv', []),
      /cannot be read: there is no such file or folder$/,
    );
  });
});
