/**
 * Adds the locations of rows, and reads their statuses. A row that is done is not sent again; of a row whose outcome is
 * unknown, the service is asked first. A row that may have had its text is never sent with a text again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { MerchantStatus } from '../../contract/index.js';
import {
  ServiceResponseError,
  type FinancingService,
  ServiceUnreachableError,
  InvalidServiceResponseError,
  OutcomeUnknownError,
  ServiceTimeoutError,
} from '../../service/index.js';
import { diagnose } from '../diagnose.js';
import type { EntryOutcome, ResultsFile } from './results-file.js';
import type { LocationRow } from './rows.js';

interface RunParts {
  /** Ends the run: no further row is begun, and no wait goes on. */
  readonly signal: AbortSignal;
  /** Calls at a time. */
  readonly concurrency: number;
  /** Called before each wait, with its seconds. */
  onWait(seconds: number): void;
  /** Waits for some seconds. Rejects when the signal aborts. */
  wait?: (seconds: number, signal: AbortSignal) => Promise<unknown>;
  /** Called after each row for which the service was asked. */
  onProgress(): void;
}

type SentOutcome = Exclude<EntryOutcome, 'sending'>;

/** What became of a row in this run. `done-before`: an earlier run added or found it. */
export type RowOutcome = SentOutcome | 'done-before';

export interface AddParts extends RunParts {
  readonly service: Pick<FinancingService, 'addMerchantLocation' | 'getMerchantStatus'>;
  readonly results: ResultsFile;
  /** Whether a row whose text may have gone out is added without one. */
  readonly noSecondText?: boolean | undefined;
}

interface RowResult {
  readonly outcome: RowOutcome;
  /** The problem and the remedy, in sentences, of a row that is not done. */
  readonly reason?: string | undefined;
}

export type AddReport = Awaited<ReturnType<typeof addLocations>>;

/** The reason of a row that a run did not reach, or did not send before it was ended. */
export const notReached = 'The run ended before this row. Run the same command again.';

/** Adds the locations. Resolves also where the service fails; rejects where the results cannot be written. */
export async function addLocations(rows: readonly LocationRow[], parts: AddParts) {
  const tally: Record<RowOutcome, number> = {
    ...{ created: 0, exists: 0, 'done-before': 0, refused: 0, failed: 0, unknown: 0 },
    'not-sent': 0,
  };
  const { values, stopped } = await workThrough(rows, parts, (row) => addOne(row, parts));
  /** Rows that are not done, and why. */
  const open = rows.flatMap((row, index) => {
    const { location } = row.request;
    const { outcome, reason } = values[index] ?? leave(location, parts.results);
    tally[outcome] += 1;
    return reason === undefined ? [] : [{ line: row.line, location, outcome, reason }];
  });
  // `stopped`: why the run ended before the last row, in sentences.
  return { tally, open, stopped };
}

/** What the work on one row found. */
interface Worked<Value> {
  readonly value: Value;
  /** Why the run ends with this row, in sentences. */
  readonly stops?: string | undefined;
  /** Whether the service failed to answer as the contract says; undefined where it was not asked. */
  readonly isServiceFailure?: boolean | undefined;
}

/**
 * Works through rows, as many at a time as `concurrency` says. Ends early at a signal, where a row says so, and after several
 * failures of the service in a row. `work` resolves with undefined for a row that was ended before it was sent; such rows
 * and those after them have no value.
 */
async function workThrough<Row, Value>(
  rows: readonly Row[],
  { signal, concurrency, onProgress }: RunParts,
  work: (row: Row) => Promise<Worked<Value> | undefined>,
): Promise<{ values: readonly (Value | undefined)[]; stopped: string | undefined }> {
  const values: (Value | undefined)[] = [];
  const waiting = rows.entries();
  let failuresInARow = 0;
  let stopped: string | undefined;
  async function worker(): Promise<void> {
    for (const [index, row] of waiting) {
      if (stopped !== undefined) return;
      const worked = signal.aborted ? undefined : await work(row);
      if (!worked) return void (stopped ??= 'The run was ended.');
      const { value, stops, isServiceFailure } = worked;
      values[index] = value;
      if (isServiceFailure !== undefined) {
        failuresInARow = isServiceFailure ? failuresInARow + 1 : 0;
        onProgress();
      }
      stopped ??= stops ?? (failuresInARow >= mostFailures ? failedTooOften : undefined);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { values, stopped };
}

/** After as many failures of the service in a row, the other rows are left for later. */
const mostFailures = 5;

const failedTooOften = `The service failed ${mostFailures} times in a row. Tell the service operator, and run the command again later.`;

/** What is known about a row that the run does not reach. */
function leave(location: string, results: ResultsFile): RowResult {
  if (results.doneOn(location) !== undefined) return { outcome: 'done-before' };
  return results.isUnclear(location)
    ? { outcome: 'unknown', reason: unknownOutcomeRemedy }
    : { outcome: 'not-sent', reason: notReached };
}

/**
 * Adds one location. A call that has begun is waited for, even when the run is ended. Before each try, the service is asked
 * for a location that it may have already: also for one whose text was answered 503, which a load balancer may do after the
 * service has carried the request out.
 */
async function addOne(
  { line, request: asked }: LocationRow,
  parts: AddParts,
): Promise<Worked<RowResult> | undefined> {
  const { service, results, signal, noSecondText } = parts;
  const { location } = asked;
  if (results.doneOn(location) !== undefined) return { value: { outcome: 'done-before' } };
  const mayHaveTexted = () => results.mayHaveTexted(location);
  const sendSMS = asked.sendSMS && !(noSecondText && mayHaveTexted());
  const record = (entry: { outcome: EntryOutcome; reason?: string | undefined; url?: string }) =>
    results.append({ line, location, sendSMS, ...entry });

  /** Asks for a location that the service may have. Resolves with undefined where it can be sent. */
  async function settle(): Promise<Worked<RowResult> | undefined> {
    try {
      const ask = () => service.getMerchantStatus(location, { signal });
      const { url } = await atServicePace(ask, parts);
      record({ outcome: 'exists', url });
      return { value: { outcome: 'exists' }, isServiceFailure: false };
    } catch (error) {
      if (isNotFound(error)) {
        if (!(sendSMS && mayHaveTexted())) return undefined;
        const value = { outcome: 'unknown', reason: perhapsTexted } as const;
        return { value, isServiceFailure: false };
      }
      const { reason, stops, isServiceFailure } = describeStatusFailure(error);
      const unknown = `Its outcome is not known yet. ${reason}`;
      return { value: { outcome: 'unknown', reason: unknown }, isServiceFailure, stops };
    }
  }

  let hasFailed = false;
  async function attempt(): Promise<Worked<RowResult>> {
    const settled = results.isUnclear(location) ? await settle() : undefined;
    if (settled && !hasFailed) return settled;
    if (settled) return { ...settled, isServiceFailure: settled.value.outcome === 'unknown' };
    record({ outcome: 'sending' });
    try {
      const { url } = await service.addMerchantLocation({ ...asked, sendSMS });
      record({ outcome: 'created', url });
      return { value: { outcome: 'created' }, isServiceFailure: false };
    } catch (error) {
      const { outcome, reason } = describeFailure(error, sendSMS);
      record({ outcome, reason });
      hasFailed = true;
      throw error;
    }
  }

  try {
    return await atServicePace(attempt, parts);
  } catch (error) {
    if (isAbort(error)) return undefined;
    const { stops, ...value } = describeFailure(error, sendSMS);
    const isServiceFailure = value.outcome === 'failed' || value.outcome === 'unknown';
    return { value, isServiceFailure, stops };
  }
}

const perhapsTexted =
  'The service does not have this location, but an earlier try may have had its text sent. Run the same command ' +
  'with --no-second-text: it adds the location without a text, and you pass the link on yourself.';

export interface StatusParts extends RunParts {
  readonly service: Pick<FinancingService, 'getMerchantStatus'>;
  /** Days ahead within which a link counts as expiring. */
  readonly days: number;
  /** Today in UTC, YYYY-MM-DD. */
  readonly today: string;
  /** The day (YYYY-MM-DD) on which an earlier `add` finished a location; undefined where none did. */
  readonly doneOn?: ((location: string) => string | undefined) | undefined;
}

/** Whether the onboarding link of a location needs attention. */
export type Attention = 'expired' | 'expiring' | 'none' | 'not-found' | 'not-read';

export interface LocationStatus {
  readonly line: number;
  readonly location: string;
  readonly attention: Attention;
  readonly status?: string;
  readonly url?: string;
  readonly expirationDate?: string | undefined;
  /** Whole days until the link expires; 0 or less once it has. */
  readonly daysLeft?: number | undefined;
  readonly reason?: string;
  /** Of a location that is not found: the day on which `add` finished it, by its results file. */
  readonly doneOn?: string | undefined;
}

export type StatusReport = Awaited<ReturnType<typeof readStatuses>>;

/** Reads the statuses, and finds the links that expire. Resolves also where the service fails. */
export async function readStatuses(
  named: readonly Pick<LocationStatus, 'line' | 'location'>[],
  parts: StatusParts,
) {
  const { service, signal, doneOn } = parts;
  const { values, stopped } = await workThrough<(typeof named)[number], LocationStatus>(
    named,
    parts,
    async (row) => {
      const call = () => service.getMerchantStatus(row.location, { signal });
      try {
        const found = assess(await atServicePace(call, parts), parts);
        return { value: { ...row, ...found }, isServiceFailure: false };
      } catch (error) {
        if (isAbort(error)) return undefined;
        if (isNotFound(error)) {
          const value = { ...row, attention: 'not-found', doneOn: doneOn?.(row.location) } as const;
          return { value, isServiceFailure: false };
        }
        const { reason, stops, isServiceFailure } = describeStatusFailure(error);
        return { value: { ...row, attention: 'not-read', reason }, isServiceFailure, stops };
      }
    },
  );
  return { locations: values.filter((value) => value !== undefined), stopped };
}

const day = 24 * 60 * 60 * 1_000;

// Not shown: states besides CREATED and LOCATION_DETAILS_ADDED. We take further `…_ADDED` for an application that is not
// submitted yet, whose link can expire, and every other state for one that needs its link no more.
function assess(
  { status, url, expirationDate, expiredInDays }: MerchantStatus,
  { days, today }: StatusParts,
): Omit<LocationStatus, 'line' | 'location'> {
  // The service counts the days by its own clock, and a sandbox's clock can be ahead of ours. Take the smaller number: an
  // early reminder does less harm than a late one.
  const counts = [
    ...(expirationDate ? [(Date.parse(expirationDate) - Date.parse(today)) / day] : []),
    ...(typeof expiredInDays === 'number' ? [expiredInDays] : []),
  ];
  const daysLeft = counts.length > 0 ? Math.min(...counts) : undefined;
  const isOpen = status === 'CREATED' || status.endsWith('_ADDED');
  const facts = { status, url, expirationDate: expirationDate ?? undefined, daysLeft };
  if (!isOpen || daysLeft === undefined || daysLeft > days) return { attention: 'none', ...facts };
  return { attention: daysLeft <= 0 ? 'expired' : 'expiring', ...facts };
}

/** Seconds before each further try, where the service names none. */
const pauses = [1, 2, 4, 8];

/** A service that asks for a longer wait is left alone. */
const longestWait = 300;

// Not shown: rate limits. We take 429 for "refused", and 503 for "busy", perhaps after the call was carried out.
/**
 * Makes a call, and makes it again after a wait where the service is busy or no connection was made. A caller whose
 * request must not run twice has to handle 503 itself. Waits for as long as `Retry-After` says. Rejects with the last error
 * after five tries.
 */
export async function atServicePace<T>(
  call: () => Promise<T>,
  { signal, onWait, wait = waitSeconds }: Pick<RunParts, 'signal' | 'onWait' | 'wait'>,
): Promise<T> {
  for (const seconds of pauses) {
    try {
      return await call();
    } catch (error) {
      const asked = waitAfter(error, seconds);
      if (asked === undefined || asked > longestWait) throw error;
      onWait(asked);
      await wait(asked, signal);
    }
  }
  return call();
}

/** True for an answer that asks to come back later. */
function isBusy(error: unknown): error is ServiceResponseError {
  return error instanceof ServiceResponseError && [429, 503].includes(error.status);
}

function waitAfter(error: unknown, standard: number): number | undefined {
  if (isBusy(error)) return Math.max(1, error.retryAfterSeconds ?? standard);
  return error instanceof ServiceUnreachableError ? standard : undefined;
}

function waitSeconds(seconds: number, signal: AbortSignal): Promise<unknown> {
  return pause(seconds * 1_000, undefined, { signal });
}

const unknownOutcomeRemedy =
  'Run the same command again later: it asks the service for the location before it sends anything.';

/** What an error of `addMerchantLocation` means. Throws any error again that is not the service's. */
function describeFailure(
  error: unknown,
  sendSMS: boolean,
): { outcome: SentOutcome; reason?: string; stops?: string | undefined } {
  if (error instanceof OutcomeUnknownError || error instanceof InvalidServiceResponseError) {
    const reason = `The service may or may not have added the location. ${unknownOutcomeRemedy}`;
    return { outcome: 'unknown', reason };
  }
  const status = statusOf(error);
  if (status === 409) return { outcome: 'exists' };
  if (status === 400 || status === 422) {
    const problem = describeRefusal(error as ServiceResponseError);
    return { outcome: 'refused', reason: `${problem} Then run the same command again.` };
  }
  // A load balancer may answer 503 after the service has carried the request out.
  if (sendSMS && status >= 500) {
    const reason = `The service failed (${status}), perhaps after the text. ${unknownOutcomeRemedy}`;
    return { outcome: 'unknown', reason, stops: status === 503 ? reason : undefined };
  }
  if (status >= 500 && status !== 503) {
    const reason = `The service failed (${status}). Run the same command again later.`;
    return { outcome: 'failed', reason };
  }
  const reason = diagnose(error, undefined);
  return { outcome: 'not-sent', reason, stops: reason };
}

function describeRefusal({ status, conditions, states }: ServiceResponseError): string {
  if (status === 400) {
    return 'The service finds the row incomplete or invalid (400). Correct it.';
  }
  const [condition, another] = conditions;
  const listed = states.length > 0 ? `: ${states.join(', ')}` : '';
  const single = condition === 'stateNotSupported' ? 'this state' : 'this vertical';
  const what = condition && !another ? single : 'the vertical or the state';
  return `The service does not accept ${what} (422${listed}). Correct the row, or ask the service operator.`;
}

/** What an error of `getMerchantStatus` means, but for 404. Throws any error again that is not the service's. */
function describeStatusFailure(error: unknown) {
  const status = statusOf(error);
  if (status === 422) {
    const reason =
      'The service does not accept the state of this merchant (422). Ask the service operator.';
    return { reason, isServiceFailure: false };
  }
  const reason = diagnose(error, undefined);
  const isServiceFailure =
    error instanceof ServiceTimeoutError ||
    error instanceof InvalidServiceResponseError ||
    (status >= 500 && !isBusy(error));
  // A refused key, or a service that is away, would end every further row alike.
  return { reason, isServiceFailure, stops: isServiceFailure ? undefined : reason };
}

const isNotFound = (error: unknown) => statusOf(error) === 404;

/** Returns the status of an error response, or 0 if the response is a refusal that isn't the contract's. */
function statusOf(error: unknown): number {
  if (!(error instanceof ServiceResponseError)) return 0;
  return error.status >= 500 || error.conditions.length > 0 ? error.status : 0;
}

/** True where the run was ended during a wait, or during the reading of a status. */
const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';
