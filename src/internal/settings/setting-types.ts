/** The types that settings may have. Sentences about wrong values complete "Option x …" and hold no value. */
import * as z from 'zod';
import type { SettingType } from './setting.js';

/** A whole number. `unit` as in `milliseconds`. */
export function whole(least: number, most: number, unit?: string): SettingType<number> {
  const words = `whole number ${unit ? `of ${unit} ` : ''}from ${least} to ${most}`;
  const reason = `is not a ${words}`;
  const schema = z.int(reason).min(least, reason).max(most, reason);
  return {
    schema,
    fromText: z
      .string()
      .regex(/^\d{1,15}$/, reason)
      .transform(Number)
      .pipe(schema),
    words,
    typeScript: 'number',
    placeholder: 'n',
  };
}

/** An amount of US dollars with at most two decimals. */
export function dollars(least: number, most: number): SettingType<number> {
  const words = `US dollars from ${least} to ${most}, with at most two decimals`;
  const reason = `is not an amount of ${words}`;
  const schema = z.number(reason).min(least, reason).max(most, reason).multipleOf(0.01, reason);
  return {
    schema,
    fromText: z
      .string()
      .regex(/^\d{1,12}(?:\.\d{1,2})?$/, reason)
      .transform(Number)
      .pipe(schema),
    words,
    typeScript: 'number',
    placeholder: 'dollars',
  };
}

/** True or false; `on` or `off` in text. */
export function toggle(): SettingType<boolean> {
  return {
    schema: z.boolean('is not true or false'),
    fromText: z.enum(['on', 'off'], 'is not one of on, off').transform((text) => text === 'on'),
    words: '`true` or `false`; `on` or `off` as text',
    typeScript: 'boolean',
    placeholder: 'on|off',
  };
}

/** A flag that stands alone. */
export function bareFlag(): SettingType<boolean> {
  const { placeholder, ...type } = toggle();
  return { ...type, words: `flag without a value, unlike ${placeholder}` };
}

/** A text that a schema accepts. */
export function text(words = 'text', schema: z.ZodType<string, string> = z.string()) {
  return {
    schema,
    fromText: schema,
    words,
    typeScript: 'string',
    placeholder: 'text',
  } as const satisfies SettingType<string>;
}

/** One of some words. */
export function oneOf<const Choice extends string>(choices: readonly Choice[]) {
  const schema = z.enum(choices, `is not one of ${choices.join(', ')}`);
  return {
    schema,
    fromText: z.string().pipe(schema),
    words: choices.map((choice) => `\`${choice}\``).join(', '),
    placeholder: 'text',
  } as const satisfies SettingType<Choice>;
}

/** A list of texts; in a flag or variable with commas between. */
export function list(
  words: string,
  item: z.ZodType<string, string>,
): SettingType<readonly string[]> {
  const schema = z.array(item, 'is not a list');
  return {
    schema,
    fromText: z.string().transform(splitAtCommas).pipe(schema),
    words: `list of ${words}`,
    typeScript: 'readonly string[]',
    placeholder: 'a,b',
    isList: true,
  };
}

/** A text that is never shown. */
export function secret(words: string, schema: z.ZodType<string, string>): SettingType<string> {
  return {
    schema,
    fromText: z.string().transform(trimLineEnd).pipe(schema),
    words,
    typeScript: 'string',
    holds: 'secret',
  };
}

/** A secret of 16 characters or more. */
export const longSecret = z
  .string('is not at least 16 characters')
  .min(1, 'is missing')
  .min(16, 'is not at least 16 characters');

/** A text that may hold a password, such as a URL. */
export function textWithPassword(words: string): SettingType<string> {
  const { fromText, ...type } = secret(words, z.string());
  return { ...type, fromText: fromText!, placeholder: 'text', holds: 'password' };
}

/** Several secrets, any of which counts. At least one. */
export function secrets(
  words: string,
  item: z.ZodType<string, string>,
  reasonIfNone: string,
): SettingType<readonly string[]> {
  const schema = z.array(item, 'is not a list').min(1, reasonIfNone);
  const withoutLineEnd = z.string().transform((value) => value.replace(/\r?\n$/, ''));
  return {
    schema,
    fromText: withoutLineEnd.transform(splitAtCommas).pipe(schema),
    words: `list of ${words}`,
    typeScript: 'readonly string[]',
    holds: 'secret',
    isList: true,
  };
}

/** The same, where code may give a single one without a list. */
export function secretOrSecrets(
  words: string,
  item: z.ZodType<string, string>,
  reasonIfNone: string,
): SettingType<readonly string[]> {
  const type = secrets(words, item, reasonIfNone);
  const single = z.string().transform((value) => [value]);
  return {
    ...type,
    schema: z.union([single, z.unknown()]).pipe(type.schema),
    words: `text, or ${type.words}`,
    typeScript: 'string | readonly string[]',
  };
}

/** A function. It exists in code only. */
export function callback<Value>(): SettingType<Value> {
  return {
    schema: z.custom<Value>((value) => typeof value === 'function', 'is not a function'),
    words: 'function',
  };
}

/** An object. It exists in code only. */
export function object<Value>(): SettingType<Value> {
  return {
    schema: z.custom<Value>((value) => typeof value === 'object', 'is not an object'),
    words: 'object',
  };
}

/** A second line end, or a blank, is easily overlooked and would make another secret of it. */
function trimLineEnd(value: string, context: z.RefinementCtx): string {
  const trimmed = value.replace(/\r?\n$/, '');
  if (trimmed.trim() === trimmed) return trimmed;
  context.addIssue({ code: 'custom', message: 'begins or ends with white space' });
  return z.NEVER;
}

function splitAtCommas(value: string, context: z.RefinementCtx): string[] {
  const items = value.split(',').map((item) => item.trim());
  if (items.every(Boolean)) return items;
  const message = value.trim()
    ? 'has an empty entry'
    : 'is empty: give it a value, or leave it out';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}
