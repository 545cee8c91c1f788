import { nearest } from '../../internal/nearest.js';
import { flagOf } from '../../internal/settings.js';
import { CommandError } from './command-error.js';
import type { CommandLine } from './read-command-line.js';
import { readSecretFile } from './read-secret-file.js';
import {
  settingEntries,
  type CommandSetting,
  type CommandSettings,
  type SettingName,
} from './table.js';

/** Environment variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings, and what the user calls each. */
export interface ReadSettings {
  readonly settings: CommandSettings;
  /** What follows the name of a command that takes further words. */
  readonly words: readonly string[];
  /** The flag or variable that set an option, for messages; the one to set where none did. */
  nameOf(option: string): string;
}

/** A value as it was written, and where. */
interface Written {
  readonly name: string;
  readonly text: string;
}

/** Reads the settings of a command: flags first, then the environment, then defaults. Throws `CommandError`. */
export function readSettings(
  { command, words = [], flags }: CommandLine,
  env: Environment,
): ReadSettings {
  const names = new Map<string, string>();
  const values: Partial<Record<SettingName, unknown>> = {};
  for (const [option, setting] of settingEntries) {
    const usual = setting.variable ?? `--${flagOf(setting)}`;
    const written = setting.commands.includes(command)
      ? (fromFlag(setting, flags.get(option)) ?? fromEnvironment(setting, env))
      : undefined;
    names.set(option, written?.name ?? usual);
    values[option] = written ? parse(setting, written) : setting.default;
  }
  return {
    // Each value has passed the schema of its row, from which the type is made.
    settings: values as CommandSettings,
    words,
    nameOf: (option) => names.get(option) ?? option,
  };
}

/** Names of `FINANCING_…` variables that the command does not know, each with the nearest known one. */
export function unknownVariables(
  env: Environment,
): { option: string; nearest: string | undefined }[] {
  const known = settingEntries.flatMap(([, setting]) => {
    const { variable } = setting;
    if (variable === undefined) return [];
    return setting.type.holds ? [variable, `${variable}_FILE`] : [variable];
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

function fromFlag(setting: CommandSetting, text: string | undefined): Written | undefined {
  return text === undefined ? undefined : { name: `--${flagOf(setting)}`, text };
}

function fromEnvironment(
  { type, variable }: CommandSetting,
  env: Environment,
): Written | undefined {
  if (variable === undefined) return undefined;
  const file = type.holds ? env[`${variable}_FILE`] : undefined;
  const text = env[variable];
  if (file && text) throw new CommandError(`${variable} and ${variable}_FILE are both set`);
  if (file) return { name: `${variable}_FILE`, text: readSecretFile(`${variable}_FILE`, file) };
  // Compose files pass variables that are not set on as empty ones. An empty list is refused all the same.
  return text || (text === '' && type.isList) ? { name: variable, text } : undefined;
}

/** Reads a value by its row of the table. Its first complaint is enough to go on. */
function parse({ type }: CommandSetting, { name, text }: Written): unknown {
  if (!type.fromText) throw new TypeError(`${name} exists in code only`);
  const { success, data, error } = type.fromText.safeParse(text);
  if (success) return data;
  throw new CommandError(`${name} ${error.issues[0]?.message ?? 'is not valid'}`);
}
