/** The checks that call the service: its estimates, its clock, and the credentials of onboarding. */
import { isInapplicable, type EstimateResult } from '../../contract/index.js';
import {
  createFinancingService,
  InvalidServiceResponseError,
  ServiceResponseError,
  type CallOptions,
  type FinancingService,
} from '../../service/index.js';
import { describeLocationRefusal, diagnose } from '../diagnose.js';
import type { CheckRun } from './check-run.js';
import type { Finding } from './report.js';

/** The maximum duration of a call in ms, whatever the settings allow. */
const callTimeoutMs = 12_000;

/** The maximum number of estimates in flight. */
const maxAtOnce = 8;

/** The result of one call: its value, or its error with the response that led to it. */
interface Called<T> {
  readonly result?: T;
  readonly error?: unknown;
  readonly response: Response | undefined;
  /** The status of an error that the contract declares. Undefined for an error response of something in between. */
  readonly status?: number | undefined;
}

/** The outcome of estimating at every location. */
interface EstimatesOutcome {
  /** The location of the first estimate that works. */
  readonly working: { readonly location: string | undefined } | undefined;
  /** True if a problem that isn't one of a location stopped the check. */
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
 * start, one that works is enough.
 */
async function* checkEstimates(run: CheckRun): AsyncGenerator<Finding, EstimatesOutcome> {
  const { isForStart, options } = run;
  const locations = options.locations ?? [];
  const waiting: (string | undefined)[] = locations.length > 0 ? [...locations] : [undefined];
  const ofLocations: Finding[] = [];
  let lastResponse: Response | undefined;
  let general: Finding | undefined;
  let working: { location: string | undefined } | undefined;
  for (let atOnce = 1; waiting.length > 0 && !general; atOnce = maxAtOnce) {
    const group = waiting.splice(0, atOnce);
    const tried = await Promise.all(group.map((location) => tryEstimate(run, location)));
    for (const { finding, isOfLocation, location, response } of tried) {
      lastResponse = response ?? lastResponse;
      if (isOfLocation) ofLocations.push(finding);
      else general ??= finding;
      if (finding.verdict !== 'wrong') working ??= { location };
      if (isOfLocation && !isForStart) yield finding;
    }
    if (isForStart && working) break;
  }
  if (isForStart && working) {
    // Another location that fails doesn't prevent a start, but is worth knowing.
    for (const { verdict, text } of ofLocations) {
      yield { verdict: verdict === 'wrong' ? 'note' : verdict, text };
    }
  } else if (general) yield general;
  else if (isForStart) yield* ofLocations;
  return { working, isStopped: general !== undefined, lastResponse };
}

/** Requests an estimate at a location. `isOfLocation` is true if other locations may do better. */
async function tryEstimate(run: CheckRun, location: string | undefined) {
  const { result, error, response, status } = await tryCall(run, async (service, options) => {
    const query = location === undefined ? {} : { location };
    const items = [{ id: 'check', totalAmount: 500 }];
    const [estimate] = await service.estimatePayments(items, query, options);
    if (!estimate) throw new InvalidServiceResponseError('estimatePayments');
    return estimate;
  });
  const isOfLocation = result !== undefined || status === 422 || status === 500;
  const { verdict, text } = result
    ? describeEstimate(result)
    : {
        verdict: 'wrong' as const,
        text: status === 422 ? describeLocationRefusal(location) : diagnose(error, response),
      };
  const label = location === undefined || !isOfLocation ? '' : `${location}: `;
  return { location, isOfLocation, response, finding: { verdict, text: label + text } };
}

/** Compares the clock of this machine with the `Date` header (RFC 9110 section 6.6.1). */
function* checkClock({ lastResponse }: EstimatesOutcome): Iterable<Finding> {
  const difference = Date.now() - Date.parse(lastResponse?.headers.get('date') ?? '');
  const minutes = Math.round(Math.abs(difference) / 60_000);
  if (!(minutes >= 2)) return;
  const text =
    `The clock of this machine differs from the service’s by ${minutes} minutes. Set it: ` +
    'events are verified within five minutes, and purchase tokens expire by it.';
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
    service.getMerchantStatus(candidates[0] ?? 'check', options),
  );
  // A location that isn't found may have been onboarded in another way.
  if (error === undefined || status === 404 || status === 422) {
    yield { verdict: 'ok', text: 'Onboarding: The service accepts the svc-secret.' };
    return;
  }
  const verdict = status === 500 && run.isForStart ? 'note' : 'wrong';
  yield { verdict, text: `Onboarding: ${diagnose(error, response)}` };
}

/** Makes a call with a client of its own, so that the response can be told apart from those of other calls. */
async function tryCall<T>(
  { options }: CheckRun,
  call: (service: FinancingService, options: CallOptions) => Promise<T>,
): Promise<Called<T>> {
  const { baseUrl, svcKey, svcSecret, timeout, allowHttp } = options;
  let response: Response | undefined;
  const service = createFinancingService({
    ...{ baseUrl, svcKey, svcSecret, timeout, allowHttp },
    fetch: async (request) => (response = await options.fetch(request)),
  });
  try {
    const result = await call(service, { signal: AbortSignal.timeout(callTimeoutMs) });
    return { result, response };
  } catch (error) {
    const isDeclared = error instanceof ServiceResponseError && error.conditions.length > 0;
    return { error, response, status: isDeclared ? error.status : undefined };
  }
}

function describeEstimate(estimate: EstimateResult): Finding {
  if (isInapplicable(estimate)) {
    const text = 'The service does not finance $500. That is fine: an element then hides.';
    return { verdict: 'ok', text };
  }
  const { monthlyAmount, apr, downPayment } = estimate;
  const text =
    `$500 would be $${monthlyAmount.toFixed(2)} a month at ${apr}% APR, ` +
    `$${downPayment.toFixed(2)} due today.`;
  if (apr === 0) return { verdict: 'ok', text };
  if (apr >= 1) {
    return { verdict: 'ok', text: `${text} The APR looks like a percentage, which is right.` };
  }
  const doubt =
    'The APR looks like a fraction but would show as a percentage: ask the service operator.';
  return { verdict: 'note', text: `${text} ${doubt}` };
}
