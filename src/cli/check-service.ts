import { isInapplicable, type EstimateResult } from '../contract/index.js';
import {
  createFinancingService,
  InvalidServiceResponseError,
  ServiceResponseError,
  type FinancingService,
  type FinancingServiceOptions,
} from '../service/index.js';
import { describeLocationRefusal, diagnose } from './diagnose.js';

/** One line of a report. */
export interface Finding {
  readonly verdict: 'ok' | 'note' | 'wrong';
  readonly text: string;
}

/** The service as it is configured. */
export interface Subject {
  readonly service: FinancingService;
  readonly locations: readonly string[];
  /** Whether there is a svc-secret, which onboarding needs. */
  readonly hasSecret: boolean;
  /** Ends all calls together, so that a check ends within 15 s. */
  readonly signal: AbortSignal;
  /** The last answer, which says more than the error that was made of it. */
  answer?: Response;
}

/** What a check needs of the options of the proxy. */
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

/** Asks for one estimate a location, or one without; then, with a svc-secret, for the status of the first location. */
export async function* checkService(subject: Subject): AsyncGenerator<Finding> {
  const passed = yield* checkEstimates(subject);
  yield* checkClock(subject);
  if (!subject.hasSecret) return;
  yield passed
    ? await checkSecret(subject)
    : { verdict: 'note', text: 'Onboarding: The svc-secret was not tried.' };
}

/** Goes on to the next location where the trouble may be that of one. Returns false where it is not. */
async function* checkEstimates(subject: Subject): AsyncGenerator<Finding, boolean> {
  const { service, locations, signal } = subject;
  const items = [{ id: 'check', totalAmount: 500 }];
  for (const place of locations.length > 0 ? locations : [undefined]) {
    const label = place === undefined ? '' : `${place}: `;
    try {
      const query = place === undefined ? {} : { location: place };
      const [estimate] = await service.estimatePayments(items, query, { signal });
      if (!estimate) throw new InvalidServiceResponseError('estimatePayments');
      const { verdict, text } = describeEstimate(estimate);
      yield { verdict, text: label + text };
    } catch (error) {
      const code = error instanceof ServiceResponseError ? error.status : undefined;
      const text = code === 422 ? describeLocationRefusal(place) : diagnose(error, subject.answer);
      const isOfLocation = code === 422 || code === 500;
      yield { verdict: 'wrong', text: isOfLocation ? label + text : text };
      if (!isOfLocation) return false;
    }
  }
  return true;
}

function describeEstimate(estimate: EstimateResult): Finding {
  if (isInapplicable(estimate)) {
    const text = '$500 cannot be financed, says the service. That is fine: an element then hides.';
    return { verdict: 'ok', text };
  }
  const { monthlyAmount, apr, downPayment } = estimate;
  const text =
    `$500 would be $${monthlyAmount.toFixed(2)} a month at ${apr}% APR, ` +
    `$${downPayment.toFixed(2)} due today.`;
  if (apr === 0) return { verdict: 'ok', text };
  if (apr >= 1)
    return { verdict: 'ok', text: `${text} The APR looks like a percentage, as it should.` };
  const doubt =
    'The APR looks like a fraction, and would show as a percentage: ask the service operator.';
  return { verdict: 'note', text: `${text} ${doubt}` };
}

/** Holds this machine's clock against the service's (RFC 9110 section 6.6.1). */
function* checkClock({ answer }: Subject): Generator<Finding> {
  const difference = Date.now() - Date.parse(answer?.headers.get('date') ?? '');
  const minutes = Math.round(Math.abs(difference) / 60_000);
  if (!(minutes >= 2)) return;
  const text =
    `The clock of this machine is ${minutes} minutes off the service’s. Set it: ` +
    'by it events are verified, within five minutes, and purchase tokens expire.';
  yield { verdict: 'note', text };
}

/** A location that is not found is fine, too: it need not have been onboarded this way. */
async function checkSecret(subject: Subject): Promise<Finding> {
  const { service, locations, signal } = subject;
  // A path cannot name a dot segment.
  const place = locations.find((text) => !/^\.\.?$/.test(text)) ?? 'check';
  try {
    await service.getMerchantStatus(place, { signal });
  } catch (error) {
    const isKnown = error instanceof ServiceResponseError && [404, 422].includes(error.status);
    if (!isKnown) {
      return { verdict: 'wrong', text: `Onboarding: ${diagnose(error, subject.answer)}` };
    }
  }
  return { verdict: 'ok', text: 'Onboarding: The service accepts the svc-secret.' };
}
