/**
 * Adds the locations of rows, and reads their statuses. A row that is done isn't sent again. If the outcome of a row is unknown,
 * the service is asked for the location first. If a row's text message may have been sent, the row is never sent with a text
 * message again.
 */
import { dayMs } from '../../internal/durations.js';
import type { MerchantStatus } from '../../contract/index.js';
import {
  ServiceResponseError,
  type FinancingService,
  InvalidServiceResponseError,
  OutcomeUnknownError,
  ServiceTimeoutError,
} from '../../service/index.js';
import { diagnose } from '../diagnose.js';
import { isBusy, retryWhileBusy, type RetryOptions } from '../retry-while-busy.js';
import type { EntryOutcome, ResultsFile } from './results-file.js';
import type { LocationRow } from './rows.js';

interface RunParts extends RetryOptions {
  /** Ends the run: no new rows start, and waits are canceled. */
  readonly signal: AbortSignal;
  /** The maximum number of concurrent calls. */
  readonly concurrency: number;
  /** Called after each row for which a request was sent to the service. */
  onProgress(): void;
}

type SentOutcome = Exclude<EntryOutcome, 'sending'>;

/** The outcome of a row in this run. `done-before` means that an earlier run added or found the location. */
export type RowOutcome = SentOutcome | 'done-before';

export interface AddParts extends RunParts {
  readonly service: Pick<FinancingService, 'addMerchantLocation' | 'getMerchantStatus'>;
  readonly results: ResultsFile;
  /** True to add a row without a text message if an earlier text message for the row may have been sent. */
  readonly noSecondText?: boolean | undefined;
}

interface RowResult {
  readonly outcome: RowOutcome;
  /** The problem and the remedy, in sentences, if the row isn't done. */
  readonly reason?: string | undefined;
}

export type AddReport = Awaited<ReturnType<typeof addLocations>>;

/** The reason for a row that the run didn't reach, or didn't send before it ended. */
export const notReached = 'The run stopped before this row. Run the same command again.';

/** Adds the locations. Resolves even if the service fails. Rejects if the results can't be written. */
export async function addLocations(rows: readonly LocationRow[], parts: AddParts) {
  const tally: Record<RowOutcome, number> = {
    created: 0,
    exists: 0,
    'done-before': 0,
    refused: 0,
    failed: 0,
    unknown: 0,
    'not-sent': 0,
  };
  const { values, stopped } = await workThrough(rows, parts, (row) => addOne(row, parts));
  /** The rows that aren't done, each with its reason. */
  const open = rows.flatMap((row, index) => {
    const { location } = row.request;
    const { outcome, reason } = values[index] ?? leave(location, parts.results);
    tally[outcome] += 1;
    return reason === undefined ? [] : [{ line: row.line, location, outcome, reason }];
  });
  // `stopped` says why the run ended before the last row, in sentences.
  return { tally, open, stopped };
}

/** The result of the work on one row. */
interface Worked<Value> {
  readonly value: Value;
  /** Why the run has to end after this row, in sentences. */
  readonly stops?: string | undefined;
  /** True if the service failed to respond according to the contract. Undefined if the service wasn't asked. */
  readonly isServiceFailure?: boolean | undefined;
}

/**
 * Runs `work` on the rows, with up to `concurrency` rows at a time. Ends early when the signal aborts, when a row has `stops`, or
 * after several consecutive failures of the service. `work` resolves with undefined if the run ended before the row was sent.
 * This row and the rows after it have no value.
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
      if (!worked) return void (stopped ??= 'The run was stopped.');
      const { value, stops, isServiceFailure } = worked;
      values[index] = value;
      if (isServiceFailure !== undefined) {
        failuresInARow = isServiceFailure ? failuresInARow + 1 : 0;
        onProgress();
      }
      stopped ??= stops ?? (failuresInARow >= maxFailuresInARow ? failedTooOften : undefined);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { values, stopped };
}

/** After this many consecutive failures of the service, the run skips the remaining rows. */
const maxFailuresInARow = 5;

const failedTooOften = `The service failed ${maxFailuresInARow} times in a row. Tell the service operator, and run the command again later.`;

/** Returns what is known about a row that the run doesn't reach. */
function leave(location: string, results: ResultsFile): RowResult {
  if (results.doneOn(location) !== undefined) return { outcome: 'done-before' };
  return results.isUnclear(location)
    ? { outcome: 'unknown', reason: unknownOutcomeRemedy }
    : { outcome: 'not-sent', reason: notReached };
}

/**
 * Adds one location. Waits for a request that was sent, even if the run ends in the meantime. Before each try, asks the service
 * for the location if an earlier try may have added it. This includes a 503 to a request with a text message, because a load
 * balancer may send 503 after the service carried out the request.
 */
async function addOne(
  { line, request: original }: LocationRow,
  parts: AddParts,
): Promise<Worked<RowResult> | undefined> {
  const { service, results, signal, noSecondText } = parts;
  const { location } = original;
  if (results.doneOn(location) !== undefined) return { value: { outcome: 'done-before' } };
  const mayHaveTexted = () => results.mayHaveTexted(location);
  const sendSMS = original.sendSMS && !(noSecondText && mayHaveTexted());
  const record = (entry: { outcome: EntryOutcome; reason?: string | undefined; url?: string }) =>
    results.append({ line, location, sendSMS, ...entry });

  /** Asks the service for the location. Resolves with undefined if the location can be sent. */
  async function settle(): Promise<Worked<RowResult> | undefined> {
    try {
      const ask = () => service.getMerchantStatus(location, { signal });
      const { url } = await retryWhileBusy(ask, parts);
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
      const { url } = await service.addMerchantLocation({ ...original, sendSMS });
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
    return await retryWhileBusy(attempt, parts);
  } catch (error) {
    if (isAbort(error)) return undefined;
    const { stops, ...value } = describeFailure(error, sendSMS);
    const isServiceFailure = value.outcome === 'failed' || value.outcome === 'unknown';
    return { value, isServiceFailure, stops };
  }
}

const perhapsTexted =
  'The service does not have this location, but an earlier try may have sent its text message. Run the same command ' +
  'with --no-second-text: it adds the location without a text message, and you pass on the link yourself.';

export interface StatusParts extends RunParts {
  readonly service: Pick<FinancingService, 'getMerchantStatus'>;
  /** A link that expires within this many days counts as expiring. */
  readonly days: number;
  /** Today's date in UTC, as YYYY-MM-DD. */
  readonly today: string;
  /** Returns the day (YYYY-MM-DD) on which an earlier `add` finished a location, or undefined if none did. */
  readonly doneOn?: ((location: string) => string | undefined) | undefined;
}

/** Says whether the onboarding link of a location needs attention, and why. */
export type Attention = 'expired' | 'expiring' | 'none' | 'not-found' | 'not-read';

export interface LocationStatus {
  readonly line: number;
  readonly location: string;
  readonly attention: Attention;
  readonly status?: string;
  readonly url?: string;
  readonly expirationDate?: string | undefined;
  /** Days until the link expires. Zero or less after it has expired. */
  readonly daysLeft?: number | undefined;
  readonly reason?: string;
  /** The day on which `add` finished the location, from the results file, if the service doesn't have the location. */
  readonly doneOn?: string | undefined;
}

export type StatusReport = Awaited<ReturnType<typeof readStatuses>>;

/** Reads the status of each location and marks links that have expired or expire soon. Resolves even if the service fails. */
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
        const found = assess(await retryWhileBusy(call, parts), parts);
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

// Not specified: states other than CREATED and LOCATION_DETAILS_ADDED. We assume that any other `…_ADDED` means that the
// application isn't submitted yet and its link can expire. We assume that in every other state, the link is no longer needed.
function assess(
  { status, url, expirationDate, expiredInDays }: MerchantStatus,
  { days, today }: StatusParts,
): Omit<LocationStatus, 'line' | 'location'> {
  // The service counts days on its own clock, and a sandbox's clock can be ahead of ours. Use the smaller number, because an
  // early reminder does less harm than a late one.
  const counts = [
    ...(expirationDate ? [(Date.parse(expirationDate) - Date.parse(today)) / dayMs] : []),
    ...(typeof expiredInDays === 'number' ? [expiredInDays] : []),
  ];
  const daysLeft = counts.length > 0 ? Math.min(...counts) : undefined;
  const isOpen = status === 'CREATED' || status.endsWith('_ADDED');
  const facts = { status, url, expirationDate: expirationDate ?? undefined, daysLeft };
  if (!isOpen || daysLeft === undefined || daysLeft > days) return { attention: 'none', ...facts };
  return { attention: daysLeft <= 0 ? 'expired' : 'expiring', ...facts };
}

const unknownOutcomeRemedy =
  'Run the same command again later: it asks the service for the location before it sends anything.';

/** Returns what an error of `addMerchantLocation` means for the row. Rethrows any error that isn't the service's. */
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
  // A load balancer may send 503 after the service carried out the request.
  if (sendSMS && status >= 500) {
    const reason = `The service failed (${status}), perhaps after the text message. ${unknownOutcomeRemedy}`;
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
    return 'The service says that the row is incomplete or invalid (400). Correct it.';
  }
  const [condition, another] = conditions;
  const listed = states.length > 0 ? `: ${states.join(', ')}` : '';
  const single = condition === 'stateNotSupported' ? 'this state' : 'this vertical';
  const what = condition && !another ? single : 'the vertical or the state';
  return `The service does not accept ${what} (422${listed}). Correct the row, or ask the service operator.`;
}

/** Returns what an error of `getMerchantStatus` other than 404 means. Rethrows any error that isn't the service's. */
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
  // End the run, because a rejected key or an unreachable service would affect every other row, too.
  return { reason, isServiceFailure, stops: isServiceFailure ? undefined : reason };
}

const isNotFound = (error: unknown) => statusOf(error) === 404;

/**
 * Returns the status of an error response. Returns 0 if it's below 500 and not an error of the contract, or if there is no
 * response.
 */
function statusOf(error: unknown): number {
  if (!(error instanceof ServiceResponseError)) return 0;
  return error.status >= 500 || error.conditions.length > 0 ? error.status : 0;
}

/** True if the run was ended during a wait or while reading a status. */
const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';
