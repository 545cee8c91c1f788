/**
 * Estimates as rows of numbers in two tables. When one is full, the other begins anew: the oldest go together, and
 * nobody looks for them. Who was used last is not told, since all of them are asked for again within minutes. Numbers in
 * a row are nothing to the garbage collector, which objects for so many estimates keep busy.
 */
import type { EstimateResult } from '../contract/index.js';
import type { AnsweredQuestion, EstimateQuestion } from './estimate-calls.js';

/** Estimates by the text that stands for their query, and by their amount. */
export interface KeptEstimates {
  /** The estimate of each amount, with the id of its question; undefined when none is kept that still holds at `time`. */
  find(
    group: string,
    questions: readonly EstimateQuestion[],
    time: number,
  ): (EstimateResult | undefined)[];
  /** Until when the estimate of an amount is kept; undefined when none is. */
  until(group: string, cents: number): number | undefined;
  /** Keeps the answers that there are. */
  keep(group: string, questions: readonly AnsweredQuestion[], until: number): void;
}

/** Where the rows of a group begin, by cents. */
type Rows = Map<number, number>;

interface Table {
  readonly groups: Map<string, Rows>;
  readonly numbers: Float64Array;
  /** Where the next row begins. */
  end: number;
}

/** Of a table: what stands for a query may be long. Then the table is full, whatever room it has. */
const mostGroups = 5_000;

/** In a row: until when it holds, the four amounts, and the percentage. */
const rowLength = 6;

/** Stand for a percentage that is absent or null: an estimate is finite. */
const [absent, none] = [NaN, Infinity];

/** Creates the tables. Beyond `maxEntries` estimates, the older half goes. */
export function createKeptEstimates(maxEntries: number): KeptEstimates {
  const capacity = Math.ceil(maxEntries / 2) * rowLength;
  let newer = createTable(new Float64Array(capacity));
  let older: Table | undefined;

  function nextRow(): number {
    if (newer.end === capacity || newer.groups.size === mostGroups) {
      const numbers = older?.numbers ?? new Float64Array(capacity);
      older = newer;
      newer = createTable(numbers);
    }
    newer.end += rowLength;
    return newer.end - rowLength;
  }

  return {
    find(group, questions, time) {
      const [newRows, oldRows] = [newer.groups.get(group), older?.groups.get(group)];
      return questions.map(({ id, cents }) => {
        const row = newRows?.get(cents);
        if (row !== undefined) return readRow(newer.numbers, row, id, time);
        const oldRow = oldRows?.get(cents);
        return older && oldRow !== undefined ? readRow(older.numbers, oldRow, id, time) : undefined;
      });
    },

    until(group, cents) {
      const row = newer.groups.get(group)?.get(cents);
      if (row !== undefined) return newer.numbers[row];
      const oldRow = older?.groups.get(group)?.get(cents);
      return oldRow === undefined ? undefined : older?.numbers[oldRow];
    },

    keep(group, questions, until) {
      for (const { cents, answer } of questions) {
        if (!answer) continue;
        const row = nextRow();
        writeRow(newer.numbers, row, answer, until);
        rowsOf(newer, group).set(cents, row);
      }
    },
  };
}

function createTable(numbers: Float64Array): Table {
  return { groups: new Map(), numbers, end: 0 };
}

function rowsOf({ groups }: Table, group: string): Rows {
  const known = groups.get(group);
  if (known) return known;
  const rows: Rows = new Map();
  groups.set(group, rows);
  return rows;
}

function writeRow(
  numbers: Float64Array,
  row: number,
  { monthlyAmount, amountFinanced, downPayment, apr, downPaymentPercent: percent }: EstimateResult,
  until: number,
): void {
  numbers[row] = until;
  numbers[row + 1] = monthlyAmount;
  numbers[row + 2] = amountFinanced;
  numbers[row + 3] = downPayment;
  numbers[row + 4] = apr;
  numbers[row + 5] = percent === null ? none : (percent ?? absent);
}

function readRow(
  numbers: Float64Array,
  row: number,
  id: string,
  time: number,
): EstimateResult | undefined {
  const at = (column: number) => numbers[row + column] ?? NaN;
  if (!(at(0) > time)) return undefined;
  const percent = at(5);
  return {
    id,
    monthlyAmount: at(1),
    amountFinanced: at(2),
    downPayment: at(3),
    apr: at(4),
    ...(!Number.isNaN(percent) && { downPaymentPercent: percent === none ? null : percent }),
  };
}
