import { isInapplicable, type EstimateResult } from '../../contract/index.js';
import {
  createFinancingService,
  InvalidServiceResponseError,
  ServiceResponseError,
  type FinancingService,
  type FinancingServiceOptions,
} from '../../service/index.js';
import { describeLocationRefusal, diagnose } from './diagnose.js';

/** One line of a report. */
export interface Finding {
  readonly verdict: 'ok' | 'note' | 'wrong';
  readonly text: string;
}

/** The configured service, and the state of its check. */
export interface Subject {
  readonly service: FinancingService;
  readonly locations: readonly string[];
  /** Whether there is a svc-secret, which onboarding needs. */
  readonly hasSecret: boolean;
  /** Aborts all calls, so that a check ends within 15 s. */
  readonly signal: AbortSignal;
  /** The last answer, which has details that its error does not. */
  answer?: Response;
}

/** The options of the proxy that a check uses. */
interface SubjectOptions extends FinancingServiceOptions {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly locations?: readonly string[] | undefined;
}

/** Prepares the calls. Throws `InvalidOptionError`. */
export function createSubject(options: SubjectOptions): Subject {
  const { fetch, locations = [], baseUrl, svcKey, svcSecret, timeout, allowHttp } = options;
  const subject: Subject = {
    service: createFinancingService({
      ...{ baseUrl, svcKey, svcSecret, timeout, allowHttp },
      fetch: async (request) => (subject.answer = await fetch(request)),
    }),
    locations,
    hasSecret: Boolean(svcSecret),
    signal: AbortSignal.timeout(12_000),
  };
  return subject;
}

/** Requests one estimate per location, or one without; then, with a svc-secret, the status of the first location. */
export async function* checkService(subject: Subject): AsyncGenerator<Finding> {
  const passed = yield* checkEstimates(subject);
  yield* checkClock(subject);
  if (!subject.hasSecret) return;
  yield passed
    ? await checkSecret(subject)
    : { verdict: 'note', text: 'Onboarding: The svc-secret was not tried.' };
}

/** Checks each location. Returns false at a problem that is not of one location. */
async function* checkEstimates(subject: Subject): AsyncGenerator<Finding, boolean> {
  const { service, locations, signal } = subject;
  const items = [{ id: 'check', totalAmount: 500 }];
  for (const location of locations.length > 0 ? locations : [undefined]) {
    const label = location === undefined ? '' : `${location}: `;
    try {
      const query = location === undefined ? {} : { location };
      const [estimate] = await service.estimatePayments(items, query, { signal });
      if (!estimate) throw new InvalidServiceResponseError('estimatePayments');
      const { verdict, text } = describeEstimate(estimate);
      yield { verdict, text: label + text };
    } catch (error) {
      const code = error instanceof ServiceResponseError ? error.status : undefined;
      const text =
        code === 422 ? describeLocationRefusal(location) : diagnose(error, subject.answer);
      const isOfLocation = code === 422 || code === 500;
      yield { verdict: 'wrong', text: isOfLocation ? label + text : text };
      if (!isOfLocation) return false;
    }
  }
  return true;
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
async function checkSecret(subject: Subject): Promise<Finding> {
  const { service, locations, signal } = subject;
  // A path cannot name a dot segment.
  const location = locations.find((text) => !/^\.\.?$/.test(text)) ?? 'check';
  try {
    await service.getMerchantStatus(location, { signal });
  } catch (error) {
    const isKnown = error instanceof ServiceResponseError && [404, 422].includes(error.status);
    if (!isKnown) {
      return { verdict: 'wrong', text: `Onboarding: ${diagnose(error, subject.answer)}` };
    }
  }
  return { verdict: 'ok', text: 'Onboarding: The service accepts the svc-secret.' };
}
