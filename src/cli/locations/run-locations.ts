import { existsSync } from 'node:fs';
import { createPooledFetch } from '../../node/index.js';
import { createFinancingService, type FinancingService } from '../../service/index.js';
import type { CommandContext } from '../context.js';
import { CommandError } from '../settings/read-file.js';
import { settings, type SettingName } from '../settings/table.js';
import { columnNames, requiredColumns } from './columns.js';
import {
  createProgress,
  describeAdded,
  describeProblems,
  describeStatuses,
  toCsv,
  toJson,
} from './report.js';
import { openResults, readResults, readResultsIfUsable, type Results } from './results-file.js';
import {
  checkLocations,
  checkRows,
  type LocationRow,
  type RowProblem,
  readRows,
  type RowsOfFile,
} from './rows.js';
import { addLocations, readStatuses } from './work.js';

const actions = ['add', 'status', 'template'] as const;

/** `locations add FILE.csv`, `locations status FILE.csv` and `locations template`. */
export async function runLocations(context: CommandContext): Promise<void> {
  const [word, file] = context.words;
  const action = actions.find((name) => name === word);
  if (!action) {
    throw new CommandError(`locations needs one of ${actions.join(', ')} (see locations --help)`);
  }
  refuseFlagsOfOthers(context, action);
  if (action === 'template') {
    if (file !== undefined) throw new CommandError('template prints to the output, without a file');
    print([columnNames.join(',')]);
    return;
  }
  if (file === undefined)
    throw new CommandError(`locations ${action} needs the path of a CSV file`);
  await (action === 'add' ? runAdd(context, file) : runStatus(context, file));
}

/** The flags of some actions, by the settings. */
const flagsOf: Readonly<Partial<Record<SettingName, readonly string[]>>> = {
  dryRun: ['add'],
  noSecondText: ['add'],
  days: ['status'],
  csv: ['status'],
  results: ['add', 'status'],
  concurrency: ['add', 'status'],
  json: ['add', 'status'],
};

function refuseFlagsOfOthers(context: CommandContext, action: string): void {
  for (const [name, owners] of Object.entries(flagsOf) as [SettingName, readonly string[]][]) {
    const isGiven = context.settings[name] !== settings[name].default;
    if (!isGiven || owners.includes(action)) continue;
    const flag = context.nameOf(name);
    throw new CommandError(`${flag} is an option of locations ${owners.join(' and ')}`);
  }
  if (context.settings.csv && context.settings.json) {
    throw new CommandError('--csv and --json are two ways to print one report: choose one');
  }
}

async function runAdd(context: CommandContext, file: string): Promise<void> {
  const { dryRun, json, baseUrl, concurrency, noSecondText } = context.settings;
  const read = readRows(file, requiredColumns);
  const { ready, ...checked } = checkRows(read.rows);
  const notes = reportRows(context, file, [read, checked]);
  const resultsFile = context.settings.results ?? defaultResults(file);
  if (dryRun) {
    const plan = planOf(ready, readResults(resultsFile, baseUrl));
    print(
      json ? toJson({ file, dryRun, ...plan, notes }) : [`Nothing was sent. ${describePlan(plan)}`],
    );
    return;
  }
  const { service, origin, signal } = openService(context);
  const results = openResults(resultsFile, origin);
  const plan = planOf(ready, results);
  const progress = createProgress(process.stderr, plan.toAdd);
  progress.say(`${origin}: ${describePlan(plan)}`);
  try {
    const report = await addLocations(ready, {
      ...{ service, results, signal, concurrency, noSecondText },
      onWait: (seconds) => progress.say(`The service is busy or away: waiting ${seconds} s.`),
      onProgress: ({ refused, failed, unknown }) => {
        const open = refused + failed + unknown;
        progress.advance(open > 0 ? `${open} not added` : '');
      },
    });
    progress.end();
    print(
      json
        ? toJson({ file, results: resultsFile, ...report, notes })
        : [
            ...describeAdded(report, file, context.settings.results),
            '',
            `Results of each row: ${resultsFile}`,
          ],
    );
    const isDone = report.open.length === 0 && report.stopped === undefined;
    process.exitCode = isDone ? 0 : 1;
  } finally {
    results.close();
  }
}

async function runStatus(context: CommandContext, file: string): Promise<void> {
  const { json, csv, days, baseUrl, concurrency, results: resultsFile } = context.settings;
  const read = readRows(file, ['location']);
  if (resultsFile !== undefined && !existsSync(resultsFile)) {
    throw new CommandError(`${resultsFile} cannot be read: there is no such file or folder`);
  }
  const notes = reportRows(context, file, [read, checkLocations(read.rows)]);
  const results = resultsFile
    ? readResults(resultsFile, baseUrl)
    : readResultsIfUsable(defaultResults(file), baseUrl);
  const { service, signal } = openService(context);
  const named = read.rows.flatMap(({ line, cells }) => {
    const location = cells.get('location');
    return location === undefined ? [] : [{ line, location }];
  });
  const progress = createProgress(process.stderr, named.length);
  const report = await readStatuses(named, {
    ...{ service, signal, days, concurrency, doneOn: results.doneOn },
    today: new Date().toISOString().slice(0, 10),
    onWait: (seconds) => progress.say(`The service is busy or away: waiting ${seconds} s.`),
    onProgress: () => progress.advance(),
  });
  progress.end();
  if (csv) print(toCsv(report));
  else print(json ? toJson({ file, days, ...report, notes }) : describeStatuses(report, days));
  const isRead = report.locations.every(({ attention }) => attention !== 'not-read');
  process.exitCode = isRead && report.stopped === undefined ? 0 : 1;
}

function defaultResults(file: string): string {
  return `${file}.results.jsonl`;
}

/**
 * Reports what is wrong with rows, and what is worth a look. Throws `CommandError` where rows are wrong, before any call; returns
 * the notes, which people get on stderr.
 */
function reportRows(
  { settings: { json } }: CommandContext,
  file: string,
  findings: readonly Pick<RowsOfFile, 'problems' | 'notes'>[],
): RowProblem[] {
  const byLine = (a: RowProblem, b: RowProblem) => a.line - b.line;
  const problems = findings.flatMap((found) => found.problems).sort(byLine);
  const notes = findings.flatMap((found) => found.notes).sort(byLine);
  const said = describeProblems(notes).map((line) => `note: ${line.trim()}\n`);
  if (!json) process.stderr.write(said.join(''));
  if (problems.length === 0) return notes;
  print(json ? toJson({ file, problems, notes }) : describeProblems(problems));
  const rows = new Set(problems.map(({ line }) => line)).size;
  throw new CommandError(
    `${file}: ${rows} ${rows > 1 ? 'rows are' : 'row is'} wrong, as listed; nothing was sent`,
  );
}

interface Plan {
  readonly rows: number;
  readonly toAdd: number;
  readonly withText: number;
  readonly doneBefore: number;
}

function planOf(rows: readonly LocationRow[], results: Results): Plan {
  const toAdd = rows.filter(({ request: { location } }) => {
    return results.doneOn(location) === undefined;
  });
  return {
    rows: rows.length,
    toAdd: toAdd.length,
    withText: toAdd.filter(({ request: { location, sendSMS } }) => {
      return sendSMS && !results.mayHaveTexted(location);
    }).length,
    doneBefore: rows.length - toAdd.length,
  };
}

function describePlan({ toAdd, withText, doneBefore }: Plan): string {
  const before =
    doneBefore > 0
      ? ` ${doneBefore} ${doneBefore === 1 ? 'is' : 'are'} done by an earlier run.`
      : '';
  const locations = toAdd === 1 ? 'location' : 'locations';
  return `${toAdd} ${locations} to add, ${withText} of them with a text message.${before}`;
}

/** The service, and a signal that ends the work at Ctrl+C or when the terminal closes. A second Ctrl+C ends the process at once. */
function openService({ settings }: CommandContext) {
  const { baseUrl = '', svcKey = '', svcSecret = '', timeout, allowHttp } = settings;
  const missing = [
    ...(baseUrl ? [] : ['FINANCING_BASE_URL']),
    ...(svcKey ? [] : ['FINANCING_SVC_KEY']),
    ...(svcSecret ? [] : ['FINANCING_SVC_SECRET']),
  ];
  if (missing.length > 0) {
    throw new CommandError(
      `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing; onboarding needs both credentials`,
    );
  }
  const fetch = createPooledFetch();
  const service: FinancingService = createFinancingService({
    baseUrl,
    svcKey,
    svcSecret,
    timeout,
    allowHttp,
    fetch,
  });
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) {
        // A terminal that closes can send SIGHUP twice: from the system and from the shell.
        if (signal !== 'SIGHUP') process.exit(1);
        return;
      }
      process.stderr.write('\nEnding after the call under way; once more ends it at once.\n');
      controller.abort();
    });
  }
  return { service, origin: new URL(baseUrl).href, signal: controller.signal };
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
