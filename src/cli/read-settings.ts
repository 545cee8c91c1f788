import { readFileSync } from 'node:fs';
import { CommandError } from './command-error.js';
import { nearest } from '../internal/nearest.js';
import type { CommandLine } from './read-command-line.js';
import { mayBeInFile, type Setting } from './setting.js';
import { settingEntries, type SettingName, type Settings } from './settings.js';

/** Environment variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings, and what the user calls each. */
export interface ReadSettings {
  readonly settings: Settings;
  /** The flag or variable that set an option, for messages; the one to set where none did. */
  nameOf(option: string): string;
}

/** A value as it was written, and where. */
interface Written {
  readonly name: string;
  readonly text: string;
}

/** Reads the settings of a command: flags first, then the environment, then defaults. Throws `CommandError`. */
export function readSettings({ command, flags }: CommandLine, env: Environment): ReadSettings {
  const names = new Map<string, string>();
  const values: Partial<Record<SettingName, unknown>> = {};
  for (const [option, setting] of settingEntries) {
    const usual = setting.variable ?? `--${setting.flag}`;
    const written = setting.commands.includes(command)
      ? (fromFlag(setting, flags.get(option)) ?? fromEnvironment(setting, env))
      : undefined;
    names.set(option, written?.name ?? usual);
    const value = written ?? (setting.default && { name: usual, text: setting.default });
    if (value) values[option] = parse(setting, value);
  }
  return {
    // Each value was parsed by its row of the table, from which the type is made.
    settings: values as Settings,
    nameOf: (option) => names.get(option) ?? option,
  };
}

/** Names of `FINANCING_…` variables that mean nothing here, each with the nearest that does. */
export function unknownVariables(
  env: Environment,
): { option: string; nearest: string | undefined }[] {
  const known = settingEntries.flatMap(([, setting]) => {
    const { variable } = setting;
    if (variable === undefined) return [];
    return mayBeInFile(setting) ? [variable, `${variable}_FILE`] : [variable];
  });
  // Without the prefix, which would make all of them near.
  const byBareName = new Map(known.map((variable) => [bareName(variable), variable]));
  return Object.keys(env)
    .filter((variable) => variable.startsWith(prefix) && !known.includes(variable))
    .map((variable) => ({
      option: variable,
      nearest: byBareName.get(nearest(bareName(variable), [...byBareName.keys()]) ?? ''),
    }));
}

const prefix = 'FINANCING_';

function bareName(variable: string): string {
  return variable.startsWith(prefix) ? variable.slice(prefix.length) : variable;
}

function fromFlag({ flag }: Setting, text: string | undefined): Written | undefined {
  return text === undefined ? undefined : { name: `--${flag}`, text };
}

function fromEnvironment(setting: Setting, env: Environment): Written | undefined {
  const { kind, variable } = setting;
  if (variable === undefined) return undefined;
  const file = mayBeInFile(setting) ? env[`${variable}_FILE`] : undefined;
  const text = env[variable];
  if (file && text) throw new CommandError(`${variable} and ${variable}_FILE are both set`);
  if (file) return { name: `${variable}_FILE`, text: readSecret(`${variable}_FILE`, file) };
  // Compose files pass on variables that are not set as empty ones. An empty list is a mistake all the
  // same: it would lift the very limit that it was written for, or lose the events of the service.
  const isList = kind === 'list' || kind === 'secrets';
  return text || (text === '' && isList) ? { name: variable, text } : undefined;
}

function readSecret(name: string, path: string): string {
  const text = readText(name, path);
  if (!/^\r?\n?$/.test(text)) return text;
  throw new CommandError(`${name} names a file that is empty`);
}

/** Without the mark that editors on Windows put before UTF-8. Other encodings would make another secret of it. */
function readText(name: string, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isOtherText = code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
    throw new CommandError(
      `${name} names a file that ${isOtherText ? 'is not UTF-8' : `cannot be read (${code})`}`,
    );
  }
}

function parse(setting: Setting, { name, text }: Written): unknown {
  const { kind, choices, max } = setting;
  switch (kind) {
    case 'secret':
      return parseSecret({ name, text });
    case 'secrets':
      return parseList(name, text.replace(/\r?\n$/, ''));
    case 'list':
      return parseList(name, text);
    case 'switch':
    case 'bare':
      return oneOf(['on', 'off'], { name, text }) === 'on';
    case 'number':
      if (/^\d{1,15}$/.test(text) && Number(text) <= (max ?? Infinity)) return Number(text);
      throw new CommandError(`${name} is not a whole number${max ? ` from 0 to ${max}` : ''}`);
    case 'text':
      if (setting.mayHoldPassword) return parseSecret({ name, text });
      return choices ? oneOf(choices, { name, text }) : text;
  }
}

/** A blank or a second line end is seen by nobody, and makes another secret than that of the other side. */
function parseSecret({ name, text }: Written): string {
  const secret = text.replace(/\r?\n$/, '');
  if (secret.trim() === secret) return secret;
  throw new CommandError(`${name} begins or ends with white space`);
}

function parseList(name: string, text: string): string[] {
  if (!text.trim()) throw new CommandError(`${name} is empty: give it a value, or leave it out`);
  const items = text.split(',').map((item) => item.trim());
  if (items.every(Boolean)) return items;
  throw new CommandError(`${name} has an empty entry`);
}

function oneOf(choices: readonly string[], { name, text }: Written): string {
  if (choices.includes(text)) return text;
  throw new CommandError(`${name} is not one of ${choices.join(', ')}`);
}
