/** Reads the onboarding status of locations, one call after another, and finds the links that expire. */
import { ServiceResponseError, type FinancingService } from '../../service/index.js';
import type { MerchantStatus } from '../../contract/index.js';
import { atServicePace, type PaceOptions } from './at-service-pace.js';
import {
  describeStatusFailure,
  failedTooOften,
  mostFailures,
  type StatusFailure,
} from './describe-failure.js';

/** What the work needs. */
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

/** Reads the statuses. Ends at the first failure that is not of one location, and after five of the service in a row. */
export async function readStatuses(
  named: readonly NamedLocation[],
  parts: StatusParts,
): Promise<StatusReport> {
  const locations: LocationStatus[] = [];
  let failuresInARow = 0;
  for (const { line, location } of named) {
    const { found, failure } = await readOne(location, parts);
    if (failure === ended) return { locations, stopped: ended.reason };
    locations.push({ line, location, ...found });
    if (failure?.ends) return { locations, stopped: failure.reason };
    failuresInARow = failure?.isServiceFailure ? failuresInARow + 1 : 0;
    if (failuresInARow === mostFailures) return { locations, stopped: failedTooOften };
    parts.onProgress();
  }
  return { locations };
}

/** Reads one status. */
async function readOne(
  location: string,
  parts: StatusParts,
): Promise<{ found: Omit<LocationStatus, keyof NamedLocation>; failure?: StatusFailure }> {
  const { service, signal } = parts;
  const call = () => service.getMerchantStatus(location, { signal });
  try {
    return { found: assess(await atServicePace(call, parts), parts) };
  } catch (error) {
    if (error instanceof ServiceResponseError && error.status === 404) {
      const doneOn = parts.doneOn(location);
      return { found: { attention: 'not-found', ...(doneOn !== undefined && { doneOn }) } };
    }
    const failure = signal.aborted ? ended : describeStatusFailure(error);
    return { found: { attention: 'not-read', reason: failure.reason }, failure };
  }
}

/** The failure of a read that was ended by the operator. */
const ended: StatusFailure = { reason: 'The run was ended.', ends: true, isServiceFailure: false };

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
