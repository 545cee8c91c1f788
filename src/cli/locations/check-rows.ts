/**
 * Checks the rows before the first call: by the contract's schemas, and by the rules of the proxy for texts, phone
 * numbers and states. Reasons never quote a cell, which may hold personal data.
 */
import { verticals, type MerchantLocationRequest } from '../../contract/index.js';
import { nearest } from '../../internal/nearest.js';
import { bodySchemas, readStrings, unsupportedFields, type FieldsOf } from '../../proxy/fields.js';
import { ProblemError } from '../../proxy/problems.js';
import { columnNames, requiredColumns, type ColumnName } from './columns.js';
import type { Row } from './read-rows.js';

/** A row that can be sent. */
export interface LocationRow {
  readonly line: number;
  /** `sendSMS` is always set, whatever the service takes a missing one for. */
  readonly request: MerchantLocationRequest & { readonly sendSMS: boolean };
}

/** What is wrong with a cell: `reason` completes "the column …". */
export interface RowProblem {
  readonly line: number;
  readonly column: ColumnName;
  readonly reason: string;
}

type Fields = FieldsOf<'addMerchantLocation'>;

/** Returns the requests of all rows, and the problems of those that cannot be sent. */
export function checkRows(rows: readonly Row[]): { ready: LocationRow[]; problems: RowProblem[] } {
  const ready: LocationRow[] = [];
  const problems = checkIdentifiers(rows);
  for (const { line, cells } of rows) {
    const { fields, reasons } = checkCells(cells);
    problems.push(...reasons.map(([column, reason]) => ({ line, column, reason })));
    if (fields) ready.push({ line, request: { ...fields, sendSMS: fields.sendSMS ?? false } });
  }
  return { ready, problems: problems.sort(byLine) };
}

/** Returns what is wrong with the locations of rows whose other cells do not matter. */
export function checkLocations(rows: readonly Row[]): RowProblem[] {
  const empty = rows.filter(({ cells }) => !cells.has('location'));
  return [
    ...empty.map(({ line }): RowProblem => ({ line, column: 'location', reason: 'is empty' })),
    ...checkIdentifiers(rows),
  ].sort(byLine);
}

const byLine = (a: RowProblem, b: RowProblem) => a.line - b.line;

/** Finds locations that cannot be asked for, and those that stand in two rows. */
function checkIdentifiers(rows: readonly Row[]): RowProblem[] {
  const lines = new Map<string, number>();
  return rows.flatMap(({ line, cells }) => {
    const location = cells.get('location');
    if (location === undefined) return [];
    const column = 'location';
    const first = lines.get(location);
    if (first !== undefined) return [{ line, column, reason: `is the same as in line ${first}` }];
    lines.set(location, line);
    // URLs resolve dot segments, so the status of such a location could not be read.
    return /^\.\.?$/.test(location) ? [{ line, column, reason: 'cannot be a dot or two' }] : [];
  });
}

type Reason = readonly [ColumnName, string];

function checkCells(cells: Row['cells']): { fields?: Fields; reasons: Reason[] } {
  const reasons: Reason[] = requiredColumns
    .filter((column) => !cells.has(column))
    .map((column) => [column, 'is empty']);
  for (const [column, cell] of cells) {
    const reason = checkCell(column, cell);
    if (reason !== undefined) reasons.push([column, reason]);
  }
  if (reasons.length > 0) return { reasons };

  const fields = readStrings(bodySchemas.addMerchantLocation.parse(toFields(cells)));
  const { sendSMS, representativeDetails } = fields;
  if (sendSMS && representativeDetails.phoneNumber === undefined) {
    reasons.push(['representativeDetails.phoneNumber', 'is empty, and sendSMS is yes']);
  }
  for (const column of unsupportedFields(fields)) {
    reasons.push([column, 'is of a state or territory that the service does not accept']);
  }
  return reasons.length > 0 ? { reasons } : { fields, reasons };
}

function checkCell(column: ColumnName, cell: string): string | undefined {
  if (column === 'sendSMS') return readChoice(cell) === undefined ? 'is not yes or no' : undefined;
  if (column === 'vertical' && !verticals.some((vertical) => vertical === cell)) {
    const near = nearest(cell, verticals);
    return `is not a vertical; ${near ? `did you mean ${near}?` : 'see locations --help'}`;
  }
  const name = column.split('.').at(-1) ?? column;
  const message = reasonOf(() => void readStrings({ [name]: cell }));
  return message && `is ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

/** The message of a problem of one field; undefined where there is none. */
function reasonOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof ProblemError) return error.extras.errors?.[0]?.message ?? error.message;
    throw error;
  }
}

function readChoice(cell: string): boolean | undefined {
  if (/^(yes|true)$/i.test(cell)) return true;
  return /^(no|false)$/i.test(cell) ? false : undefined;
}

/** The body of the contract: a column such as `businessAddress.city` is a member of an object. */
function toFields(cells: Row['cells']): object {
  const fields: Record<string, unknown> = { representativeDetails: {} };
  for (const column of columnNames) {
    const cell = cells.get(column);
    if (cell === undefined) continue;
    const [name = column, member] = column.split('.');
    const value = column === 'sendSMS' ? readChoice(cell) : cell;
    fields[name] = member === undefined ? value : { ...(fields[name] as object), [member]: value };
  }
  return fields;
}
