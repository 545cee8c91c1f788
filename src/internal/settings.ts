/**
 * Settings as tables: a row says what an option is called, what it may be, its default and what it is for. Sentences
 * about wrong values complete "Option x …" and never quote the value, which may be a secret.
 */
import * as z from 'zod';
import { checkOptions, isObject, type OptionCheck } from '../contract/options.js';

/** What the value of a setting may be. `Input` is what a caller writes, where the schema makes something else of it. */
export interface SettingType<Value = unknown, Input = Value> {
  /** Checks a value that was set in code. */
  readonly schema: z.ZodType<Value, Input>;
  /** Reads the value of a flag or variable. Missing for values that exist in code only, such as functions. */
  readonly fromText?: z.ZodType<Value, string>;
  /** The type in words, for the reference page: "whole number from 0 to 16". */
  readonly words: string;
  /** Stands for the value in `--help`. Missing where a flag takes no value. */
  readonly placeholder?: string;
  /** A `secret` is never a flag and never shown. A text with a password may be a flag where it has none. */
  readonly holds?: 'secret' | 'password';
  /** True for a list, whose text may not be empty: an empty list would lift the limit that it was written for. */
  readonly isList?: true;
}

/** One setting: a row of a table, whose key is the name of the option in code. */
export interface Setting<Value = unknown> {
  readonly type: SettingType<Value>;
  /** What it is for, as one sentence. */
  readonly help: string;
  /** Further sentences, for the reference page and the comment of the option. */
  readonly details?: string;
  /** The environment variable. A setting with neither a variable nor a flag exists in code only. */
  readonly variable?: string;
  /** Without the dashes, where it is not made of the variable's words. */
  readonly flag?: string;
  readonly default?: Value;
  /** The default in words, where it is no plain value. */
  readonly defaultWords?: string;
  readonly isRequired?: true;
}

/** Settings by the name of the option. */
export type SettingTable = Readonly<Record<string, Setting>>;

/** The type of a setting's value. */
export type SettingValue<Row extends Setting> = z.output<Row['type']['schema']>;

/** The values of a table; undefined where a setting is not set and has no default. */
export type SettingValues<Table extends SettingTable> = {
  readonly [Name in keyof Table]:
    | SettingValue<Table[Name]>
    | (Table[Name] extends { readonly default: unknown } | { readonly isRequired: true }
        ? never
        : undefined);
};

/**
 * The options that a caller writes. Where a file exports such a type beside its table, the build replaces it in the
 * declarations by an interface with the sentences of the rows as comments (build/write-declarations.ts).
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

/** The flag of a setting without the dashes, as in `rate-limit`; undefined for one of code only. */
export function flagOf({ flag, variable }: Setting): string | undefined {
  const words = variable?.replace(/^FINANCING_/, '').replaceAll('_', '-');
  return flag ?? words?.toLowerCase();
}

/**
 * Checks options that were set in code against their table, and adds the defaults. An option that is null counts as missing.
 * `parent` is a prefix for options of options, as in `webhooks.`. Throws `InvalidOptionError`.
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

/** Returns the check of a row. */
export function checkOf({ type, isRequired }: Setting): OptionCheck {
  return (value) => {
    if (value === undefined || value === null) return isRequired ? 'is missing' : undefined;
    const { success, error } = type.schema.safeParse(value);
    return success ? undefined : (error.issues[0]?.message ?? 'is not valid');
  };
}

/** What a text has to be. */
type TextSchema = z.ZodType<string, string>;

/** A whole number. `unit` as in `milliseconds`. */
export function whole(least: number, most: number, unit?: string): SettingType<number> {
  const words = `whole number ${unit ? `of ${unit} ` : ''}from ${least} to ${most}`;
  const reason = `is not a ${words}`;
  const schema = z.int(reason).min(least, reason).max(most, reason);
  const digits = z.string().regex(/^\d{1,15}$/, reason);
  return { schema, fromText: digits.transform(Number).pipe(schema), words, placeholder: 'n' };
}

/** An amount in US dollars. */
export function dollars(): SettingType<number> {
  const reason = 'is not an amount in US dollars, such as 1299.50';
  const schema = z.number(reason).positive(reason);
  const digits = z.string().regex(/^\d{1,12}(?:\.\d{1,2})?$/, reason);
  const words = 'amount in US dollars';
  return { schema, fromText: digits.transform(Number).pipe(schema), words, placeholder: 'n' };
}

/** True or false; `on` or `off` in text. */
export function toggle(): SettingType<boolean> {
  return {
    schema: z.boolean('is not true or false'),
    fromText: z.enum(['on', 'off'], 'is not one of on, off').transform((text) => text === 'on'),
    words: '`true` or `false`; `on` or `off` as text',
    placeholder: 'on|off',
  };
}

/** A flag that stands alone. */
export function bareFlag(): SettingType<boolean> {
  const { placeholder, ...type } = toggle();
  return { ...type, words: `flag without a value, unlike ${placeholder}` };
}

/** A text that a schema accepts. */
export function text(words = 'text', schema: TextSchema = z.string()): SettingType<string> {
  return { schema, fromText: schema, words, placeholder: 'text' };
}

/** One of some words. */
export function oneOf<const Choice extends string>(
  choices: readonly Choice[],
): SettingType<Choice> {
  const schema = z.enum(choices, `is not one of ${choices.join(', ')}`);
  const words = choices.map((choice) => `\`${choice}\``).join(', ');
  return { schema, fromText: z.string().pipe(schema), words, placeholder: choices.join('|') };
}

/**
 * A list of texts, which a flag or variable separates by commas. A list that limits something needs one entry, because an
 * empty list would lift the limit.
 */
export function list(
  words: string,
  item: TextSchema,
  minLength = 0,
): SettingType<readonly string[]> {
  const schema = z.array(item, 'is not a list').min(minLength, emptyList);
  const fromText = z.string().transform(splitAtCommas).pipe(schema);
  return { schema, fromText, words: `list of ${words}`, placeholder: 'a,b', isList: true };
}

/** A text that is never shown. */
export function secret(words: string, schema: TextSchema): SettingType<string> {
  const fromText = z.string().transform(trimLineEnd).pipe(schema);
  return { schema, fromText, words, holds: 'secret' };
}

/** A secret of 16 characters or more. */
export const longSecret = z
  .string('is not at least 16 characters')
  .min(1, 'is missing')
  .min(16, 'is not at least 16 characters');

/** A text that may hold a password, such as a URL. */
export function textWithPassword(words: string): SettingType<string> {
  return { ...secret(words, z.string()), placeholder: 'text', holds: 'password' };
}

/** Several secrets, any of which counts. At least one. */
export function secrets(
  words: string,
  item: TextSchema,
  reasonIfNone: string,
): SettingType<readonly string[]> {
  const schema = z.array(item, 'is not a list').min(1, reasonIfNone);
  const fromText = z.string().transform(splitAtCommas).pipe(schema);
  return { schema, fromText, words: `list of ${words}`, holds: 'secret', isList: true };
}

/** A function. It exists in code only. */
export function callback<Value>(): SettingType<Value> {
  const isFunction = (value: unknown) => typeof value === 'function';
  return { schema: z.custom<Value>(isFunction, 'is not a function'), words: 'function' };
}

/** An object. It exists in code only. */
export function object<Value>(): SettingType<Value> {
  const isValid = (value: unknown) => isObject(value) === undefined;
  return { schema: z.custom<Value>(isValid, 'is not an object'), words: 'object' };
}

/** A second line end, or a blank, is easily overlooked and would make another secret of it. */
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
