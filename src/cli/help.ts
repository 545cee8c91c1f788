import { commandOf, namesToShow, type CommandName } from './commands.js';
import { isSecret, type Setting } from './setting.js';
import { settingEntries } from './settings.js';

/** A name, and what it is. */
type Row = readonly [string, string];

/** The text of `--help`: for one command, or for all. */
export function helpText(command?: CommandName): string {
  const shown = command ? [command] : namesToShow();
  const options = settingEntries.filter(([, setting]) =>
    setting.commands.some((name) => shown.includes(name)),
  );
  return [
    `Usage: financing-elements ${command ?? '<command>'} [options]`,
    '',
    ...table(shown.map((name) => [name, commandOf(name).help + portOf(name)])),
    '',
    'Options, as flag or in the environment; flags first, secrets in the environment only:',
    ...table([
      ...options.map(([, setting]): Row => {
        return [names(setting), ownerOf(setting, shown) + setting.help + defaultOf(setting)];
      }),
      ['--help, -h', 'This text; after a command, what is of that command'],
      ['--version', 'The version'],
    ]),
    '',
    'A secret, and the URL of Redis, may also be in a file that <variable>_FILE names.',
    '',
  ].join('\n');
}

/** Names the only command of several that takes a setting. */
function ownerOf({ commands }: Setting, shown: readonly CommandName[]): string {
  const [owner, ...others] = commands;
  return owner && others.length === 0 && shown.length > 1 ? `(${owner}) ` : '';
}

function portOf(name: CommandName): string {
  const { port } = commandOf(name);
  return port === undefined ? '' : ` (port ${port})`;
}

function names(setting: Setting): string {
  const { flag, variable, kind } = setting;
  if (isSecret(setting)) return variable ?? '';
  const values: Partial<Record<Setting['kind'], string>> = {
    switch: ' on|off',
    list: ' a,b',
    number: ' n',
    text: ' text',
  };
  const value = values[kind] ?? '';
  return `--${flag}${value}${variable ? `, ${variable}` : ''}`;
}

function defaultOf({ default: standard }: Setting): string {
  return standard ? ` [${standard}]` : '';
}

function table(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`);
}
