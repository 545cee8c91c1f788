/**
 * Reads the CSV file of `locations` as Excel and other programs write it, and finds everything that's wrong with it before the
 * first call. Checks cells against the contract's schemas and the proxy's rules for text, phone numbers, and states. Messages
 * quote only column names, because a cell may hold personal data.
 */
import {
  stateCodeOf,
  stateCodesIn,
  stateNames,
  territories,
  verticals,
  type MerchantLocationRequest,
} from '../../contract/index.js';
import { lowerFirst } from '../../internal/field-sentences.js';
import { nearest } from '../../internal/nearest.js';
import { CsvError, parse, type Info } from '../../packages/csv-parse.js';
import { bodySchemas, type FieldsOf } from '../../proxy/fields/body-schemas.js';
import { readStrings } from '../../proxy/fields/string-rules.js';
import { unsupportedFields } from '../../proxy/fields/unsupported-states.js';
import { CommandError } from '../command-error.js';
import { readTextFile } from '../settings/read-file.js';
import { columnNames, requiredColumns, type ColumnName } from './columns.js';
import { describeDoubtfulCell, describeSpoiledCell } from './spreadsheet-cells.js';

/** A row of the file: its line number and its nonempty cells. */
export interface Row {
  readonly line: number;
  readonly cells: ReadonlyMap<ColumnName, string>;
}

/** A row that can be sent. */
export interface LocationRow {
  readonly line: number;
  /** `sendSMS` is always set, so that the request doesn't depend on the service's default. */
  readonly request: MerchantLocationRequest & { readonly sendSMS: boolean };
}

/** A problem with a row or with a cell. The `reason` for a cell completes "the column …". */
export interface RowProblem {
  readonly line: number;
  readonly column?: ColumnName;
  readonly reason: string;
}

/** The maximum file size in KiB, enough for about 100,000 rows. The whole file is read into memory. */
const maxKibibytes = 64 * 1024;

/** Reads a file that has at least these columns. Throws `CommandError` if it doesn't. */
export function readRows(file: string, required: readonly ColumnName[]) {
  const remedy = '; save it as UTF-8 (in Excel: "CSV UTF-8")';
  return parseRows(file, readTextFile(file, file, maxKibibytes, { remedy }), required);
}

/**
 * Parses the text of a file that messages call `file`. Returns the rows, the problems that prevent sending, and notes about cells
 * that are worth a look. Throws `CommandError`.
 */
export function parseRows(file: string, text: string, required: readonly ColumnName[]) {
  const [header, ...records] = parseCsv(file, text);
  if (!header) throw new CommandError(`${file} is empty; see locations template`);
  const names = readHeader(file, header, required);
  if (records.length === 0) throw new CommandError(`${file} has a header but no rows`);
  const rows = records.map(({ line, cells }): Row => {
    const named = names.map((name, index) => [name, cells[index] ?? ''] as const);
    return { line, cells: new Map(named.filter(([, cell]) => cell)) };
  });
  const tooLong = records.filter(({ cells }) => cells.slice(names.length).some(Boolean));
  const reason = 'more cells than columns; put a cell with a separator in quotes';
  return {
    rows,
    problems: tooLong.map(({ line }): RowProblem => ({ line, reason })),
    notes: [...noteShort(records, names.length), ...noteAlike(rows), ...noteDoubtful(rows)],
  };
}

/** Notes rows with missing cells. Excel leaves out empty cells at the end of a row, but a truncated line looks the same. */
function noteShort(records: readonly CsvRecord[], columns: number): RowProblem[] {
  const short = records.filter(({ cells }) => cells.length < columns);
  const reason = `fewer cells than columns (rows like this: ${short.length}); empty ones at the end are fine`;
  return short.slice(0, 1).map(({ line }) => ({ line, reason }));
}

/**
 * Notes locations that differ only in capitalization or Unicode normalization. The service treats them as two, but they may be
 * one store.
 */
function noteAlike(rows: readonly Row[]): RowProblem[] {
  const seen = new Map<string, { readonly line: number; readonly location: string }>();
  return rows.flatMap(({ line, cells }) => {
    const location = cells.get('location') ?? '';
    const look = location.normalize('NFC').toLowerCase();
    const first = seen.get(look);
    if (!first) seen.set(look, { line, location });
    if (!first || first.location === location) return [];
    const reason = `differs from line ${first.line} only in capitalization or Unicode form`;
    return [{ line, column: 'location' as const, reason }];
  });
}

/** Notes cells that are valid but may not be what the author meant. */
function noteDoubtful(rows: readonly Row[]): RowProblem[] {
  return rows.flatMap(({ line, cells }) =>
    [...cells].flatMap(([column, cell]) => {
      const reason = describeDoubtfulCell(column, cell);
      return reason === undefined ? [] : [{ line, column, reason }];
    }),
  );
}

interface CsvRecord {
  /** The line where the record begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const csvErrors: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is never closed',
  INVALID_OPENING_QUOTE:
    'a cell has a quote but does not begin with one; put the cell in quotes, and double the quotes in it',
  CSV_INVALID_CLOSING_QUOTE: 'text follows the quote that ends a cell; double the quotes in a cell',
};

/** The line in which Excel names the delimiter, such as `sep=;`. */
export const delimiterLine = /^\s*sep=([^"\r\n])?.*/i;

/**
 * Parses CSV (RFC 4180). Excel's `sep=` line names the delimiter. Without one, it's the first comma, semicolon, or tab in the
 * header. Skips records without any text, because spreadsheets append them. Trims cells, and replaces line breaks within cells
 * with spaces. Throws `CommandError`.
 */
function parseCsv(file: string, text: string): CsvRecord[] {
  let lastLine = 0;
  // Replace the `sep=` line with an empty one, so that the other line numbers stay the same.
  const plain = text.replace(/\r\n?/g, '\n').replace(delimiterLine, '');
  const [inHeader = ','] = /[,;\t]/.exec(/\S.*/.exec(plain)?.[0] ?? '') ?? [];
  const [, delimiter = inHeader] = delimiterLine.exec(text) ?? [];
  try {
    const records = parse(plain, {
      delimiter,
      info: true,
      relax_column_count: true,
      // Otherwise, a million empty lines would each become a record.
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      on_record(record: string[], { lines }) {
        lastLine = lines;
        return record;
      },
    }) as unknown as { record: string[]; info: Info }[];
    return records.map(({ record, info }) => ({
      // The library reports the line where a record ends.
      line: info.lines - (record.join('').match(/\n/g)?.length ?? 0),
      cells: record.map((cell) => cell.replace(/\s*\n\s*/g, ' ').trim()),
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const sentence = csvErrors[error.code] ?? 'the line is not CSV';
    // For an unclosed quote, the library reports the last line of the text.
    const line = error.code === 'CSV_QUOTE_NOT_CLOSED' ? lastLine + 1 : Number(error['lines']);
    throw new CommandError(`${file}, line ${line}: ${sentence}`);
  }
}

/** The maximum length of a text that is compared with known names. Longer texts would take too long. */
const maxNameLength = 60;

function readHeader(
  file: string,
  { line, cells }: CsvRecord,
  required: readonly ColumnName[],
): ColumnName[] {
  const at = `${file}, line ${line}`;
  const filled = cells.slice(0, cells.findLastIndex(Boolean) + 1);
  const names = filled.map((cell, index) => {
    const name = columnNames.find((known) => known === cell);
    if (name !== undefined) return name;
    if (!cell) throw new CommandError(`${at}: a column has no name`);
    const near = nearest(cell.slice(0, maxNameLength), columnNames);
    // If the file has no header, this cell belongs to a row and may be a name or a phone number.
    throw new CommandError(
      near === undefined
        ? `${at}: column ${index + 1} has no known name; the first line names the columns, see locations --help`
        : `${at}: ${JSON.stringify(cell.slice(0, maxNameLength))} is not a column; did you mean ${near}?`,
    );
  });
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new CommandError(`${at}: there are two columns named ${twice}`);
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    const what = missing.length > 1 ? 'columns are' : 'column is';
    throw new CommandError(`${at}: the ${what} missing: ${missing.join(', ')}`);
  }
  return names;
}

type Fields = FieldsOf<'addMerchantLocation'>;

/** Checks all cells of the rows. Returns the requests of the rows that can be sent, and the problems with the others. */
export function checkRows(rows: readonly Row[]) {
  const ready: LocationRow[] = [];
  const problems = checkLocations(rows);
  for (const { line, cells } of rows) {
    const { fields, reasons } = checkCells(cells);
    problems.push(...reasons.map(([column, reason]) => ({ line, column, reason })));
    if (fields) ready.push({ line, request: { ...fields, sendSMS: fields.sendSMS ?? false } });
  }
  return { ready, problems };
}

/** Finds locations that are empty, unusable, or in two rows. Ignores the other cells. */
export function checkLocations(rows: readonly Row[]): RowProblem[] {
  const lines = new Map<string, number>();
  return rows.flatMap(({ line, cells }) => {
    const location = cells.get('location') ?? '';
    const reason = locationProblem(location, lines.get(location));
    if (location && !lines.has(location)) lines.set(location, line);
    return reason === undefined ? [] : [{ line, column: 'location' as const, reason }];
  });
}

/** Returns the problem with a location, if any. `first` is the line of an earlier row with the same location. */
function locationProblem(location: string, first: number | undefined): string | undefined {
  if (!location) return 'is empty';
  if (first !== undefined) return `is the same as in line ${first}`;
  const spoiled = describeSpoiledCell('location', location);
  if (spoiled !== undefined) return spoiled;
  // URLs resolve dot segments, so the status of such a location couldn't be read.
  return /^\.\.?$/.test(location) ? 'cannot be . or ..' : undefined;
}

const excluded = 'is in a state or territory that the service does not accept';

type Reason = readonly [ColumnName, string];

function checkCells(cells: Row['cells']): { fields?: Fields; reasons: Reason[] } {
  const reasons: Reason[] = requiredColumns
    .filter((column) => column !== 'location' && !cells.has(column))
    .map((column) => [column, 'is empty']);
  for (const [column, cell] of cells) {
    const reason = cellProblem(column, cell);
    if (reason !== undefined) reasons.push([column, reason]);
  }
  const refused = new Set(reasons.map(([column]) => column));
  const strings = readStrings(toFields(cells), (path, { message, extras: { errors } }) => {
    if (refused.has(path as ColumnName)) return;
    const reason = errors?.[0]?.message ?? message;
    reasons.push([path as ColumnName, `is ${lowerFirst(reason)}`]);
  });
  if (reasons.length > 0 || !cells.has('location')) return { reasons };

  const fields = bodySchemas.addMerchantLocation.parse(strings);
  if (fields.sendSMS && fields.representativeDetails.phoneNumber === undefined) {
    reasons.push(['representativeDetails.phoneNumber', 'is empty, and sendSMS is yes']);
  }
  for (const column of unsupportedFields(fields)) {
    reasons.push([column, excluded]);
  }
  return reasons.length > 0 ? { reasons } : { fields, reasons };
}

function cellProblem(column: ColumnName, cell: string): string | undefined {
  const spoiled = column === 'location' ? undefined : describeSpoiledCell(column, cell);
  if (spoiled !== undefined) return spoiled;
  if (column === 'sendSMS') return readChoice(cell) === undefined ? 'is not yes or no' : undefined;
  if (column === 'vertical' && !verticals.some((vertical) => vertical === cell)) {
    const near = nearest(cell.slice(0, maxNameLength), verticals);
    return `is not a vertical; ${near ? `did you mean ${near}?` : 'see locations --help'}`;
  }
  if (column === 'businessAddress.zipcode' && !/^\d{5}(-?\d{4})?$/.test(cell)) {
    return /^\d{3,4}$/.test(cell)
      ? 'lost its leading zero, which Excel drops: format the column as text'
      : 'is not a US zip code';
  }
  return column === 'businessAddress.state' ? stateProblem(cell) : undefined;
}

function stateProblem(cell: string): string | undefined {
  if (stateCodeOf(cell) !== undefined) return undefined;
  const codes = stateCodesIn(cell);
  if (codes.some((code) => territories.some((territory) => territory === code))) return excluded;
  if (codes.length > 0) return `holds more than a state: write only ${codes.join(' or ')}`;
  const near = nearest(cell.slice(0, maxNameLength), stateNames);
  return `is not a US state; ${near ? `did you mean ${near}?` : 'write its code, such as CA'}`;
}

function readChoice(cell: string): boolean | undefined {
  if (/^(yes|true)$/i.test(cell)) return true;
  return /^(no|false)$/i.test(cell) ? false : undefined;
}

/** Returns the request body. A column such as `businessAddress.city` becomes a property of an object. */
function toFields(cells: Row['cells']): object {
  const fields: Record<string, unknown> = { representativeDetails: {} };
  for (const column of columnNames) {
    const cell = cells.get(column);
    if (cell === undefined) continue;
    const [name = column, member] = column.split('.');
    const value = valueOf(column, cell);
    fields[name] = member === undefined ? value : { ...(fields[name] as object), [member]: value };
  }
  return fields;
}

/** Returns the value to send. A state is sent as its abbreviation, even if the file has its name. */
function valueOf(column: ColumnName, cell: string): string | boolean | undefined {
  if (column === 'sendSMS') return readChoice(cell);
  return column === 'businessAddress.state' ? (stateCodeOf(cell) ?? cell) : cell;
}
