/** The `--help` texts, at most 80 columns wide. Options are in groups, with the most important ones first. */
import { verticals } from '../../contract/index.js';
import { flagOf } from '../../internal/settings.js';
import { columns } from '../locations/columns.js';
import {
  commandNames,
  commandOf,
  settingEntries,
  type CommandName,
  type CommandSetting,
  type SettingName,
} from './table.js';

const width = 80;

/** The six options that decide whether a shop works and is safe. */
const first: readonly SettingName[] = [
  ...(['baseUrl', 'svcKey', 'locations'] as const),
  ...(['allowedOrigins', 'purchaseSecret', 'redisUrl'] as const),
];

/** The groups of options. Options without a group are listed at the end. */
const groups: readonly (readonly [title: string, options: readonly SettingName[]])[] = [
  ['Start with these', first],
  ['The file and its results', ['dryRun', 'results', 'concurrency', 'noSecondText', 'csv', 'days']],
  ['The request that the page sends', ['amount', 'transactionId', 'location']],
  ['Trying it', ['sandbox', 'trustPageAmount', 'allowHttp', 'publicUrl', 'seeds', 'webhookUrl']],
  ['Locations and onboarding', ['locationsFile', 'svcSecret', 'adminToken']],
  [
    'What pages may ask for',
    ['departments', 'sourcePlatforms', 'redirectOrigins', 'linkHosts', 'purchaseMaxAge'],
  ],
  ['Texts and events', ['sms', 'verifiedStatusOnly', 'webhookSecret', 'webhookForward']],
  ['Where it listens', ['host', 'port', 'mount', 'trustedHops', 'stopTimeout', 'drain']],
  ['What it reports', ['check', 'logLevel', 'logRequests', 'metricsPort', 'errorPages', 'json']],
];

/** Returns the `--help` text of one command, or the overview of all commands. */
export function helpText(command?: CommandName): string {
  if (command === undefined) {
    return lines(
      'Usage: financing-elements <command> [options]',
      '',
      ...commandNames.map((name) => `  ${name.padEnd(17)}${describeCommand(name)}`),
      '  help NAME        Prints all options of a command, as --help does after it.',
      '  --version        Prints the version.',
      '',
      'The most important options of serve:',
      ...settingEntries.filter(([name]) => first.includes(name)).flatMap(describeOption),
      '',
      ...wrap(aboutOptions, ''),
    );
  }
  const own = settingEntries.filter(([, { commands }]) => commands.includes(command));
  const grouped = groups.map(([title, names]) => {
    return [title, own.filter(([name]) => names.includes(name))] as const;
  });
  const others = own.filter(([name]) => !groups.some(([, names]) => names.includes(name)));
  return lines(
    ...usage(command),
    '',
    ...wrap(describeCommand(command), ''),
    ...[...grouped, ['More', others] as const].flatMap(([title, options]) =>
      options.length > 0 ? ['', `${title}:`, ...options.flatMap(describeOption)] : [],
    ),
    '',
    ...aboutFiles(command),
    ...wrap(aboutOptions, ''),
  );
}

const aboutOptions =
  'Options are flags or environment variables. Flags take precedence. Secrets are never flags. Lists have commas ' +
  'between their entries. Secrets, and the URL of Redis, can also be in a file that <variable>_FILE names.';

const lines = (...all: readonly string[]) => `${all.join('\n')}\n`;

function describeCommand(name: CommandName): string {
  const { help, port } = commandOf(name);
  return port === undefined ? `${help}.` : `${help} (port ${port}).`;
}

/** Returns one usage line per action of the command. */
function usage(command: CommandName): string[] {
  const { words = [''] } = commandOf(command);
  return words.map((word, i) =>
    [i === 0 ? 'Usage:' : '      ', 'financing-elements', command, word, '[options]']
      .filter(Boolean)
      .join(' '),
  );
}

/** Returns the lines about the files that a command reads. */
function aboutFiles(command: CommandName): string[] {
  if (command !== 'locations') return [];
  return [
    'Columns of the file, which is CSV with a header, in UTF-8:',
    ...Object.entries(columns).flatMap(([name, help]) => [`  ${name}`, ...wrap(help, '      ')]),
    '',
    ...wrap(`Verticals: ${verticals.join(', ')}.`, ''),
    '',
  ];
}

/** Returns the names of an option on one line, and its description below. */
function describeOption([, setting]: readonly [SettingName, CommandSetting]): string[] {
  const { type, variable, help } = setting;
  const value = type.placeholder ? ` ${type.placeholder}` : '';
  const flag = type.holds === 'secret' ? '' : `--${flagOf(setting)}${value}`;
  const names = [flag, variable].filter(Boolean).join(', ');
  return [`  ${names}`, ...wrap(help + defaultOf(setting), '      ')];
}

function defaultOf({ default: standard, defaultWords }: CommandSetting): string {
  if (standard === undefined) return defaultWords ? ` [${defaultWords.replaceAll('`', '')}]` : '';
  if (typeof standard !== 'boolean') return ` [${String(standard)}]`;
  return ` [${standard ? 'on' : 'off'}]`;
}

/** Breaks a text into indented lines. */
function wrap(text: string, indent: string): string[] {
  const line = new RegExp(`.{1,${width - indent.length}}(?: |$)`, 'g');
  return (text.match(line) ?? []).map((part) => indent + part.trimEnd());
}
