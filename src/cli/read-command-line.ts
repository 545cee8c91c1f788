import { parseArgs } from 'node:util';
import { CommandError } from './command-error.js';
import { commandNames, namesToShow, type CommandName } from './commands.js';
import { nearest } from '../internal/nearest.js';
import { isSecret, type Setting } from './setting.js';
import { settingEntries, type SettingName } from './settings.js';

/** What was typed, checked for names but not for values. */
export interface CommandLine {
  readonly command: CommandName;
  /** What each flag was given; `on` for a bare one. */
  readonly flags: ReadonlyMap<SettingName, string>;
}

const isBare = ([, { kind }]: [string, Setting]) => kind === 'bare';

const parserOptions = Object.fromEntries(
  settingEntries.map((entry) => [
    entry[1].flag,
    { type: isBare(entry) ? ('boolean' as const) : ('string' as const) },
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
  let word: string | undefined;
  let last = '';
  const given = new Map<SettingName, string>();
  for (const token of tokens) {
    if (token.kind === 'positional') {
      // It is not quoted: it may be a secret.
      if (word !== undefined) {
        throw new CommandError(`a word too many stands after ${last} (see --help)`);
      }
      word = last = token.value;
    }
    if (token.kind !== 'option') continue;
    const name = settingOf(token.rawName);
    if (given.has(name)) throw new CommandError(`${token.rawName} is given twice`);
    given.set(name, valueOf(token));
    last = token.rawName;
  }
  const command = readCommandName(word);
  for (const [name, { flag, commands }] of settingEntries) {
    if (!given.has(name) || commands.includes(command)) continue;
    throw new CommandError(`--${flag} is not an option of ${command}`);
  }
  return { command, flags: given };
}

function settingOf(rawName: string): SettingName {
  const found = settingEntries.find(([, { flag }]) => rawName === `--${flag}`);
  if (!rawName.startsWith('--')) {
    throw new CommandError(
      `${rawName} is not an option; options begin with two dashes (see --help)`,
    );
  }
  if (!found) throw new CommandError(`${rawName} is not an option${didYouMean(nearFlag(rawName))}`);
  const [name, setting] = found;
  const { variable } = setting;
  if (!isSecret(setting)) return name;
  throw new CommandError(
    `${rawName} would show the secret to everybody on this machine; set ${variable} or ${variable}_FILE`,
  );
}

function valueOf({ rawName, value }: { rawName: string; value?: string | undefined }): string {
  const bare = settingEntries.filter(isBare).some(([, { flag }]) => rawName === `--${flag}`);
  if (bare && value !== undefined) throw new CommandError(`${rawName} takes no value`);
  if (bare) return 'on';
  if (!value || value.startsWith('--')) throw new CommandError(`${rawName} needs a value`);
  return value;
}

function readCommandName(word: string | undefined): CommandName {
  const command = commandNames.find((name) => name === word);
  if (word === undefined) {
    throw new CommandError(`a command is missing: ${namesToShow().join(', ')} (see --help)`);
  }
  if (!command) {
    throw new CommandError(`${word} is not a command${didYouMean(nearest(word, namesToShow()))}`);
  }
  return command;
}

/** The nearest flag; for a secret, the variable that takes its place. */
function nearFlag(rawName: string): string | undefined {
  const names = new Map(
    settingEntries.map(([, setting]) => [
      `--${setting.flag}`,
      isSecret(setting) ? setting.variable : `--${setting.flag}`,
    ]),
  );
  return names.get(nearest(rawName, [...names.keys()]) ?? '');
}

function didYouMean(name: string | undefined): string {
  return name ? `; did you mean ${name}?` : ' (see --help)';
}
