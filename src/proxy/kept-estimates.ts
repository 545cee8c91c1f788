/**
 * Estimates as rows of numbers in two tables. When one is full, the other begins anew: the oldest go together, and
 * nobody looks for them. Who was used last is not told, since all of them are asked for again within minutes. Numbers in
 * a row are nothing to the garbage collector, which objects for so many estimates keep busy.
 */
import type { EstimateResult } from '../contract/index.js';
import type { AnsweredQuestion, EstimateQuestion } from './estimate-calls.js';
import { createNumberMap, type NumberMap } from './number-map.js';

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

interface Table {
  /** The numbers that stand for groups. */
  readonly groups: Map<string, number>;
  /** Where rows begin, by group and cents. */
  readonly rows: NumberMap;
  readonly numbers: Float64Array;
  /** Where the next row begins. */
  end: number;
}

/** Of a table: what stands for a query may be long. Then the table is full, whatever room it has. */
const mostGroups = 5_000;

/** Beyond the cents of any amount. By as many groups, it is still within what a number holds exactly. */
const mostCents = 2 ** 37;

/** In a row: until when it holds, the four amounts, and the percentage. */
const rowLength = 6;

/** Stand for a percentage that is absent or null: an estimate is finite. */
const [absent, none] = [NaN, Infinity];

/** Creates the tables. Beyond `maxEntries` estimates, the older half goes. */
export function createKeptEstimates(maxEntries: number): KeptEstimates {
  const capacity = Math.ceil(maxEntries / 2);
  let newer = createTable(capacity);
  let older: Table | undefined;

  function nextRow(): number {
    if (newer.end >= newer.numbers.length || newer.groups.size === mostGroups) {
      [newer, older] = [older ?? createTable(capacity), newer];
      empty(newer);
    }
    newer.end += rowLength;
    return newer.end - rowLength;
  }

  return {
    find(group, questions, time) {
      const [newGroup, oldGroup] = [newer.groups.get(group), older?.groups.get(group)];
      return questions.map(({ id, cents }) => {
        const row = rowOf(newer, newGroup, cents);
        if (row !== undefined) return readRow(newer.numbers, row, id, time);
        const oldRow = older && rowOf(older, oldGroup, cents);
        return older && oldRow !== undefined ? readRow(older.numbers, oldRow, id, time) : undefined;
      });
    },

    until(group, cents) {
      const row = rowOf(newer, newer.groups.get(group), cents);
      if (row !== undefined) return newer.numbers[row];
      const oldRow = older && rowOf(older, older.groups.get(group), cents);
      return oldRow === undefined ? undefined : older?.numbers[oldRow];
    },

    keep(group, questions, until) {
      for (const { cents, answer } of questions) {
        if (!answer) continue;
        const row = nextRow();
        writeRow(newer.numbers, row, answer, until);
        newer.rows.set(keyOf(groupIn(newer, group), cents), row);
      }
    },
  };
}

function createTable(capacity: number): Table {
  const numbers = new Float64Array(capacity * rowLength);
  return { groups: new Map(), rows: createNumberMap(capacity), numbers, end: 0 };
}

function empty(table: Table): void {
  table.groups.clear();
  table.rows.clear();
  table.end = 0;
}

/** The number of a group, which gets one if it has none. */
function groupIn({ groups }: Table, group: string): number {
  const known = groups.get(group);
  if (known !== undefined) return known;
  groups.set(group, groups.size + 1);
  return groups.size;
}

/** Where the row of an amount begins. */
function rowOf({ rows }: Table, group: number | undefined, cents: number): number | undefined {
  return group === undefined ? undefined : rows.get(keyOf(group, cents));
}

const keyOf = (group: number, cents: number) => group * mostCents + cents;

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
