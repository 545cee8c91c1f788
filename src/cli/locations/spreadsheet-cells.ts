/** Finds cells that a spreadsheet has damaged, and characters that a reader of the file can't see. */
import type { ColumnName } from './columns.js';

/** Error values of Excel, Google Sheets, and LibreOffice in any language, such as `#N/A`, `#REF!`, `#¡VALOR!`, and `Err:502`. */
const errorValue = /^(?:#(?:N\/?[AVD]|N\/D|GETTING_DATA)|#[\p{Lu}¡¿/0_ ]+[!?]|Err:\d{3})$/iu;

/**
 * Numbers that Excel shortened, such as `1.23457E+11`, `-1.5E+10`, and `1.23E-05`. Excel always writes the sign of the exponent.
 */
const shortenedNumber = /^[-+]?\d(?:[.,]\d+)?E[-+]\d+$/i;

/** `2E-04` can be a suite, but `1.5E-04` can't. */
const shortenedNumberInAddress = /^[-+]?\d(?:[.,]\d+E[-+]|E\+)\d+$/i;

/** Columns that hold words. Words can begin with an apostrophe, as in `'47 Brand`, or join letters and emoji with U+200D. */
const wordColumns: ReadonlySet<ColumnName> = new Set<ColumnName>([
  ...(['legalName', 'businessName'] as const),
  ...(['businessAddress.address', 'businessAddress.city', 'businessAddress.suite'] as const),
  ...(['representativeDetails.firstName', 'representativeDetails.lastName'] as const),
]);

const addressColumns: ReadonlySet<ColumnName> = new Set<ColumnName>([
  'businessAddress.address',
  'businessAddress.suite',
]);

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Joiners between letters or emoji, and emoji variation selectors, which belong to the text. */
const joiners =
  /(?<=[\p{L}\p{M}\p{Emoji}\ufe0f])[\u200c\u200d](?=[\p{L}\p{Emoji}])|(?<=\p{Emoji})\ufe0f/gu;

/** Curly quotes around a cell, or only before it if a separator split the cell. `“Hollis” LLC` is a name. */
const curlyQuote = /^[“”„](?!.*[“”].)/;

/** A space other than U+0020, as in a cell copied from a web page. */
const unusualSpace = /(?! )\p{Zs}/u;

/**
 * Returns the problem of a damaged cell, as the end of a sentence that begins with the column. Returns undefined for any
 * other cell. The text never quotes the cell, which may hold personal data.
 */
export function describeSpoiledCell(column: ColumnName, cell: string): string | undefined {
  const areWords = wordColumns.has(column);
  const [hidden] = invisible.exec(areWords ? cell.replace(joiners, '') : cell) ?? [];
  if (hidden !== undefined) {
    return `contains an invisible character (${codePointOf(hidden)}): type the cell again`;
  }
  const [space] = column === 'location' ? (unusualSpace.exec(cell) ?? []) : [];
  if (space !== undefined) {
    return `contains an unusual space character (${codePointOf(space)}): type the cell again`;
  }
  if (errorValue.test(cell)) {
    return 'is a spreadsheet error: correct the formula, or leave the cell empty';
  }
  if (/^#{2,}$/.test(cell)) return 'is what Excel shows when a column is too narrow: widen it';
  if (cell.startsWith('=')) return 'is a formula: format the column as text, and write the value';
  if ((areWords ? /^['‘’][-+\d.,]+$/ : /^['‘’]/).test(cell)) {
    return 'begins with an apostrophe, which Excel uses to mark text: remove it';
  }
  if (curlyQuote.test(cell)) {
    return 'begins with a curly quote, which does not quote a cell in CSV: use straight quotes';
  }
  const shortened = addressColumns.has(column) ? shortenedNumberInAddress : shortenedNumber;
  return shortened.test(cell)
    ? 'is a number that Excel shortened: format the column as text'
    : undefined;
}

function codePointOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec';

const date = new RegExp(
  [
    String.raw`\d{1,2}[-/. ](?:${months})(?:[-/. ]\d{2,4})?`,
    String.raw`(?:${months})[-/. ]\d{1,4}`,
    String.raw`\d{1,2}/\d{1,2}/\d{2,4}`,
    String.raw`\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?`,
  ]
    .map((form) => `^${form}$`)
    .join('|'),
  'i',
);

/** Returns a note about a cell that may not be what the author meant, if any: Excel turns `3/1` and `1-3` into dates. */
export function describeDoubtfulCell(column: ColumnName, cell: string): string | undefined {
  const canBeDate = column === 'location' || addressColumns.has(column);
  return canBeDate && date.test(cell)
    ? 'looks like a date, and Excel turns 3/1 or 1-3 into one: if it should not be a date, format the column as text'
    : undefined;
}
