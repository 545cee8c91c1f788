import { existsSync } from 'node:fs';
import { createPooledFetch } from '../../node/index.js';
import { createFinancingService, type FinancingService } from '../../service/index.js';
import type { CommandContext } from '../context.js';
import { CommandError, settings } from '../settings/index.js';
import { addLocations } from './add-locations.js';
import { checkLocations, checkRows, type LocationRow, type RowProblem } from './check-rows.js';
import { columnNames, requiredColumns } from './columns.js';
import { createProgress } from './progress.js';
import { readRows } from './read-rows.js';
import { readStatuses } from './read-statuses.js';
import { describeAdded, describeProblems, describeStatuses, toJson } from './report.js';
import { openResults, readResults, readResultsIfUsable, type Results } from './results-file.js';

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

function refuseFlagsOfOthers(
  { settings: { dryRun, results, days, json } }: CommandContext,
  action: (typeof actions)[number],
): void {
  const given = [
    ...(dryRun ? [['--dry-run', 'add']] : []),
    ...(results !== undefined && action === 'template' ? [['--results', 'add and status']] : []),
    ...(days !== settings.days.default ? [['--days', 'status']] : []),
    ...(json && action === 'template' ? [['--json', 'add and status']] : []),
  ];
  const [wrong] = given.filter(([, owner]) => owner !== action);
  if (wrong) throw new CommandError(`${wrong[0]} is an option of locations ${wrong[1]}`);
}

async function runAdd(context: CommandContext, file: string): Promise<void> {
  const { dryRun, json, baseUrl } = context.settings;
  const { ready, problems } = checkRows(readRows(file, requiredColumns));
  refuseProblems(context, file, problems);
  const resultsFile = context.settings.results ?? defaultResults(file);
  if (dryRun) {
    const plan = planOf(ready, readResults(resultsFile, baseUrl));
    print(json ? toJson({ file, dryRun, ...plan }) : [`Nothing was sent. ${describePlan(plan)}`]);
    return;
  }
  const { service, origin, signal } = openService(context);
  const results = openResults(resultsFile, origin);
  const plan = planOf(ready, results);
  const progress = createProgress(process.stderr, plan.toAdd);
  progress.say(`${origin}: ${describePlan(plan)}`);
  try {
    const report = await addLocations(ready, {
      ...{ service, results, signal },
      onWait: (seconds) => progress.say(`The service is busy or away: waiting ${seconds} s.`),
      onProgress: ({ refused, failed, unknown }) => {
        const open = refused + failed + unknown;
        progress.advance(open > 0 ? `${open} not added` : '');
      },
    });
    progress.end();
    print(
      json
        ? toJson({ file, results: resultsFile, ...report })
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
  const { json, days, baseUrl, results: resultsFile } = context.settings;
  const rows = readRows(file, ['location']);
  if (resultsFile !== undefined && !existsSync(resultsFile)) {
    throw new CommandError(`${resultsFile} cannot be read (ENOENT)`);
  }
  refuseProblems(context, file, checkLocations(rows));
  const results = resultsFile
    ? readResults(resultsFile, baseUrl)
    : readResultsIfUsable(defaultResults(file), baseUrl);
  const { service, signal } = openService(context);
  const named = rows.flatMap(({ line, cells }) => {
    const location = cells.get('location');
    return location === undefined ? [] : [{ line, location }];
  });
  const progress = createProgress(process.stderr, named.length);
  const report = await readStatuses(named, {
    ...{ service, signal, days, doneOn: results.doneOn },
    today: new Date().toISOString().slice(0, 10),
    onWait: (seconds) => progress.say(`The service is busy or away: waiting ${seconds} s.`),
    onProgress: () => progress.advance(),
  });
  progress.end();
  print(json ? toJson({ file, days, ...report }) : describeStatuses(report, days));
  const isRead = report.locations.every(({ attention }) => attention !== 'not-read');
  process.exitCode = isRead && report.stopped === undefined ? 0 : 1;
}

function defaultResults(file: string): string {
  return `${file}.results.jsonl`;
}

/** Ends the command where rows are wrong, before any call. */
function refuseProblems(
  { settings: { json } }: CommandContext,
  file: string,
  problems: readonly RowProblem[],
): void {
  if (problems.length === 0) return;
  print(json ? toJson({ file, problems }) : describeProblems(problems));
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
    ...{ baseUrl, svcKey, svcSecret, timeout, allowHttp, fetch },
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
