import { parse, CsvError, type Info } from 'csv-parse/sync';

/** A record of a CSV file. */
export interface CsvRecord {
  /** The line that it begins in, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Thrown for a text that is not CSV. The message is a sentence that names the line, and quotes nothing of the text. */
export class CsvSyntaxError extends Error {
  override readonly name = 'CsvSyntaxError';
}

const sentences: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened that is not closed',
  INVALID_OPENING_QUOTE:
    'a cell has a quote but does not begin with one; put the cell in quotes, and double the quotes in it',
  CSV_INVALID_CLOSING_QUOTE: 'text follows the quote that ends a cell; double the quotes in a cell',
};

/**
 * Reads CSV by RFC 4180, with commas, semicolons or tabs between the cells, whichever comes first in the first line that is not empty.
 * Records without any text are left out, since spreadsheets append them. Cells are trimmed, and line breaks within them
 * become spaces. Throws `CsvSyntaxError`.
 */
export function parseCsv(text: string): CsvRecord[] {
  let lastLine = 0;
  const [delimiter = ','] = /[,;\t]/.exec(/\S.*/.exec(text)?.[0] ?? '') ?? [];
  try {
    const records = parse(text.replace(/\r\n?/g, '\n'), {
      delimiter,
      info: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      on_record(record: string[], { lines }) {
        lastLine = lines;
        return record;
      },
    }) as unknown as { record: string[]; info: Info }[];
    return records.map(({ record, info }) => ({
      // The library names the line that a record ends in.
      line: info.lines - (record.join('').match(/\n/g)?.length ?? 0),
      cells: record.map((cell) => cell.replace(/\s*\n\s*/g, ' ').trim()),
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const sentence = sentences[error.code] ?? 'the line is not CSV';
    // The library names the last line of the text for a quote that is open to its end.
    const line = error.code === 'CSV_QUOTE_NOT_CLOSED' ? lastLine + 1 : Number(error['lines']);
    throw new CsvSyntaxError(`line ${line}: ${sentence}`);
  }
}
