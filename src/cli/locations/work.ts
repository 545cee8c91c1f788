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

/** What the work needs. */
export interface AddParts extends PaceOptions {
  readonly service: Pick<FinancingService, 'addMerchantLocation' | 'getMerchantStatus'>;
  readonly results: ResultsFile;
  /** Whether a row whose text may have gone out is added without one. */
  readonly noSecondText?: boolean | undefined;
  /** Called after each row that an earlier run has not done. */
  onProgress(tally: Tally): void;
}

/** What became of a row in this run. `done-before`: an earlier run added or found it. */
export type RowOutcome = Exclude<EntryOutcome, 'sending'> | 'done-before';

/** Number of rows by outcome. */
export type Tally = Record<RowOutcome, number>;

/** A row that is not done, and why. */
export interface OpenRow {
  readonly line: number;
  readonly location: string;
  readonly outcome: RowOutcome;
  /** The problem and the remedy, in sentences. */
  readonly reason: string;
}

/** What became of all rows. */
export interface AddReport {
  readonly tally: Tally;
  readonly open: readonly OpenRow[];
  /** Why the run ended before the last row, in sentences. */
  readonly stopped?: string;
}

interface RowResult extends Step {
  readonly outcome: RowOutcome;
  readonly reason?: string;
}

/** The reason of a row that a run did not reach, or did not send before it was ended. */
export const notReached = 'The run ended before this row. Run the same command again.';

const ended = 'The run was ended.';

/** Adds the locations. Resolves also where the service fails; rejects where the results cannot be written. */
export async function addLocations(
  rows: readonly LocationRow[],
  parts: AddParts,
): Promise<AddReport> {
  const tally = {
    ...{ created: 0, exists: 0, 'done-before': 0, refused: 0, failed: 0, unknown: 0 },
    'not-sent': 0,
  };
  const { results, stopped } = await workThrough(rows, parts, async (row) => {
    const result = await addOne(row, parts);
    tally[result.outcome] += 1;
    if (result.outcome !== 'done-before') parts.onProgress(tally);
    return result;
  });
  const open = rows.flatMap((row, index): OpenRow[] => {
    const reached = results[index];
    const { outcome, reason } = reached ?? leave(row, parts);
    if (!reached) tally[outcome] += 1;
    const { line, request } = row;
    return reason === undefined ? [] : [{ line, location: request.location, outcome, reason }];
  });
  return { tally, open, ...(stopped !== undefined && { stopped }) };
}

/** What the work on one row says about the others. */
interface Step {
  /** Why the run ends with this row, in sentences. */
  readonly stops?: string | undefined;
  /** Whether the service failed to answer as the contract says; undefined where it was not asked. */
  readonly isServiceFailure?: boolean | undefined;
}

/**
 * Works through rows, as many at a time as `concurrency` says. Ends early at a signal, where a row says so, and after several
 * failures of the service in a row. The results of rows that it does not reach are missing.
 */
async function workThrough<Row, Result extends Step>(
  rows: readonly Row[],
  { signal, concurrency = 1 }: PaceOptions,
  work: (row: Row) => Promise<Result>,
): Promise<{ results: Partial<Record<number, Result>>; stopped: string | undefined }> {
  const results: Partial<Record<number, Result>> = {};
  const waiting = rows.entries();
  let failuresInARow = 0;
  let stopped: string | undefined;
  async function worker(): Promise<void> {
    for (const [index, row] of waiting) {
      if (signal.aborted) stopped ??= ended;
      if (stopped !== undefined) return;
      const result = await work(row);
      results[index] = result;
      const { isServiceFailure } = result;
      if (isServiceFailure !== undefined)
        failuresInARow = isServiceFailure ? failuresInARow + 1 : 0;
      stopped ??= result.stops ?? (failuresInARow >= mostFailures ? failedTooOften : undefined);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { results, stopped };
}

/** What is known about a row that the run does not reach. */
function leave({ request: { location } }: LocationRow, { results }: AddParts): RowResult {
  const { isDone, isUnclear } = earlierOutcome(location, results);
  if (isDone) return { outcome: 'done-before' };
  return { outcome: isUnclear ? 'unknown' : 'not-sent', reason: notReached };
}

function earlierOutcome(location: string, results: ResultsFile) {
  const earlier = results.last(location)?.outcome;
  return {
    isDone: results.doneOn(location) !== undefined,
    isUnclear: earlier === 'unknown' || earlier === 'sending',
  };
}

async function addOne(given: LocationRow, parts: AddParts): Promise<RowResult> {
  const { location } = given.request;
  const { results, noSecondText } = parts;
  const { isDone, isUnclear } = earlierOutcome(location, results);
  if (isDone) return { outcome: 'done-before' };
  const mayHaveTexted = results.mayHaveTexted(location);
  const row =
    noSecondText && mayHaveTexted
      ? { ...given, request: { ...given.request, sendSMS: false } }
      : given;
  const settled = isUnclear || mayHaveTexted ? await settle(row, parts) : undefined;
  return settled ?? send(row, parts);
}

/** Asks the service for a location whose outcome is unknown. Resolves with undefined where it can be sent. */
async function settle(row: LocationRow, parts: AddParts): Promise<RowResult | undefined> {
  const { location, sendSMS } = row.request;
  try {
    const { signal } = parts;
    const status = () => parts.service.getMerchantStatus(location, { signal });
    const { url } = await atServicePace(status, parts);
    parts.results.append({ ...entryOf(row), outcome: 'exists', url });
    return { outcome: 'exists', isServiceFailure: false };
  } catch (error) {
    if (parts.signal.aborted) return { outcome: 'unknown', reason: unknownOutcomeRemedy };
    const status = error instanceof ServiceResponseError ? error.status : undefined;
    if (status === 404) {
      const isRisky = sendSMS && parts.results.mayHaveTexted(location);
      return isRisky ? { outcome: 'unknown', reason: perhapsTexted } : undefined;
    }
    const { ends, isServiceFailure, ...failure } = describeStatusFailure(error);
    const reason = `Its outcome is not known yet. ${failure.reason}`;
    return { outcome: 'unknown', reason, isServiceFailure, stops: ends ? reason : undefined };
  }
}

const perhapsTexted =
  'The service does not have this location, but an earlier try may have had its text sent. Run the same command ' +
  'with --no-second-text: it adds the location without a text, and you pass the link on yourself.';

/**
 * Sends a row. A call that has begun is waited for, even when the run is ended. A row with a text that was answered 503
 * may have been carried out: after the wait, the service is asked for it in place of a second try.
 */
async function send(row: LocationRow, parts: AddParts): Promise<RowResult> {
  const { service, results } = parts;
  const { location, sendSMS } = row.request;
  const mayHaveTexted = () => sendSMS && results.mayHaveTexted(location);
  const attempt = async (): Promise<RowResult> => {
    const settled = mayHaveTexted() ? await settle(row, parts) : undefined;
    if (settled) return { ...settled, isServiceFailure: settled.outcome === 'unknown' };
    results.append({ ...entryOf(row), outcome: 'sending' });
    try {
      const { url } = await service.addMerchantLocation(row.request);
      results.append({ ...entryOf(row), outcome: 'created', url });
      return { outcome: 'created', isServiceFailure: false };
    } catch (error) {
      const { outcome, reason } = describeFailure(error, sendSMS);
      results.append({ ...entryOf(row), outcome, reason });
      throw error;
    }
  };
  try {
    return await atServicePace(attempt, parts);
  } catch (error) {
    // The wait for a further try was ended.
    if (error instanceof Error && error.name === 'AbortError') {
      return mayHaveTexted()
        ? { outcome: 'unknown', reason: unknownOutcomeRemedy }
        : { outcome: 'not-sent', reason: notReached, stops: ended };
    }
    const { outcome, reason, ends } = describeFailure(error, sendSMS);
    const isServiceFailure = outcome === 'failed' || outcome === 'unknown';
    if (outcome === 'exists') return { outcome, isServiceFailure };
    return { outcome, reason, isServiceFailure, stops: ends ? reason : undefined };
  }
}

function entryOf({ line, request: { location, sendSMS } }: LocationRow) {
  return { line, location, sendSMS };
}

/** What the reading of statuses needs. */
export interface StatusParts extends PaceOptions {
  readonly service: Pick<FinancingService, 'getMerchantStatus'>;
  /** Days ahead within which a link counts as expiring. */
  readonly days: number;
  /** Today in UTC, YYYY-MM-DD. */
  readonly today: string;
  /** The day (YYYY-MM-DD) on which an earlier `add` finished a location; undefined where none did. */
  doneOn(location: string): string | undefined;
  /** Called after each row. */
  onProgress(): void;
}

/** A location of the file. */
export interface NamedLocation {
  readonly line: number;
  readonly location: string;
}

/** Whether the onboarding link of a location needs attention. */
export type Attention = 'expired' | 'expiring' | 'none' | 'not-found' | 'not-read';

/** What is known about a location. */
export interface LocationStatus extends NamedLocation {
  readonly attention: Attention;
  readonly status?: string;
  readonly url?: string;
  readonly expirationDate?: string | undefined;
  /** Whole days until the link expires; 0 or less once it has. */
  readonly daysLeft?: number | undefined;
  readonly reason?: string;
  /** Of a location that is not found: the day on which `add` finished it, by its results file. */
  readonly doneOn?: string;
}

/** What is known about all locations. */
export interface StatusReport {
  readonly locations: readonly LocationStatus[];
  /** Why locations were left, in sentences. */
  readonly stopped?: string;
}

/** Reads the statuses, and finds the links that expire. Resolves also where the service fails. */
export async function readStatuses(
  named: readonly NamedLocation[],
  parts: StatusParts,
): Promise<StatusReport> {
  const { service, signal } = parts;
  const { results, stopped } = await workThrough(named, parts, async (row) => {
    const { line, location } = row;
    const call = () => service.getMerchantStatus(location, { signal });
    const found = (status: Omit<LocationStatus, keyof NamedLocation>, step?: Step) => {
      parts.onProgress();
      return { status: { line, location, ...status }, isServiceFailure: false, ...step };
    };
    try {
      return found(assess(await atServicePace(call, parts), parts));
    } catch (error) {
      if (error instanceof ServiceResponseError && error.status === 404) {
        const doneOn = parts.doneOn(location);
        return found({ attention: 'not-found', ...(doneOn !== undefined && { doneOn }) });
      }
      if (signal.aborted) return { stops: ended };
      const { reason, ends, isServiceFailure } = describeStatusFailure(error);
      const stops = ends ? reason : undefined;
      return found({ attention: 'not-read', reason }, { isServiceFailure, stops });
    }
  });
  const locations = named.flatMap((_, index) => {
    const result = results[index];
    return result && 'status' in result ? [result.status] : [];
  });
  return { locations, ...(stopped !== undefined && { stopped }) };
}

const day = 24 * 60 * 60 * 1_000;

// Not shown: states besides CREATED and LOCATION_DETAILS_ADDED. We take further `…_ADDED` for an application that is not
// submitted yet, whose link can expire, and every other state for one that needs its link no more.
function assess(
  { status, url, expirationDate, expiredInDays }: MerchantStatus,
  { days, today }: StatusParts,
): Omit<LocationStatus, keyof NamedLocation> {
  const daysLeft = expirationDate
    ? (Date.parse(expirationDate) - Date.parse(today)) / day
    : (expiredInDays ?? undefined);
  const isOpen = status === 'CREATED' || status.endsWith('_ADDED');
  const facts = { status, url, expirationDate: expirationDate ?? undefined, daysLeft };
  if (!isOpen || daysLeft === undefined || daysLeft > days) return { attention: 'none', ...facts };
  return { attention: daysLeft <= 0 ? 'expired' : 'expiring', ...facts };
}

/** Options of `atServicePace`. */
export interface PaceOptions {
  /** Ends a wait. */
  readonly signal: AbortSignal;
  /**
   * Calls at a time.
   * @default 1
   */
  readonly concurrency?: number;
  /** Called before each wait, with its seconds. */
  onWait(seconds: number): void;
  /** Waits for some seconds. Rejects when the signal aborts. */
  wait?: (seconds: number, signal: AbortSignal) => Promise<unknown>;
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
  { signal, onWait, wait = waitSeconds }: PaceOptions,
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

/** What an error of a creation means for its row, and for the run. */
interface Failure {
  readonly outcome: Extract<EntryOutcome, 'exists' | 'refused' | 'failed' | 'not-sent' | 'unknown'>;
  /** One or two sentences: the problem and the remedy. */
  readonly reason: string;
  /** True where every further row would fail alike. */
  readonly ends: boolean;
}

/** The remedy of an unknown outcome. */
const unknownOutcomeRemedy =
  'Run the same command again later: it asks the service for the location before it sends anything.';

/** Describes an error of `addMerchantLocation`. Throws any other error again. */
function describeFailure(error: unknown, sendSMS: boolean): Failure {
  if (error instanceof OutcomeUnknownError || error instanceof InvalidServiceResponseError) {
    const reason = `The service may or may not have added the location. ${unknownOutcomeRemedy}`;
    return { outcome: 'unknown', reason, ends: false };
  }
  // A load balancer may answer 503 after the service has carried the request out; 429 is a refusal.
  if (sendSMS && error instanceof ServiceResponseError && error.status === 503) {
    const reason = `The service is busy (503), perhaps after the text. ${unknownOutcomeRemedy}`;
    return { outcome: 'unknown', reason, ends: true };
  }
  if (!(error instanceof ServiceResponseError) || isBusy(error)) {
    return { outcome: 'not-sent', reason: diagnose(error, undefined), ends: true };
  }
  const { status } = error;
  if (status === 409) return { outcome: 'exists', reason: 'It was added before.', ends: false };
  if (status === 400 || status === 422) {
    return { outcome: 'refused', reason: `${refusal(error)} ${runAgain}`, ends: false };
  }
  if (status < 500) {
    return { outcome: 'not-sent', reason: diagnose(error, undefined), ends: true };
  }
  return sendSMS
    ? {
        outcome: 'unknown',
        reason: `The service failed (${status}), perhaps after the text. ${unknownOutcomeRemedy}`,
        ends: false,
      }
    : {
        outcome: 'failed',
        reason: `The service failed (${status}). Run the same command again later.`,
        ends: false,
      };
}

/** What an error of a status read means for its location, and for the run. */
interface StatusFailure {
  readonly reason: string;
  /** True where every further row would fail alike. */
  readonly ends: boolean;
  /** True where the service failed to answer as the contract says. */
  readonly isServiceFailure: boolean;
}

/** Describes an error of `getMerchantStatus`, but for 404. Throws any error again that is not the service's. */
function describeStatusFailure(error: unknown): StatusFailure {
  const status = error instanceof ServiceResponseError ? error.status : 0;
  if (status === 422) {
    const reason =
      'The service does not accept the state of this merchant (422). Ask the service operator.';
    return { reason, ends: false, isServiceFailure: false };
  }
  const isServiceFailure =
    error instanceof ServiceTimeoutError ||
    error instanceof InvalidServiceResponseError ||
    (status >= 500 && !isBusy(error));
  return { reason: diagnose(error, undefined), ends: !isServiceFailure, isServiceFailure };
}

/** After as many failures of the service in a row, the other rows are left for later. */
const mostFailures = 5;

/** Why a run then ends. */
const failedTooOften = `The service failed ${mostFailures} times in a row. Tell the service operator, and run the command again later.`;

const runAgain = 'Then run the same command again.';

function refusal({ status, conditions, states }: ServiceResponseError): string {
  if (status === 400) {
    return 'The service finds the row incomplete or invalid (400). Correct it.';
  }
  const listed = states.length > 0 ? `: ${states.join(', ')}` : '';
  const state = `The service does not accept this state (422${listed}). Correct businessAddress.state, or leave the row out.`;
  const vertical =
    'The service does not accept this vertical for you (422). Correct it, or ask the service operator.';
  const either =
    'The service does not accept the vertical or the state (422). Correct them, or ask the service operator.';
  if (conditions.length !== 1) return either;
  return conditions[0] === 'stateNotSupported' ? state : vertical;
}
