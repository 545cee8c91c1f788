import type * as z from 'zod';

/** What the value of a setting may be. */
export interface SettingType<Value = unknown> {
  /** Checks a value that was set in code. Each message completes "Option x …" and never quotes the value. */
  readonly schema: z.ZodType<Value>;
  /** Reads the value of a flag or variable. Missing for values that exist in code only, such as functions. */
  readonly fromText?: z.ZodType<Value, string>;
  /** The type in words, for the reference page: "whole number from 0 to 16". */
  readonly words: string;
  /** The type in TypeScript, where one word says it. */
  readonly typeScript?: string;
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

/** The flag of a setting without the dashes, as in `rate-limit`; undefined for one of code only. */
export function flagOf({ flag, variable }: Setting): string | undefined {
  return (
    flag ??
    variable
      ?.replace(/^FINANCING_/, '')
      .replaceAll('_', '-')
      .toLowerCase()
  );
}

/** The options that a caller writes: those of the rows, the required ones without `undefined`. */
export type OptionsOf<Table extends SettingTable> = {
  [
    Name in keyof Table as Table[Name] extends { readonly isRequired: true } ? Name : never
  ]: z.output<Table[Name]['type']['schema']>;
} & {
  [Name in keyof Table as Table[Name] extends { readonly isRequired: true } ? never : Name]?:
    | z.output<Table[Name]['type']['schema']>
    | undefined;
};
