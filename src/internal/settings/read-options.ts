import { InvalidOptionError } from './invalid-option-error.js';
import { nearest } from '../nearest.js';
import type { Setting, SettingTable, SettingValues } from './setting.js';

/**
 * Checks options that were set in code against their table, and adds the defaults. TypeScript checks them too; plain
 * JavaScript does not, and a mistyped limit would be no limit. `parent` as in `webhooks.`, for options of options.
 * Throws `InvalidOptionError`, with the nearest name for an unknown one.
 */
export function readOptions<Table extends SettingTable>(
  table: Table,
  options: object,
  parent = '',
): SettingValues<Table> {
  checkNames(Object.keys(options), Object.keys(table), parent);
  const given = options as Readonly<Record<string, unknown>>;
  const values = Object.entries(table).map(([name, setting]) => [
    name,
    checkOption(parent + name, setting, given[name]),
  ]);
  // Each value has passed the schema of its row, from which the type is made.
  return Object.fromEntries(values) as SettingValues<Table>;
}

/** Checks one option, and returns its value or its default. Throws `InvalidOptionError`. */
export function checkOption(
  name: string,
  { type, isRequired, default: standard }: Setting,
  value: unknown,
): unknown {
  if (value === undefined || value === null) {
    if (isRequired) throw new InvalidOptionError(name, 'is missing');
    return standard;
  }
  const { success, data, error } = type.schema.safeParse(value);
  if (success) return data;
  throw new InvalidOptionError(name, error.issues[0]?.message ?? 'is not valid');
}

function checkNames(given: readonly string[], known: readonly string[], parent: string): void {
  const unknown = given.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  const reason = near ? `is unknown; did you mean ${parent}${near}?` : 'is unknown';
  throw new InvalidOptionError(parent + unknown, reason);
}
