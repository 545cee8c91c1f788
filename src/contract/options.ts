/**
 * The one rule for options and arguments of public functions that cannot be used: an `InvalidOptionError`, at once, in a
 * sentence that names the option and never quotes its value. TypeScript checks them, too; plain JavaScript does not, and a
 * mistyped option would be silently ignored.
 */

/** Thrown for an option or an argument that cannot be used. Never holds its value, which may be a secret. */
export class InvalidOptionError extends TypeError {
  /** Says which error it is, as `instanceof` does. */
  override readonly name = 'InvalidOptionError';

  constructor(
    /** The option as it is written in code, for example `baseUrl` or `webhooks.header`. */
    readonly option: string,
    /** What is wrong with it, without its value: "is missing". */
    readonly reason: string,
  ) {
    super(`Option ${option} ${reason}`);
  }
}

/** What an option may be: returns what is wrong with a value, as in "is not text". */
export type OptionCheck = (value: unknown) => string | undefined;

function check(reason: string, isValid: (value: unknown) => boolean): OptionCheck {
  return (value) => (isValid(value) ? undefined : reason);
}

export const isText = check('is not text', (value) => typeof value === 'string');
export const isCallback = check('is not a function', (value) => typeof value === 'function');
export const isObject = check(
  'is not an object',
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
export const isFilledText: OptionCheck = (value) =>
  value === undefined || value === '' ? 'is missing' : isText(value);
export const isUrl = check(
  'is not a URL',
  (value) => typeof value === 'string' && URL.canParse(value),
);

/** The raw body of a message. An object that a framework has parsed already would be signed as `[object Object]`. */
export const isRawBody = check(
  'is neither text nor bytes',
  (value) => typeof value === 'string' || ArrayBuffer.isView(value) || value instanceof ArrayBuffer,
);

/** A whole number. `unit` as in `milliseconds`. */
export function isWhole(least: number, most: number, unit?: string): OptionCheck {
  const reason = `is not a whole number ${unit ? `of ${unit} ` : ''}from ${least} to ${most}`;
  return check(reason, (value) => {
    return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  });
}

/** Throws `InvalidOptionError` for a value that the check refuses. */
export function checkArgument(name: string, isValid: OptionCheck, value: unknown): void {
  const reason = isValid(value);
  if (reason !== undefined) throw new InvalidOptionError(name, reason);
}

/**
 * Checks options by name; one that is undefined is left out, and the required ones are checked all the same. `parent` as in
 * `webhook.`, for options of options. Throws `InvalidOptionError`.
 */
export function checkOptions<Options extends object>(
  checks: Readonly<Record<keyof Options, OptionCheck>>,
  options: Options,
  parent = '',
  required: readonly (keyof Options)[] = [],
): void {
  checkArgument(parent.slice(0, -1) || 'options', isObject, options);
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(checks, name)) continue;
    const known = Object.keys(checks).join(', ');
    throw new InvalidOptionError(parent + name, `is unknown; there are ${known}`);
  }
  for (const name of Object.keys(checks) as (keyof Options & string)[]) {
    const value = options[name];
    if (value !== undefined || required.includes(name)) {
      checkArgument(parent + name, checks[name], value);
    }
  }
}
