/** Reads the settings of a command. Flags come first, then the environment, then the file of `--env-file`, then defaults. */
import { parseArgs, parseEnv } from 'node:util';
import { nearest } from '../../internal/nearest.js';
import { flagOf } from '../../internal/settings.js';
import { CommandError } from '../command-error.js';
import { readSecretFile, readTextFile } from './read-file.js';
import {
  commandNames,
  commandOf,
  settingEntries,
  type CommandName,
  type CommandSetting,
  type CommandSettings,
  type SettingName,
} from './table.js';

/** The words and flags of a command line. Names are checked, but values aren't. */
export interface CommandLine {
  readonly command: CommandName;
  /** The words after the name of the command, if it takes any. */
  readonly words: readonly string[];
  /** The value of each flag. A flag without a value is `on`. */
  readonly flags: ReadonlyMap<SettingName, string>;
}

/** Environment variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A `FINANCING_…` variable that the command doesn't know, and the nearest known variable. */
export interface UnknownVariable {
  readonly option: string;
  readonly nearest: string | undefined;
}

/** The settings, and the flag or variable that the user set for each. */
export interface ReadSettings {
  readonly settings: CommandSettings;
  readonly words: readonly string[];
  readonly unknownVariables: readonly UnknownVariable[];
  /** Returns the flag or variable that set an option, for messages. If none did, returns the one to set. */
  nameOf(option: string): string;
}

/** The settings by flag, such as `--rate-limit`. */
const byFlag = new Map(settingEntries.map((entry) => [`--${flagOf(entry[1])}`, entry]));

/** True for a flag that takes no value. */
const isBare = ({ type }: CommandSetting) =>
  type.placeholder === undefined && type.holds === undefined;

const isSecret = ({ type }: CommandSetting) => type.holds === 'secret';

const parserOptions = Object.fromEntries(
  settingEntries.map(([, setting]) => [
    flagOf(setting) ?? '',
    { type: isBare(setting) ? ('boolean' as const) : ('string' as const) },
  ]),
);

/** Reads the words and flags after the command's name. Throws `CommandError`, which never holds a flag's value. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { tokens } = parseArgs({
    args: [...args],
    options: parserOptions,
    // Strict mode would report only the first problem, on several lines, and wouldn't suggest similar names.
    strict: false,
    tokens: true,
  });
  const words: string[] = [];
  let last = '';
  const flags = new Map<SettingName, string>();
  for (const token of tokens) {
    if (token.kind === 'positional') {
      const known = commandNames.find((name) => name === words[0]);
      // A word isn't quoted, because it may be a secret.
      if (words.length >= 1 + maxWordsAfter(known)) {
        throw new CommandError(`there is an unexpected word after ${last} (see --help)`);
      }
      words.push(token.value);
      last = token.value;
    }
    if (token.kind !== 'option') continue;
    const name = settingOf(token.rawName);
    if (flags.has(name)) throw new CommandError(`${token.rawName} is set twice`);
    flags.set(name, valueOf(token));
    last = token.rawName;
  }
  const command = readCommandName(words[0]);
  for (const [flag, [name, { commands }]] of byFlag) {
    if (!flags.has(name) || commands.includes(command)) continue;
    throw new CommandError(`${flag} is not an option of ${command}`);
  }
  return { command, words: words.slice(1), flags };
}

/** Returns how many words may follow the name of a command, such as an action and its file. */
function maxWordsAfter(command: CommandName | undefined): number {
  const { words = [] } = command ? commandOf(command) : {};
  return Math.max(0, ...words.map((word) => word.split(' ').length));
}

function settingOf(rawName: string): SettingName {
  const found = byFlag.get(rawName);
  if (!rawName.startsWith('--')) {
    throw new CommandError(
      `${rawName} is not an option; options begin with two dashes (see --help)`,
    );
  }
  if (!found) {
    const near = nearest(rawName, [...byFlag.keys()]);
    const setting = byFlag.get(near ?? '')?.[1];
    // Secrets have a variable instead of a flag.
    const name = setting && isSecret(setting) ? setting.variable : near;
    throw new CommandError(`${rawName} is not an option${didYouMean(name)}`);
  }
  const [name, setting] = found;
  if (!isSecret(setting)) return name;
  const { variable } = setting;
  throw new CommandError(
    `${rawName} would show the secret to every user of this machine; set ${variable} or ${variable}_FILE`,
  );
}

function valueOf({ rawName, value }: { rawName: string; value?: string | undefined }): string {
  const setting = byFlag.get(rawName)?.[1];
  if (setting && isBare(setting)) {
    if (value !== undefined) throw new CommandError(`${rawName} takes no value`);
    return 'on';
  }
  if (!value || value.startsWith('--')) throw new CommandError(`${rawName} needs a value`);
  return value;
}

/** Returns the command with this name. Throws `CommandError`. */
export function readCommandName(word: string | undefined): CommandName {
  const command = commandNames.find((name) => name === word);
  if (word === undefined) {
    throw new CommandError(`a command is missing: ${commandNames.join(', ')} (see --help)`);
  }
  if (command) return command;
  throw new CommandError(`${word} is not a command${didYouMean(nearest(word, commandNames))}`);
}

function didYouMean(name: string | undefined): string {
  return name ? `; did you mean ${name}?` : ' (see --help)';
}

/** A value as text, and the flag or variable that it comes from. */
interface Written {
  readonly name: string;
  readonly text: string;
}

/** The maximum size of the file of `--env-file`, in KiB. */
const maxEnvFileKibibytes = 256;

/** Returns the variables in the `--env-file` file, or none without that flag. Throws `CommandError`. */
function readEnvFile({ flags }: CommandLine): Environment {
  const path = flags.get('envFile');
  return path === undefined ? {} : parseEnv(readTextFile('--env-file', path, maxEnvFileKibibytes));
}

/**
 * Returns the environment without the variables that have the same value in the `--env-file` file. Node 20 reads that flag, too,
 * even after the name of a script. Its copies would hide later changes to the file. Throws `CommandError`.
 */
export function withoutEnvFile(commandLine: CommandLine, env: Environment): Environment {
  const ofFile = readEnvFile(commandLine);
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => ofFile[name] !== value));
}

/** Reads the settings of a command. Throws `CommandError`. */
export function readSettings(commandLine: CommandLine, processEnv: Environment): ReadSettings {
  const { command, words, flags } = commandLine;
  const env = { ...readEnvFile(commandLine), ...processEnv };
  const names = new Map<string, string>();
  const values: Partial<Record<SettingName, unknown>> = {};
  for (const [option, setting] of settingEntries) {
    const usual = setting.variable ?? `--${flagOf(setting)}`;
    const text = flags.get(option);
    const written = !setting.commands.includes(command)
      ? undefined
      : text === undefined
        ? fromEnvironment(setting, env)
        : { name: `--${flagOf(setting)}`, text };
    names.set(option, written?.name ?? usual);
    values[option] = written ? parse(setting, written) : setting.default;
  }
  return {
    // Each value has passed the schema of its row, which the type is derived from.
    settings: values as CommandSettings,
    words,
    unknownVariables: findUnknownVariables(env),
    nameOf: (option) => names.get(option) ?? option,
  };
}

/**
 * True for a variable that Kubernetes adds to containers for a Service named `financing` or `financing-…`. The last part of
 * `…_SERVICE_PORT_HTTP` is the name of a port. `FINANCING_METRICS_PORT` is also a setting, so the value decides.
 */
function isOfKubernetes(variable: string, value = ''): boolean {
  const addedName =
    /^FINANCING_(?:\w+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)$/;
  return (
    addedName.test(variable) ||
    (/^FINANCING_(?:\w+_)?PORT$/.test(variable) && /^(?:tcp|udp|sctp):\/\//i.test(value))
  );
}

/** Finds `FINANCING_…` variables that the command doesn't know, each with the most similar known one. */
export function findUnknownVariables(env: Environment): UnknownVariable[] {
  const known = settingEntries.flatMap(([, setting]) => {
    const { variable } = setting;
    if (variable === undefined) return [];
    return setting.type.holds ? [variable, `${variable}_FILE`] : [variable];
  });
  // Compare names without the prefix. With it, all of them would be similar.
  const bareName = (variable: string) => variable.replace(/^FINANCING_/, '');
  const byBareName = new Map(known.map((variable) => [bareName(variable), variable]));
  return Object.keys(env)
    .filter((variable) => variable.startsWith('FINANCING_') && !known.includes(variable))
    .filter((variable) => !isOfKubernetes(variable, env[variable]))
    .map((variable) => ({
      option: variable,
      nearest: byBareName.get(nearest(bareName(variable), [...byBareName.keys()]) ?? ''),
    }));
}

/** Text in quotes. White space around the quotes comes from a trailing space or a Windows line ending. */
const isQuoted = /^\s*(["'])[^]*\1\s*$/;

/** Returns the value of a variable, unless Kubernetes set it. Throws `CommandError` if the value is in quotes. */
function textOf(variable: string, env: Environment): string | undefined {
  const text = env[variable];
  if (text === undefined || isOfKubernetes(variable, text)) return undefined;
  // `docker run --env-file` keeps quotes, which would become part of a key.
  if (!isQuoted.test(text)) return text;
  throw new CommandError(
    `${variable} has quotes around its value; remove them (docker run --env-file keeps quotes)`,
  );
}

function fromEnvironment(
  { type, variable }: CommandSetting,
  env: Environment,
): Written | undefined {
  if (variable === undefined) return undefined;
  const file = type.holds ? textOf(`${variable}_FILE`, env) : undefined;
  const text = textOf(variable, env);
  if (file && text) throw new CommandError(`${variable} and ${variable}_FILE are both set`);
  if (file) return { name: `${variable}_FILE`, text: readSecretFile(`${variable}_FILE`, file) };
  // Compose files pass unset variables as empty ones, so an empty value counts as unset. An empty list is rejected instead.
  return text || (text === '' && type.isList) ? { name: variable, text } : undefined;
}

/** Parses a value by the type of its setting. Reports only the first problem. */
function parse({ type }: CommandSetting, { name, text }: Written): unknown {
  if (!type.fromText) throw new TypeError(`${name} can only be set in code`);
  const { success, data, error } = type.fromText.safeParse(text);
  if (success) return data;
  throw new CommandError(`${name} ${error.issues[0]?.message ?? 'is invalid'}`);
}
