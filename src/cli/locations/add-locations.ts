/**
 * Adds the locations of the rows, one call after another. A row that is done is not sent again; of a row whose outcome is
 * unknown, the service is asked first. A row that may have had its text is never sent with a text again.
 */
import { ServiceResponseError, type FinancingService } from '../../service/index.js';
import { atServicePace, type PaceOptions } from './at-service-pace.js';
import type { LocationRow } from './check-rows.js';
import {
  describeFailure,
  describeStatusFailure,
  failedTooOften,
  mostFailures,
  unknownOutcomeRemedy,
} from './describe-failure.js';
import type { EntryOutcome, ResultsFile } from './results-file.js';

/** What the work needs. */
export interface AddParts extends PaceOptions {
  readonly service: Pick<FinancingService, 'addMerchantLocation' | 'getMerchantStatus'>;
  readonly results: ResultsFile;
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

interface RowResult {
  readonly outcome: RowOutcome;
  readonly reason?: string;
  /** True where every further row would fail alike. */
  readonly ends?: boolean;
  /** True where the service failed to answer as the contract says. */
  readonly isServiceFailure?: boolean;
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
  const open: OpenRow[] = [];
  let failuresInARow = 0;
  let stopped: string | undefined;
  for (const row of rows) {
    if (parts.signal.aborted) stopped ??= ended;
    const isLeft = stopped !== undefined;
    const { outcome, reason, ends, isServiceFailure } = isLeft
      ? leave(row, parts)
      : await addOne(row, parts);
    tally[outcome] += 1;
    if (reason !== undefined) {
      open.push({ line: row.line, location: row.request.location, outcome, reason });
    }
    if (isLeft || outcome === 'done-before') continue;
    failuresInARow = isServiceFailure ? failuresInARow + 1 : 0;
    if (ends) stopped = reason;
    if (reason === notReached) stopped = ended;
    if (failuresInARow === mostFailures) stopped = failedTooOften;
    parts.onProgress(tally);
  }
  return { tally, open, ...(stopped !== undefined && { stopped }) };
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

async function addOne(row: LocationRow, parts: AddParts): Promise<RowResult> {
  const { location } = row.request;
  const { isDone, isUnclear } = earlierOutcome(location, parts.results);
  if (isDone) return { outcome: 'done-before' };
  const settled =
    isUnclear || parts.results.mayHaveTexted(location) ? await settle(row, parts) : undefined;
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
    return { outcome: 'exists' };
  } catch (error) {
    if (parts.signal.aborted) return { outcome: 'unknown', reason: unknownOutcomeRemedy };
    const status = error instanceof ServiceResponseError ? error.status : undefined;
    if (status === 404) {
      const isRisky = sendSMS && parts.results.mayHaveTexted(location);
      return isRisky ? { outcome: 'unknown', reason: perhapsTexted } : undefined;
    }
    const failure = describeStatusFailure(error);
    const reason = `Its outcome is not known yet. ${failure.reason}`;
    return { ...failure, outcome: 'unknown', reason };
  }
}

const perhapsTexted =
  'The service does not have this location, but an earlier try may have had its text sent. Set sendSMS to no in this ' +
  'row and run the same command again: it adds the location without a text, and you pass the link on yourself.';

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
      return { outcome: 'created' };
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
        : { outcome: 'not-sent', reason: notReached };
    }
    const { outcome, reason, ends } = describeFailure(error, sendSMS);
    if (outcome === 'exists') return { outcome };
    const isServiceFailure = outcome === 'failed' || outcome === 'unknown';
    return { outcome, reason, ends, isServiceFailure };
  }
}

function entryOf({ line, request: { location, sendSMS } }: LocationRow) {
  return { line, location, sendSMS };
}
