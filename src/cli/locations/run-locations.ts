import { existsSync } from 'node:fs';
import { createPooledFetch } from '../../node/index.js';
import { createFinancingService } from '../../service/index.js';
import { requireSettings, type CommandContext } from '../command-context.js';
import { toJsonLines } from '../printable.js';
import { CommandError } from '../command-error.js';
import { settingEntries } from '../settings/table.js';
import { columnNames, requiredColumns } from './columns.js';
import { describeAdded, describeProblems, describeStatuses, toCsv } from './locations-report.js';
import { openResults, readResults, type Results } from './results-file.js';
import { checkLocations, checkRows, readRows, type LocationRow, type RowProblem } from './rows.js';
import { addLocations, readStatuses } from './location-calls.js';

const actions = ['add', 'status', 'template'] as const;

/** Runs `locations add FILE.csv`, `locations status FILE.csv`, or `locations template`. */
export async function runLocations(context: CommandContext): Promise<void> {
  const [word, file] = context.words;
  const action = actions.find((name) => name === word);
  if (!action) {
    throw new CommandError(`locations needs one of ${actions.join(', ')} (see locations --help)`);
  }
  refuseFlagsOfOthers(context, action);
  if (action === 'template') {
    if (file !== undefined)
      throw new CommandError('locations template takes no file; it prints to stdout');
    print([columnNames.join(',')]);
    return;
  }
  if (file === undefined)
    throw new CommandError(`locations ${action} needs the path of a CSV file`);
  await (action === 'add' ? runAdd(context, file) : runStatus(context, file));
}

function refuseFlagsOfOthers({ settings, nameOf }: CommandContext, action: string): void {
  for (const [name, { action: owner, default: standard }] of settingEntries) {
    if (owner === undefined || owner === action || settings[name] === standard) continue;
    throw new CommandError(`${nameOf(name)} is an option of locations ${owner}`);
  }
  if (settings.csv && settings.json) {
    throw new CommandError('--csv and --json are two formats of one report; choose one');
  }
}

async function runAdd(context: CommandContext, file: string): Promise<void> {
  const { dryRun, json, baseUrl, concurrency, noSecondText } = context.settings;
  const { rows, problems, notes } = readRows(file, requiredColumns);
  const { ready, problems: ofCells } = checkRows(rows);
  reportProblems(context, file, [...problems, ...ofCells], notes);
  const resultsFile = context.settings.results ?? defaultResults(file);
  if (dryRun) {
    const plan = planOf(ready, readResults(resultsFile, baseUrl));
    print(
      json
        ? toJsonLines({ file, dryRun, ...plan, notes })
        : [`Nothing was sent. ${describePlan(plan)}`],
    );
    return;
  }
  const { service, origin, signal } = openService(context);
  const results = openResults(resultsFile, origin);
  const plan = planOf(ready, results);
  const { endProgress, ...progress } = showProgress(plan.toAdd, `${origin}: ${describePlan(plan)}`);
  try {
    const report = await addLocations(ready, {
      service,
      results,
      signal,
      concurrency,
      noSecondText,
      ...progress,
    });
    endProgress();
    print(
      json
        ? toJsonLines({ file, results: resultsFile, ...report, notes })
        : [...describeAdded(report), '', `Results of each row: ${resultsFile}`],
    );
    const isDone = report.open.length === 0 && report.stopped === undefined;
    process.exitCode = isDone ? 0 : 1;
  } finally {
    results.close();
  }
}

async function runStatus(context: CommandContext, file: string): Promise<void> {
  const { json, csv, days, concurrency } = context.settings;
  const { rows, problems, notes } = readRows(file, ['location']);
  const results = resultsForStatus(context, file);
  reportProblems(context, file, [...problems, ...checkLocations(rows)], notes);
  const { service, signal } = openService(context);
  const named = rows.map(({ line, cells }) => ({ line, location: cells.get('location') ?? '' }));
  const { endProgress, ...progress } = showProgress(named.length);
  const report = await readStatuses(named, {
    service,
    signal,
    days,
    concurrency,
    ...progress,
    doneOn: results?.doneOn,
    today: new Date().toISOString().slice(0, 10),
  });
  endProgress();
  if (csv) print(toCsv(report));
  else print(json ? toJsonLines({ file, days, ...report, notes }) : describeStatuses(report, days));
  const isRead = report.locations.every(({ attention }) => attention !== 'not-read');
  process.exitCode = isRead && report.stopped === undefined ? 0 : 1;
}

function defaultResults(file: string): string {
  return `${file}.results.jsonl`;
}

/** Returns the results that `status` reads. Without `--results`, they're optional, and a file that can't be used is ignored. */
function resultsForStatus({ settings: { results, baseUrl } }: CommandContext, file: string) {
  if (results !== undefined && !existsSync(results)) {
    throw new CommandError(`${results} cannot be read: there is no such file or folder`);
  }
  try {
    return readResults(results ?? defaultResults(file), baseUrl);
  } catch (error) {
    if (results === undefined && error instanceof CommandError) return undefined;
    throw error;
  }
}

/** Prints the notes and all problems. If there are problems, throws `CommandError` before any call. */
function reportProblems(
  { settings: { json } }: CommandContext,
  file: string,
  found: readonly RowProblem[],
  notes: readonly RowProblem[],
): void {
  const noteLines = describeProblems(notes).map((line) => `note: ${line.trim()}\n`);
  if (!json) process.stderr.write(noteLines.join(''));
  if (found.length === 0) return;
  const problems = found.toSorted((a, b) => a.line - b.line);
  print(json ? toJsonLines({ file, problems, notes }) : describeProblems(problems));
  const rows = new Set(problems.map(({ line }) => line)).size;
  throw new CommandError(
    `${file}: ${rows} ${rows > 1 ? 'rows are' : 'row is'} wrong, as listed; nothing was sent`,
  );
}

function planOf(rows: readonly LocationRow[], results: Results) {
  const toAdd = rows.filter(({ request }) => results.doneOn(request.location) === undefined);
  const withText = toAdd.filter(
    ({ request: { location, sendSMS } }) => sendSMS && !results.mayHaveTexted(location),
  );
  return {
    rows: rows.length,
    toAdd: toAdd.length,
    withText: withText.length,
    doneBefore: rows.length - toAdd.length,
  };
}

function describePlan({ toAdd, withText, doneBefore }: ReturnType<typeof planOf>): string {
  const before =
    doneBefore > 0
      ? ` ${doneBefore} ${doneBefore === 1 ? 'is' : 'are'} done by an earlier run.`
      : '';
  const locations = toAdd === 1 ? 'location' : 'locations';
  return `${toAdd} ${locations} to add, ${withText} of them with a text message.${before}`;
}

/** The number of finished rows after which the remaining time is printed once if stderr isn't a terminal. */
const firstRows = 10;

/** Shows the progress, the estimated time left, and the waits on stderr. On a terminal, the progress is one line that changes. */
function showProgress(total: number, title?: string) {
  const { stderr } = process;
  const clear = stderr.isTTY ? '\r\x1b[K' : '';
  const say = (text: string) => void stderr.write(`${clear}${text}\n`);
  const begin = performance.now();
  let finished = 0;
  if (title !== undefined) say(title);
  return {
    onWait: (seconds: number) => say(`The service is busy or down: waiting ${seconds} s.`),
    onProgress() {
      finished += 1;
      const seconds = Math.ceil(
        ((performance.now() - begin) / finished / 1_000) * (total - finished),
      );
      const left = seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
      const text = `${finished} of ${total}${finished < total ? `, about ${left} left` : ''}`;
      if (stderr.isTTY) stderr.write(clear + text);
      else if (finished === firstRows) say(text);
    },
    endProgress: () => void stderr.write(clear),
  };
}

/**
 * Creates a service client, and a signal that ends the run on Ctrl+C, on SIGTERM, or when the terminal closes. A second Ctrl+C
 * exits immediately.
 */
function openService(context: CommandContext) {
  const { timeout, allowHttp } = context.settings;
  const credentials = requireSettings(
    context,
    ['baseUrl', 'svcKey', 'svcSecret'],
    'onboarding needs both credentials',
  );
  const fetch = createPooledFetch();
  const service = createFinancingService({ ...credentials, timeout, allowHttp, fetch });
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) {
        // A closing terminal can send SIGHUP twice: once from the system and once from the shell.
        if (signal !== 'SIGHUP') process.exit(1);
        return;
      }
      process.stderr.write('\nStopping after the current call. Press again to stop at once.\n');
      controller.abort();
    });
  }
  return { service, origin: new URL(credentials.baseUrl).href, signal: controller.signal };
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
