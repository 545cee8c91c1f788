import { InvalidOptionError } from './invalid-option-error.js';

/** What `typeof` says of options that cannot be taken for another type. */
export type OptionTypes<Options> = Readonly<
  Partial<Record<keyof Options, 'boolean' | 'function' | 'object'>>
>;

const wanted = {
  boolean: 'is not true or false',
  function: 'is not a function',
  object: 'is not an object',
} as const;

/**
 * Checks the types of options that are given. TypeScript does so too; in JavaScript, `'off'` from a variable would be as
 * good as `true`, and a function that is none would be found out with the first request. Throws `InvalidOptionError`.
 */
export function checkOptionTypes<Options extends object>(
  options: Options,
  types: OptionTypes<Options>,
): void {
  for (const [option, type] of Object.entries(types) as [
    keyof Options & string,
    keyof typeof wanted,
  ][]) {
    const given: unknown = options[option] ?? undefined;
    if (given !== undefined && typeof given !== type) {
      throw new InvalidOptionError(option, wanted[type]);
    }
  }
}
