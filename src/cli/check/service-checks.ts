/** The checks that call the service: its estimates, its clock, and the credentials of onboarding. */
import { setTimeout as pause } from 'node:timers/promises';
import { minuteMs } from '../../internal/durations.js';
import { isInapplicable, type EstimateResult } from '../../contract/index.js';
import {
  createFinancingService,
  InvalidServiceResponseError,
  ServiceResponseError,
  type CallOptions,
  type FinancingService,
} from '../../service/index.js';
import { money, roundToCents } from '../../internal/dollars.js';
import { describeLocationRefusal, diagnose } from '../diagnose.js';
import { retryWhileBusy } from '../retry-while-busy.js';
import type { CheckRun } from './prepare-checks.js';
import type { Finding } from './check-report.js';

/** The maximum duration of a call in ms, regardless of the settings. */
const callTimeoutMs = 12_000;

/** The maximum number of estimates in flight. */
const maxAtOnce = 8;

/** The time in ms that a start spends on the locations after the first one. */
const startBudgetMs = 20_000;

/** The number of locations after which a check reports its progress. */
const progressStep = 20;

/** The result of one call: its value, or its error with the response that led to it. */
interface Called<T> {
  readonly result?: T;
  readonly error?: unknown;
  readonly response: Response | undefined;
  /** The status of an error that the contract declares. Undefined if something in between sent the error response. */
  readonly status?: number | undefined;
}

/** The outcome of estimating at every location. */
interface EstimatesOutcome {
  /** The location of the first estimate that works. */
  readonly working: { readonly location: string | undefined } | undefined;
  /** True if a problem that doesn't belong to a location stopped the check. */
  readonly isStopped: boolean;
  readonly lastResponse: Response | undefined;
}

/** Runs all checks that call the service. */
export async function* checkService(run: CheckRun): AsyncGenerator<Finding> {
  const outcome = yield* checkEstimates(run);
  yield* checkClock(outcome);
  yield* checkOnboarding(run, outcome);
}

/**
 * Tries the first location by itself, so that a rejected key isn't tried eight times, and then several at a time. Before a
 * start, one that works is enough, and the others get a limited time.
 */
async function* checkEstimates(run: CheckRun): AsyncGenerator<Finding, EstimatesOutcome> {
  const { isForStart, options } = run;
  const locations: (string | undefined)[] = [...(options.locations ?? [])];
  if (locations.length === 0) locations.push(undefined);
  const ofLocations: Finding[] = [];
  let lastResponse: Response | undefined;
  let general: Finding | undefined;
  let working: { location: string | undefined } | undefined;
  let pace: Pace | undefined;
  let next = 0;
  let skipped = 0;
  let nextProgress = progressStep;
  const hasTime = () => skipped === 0 && !(pace && Date.now() > pace.endsAt);
  while (next < locations.length && !general && hasTime()) {
    const group = locations.slice(next, next + (pace ? maxAtOnce : 1));
    next += group.length;
    const tried = await Promise.all(group.map((location) => tryEstimate(run, location, pace)));
    pace ??= createPace(run);
    for (const { finding, isOfLocation, location, response, error } of tried) {
      lastResponse = response ?? lastResponse;
      if (error instanceof WaitTooLongError) skipped += 1;
      else if (isOfLocation) ofLocations.push(finding());
      else general ??= finding();
      if (!error) working ??= { location };
    }
    if (!isForStart) yield* ofLocations.splice(0);
    if (next < locations.length && next >= nextProgress) {
      run.progress(`Tried ${next - skipped} of ${locations.length} locations.`);
      nextProgress = next + progressStep;
    }
  }
  const left = skipped + locations.length - next;
  const isFit = isForStart && working !== undefined;
  // Another location that fails doesn't prevent a start, but is worth knowing.
  const soften = (finding: Finding): Finding =>
    isFit && finding.verdict === 'wrong' ? { ...finding, verdict: 'note' } : finding;
  yield* ofLocations.map(soften);
  if (general) yield soften(general);
  if (left > 0 && next > 1) {
    const remedy = isForStart ? ' To try them all, run financing-elements check.' : '';
    const text = `${left} of ${locations.length} locations were not tried.${remedy}`;
    yield { verdict: 'note', text };
  }
  return { working, isStopped: general !== undefined, lastResponse };
}

/** The limit for waiting for a busy service, and the callback for each wait. */
interface Pace {
  /** The time in ms since 1970 after which nothing is tried. */
  readonly endsAt: number;
  onWait(seconds: number): void;
}

/** Thrown if the service asks for a longer wait than a start allows. */
class WaitTooLongError extends Error {}

function createPace({ isForStart, progress }: CheckRun): Pace {
  let lastText: string | undefined;
  return {
    endsAt: isForStart ? Date.now() + startBudgetMs : Infinity,
    onWait(seconds) {
      const text = `Waiting ${seconds} second${seconds === 1 ? '' : 's'} before the next try.`;
      // Several calls can wait at the same time.
      if (text !== lastText) progress(text);
      lastText = text;
    },
  };
}

/** Makes a call again when a busy service asks for it. Without a pace, makes it once. */
async function callAtPace<T>(call: () => Promise<T>, pace: Pace | undefined): Promise<T> {
  if (!pace) return call();
  const { endsAt, onWait } = pace;
  return retryWhileBusy(call, {
    onWait,
    signal: new AbortController().signal,
    wait: async (seconds) => {
      if (Date.now() + seconds * 1_000 > endsAt) throw new WaitTooLongError();
      await pause(seconds * 1_000);
    },
  });
}

/**
 * Requests an estimate at a location. `isOfLocation` is true if the outcome says nothing about other locations: a success, or
 * status 422 or 500.
 */
async function tryEstimate(run: CheckRun, location: string | undefined, pace: Pace | undefined) {
  const { result, error, response, status } = await tryCall(run, async (service, options) => {
    const query = location === undefined ? {} : { location };
    const items = [{ id: 'check', totalAmount: 500 }];
    const estimates = () => service.estimatePayments(items, query, options());
    const [estimate] = await callAtPace(estimates, pace);
    if (!estimate) throw new InvalidServiceResponseError('estimatePayments');
    return estimate;
  });
  const isOfLocation = result !== undefined || status === 422 || status === 500;
  const label = location === undefined || !isOfLocation ? '' : `${location}: `;
  function finding(): Finding {
    const { verdict, text } = result
      ? judgeEstimate(result)
      : {
          verdict: 'wrong' as const,
          text: status === 422 ? describeLocationRefusal(location) : diagnose(error, response),
        };
    return { verdict, text: label + text };
  }
  return { location, isOfLocation, response, error, finding };
}

/** Compares the clock of this machine with the `Date` header (RFC 9110 section 6.6.1). */
function* checkClock({ lastResponse }: EstimatesOutcome): Iterable<Finding> {
  const difference = Date.now() - Date.parse(lastResponse?.headers.get('date') ?? '');
  const minutes = Math.round(Math.abs(difference) / minuteMs);
  if (!(minutes >= 2)) return;
  const text =
    `The clock of this machine differs from the service’s by ${minutes} minutes. Set it: ` +
    'signatures of events are valid for five minutes, and purchase tokens expire by this clock.';
  yield { verdict: 'note', text };
}

/** Reads the status of a location with the svc-secret. */
async function* checkOnboarding(
  run: CheckRun,
  { isStopped, working }: EstimatesOutcome,
): AsyncIterable<Finding> {
  const { svcSecret, locations = [] } = run.options;
  if (!svcSecret) return;
  if (isStopped && !working) {
    yield { verdict: 'note', text: 'Onboarding: The svc-secret was not tried.' };
    return;
  }
  // A path can't contain a dot segment.
  const candidates = [working?.location, ...locations].filter(
    (name): name is string => name !== undefined && !/^\.\.?$/.test(name),
  );
  const { error, response, status } = await tryCall(run, (service, options) =>
    service.getMerchantStatus(candidates[0] ?? 'check', options()),
  );
  // A location that isn't found may have been onboarded in another way.
  if (error === undefined || status === 404 || status === 422) {
    yield { verdict: 'ok', text: 'Onboarding: The service accepts the svc-secret.' };
    return;
  }
  const verdict = status === 500 && run.isForStart ? 'note' : 'wrong';
  yield { verdict, text: `Onboarding: ${diagnose(error, response)}` };
}

/** Makes a call with its own client, so that its response isn't confused with the responses of other calls. */
async function tryCall<T>(
  { options }: CheckRun,
  call: (service: FinancingService, options: () => CallOptions) => Promise<T>,
): Promise<Called<T>> {
  const { baseUrl, svcKey, svcSecret, timeout, allowHttp } = options;
  let response: Response | undefined;
  const service = createFinancingService({
    baseUrl,
    svcKey,
    svcSecret,
    timeout,
    allowHttp,
    fetch: async (request) => (response = await options.fetch(request)),
  });
  try {
    const result = await call(service, () => ({ signal: AbortSignal.timeout(callTimeoutMs) }));
    return { result, response };
  } catch (error) {
    const isDeclared = error instanceof ServiceResponseError && error.conditions.length > 0;
    return { error, response, status: isDeclared ? error.status : undefined };
  }
}

function judgeEstimate(estimate: EstimateResult): Finding {
  if (isInapplicable(estimate)) {
    const text = 'The service does not finance $500. That is fine: an element hides in that case.';
    return { verdict: 'ok', text };
  }
  const { monthlyAmount, apr, downPayment } = estimate;
  const text =
    `$500 would be ${money(roundToCents(monthlyAmount))} a month at ${apr}% APR, ` +
    `${money(roundToCents(downPayment))} due today.`;
  if (apr === 0) return { verdict: 'ok', text };
  if (apr >= 1) {
    return { verdict: 'ok', text: `${text} The APR looks like a percentage, which is right.` };
  }
  const doubt =
    'The APR looks like a fraction but would show as a percentage: ask the service operator.';
  return { verdict: 'note', text: `${text} ${doubt}` };
}
