import { verticals } from '../../contract/index.js';
import { flagOf } from '../../internal/settings.js';
import { describeColumns } from '../locations/columns.js';
import { commandNames, commandOf, type CommandName } from './commands.js';
import { settingEntries, type CommandSetting } from './table.js';

/** A name, and what it is. */
type Row = readonly [string, string];

/** The text of `--help`: for one command, or for all. */
export function helpText(command?: CommandName): string {
  const shown = command ? [command] : commandNames;
  const options = settingEntries.filter(([, setting]) =>
    setting.commands.some((name) => shown.includes(name)),
  );
  return [
    ...usage(command),
    '',
    ...table(shown.map((name) => [name, commandOf(name).help + portOf(name)])),
    '',
    'Options are flags or variables of the environment. Flags come first; secrets are never flags:',
    ...table([
      ...options.map(([, setting]): Row => {
        return [names(setting), ownerOf(setting, shown) + setting.help + defaultOf(setting)];
      }),
      ['--help, -h', 'Prints this text; after a command, the options of that command.'],
      ['--version', 'Prints the version.'],
    ]),
    '',
    ...aboutFiles(command),
    'Lists have commas between their entries. A secret, and the URL of Redis, may also be in a file that',
    '<variable>_FILE names.',
    '',
  ].join('\n');
}

/** One line for each thing that the command does. */
function usage(command: CommandName | undefined): string[] {
  const { words = [] } = command ? commandOf(command) : {};
  const line = `financing-elements ${command ?? '<command>'}`;
  if (words.length === 0) return [`Usage: ${line} [options]`];
  return words.map((word, i) => `${i === 0 ? 'Usage:' : '      '} ${line} ${word} [options]`);
}

/** Lines about the files of a command. */
function aboutFiles(command: CommandName | undefined): string[] {
  if (command !== 'locations') return [];
  return [
    'Columns of the file, which is CSV with a header, in UTF-8:',
    ...describeColumns(),
    '',
    `Verticals: ${verticals.join(', ')}.`,
    '',
  ];
}

/** Names the only command of several that takes a setting. */
function ownerOf({ commands }: CommandSetting, shown: readonly CommandName[]): string {
  const [owner, ...others] = commands;
  return owner && others.length === 0 && shown.length > 1 ? `(${owner}) ` : '';
}

function portOf(name: CommandName): string {
  const { port } = commandOf(name);
  return port === undefined ? '' : ` (port ${port})`;
}

function names(setting: CommandSetting): string {
  const { type, variable } = setting;
  if (type.holds === 'secret') return variable ?? '';
  const value = type.placeholder ? ` ${type.placeholder}` : '';
  return `--${flagOf(setting)}${value}${variable ? `, ${variable}` : ''}`;
}

function defaultOf({ default: standard }: CommandSetting): string {
  if (standard === undefined) return '';
  if (typeof standard !== 'boolean') return ` [${String(standard)}]`;
  return ` [${standard ? 'on' : 'off'}]`;
}

function table(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`);
}
