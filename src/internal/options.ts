/**
 * Checks the options and arguments of every public function. An invalid one throws an `InvalidOptionError` whose message
 * names it and never quotes its value. TypeScript checks them, too, but plain JavaScript would silently ignore a mistyped
 * option.
 */
import { nearest } from './nearest.js';

/** Thrown for an invalid option or argument. Never contains the value, which may be a secret. */
export class InvalidOptionError extends TypeError {
  /** Identifies the class of the error, like `instanceof`. */
  override readonly name = 'InvalidOptionError';

  constructor(
    /** The option or argument as it is written in code, for example `baseUrl` or `webhooks.header`. */
    readonly option: string,
    /** The problem without the value, such as "is missing". */
    readonly reason: string,
    kind: 'Option' | 'Argument' = 'Option',
  ) {
    super(`${kind} ${option} ${reason}`);
  }
}

/** Returns what is wrong with a value, as in "is not text", or undefined if it's valid. */
export type OptionCheck = (value: unknown) => string | undefined;

function check(reason: string, isValid: (value: unknown) => boolean): OptionCheck {
  return (value) => (isValid(value) ? undefined : reason);
}

export const textProblem = check('must be text', (value) => typeof value === 'string');
export const callbackProblem = check('must be a function', (value) => typeof value === 'function');
export const objectProblem = check(
  'must be an object',
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
export const filledTextProblem: OptionCheck = (value) =>
  value === undefined || value === '' ? 'is missing' : textProblem(value);
export const urlProblem = check(
  'must be a URL',
  (value) => typeof value === 'string' && URL.canParse(value),
);

/** Rejects a body that a framework has already parsed, because it would be signed as `[object Object]`. */
export const rawBodyProblem = check(
  'must be text or bytes',
  (value) => typeof value === 'string' || ArrayBuffer.isView(value) || value instanceof ArrayBuffer,
);

/** Returns a check for a whole number. `unit` is a plural such as `milliseconds`. */
export function wholeNumberProblem(min: number, max: number, unit?: string): OptionCheck {
  const reason = `must be a whole number ${unit ? `of ${unit} ` : ''}from ${min} to ${max}`;
  return check(reason, (value) => {
    return Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  });
}

/** Checks an argument of a public function. Throws `InvalidOptionError`. */
export function checkArgument(name: string, problemOf: OptionCheck, value: unknown): void {
  const reason = problemOf(value);
  if (reason !== undefined) throw new InvalidOptionError(name, reason, 'Argument');
}

/** Returns what is wrong with an unknown name, with the known name that was probably meant. */
export function describeUnknown(name: string, known: readonly string[], parent = ''): string {
  const near = nearest(name, known);
  return near === undefined ? 'is unknown' : `is unknown; did you mean ${parent}${near}?`;
}

/**
 * Checks options by name. Skips an option that is undefined, unless it is required. `parent` is a prefix for options of
 * options, as in `webhook.`. Throws `InvalidOptionError`.
 */
export function checkOptions<Options extends object>(
  checks: Readonly<Record<keyof Options, OptionCheck>>,
  options: Options,
  parent = '',
  required: readonly (keyof Options)[] = [],
): void {
  const problem = objectProblem(options);
  if (problem !== undefined) {
    throw parent
      ? new InvalidOptionError(parent.slice(0, -1), problem)
      : new InvalidOptionError('options', problem, 'Argument');
  }
  const names = Object.keys(checks) as (keyof Options & string)[];
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(checks, name));
  if (unknown !== undefined) {
    throw new InvalidOptionError(parent + unknown, describeUnknown(unknown, names, parent));
  }
  for (const name of names) {
    const value = options[name];
    if (value === undefined && !required.includes(name)) continue;
    const reason = checks[name](value);
    if (reason !== undefined) throw new InvalidOptionError(parent + name, reason);
  }
}
