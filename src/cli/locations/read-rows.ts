import { readFileSync, statSync } from 'node:fs';
import { nearest } from '../../internal/nearest.js';
import { CommandError } from '../settings/index.js';
import { columnNames, type ColumnName } from './columns.js';
import { CsvSyntaxError, parseCsv, type CsvRecord } from './parse-csv.js';

/** A row of the file: its line, and its cells that are not empty. */
export interface Row {
  readonly line: number;
  readonly cells: ReadonlyMap<ColumnName, string>;
}

/** About 100,000 rows. The file is read as a whole. */
const maxBytes = 64 * 1024 * 1024;

const saveAs = 'save it as UTF-8 (in Excel: "CSV UTF-8")';

/** Reads the rows of a file that has at least these columns. Throws `CommandError`, which quotes only names of columns. */
export function readRows(file: string, required: readonly ColumnName[]): Row[] {
  const [header, ...records] = parse(file, readText(file));
  if (!header) throw new CommandError(`${file} is empty; see locations template`);
  const names = readHeader(file, header, required);
  const long = records.find(({ cells }) => cells.slice(names.length).some(Boolean));
  if (long) {
    throw new CommandError(
      `${file}, line ${long.line}: more cells than columns; put a cell with a separator in quotes`,
    );
  }
  if (records.length === 0) throw new CommandError(`${file} has a header but no rows`);
  return records.map(({ line, cells }) => ({
    line,
    cells: new Map(names.map((name, i) => [name, cells[i] ?? ''] as const).filter(([, c]) => c)),
  }));
}

function readText(file: string): string {
  let bytes: Buffer;
  try {
    const { size } = statSync(file);
    if (size > maxBytes) throw new CommandError(`${file} is larger than 64 MB; split it`);
    bytes = readFileSync(file);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`${file} cannot be read (${code})`);
  }
  // UTF-16 without its mark is valid UTF-8 for plain English, with a zero byte beside each letter.
  if (/^(\xff\xfe|\xfe\xff)/.test(bytes.toString('latin1', 0, 2)) || bytes.includes(0)) {
    throw new CommandError(`${file} is UTF-16, or not a text; ${saveAs}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes); // without a byte order mark
  } catch {
    throw new CommandError(`${file}, line ${firstWrongLine(bytes)}: not UTF-8; ${saveAs}`);
  }
}

/** No character of UTF-8 contains a line end, so that each line can be decoded by itself. */
function firstWrongLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf('\n', start);
    const part = bytes.subarray(start, end < 0 ? bytes.length : end);
    if (!Buffer.from(part.toString('utf8')).equals(part)) return line;
    start += part.length + 1;
  }
  return line;
}

function parse(file: string, text: string): CsvRecord[] {
  try {
    return parseCsv(text);
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error;
    throw new CommandError(`${file}, ${error.message}`);
  }
}

function readHeader(
  file: string,
  { line, cells }: CsvRecord,
  required: readonly ColumnName[],
): ColumnName[] {
  const at = `${file}, line ${line}`;
  const given = cells.slice(0, cells.findLastIndex(Boolean) + 1);
  const names = given.map((cell, index) => {
    const name = columnNames.find((known) => known === cell);
    if (name !== undefined) return name;
    if (!cell) throw new CommandError(`${at}: a column has no name`);
    const near = nearest(cell, columnNames);
    // In a file without a header, the cell is of a row, and can be a name or a phone number.
    throw new CommandError(
      near === undefined
        ? `${at}: column ${index + 1} has no known name; the first line names the columns, see locations --help`
        : `${at}: ${JSON.stringify(cell.slice(0, 60))} is not a column; did you mean ${near}?`,
    );
  });
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new CommandError(`${at}: the column ${twice} is there twice`);
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    const what = missing.length > 1 ? 'columns are' : 'column is';
    throw new CommandError(`${at}: the ${what} missing: ${missing.join(', ')}`);
  }
  return names;
}
