import { isInapplicable, type EstimateResult } from '../../contract/index.js';
import {
  createFinancingService,
  InvalidServiceResponseError,
  ServiceResponseError,
  type CallOptions,
  type FinancingService,
  type FinancingServiceOptions,
} from '../../service/index.js';
import { describeLocationRefusal, diagnose } from './diagnose.js';

/** One line of a report. */
export interface Finding {
  readonly verdict: 'ok' | 'note' | 'wrong';
  readonly text: string;
}

/** The configured service, and what a check asks of it. */
export interface Subject {
  /** The options of the service client. */
  readonly options: ClientOptions;
  readonly locations: readonly string[];
  /** Whether a start depends on it: then one location that works is enough, and problems of others are notes. */
  readonly isForStart: boolean;
  /** The last answer, whose date is compared with the clock. */
  answer?: Response;
}

interface ClientOptions extends FinancingServiceOptions {
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Prepares a check from the options of the proxy. */
export function createSubject(
  options: ClientOptions & { readonly locations?: readonly string[] | undefined },
  isForStart: boolean,
): Subject {
  const { fetch, locations = [], baseUrl, svcKey, svcSecret, timeout, allowHttp } = options;
  return {
    options: { baseUrl, svcKey, svcSecret, timeout, allowHttp, fetch },
    locations,
    isForStart,
  };
}

/** Estimates for the locations, or for none; then, with a svc-secret, reads the status of one location. */
export async function* checkService(subject: Subject): AsyncGenerator<Finding> {
  const { passed, location } = yield* checkEstimates(subject);
  yield* checkClock(subject);
  if (!subject.options.svcSecret) return;
  yield passed
    ? await checkSecret(subject, location)
    : { verdict: 'note', text: 'Onboarding: The svc-secret was not tried.' };
}

/** Milliseconds that a call may take, whatever the settings allow. */
const callTimeout = 12_000;

/** Makes a call with a client of its own. Resolves with its result, or with its error and the last answer. */
async function tryCall<T>(
  subject: Subject,
  call: (service: FinancingService, options: CallOptions) => Promise<T>,
): Promise<{ result: T } | { error: unknown; answer: Response | undefined }> {
  const { options } = subject;
  let answer: Response | undefined;
  const service = createFinancingService({
    ...options,
    fetch: async (request) => (subject.answer = answer = await options.fetch(request)),
  });
  try {
    return { result: await call(service, { signal: AbortSignal.timeout(callTimeout) }) };
  } catch (error) {
    return { error, answer };
  }
}

/** What the estimate of one location shows. */
interface EstimateFinding extends Finding {
  readonly location: string | undefined;
  /** False for a problem that every other location would have, too. */
  readonly isOfLocation: boolean;
}

/** Most estimates under way at a time. */
const mostAtOnce = 8;

/**
 * Checks the locations: the first one alone, since a refused key is not to be tried eight times, then several at a time.
 * For a start, it ends at the first location that works. Returns the location to read the status of, and whether no
 * problem is of all locations.
 */
async function* checkEstimates(
  subject: Subject,
): AsyncGenerator<Finding, { passed: boolean; location?: string | undefined }> {
  const { locations, isForStart } = subject;
  const waiting: (string | undefined)[] = locations.length > 0 ? [...locations] : [undefined];
  const found: EstimateFinding[] = [];
  while (waiting.length > 0) {
    const some = waiting.splice(0, found.length === 0 ? 1 : mostAtOnce);
    const findings = await Promise.all(some.map((each) => checkEstimate(subject, each)));
    found.push(...findings.filter(({ isOfLocation }) => isOfLocation));
    const working = findings.find(({ verdict }) => verdict !== 'wrong');
    if (isForStart && working) {
      yield* found.map(asNote);
      return { passed: true, location: working.location };
    }
    if (!isForStart) yield* findings.filter(({ isOfLocation }) => isOfLocation);
    const general = findings.find(({ isOfLocation }) => !isOfLocation);
    if (general) {
      yield general;
      return { passed: false };
    }
  }
  if (isForStart) yield* found;
  return { passed: true, location: locations[0] };
}

/** For a start, a location that does not work is only worth knowing. */
function asNote({ verdict, text }: Finding): Finding {
  return { verdict: verdict === 'wrong' ? 'note' : verdict, text };
}

async function checkEstimate(
  subject: Subject,
  location: string | undefined,
): Promise<EstimateFinding> {
  const items = [{ id: 'check', totalAmount: 500 }];
  const query = location === undefined ? {} : { location };
  const label = location === undefined ? '' : `${location}: `;
  const called = await tryCall(subject, async (service, options) => {
    const [estimate] = await service.estimatePayments(items, query, options);
    if (!estimate) throw new InvalidServiceResponseError('estimatePayments');
    return estimate;
  });
  if ('result' in called) {
    const { verdict, text } = describeEstimate(called.result);
    return { verdict, text: label + text, location, isOfLocation: true };
  }
  const { error, answer } = called;
  const code = error instanceof ServiceResponseError ? error.status : undefined;
  const text = code === 422 ? describeLocationRefusal(location) : diagnose(error, answer);
  const isOfLocation = code === 422 || code === 500;
  return { verdict: 'wrong', text: isOfLocation ? label + text : text, location, isOfLocation };
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
  if (apr >= 1)
    return { verdict: 'ok', text: `${text} The APR looks like a percentage, which is right.` };
  const doubt =
    'The APR looks like a fraction but would show as a percentage: ask the service operator.';
  return { verdict: 'note', text: `${text} ${doubt}` };
}

/** Compares this machine's clock with the service's (RFC 9110 section 6.6.1). */
function* checkClock({ answer }: Subject): Generator<Finding> {
  const difference = Date.now() - Date.parse(answer?.headers.get('date') ?? '');
  const minutes = Math.round(Math.abs(difference) / 60_000);
  if (!(minutes >= 2)) return;
  const text =
    `The clock of this machine differs from the service’s by ${minutes} minutes. Set it: ` +
    'events are verified within five minutes, and purchase tokens expire by it.';
  yield { verdict: 'note', text };
}

/** Accepts a location that is not found: it may have been onboarded in another way. */
async function checkSecret(subject: Subject, preferred: string | undefined): Promise<Finding> {
  // A path cannot name a dot segment.
  const candidates = [preferred, ...subject.locations, 'check'];
  const location =
    candidates.find((text) => text !== undefined && !/^\.\.?$/.test(text)) ?? 'check';
  const called = await tryCall(subject, (service, options) =>
    service.getMerchantStatus(location, options),
  );
  if ('error' in called) {
    const { error, answer } = called;
    const code = error instanceof ServiceResponseError ? error.status : undefined;
    if (code !== 404 && code !== 422) {
      const verdict = code === 500 && subject.isForStart ? 'note' : 'wrong';
      return { verdict, text: `Onboarding: ${diagnose(error, answer)}` };
    }
  }
  return { verdict: 'ok', text: 'Onboarding: The service accepts the svc-secret.' };
}
