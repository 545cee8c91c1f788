/** The reports of `locations`. They contain text from the service and from the file. */
import { toPrintable } from '../printable.js';
import type { RowProblem } from './rows.js';
import {
  notReached,
  type AddReport,
  type RowOutcome,
  type Attention,
  type LocationStatus,
  type StatusReport,
} from './location-calls.js';

/** The maximum number of rows printed in each list. The JSON report has all rows. */
const maxRows = 100;

/** Returns one line per problem in a file. */
export function describeProblems(problems: readonly RowProblem[]): string[] {
  const lines = problems.map(({ line, column, reason }) =>
    [`line ${line}${column ? `, ${column}` : ''}`, reason].join(': '),
  );
  return atMost(lines).map(toPrintable);
}

/** Returns the report of `locations add`. Rows that the run didn't reach are counted but not listed. */
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
      : ['', `Ended early: ${stopped} The same command continues from here.`]),
  ];
  return lines.map(toPrintable);
}

/** The outcomes with their words, in the order of the report. */
const outcomes: readonly (readonly [RowOutcome, string])[] = [
  ['created', 'added'],
  ['exists', 'already there'],
  ['done-before', 'done by an earlier run'],
  ['refused', 'refused'],
  ['failed', 'failed'],
  ['unknown', 'with an unknown outcome'],
  ['not-sent', 'not sent'],
];

/** Returns the report of `locations status`. `days` is the number of days within which a link counts as expiring. */
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
      'that the service no longer has, although the results file says that it had them. A sandbox forgets its ' +
        'locations when it restarts. Adding them texts again if sendSMS is yes. To add them, copy only their rows ' +
        `into a new CSV file, and run ${command} add with it`,
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

/** The command as the guides write it, without a path. */
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

/** Returns the links of all locations as lines of CSV, to pass the links on. */
export function toCsv({ locations }: StatusReport): string[] {
  const names = ['location', 'attention', 'status', 'url', 'expirationDate'] as const;
  // Spreadsheets run a cell that begins like a formula, so put an apostrophe in front of it.
  const cell = (text = '') =>
    `"${toPrintable(text)
      .replace(/^[=+@\t-]/, "'$&")
      .replaceAll('"', '""')}"`;
  const rows = locations.map((found) => names.map((name) => cell(found[name])).join(','));
  return [names.join(','), ...rows];
}

/** Returns a title with the number of rows, and the rows below it. Returns nothing if there are no rows. */
function section(title: string, rows: readonly string[]): string[] {
  return rows.length === 0 ? [] : ['', `${rows.length} ${title}:`, ...atMost(rows)];
}

function atMost(lines: readonly string[]): string[] {
  const shown = lines.slice(0, maxRows).map((line) => `  ${line}`);
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `  and ${more} more; --json prints all`] : shown;
}
