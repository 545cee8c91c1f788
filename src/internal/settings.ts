/**
 * Tables of settings. A row has the name of an option, its type, its default, and its purpose. Messages about wrong values
 * complete "Option x …" and never quote the value, because it may be a secret.
 */
import * as z from 'zod';
import { checkOptions, objectProblem, type OptionCheck } from './options.js';

/** The type of a setting's value. `Input` is the type that a caller writes, if the schema transforms it. */
export interface SettingType<Value = unknown, Input = Value> {
  /** Checks a value that was set in code. */
  readonly schema: z.ZodType<Value, Input>;
  /** Parses the value of a flag or variable. Missing if a value can only be set in code, such as a function. */
  readonly fromText?: z.ZodType<Value, string>;
  /** The type in words for the reference page, such as "whole number from 0 to 16". */
  readonly words: string;
  /** The placeholder for the value in `--help`. Missing if the flag takes no value. */
  readonly placeholder?: string;
  /** A `secret` is never a flag and never shown. A text that may contain a `password` can be a flag if it has none. */
  readonly holds?: 'secret' | 'password';
  /** True for a list. Its text can't be empty, because an empty list would remove the limit that it's meant to set. */
  readonly isList?: true;
}

/** One row of a table of settings. The key of the row is the name of the option in code. */
export interface Setting<Value = unknown> {
  readonly type: SettingType<Value>;
  /** The purpose of the setting, in one sentence. */
  readonly help: string;
  /** More sentences for the reference page and the option's JSDoc. */
  readonly details?: string;
  /** The environment variable. A setting with neither a variable nor a flag can only be set in code. */
  readonly variable?: string;
  /** The flag without dashes, if it isn't derived from the variable. */
  readonly flag?: string;
  readonly default?: Value;
  /** The default in words, if it isn't a plain value. */
  readonly defaultWords?: string;
  readonly isRequired?: true;
}

/** Settings by option name. */
export type SettingTable = Readonly<Record<string, Setting>>;

/** The type of a setting's value. */
type SettingValue<Row extends Setting> = z.output<Row['type']['schema']>;

/** The values of a table. A setting without a value and a default is undefined. */
export type SettingValues<Table extends SettingTable> = {
  readonly [Name in keyof Table]:
    | SettingValue<Table[Name]>
    | (Table[Name] extends { readonly default: unknown } | { readonly isRequired: true }
        ? never
        : undefined);
};

/**
 * The options that a caller writes. If a file exports such a type together with its table, the build replaces the type in the
 * declarations with an interface that has the texts of the rows as comments (build/write-declarations.ts).
 */
export type OptionsOf<Table extends SettingTable> = {
  -readonly [Name in RequiredName<Table>]: SettingInput<Table[Name]>;
} & {
  -readonly [Name in Exclude<keyof Table, RequiredName<Table>>]?:
    | SettingInput<Table[Name]>
    | undefined;
};

type SettingInput<Row extends Setting> = z.input<Row['type']['schema']>;

type RequiredName<Table extends SettingTable> = {
  [Name in keyof Table]: Table[Name] extends { readonly isRequired: true } ? Name : never;
}[keyof Table];

/** Returns the flag of a setting without the dashes, such as `rate-limit`. Returns undefined if it can only be set in code. */
export function flagOf({ flag, variable }: Setting): string | undefined {
  const words = variable?.replace(/^FINANCING_/, '').replaceAll('_', '-');
  return flag ?? words?.toLowerCase();
}

/**
 * Checks options that were set in code against their table, and adds the defaults. Null counts as missing. `parent` is a prefix
 * for nested options, such as `webhooks.`. Throws `InvalidOptionError`.
 */
export function readOptions<Table extends SettingTable>(
  table: Table,
  options: object,
  parent = '',
): SettingValues<Table> {
  const rows = Object.entries(table);
  const checks = Object.fromEntries(rows.map(([name, setting]) => [name, checkOf(setting)]));
  checkOptions(checks, options as Readonly<Record<string, unknown>>, parent, Object.keys(table));
  const values = rows.map(([name, { type, default: standard }]) => {
    const value = (options as Readonly<Record<string, unknown>>)[name] ?? undefined;
    return [name, value === undefined ? standard : type.schema.parse(value)];
  });
  // Each value has passed the schema of its row, which the type is derived from.
  return Object.fromEntries(values) as SettingValues<Table>;
}

/** Returns a function that checks the value of a setting. */
export function checkOf({ type, isRequired }: Setting): OptionCheck {
  return (value) => {
    if (value === undefined || value === null) return isRequired ? 'is missing' : undefined;
    const { success, error } = type.schema.safeParse(value);
    return success ? undefined : (error.issues[0]?.message ?? 'is invalid');
  };
}

/** A schema for text. */
type TextSchema = z.ZodType<string, string>;

/** A whole number. `unit` is a plural such as `milliseconds`. */
export function whole(min: number, max: number, unit?: string): SettingType<number> {
  const words = `whole number ${unit ? `of ${unit} ` : ''}from ${min} to ${max}`;
  const reason = `must be a ${words}`;
  const schema = z.int(reason).min(min, reason).max(max, reason);
  const digits = z.string().regex(/^\d{1,15}$/, reason);
  return { schema, fromText: digits.transform(Number).pipe(schema), words, placeholder: 'n' };
}

/** An amount in US dollars. */
export function dollars(): SettingType<number> {
  const reason = 'must be an amount in US dollars, such as 1299.50';
  const schema = z.number(reason).positive(reason);
  const digits = z.string().regex(/^\d{1,12}(?:\.\d{1,2})?$/, reason);
  const words = 'amount in US dollars';
  return { schema, fromText: digits.transform(Number).pipe(schema), words, placeholder: 'n' };
}

/** A boolean. As text, it's `on` or `off`. */
export function toggle(): SettingType<boolean> {
  return {
    schema: z.boolean('must be true or false'),
    fromText: z.enum(['on', 'off'], 'must be on or off').transform((text) => text === 'on'),
    words: '`true` or `false`; `on` or `off` as text',
    placeholder: 'on|off',
  };
}

/** A flag without a value. */
export function bareFlag(): SettingType<boolean> {
  const { placeholder, ...type } = toggle();
  return { ...type, words: `flag without a value, unlike ${placeholder}` };
}

/** Text that matches a schema. */
export function text(words = 'text', schema: TextSchema = z.string()): SettingType<string> {
  return { schema, fromText: schema, words, placeholder: 'text' };
}

/** One of these words. */
export function oneOf<const Choice extends string>(
  choices: readonly Choice[],
): SettingType<Choice> {
  const schema = z.enum(choices, `must be one of ${choices.join(', ')}`);
  const words = choices.map((choice) => `\`${choice}\``).join(', ');
  return { schema, fromText: z.string().pipe(schema), words, placeholder: choices.join('|') };
}

/**
 * A list of strings, separated by commas in a flag or variable. A list that limits something needs one entry, because an
 * empty list would lift the limit.
 */
export function list(
  words: string,
  item: TextSchema,
  minLength = 0,
): SettingType<readonly string[]> {
  const schema = z.array(item, 'must be a list').min(minLength, emptyList);
  const fromText = z.string().transform(splitAtCommas).pipe(schema);
  return { schema, fromText, words: `list of ${words}`, placeholder: 'a,b', isList: true };
}

/** Text that is never shown. */
export function secret(words: string, schema: TextSchema): SettingType<string> {
  const fromText = z.string().transform(trimLineEnd).pipe(schema);
  return { schema, fromText, words, holds: 'secret' };
}

const tooShort = 'must be at least 16 characters';

/** A secret of at least 16 characters. */
export const longSecret = z.string(tooShort).min(1, 'is missing').min(16, tooShort);

/** A URL that may contain a password. */
export function urlWithPassword(): SettingType<string> {
  return { ...secret('URL', z.string()), placeholder: 'text', holds: 'password' };
}

/** A list of one or more long secrets, all of which are accepted. */
export function secrets(): SettingType<readonly string[]> {
  const schema = z.array(longSecret, 'must be a list').min(1, tooShort);
  const fromText = z.string().transform(splitAtCommas).pipe(schema);
  const words = 'list of 16 characters or more';
  return { schema, fromText, words, holds: 'secret', isList: true };
}

/** A function, which can only be set in code. */
export function callback<Value>(): SettingType<Value> {
  const isFunction = (value: unknown) => typeof value === 'function';
  return { schema: z.custom<Value>(isFunction, 'must be a function'), words: 'function' };
}

/** An object, which can only be set in code. */
export function object<Value>(): SettingType<Value> {
  const isValid = (value: unknown) => objectProblem(value) === undefined;
  return { schema: z.custom<Value>(isValid, 'must be an object'), words: 'object' };
}

/**
 * Removes one trailing line break. Rejects any other white space at either end, which is easily overlooked and would change the
 * secret.
 */
function trimLineEnd(value: string, context: z.RefinementCtx): string {
  const trimmed = value.replace(/\r?\n$/, '');
  if (trimmed.trim() === trimmed) return trimmed;
  context.addIssue({ code: 'custom', message: 'begins or ends with white space' });
  return z.NEVER;
}

const emptyList = 'is empty: give it a value, or leave it out';

function splitAtCommas(value: string, context: z.RefinementCtx): string[] {
  const items = value.split(',').map((item) => item.trim());
  if (items.every(Boolean)) return items;
  const isBlank = value.trim() === '';
  const message = isBlank ? emptyList : 'has an empty entry';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}
