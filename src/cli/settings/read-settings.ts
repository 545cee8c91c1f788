/** Reads the settings of a command: flags first, then the environment, then the file of `--env-file`, then defaults. */
import { parseArgs, parseEnv } from 'node:util';
import { nearest } from '../../internal/nearest.js';
import { flagOf } from '../../internal/settings.js';
import { CommandError, readSecretFile, readTextFile } from './read-file.js';
import {
  commandNames,
  commandOf,
  settingEntries,
  type CommandName,
  type CommandSetting,
  type CommandSettings,
  type SettingName,
} from './table.js';

/** The words and flags that were typed, checked for names but not for values. */
export interface CommandLine {
  readonly command: CommandName;
  /** What follows the name of a command that takes further words. */
  readonly words: readonly string[];
  /** What each flag was given; `on` for a bare one. */
  readonly flags: ReadonlyMap<SettingName, string>;
}

/** Environment variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A `FINANCING_…` variable that the command does not know, and the nearest known one. */
export interface UnknownVariable {
  readonly option: string;
  readonly nearest: string | undefined;
}

/** The settings, and what the user calls each. */
export interface ReadSettings {
  readonly settings: CommandSettings;
  readonly words: readonly string[];
  readonly unknownVariables: readonly UnknownVariable[];
  /** The flag or variable that set an option, for messages; the one to set where none did. */
  nameOf(option: string): string;
}

/** The settings by their flags, as in `--rate-limit`. */
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
    // Strict mode reports only its own first finding, in several lines, and knows no near names.
    strict: false,
    tokens: true,
  });
  const words: string[] = [];
  let last = '';
  const given = new Map<SettingName, string>();
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
    if (given.has(name)) throw new CommandError(`${token.rawName} is given twice`);
    given.set(name, valueOf(token));
    last = token.rawName;
  }
  const command = readCommandName(words[0]);
  for (const [flag, [name, { commands }]] of byFlag) {
    if (!given.has(name) || commands.includes(command)) continue;
    throw new CommandError(`${flag} is not an option of ${command}`);
  }
  return { command, words: words.slice(1), flags: given };
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
    // A variable takes the place of a secret's flag.
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

/** The command of this name. Throws `CommandError`. */
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

/** A value as it was written, and where. */
interface Written {
  readonly name: string;
  readonly text: string;
}

/** Largest file of variables, in KiB. */
const mostOfEnvFile = 256;

/** The variables of `--env-file`; none without that flag. Throws `CommandError`. */
function readEnvFile({ flags }: CommandLine): Environment {
  const path = flags.get('envFile');
  return path === undefined ? {} : parseEnv(readTextFile('--env-file', path, mostOfEnvFile));
}

/**
 * The environment without what the file of `--env-file` says alike: Node 20 reads that flag too, also behind the name of a
 * script, and its copy would hide what the file says later. Throws `CommandError`.
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
    // Each value has passed the schema of its row, from which the type is made.
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

/** Finds `FINANCING_…` variables that the command does not know, each with the nearest known one. */
export function findUnknownVariables(env: Environment): UnknownVariable[] {
  const known = settingEntries.flatMap(([, setting]) => {
    const { variable } = setting;
    if (variable === undefined) return [];
    return setting.type.holds ? [variable, `${variable}_FILE`] : [variable];
  });
  // Without the prefix, which would make all of them near.
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

/** Text within a pair of quotes. White space around them comes from a trailing blank or a Windows line end. */
const isQuoted = /^\s*(["'])[^]*\1\s*$/;

/** Returns the text of a variable that isn't set by Kubernetes. Throws `CommandError` for a value in quotes. */
function textOf(variable: string, env: Environment): string | undefined {
  const text = env[variable];
  if (text === undefined || isOfKubernetes(variable, text)) return undefined;
  // `docker run --env-file` keeps quotes, which would become a part of a key.
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
