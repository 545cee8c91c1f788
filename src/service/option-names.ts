import { InvalidOptionError } from './invalid-option-error.js';
import { nearest } from '../internal/nearest.js';

/** The names of all options of a type, so that the compiler finds one that is missing here. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/**
 * Checks that there are options of these names, below `parent` as in `webhooks.`. Types do so in TypeScript; in
 * JavaScript a mistyped limit would otherwise be none. Throws `InvalidOptionError` with the nearest name.
 */
export function checkOptionNames(
  options: object,
  names: Readonly<Record<string, true>>,
  parent = '',
): void {
  const known = Object.keys(names);
  const unknown = Object.keys(options).find((option) => !known.includes(option));
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  const reason = near ? `is unknown; did you mean ${parent}${near}?` : 'is unknown';
  throw new InvalidOptionError(parent + unknown, reason);
}
