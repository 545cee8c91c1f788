/**
 * The reports of `locations`. They hold texts of the service and of the file, which could control a terminal: set its
 * clipboard, clear it, or turn the direction of a line.
 */
import type { RowProblem } from './rows.js';
import {
  notReached,
  type AddReport,
  type RowOutcome,
  type Attention,
  type LocationStatus,
  type StatusReport,
} from './work.js';

/** Most rows of one kind that are printed. The report as JSON has all. */
const mostRows = 100;

/** Control characters, line ends, and marks that turn the direction of a text (Unicode, UAX #9). */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

const toPrintable = (line: string) => line.replace(unprintable, '\uFFFD');

/** The problems of a file, one line each. */
export function describeProblems(problems: readonly RowProblem[]): string[] {
  const lines = problems.map(({ line, column, reason }) =>
    [`line ${line}${column ? `, ${column}` : ''}`, reason].join(': '),
  );
  return atMost(lines).map(toPrintable);
}

/** The report of `locations add`. Rows that the run did not reach are only counted. */
export function describeAdded({ tally, open, stopped }: AddReport): string[] {
  const counts = outcomes.flatMap(([outcome, words]) =>
    tally[outcome] > 0 ? [`${tally[outcome]} ${words}`] : [],
  );
  const lines = [
    `${counts.join(', ')}.`,
    ...outcomes.flatMap(([outcome, words]) => {
      const rows = open.filter((row) => row.outcome === outcome && row.reason !== notReached);
      return section(
        words,
        rows.map(({ line, location, reason }) => `line ${line}, ${location}: ${reason}`),
      );
    }),
    ...(stopped === undefined
      ? []
      : ['', `Ended early: ${stopped} The same command goes on from here.`]),
  ];
  return lines.map(toPrintable);
}

/** In the order of the report. */
const outcomes: readonly (readonly [RowOutcome, string])[] = [
  ['created', 'added'],
  ['exists', 'there already'],
  ['done-before', 'done by an earlier run'],
  ['refused', 'refused'],
  ['failed', 'failed'],
  ['unknown', 'with an unknown outcome'],
  ['not-sent', 'not sent'],
];

/** The report of `locations status`. `days`: ahead, within which a link counts as expiring. */
export function describeStatuses({ locations, stopped }: StatusReport, days: number): string[] {
  const byStatus = new Map<string, number>();
  for (const { status } of locations) {
    if (status !== undefined) byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  }
  const counts = [...byStatus].map(([status, count]) => `${count} ${status}`);
  const sections: readonly [Attention | 'lost', string][] = [
    ['expired', 'with an expired link. Ask the service operator for a new one'],
    ['expiring', `with a link that expires within ${days} days. Remind the representatives`],
    ['not-found', `that the service does not have. Add them with ${command} add`],
    [
      'lost',
      'that the service does not have, although the results file says that it had. A sandbox forgets its ' +
        'locations when it is started again. Adding them texts again where sendSMS is yes. To add them, copy their rows, ' +
        `and no others, into a new CSV file, and run ${command} add with it`,
    ],
    ['not-read', 'that could not be read'],
  ];
  const lines = [
    `${locations.length} read${counts.length > 0 ? `: ${counts.join(', ')}` : ''}.`,
    ...sections.flatMap(([name, words]) => {
      const some = locations.filter((location) => sectionOf(location) === name);
      return section(words, some.map(describeStatus));
    }),
    ...(stopped === undefined ? [] : ['', `Ended early: ${stopped}`]),
  ];
  return lines.map(toPrintable);
}

/** Without a path in front, as in the guides. */
const command = 'financing-elements locations';

function sectionOf({ attention, doneOn }: LocationStatus): Attention | 'lost' {
  return attention === 'not-found' && doneOn !== undefined ? 'lost' : attention;
}

function describeStatus(location: LocationStatus): string {
  const { line, expirationDate, daysLeft = 0, status, url, doneOn } = location;
  const reason = doneOn === undefined ? location.reason : `was there on ${doneOn}`;
  const when = daysLeft > 0 ? `in ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'}` : 'expired';
  const date = expirationDate === undefined ? '' : ` (${expirationDate})`;
  const facts = reason ?? (status === undefined ? '' : `${status}, ${when}${date}, ${url}`);
  return `line ${line}, ${location.location}${facts && `: ${facts}`}`;
}

/** The links of all locations as lines of CSV, for those who pass them on. */
export function toCsv({ locations }: StatusReport): string[] {
  const names = ['location', 'attention', 'status', 'url', 'expirationDate'] as const;
  // A spreadsheet would run a cell that begins like a formula.
  const cell = (text = '') =>
    `"${toPrintable(text)
      .replace(/^[=+@\t-]/, "'$&")
      .replaceAll('"', '""')}"`;
  const rows = locations.map((found) => names.map((name) => cell(found[name])).join(','));
  return [names.join(','), ...rows];
}

/** A report as lines of JSON, which has no control characters inside of its texts. */
export function toJson(report: object): string[] {
  // JSON itself escapes those below U+0020 alone.
  const escape = (character: string) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(report, null, 2)
    .split('\n')
    .map((line) => line.replace(unprintable, escape));
}

/** Rows under a title with their number; nothing without rows. */
function section(title: string, rows: readonly string[]): string[] {
  return rows.length === 0 ? [] : ['', `${rows.length} ${title}:`, ...atMost(rows)];
}

function atMost(lines: readonly string[]): string[] {
  const shown = lines.slice(0, mostRows).map((line) => `  ${line}`);
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `  and ${more} more; --json prints all`] : shown;
}
