import { parseArgs } from 'node:util';
import { nearest } from '../../internal/nearest.js';
import { flagOf } from '../../internal/settings.js';
import { CommandError } from './command-error.js';
import { commandNames, commandOf, type CommandName } from './commands.js';
import { settingEntries, type CommandSetting, type SettingName } from './table.js';

/** The words and flags that were typed, checked for names but not for values. */
export interface CommandLine {
  readonly command: CommandName;
  /** What follows the name of a command that takes further words. */
  readonly words?: readonly string[];
  /** What each flag was given; `on` for a bare one. */
  readonly flags: ReadonlyMap<SettingName, string>;
}

/** The settings by their flags, as in `--rate-limit`. */
const byFlag = new Map(settingEntries.map((entry) => [`--${flagOf(entry[1])}`, entry]));

const parserOptions = Object.fromEntries(
  settingEntries.map(([, setting]) => [
    flagOf(setting) ?? '',
    { type: isBare(setting) ? ('boolean' as const) : ('string' as const) },
  ]),
);

/** True for a flag that takes no value. */
function isBare({ type }: CommandSetting): boolean {
  return type.placeholder === undefined && type.holds === undefined;
}

function isSecret({ type }: CommandSetting): boolean {
  return type.holds === 'secret';
}

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
      // It is not quoted: it may be a secret.
      if (words.length >= mostWords(words[0])) {
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

/** The name itself, and for some commands an action and its file. */
function mostWords(name: string | undefined): number {
  const command = commandNames.find((known) => known === name);
  return command && commandOf(command).words ? 3 : 1;
}

function settingOf(rawName: string): SettingName {
  const found = byFlag.get(rawName);
  if (!rawName.startsWith('--')) {
    throw new CommandError(
      `${rawName} is not an option; options begin with two dashes (see --help)`,
    );
  }
  if (!found) throw new CommandError(`${rawName} is not an option${didYouMean(nearFlag(rawName))}`);
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

function readCommandName(word: string | undefined): CommandName {
  const command = commandNames.find((name) => name === word);
  if (word === undefined) {
    throw new CommandError(`a command is missing: ${commandNames.join(', ')} (see --help)`);
  }
  if (!command) {
    throw new CommandError(`${word} is not a command${didYouMean(nearest(word, commandNames))}`);
  }
  return command;
}

/** The nearest flag; for a secret, the variable that takes its place. */
function nearFlag(rawName: string): string | undefined {
  const flag = nearest(rawName, [...byFlag.keys()]);
  const setting = byFlag.get(flag ?? '')?.[1];
  return setting && isSecret(setting) ? setting.variable : flag;
}

function didYouMean(name: string | undefined): string {
  return name ? `; did you mean ${name}?` : ' (see --help)';
}
