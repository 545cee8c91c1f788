/**
 * Estimates as rows of numbers in two tables. A full table is set aside and the one set aside before it begins anew, so
 * what nobody has used for that long is forgotten with no search for it. Numbers in a row are nothing to the garbage
 * collector, which an object for each of some ten thousand estimates would keep busy for a tenth of the time.
 */
import type { EstimateResult } from '../contract/index.js';

/** Estimates by the text that stands for their query, and by their amount in US cents. */
export interface KeptEstimates {
  /** The estimate of an amount under an id of the caller's; undefined when none is kept, or no longer at `time`. */
  find(group: string, cents: number, id: string, time: number): EstimateResult | undefined;
  /** Until when the estimate of an amount is kept; undefined when none is. */
  until(group: string, cents: number): number | undefined;
  keep(group: string, cents: number, estimate: EstimateResult, until: number): void;
}

interface Table {
  /** The first number of a row, by group and cents. */
  readonly rows: Map<string, Map<number, number>>;
  readonly numbers: Float64Array;
  /** Where the next row begins. */
  end: number;
}

/** In a row: `until`, the four amounts, `downPaymentPercent`. */
const rowLength = 6;

/** Stand for a percentage that is absent or null: no JSON holds them. */
const [absent, none] = [NaN, Infinity];

/** Creates the tables. Beyond `maxEntries` estimates, the half of them that was used last is kept. */
export function createKeptEstimates(maxEntries: number): KeptEstimates {
  const capacity = Math.ceil(maxEntries / 2) * rowLength;
  let recent = createTable(new Float64Array(capacity));
  let older: Table | undefined;

  function rowOf(table: Table | undefined, group: string, cents: number): number | undefined {
    return table?.rows.get(group)?.get(cents);
  }

  function newRow(group: string, cents: number): number {
    if (recent.end === capacity) {
      const numbers = older?.numbers ?? new Float64Array(capacity);
      older = recent;
      recent = createTable(numbers);
    }
    const row = recent.end;
    recent.end += rowLength;
    const ofGroup = recent.rows.get(group);
    if (ofGroup) ofGroup.set(cents, row);
    else recent.rows.set(group, new Map([[cents, row]]));
    return row;
  }

  /** Where an estimate is. What is used is moved among the recent ones. */
  function use(group: string, cents: number): number | undefined {
    const row = rowOf(recent, group, cents);
    if (row !== undefined || !older) return row;
    const old = rowOf(older, group, cents);
    if (old === undefined) return undefined;
    const numbers = older.numbers.slice(old, old + rowLength);
    const moved = newRow(group, cents);
    recent.numbers.set(numbers, moved);
    return moved;
  }

  return {
    find(group, cents, id, time) {
      const row = use(group, cents);
      if (row === undefined || !(untilAt(recent, row) > time)) return undefined;
      return readRow(recent, row, id);
    },

    until(group, cents) {
      const table = rowOf(recent, group, cents) === undefined ? older : recent;
      const row = rowOf(table, group, cents);
      return table && row !== undefined ? untilAt(table, row) : undefined;
    },

    keep(group, cents, estimate, until) {
      const row = rowOf(recent, group, cents) ?? newRow(group, cents);
      writeRow(recent, row, estimate, until);
    },
  };
}

function createTable(numbers: Float64Array): Table {
  return { rows: new Map(), numbers, end: 0 };
}

function untilAt({ numbers }: Table, row: number): number {
  return numbers[row] ?? 0;
}

function writeRow({ numbers }: Table, row: number, estimate: EstimateResult, until: number): void {
  const { downPaymentPercent: percent } = estimate;
  numbers[row] = until;
  numbers[row + 1] = estimate.monthlyAmount;
  numbers[row + 2] = estimate.amountFinanced;
  numbers[row + 3] = estimate.downPayment;
  numbers[row + 4] = estimate.apr;
  numbers[row + 5] = percent === null ? none : (percent ?? absent);
}

function readRow({ numbers }: Table, row: number, id: string): EstimateResult {
  const estimate: EstimateResult = {
    id,
    monthlyAmount: numbers[row + 1] ?? 0,
    amountFinanced: numbers[row + 2] ?? 0,
    downPayment: numbers[row + 3] ?? 0,
    apr: numbers[row + 4] ?? 0,
  };
  const percent = numbers[row + 5] ?? absent;
  if (!Number.isNaN(percent)) estimate.downPaymentPercent = percent === none ? null : percent;
  return estimate;
}
