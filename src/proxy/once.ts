import type { OperationName } from '../contract/index.js';
import { FinancingServiceError, ServiceUnreachableError } from '../service/index.js';
import { checkIdempotencyKey, type Answer, type Idempotency } from './idempotency.js';
import type { Limits } from './limits.js';
import { ProblemError } from './problem.js';
import { toServiceProblem } from './service-problem.js';

/** A link or a location to be created, which has passed every gate but those of this file. */
export interface OneTimeRequest {
  readonly request: Request;
  readonly operation: OperationName;
  readonly body: { readonly location: string };
  /** Who is texted, if anybody: the phone number in its canonical form. */
  readonly texts: string | undefined;
  /** The `transactionId` or `referral`. */
  readonly reference?: string | undefined;
}

/** What an operation answers: the contract's body, or the JSON of it; and the seed of a followed link's token. */
export interface Created {
  readonly body: unknown;
  readonly seed?: string | undefined;
}

/** Makes a call once for each `Idempotency-Key`. Without a key, which only a text needs, it makes the call. */
export type CarryOutOnce = (
  asked: OneTimeRequest,
  call: () => Promise<Created>,
) => Promise<Created>;

/**
 * Creates what stands right before the service on links and location creation: the key, the limits of texts, and
 * the answers that are kept. Kept is everything that the service may have had a part in, failures included;
 * what never reached it is not, and may be tried again with the same key.
 */
export function createOnce(idempotency: Idempotency, limits: Limits): CarryOutOnce {
  return async ({ request, operation, body, texts, reference }, call) => {
    const key = checkIdempotencyKey(request.headers.get('idempotency-key'));
    if (key === undefined && texts === undefined) return call();
    if (key === undefined) {
      throw new ProblemError('idempotency-key-required', 'A text needs an Idempotency-Key header.');
    }
    const asked = { key, operation, location: body.location, body, texts, reference };

    let failure: ProblemError | undefined;
    const answer = await idempotency.once(asked, async () => {
      if (texts !== undefined) await limits.checkSms(texts);
      try {
        const { body: created, seed } = await call();
        return { status: 200, body: JSON.stringify(created), seed };
      } catch (error) {
        const problem = toServiceProblem(error);
        if (!(problem instanceof ProblemError)) throw problem;
        if (!hasReachedService(error)) {
          // A service that is away must not use up the texts of the hour in which it comes back.
          if (texts !== undefined) await limits.uncountSms(texts);
          throw problem;
        }
        failure = problem;
        return toAnswer(problem);
      }
    });
    // Thrown as it is the first time, so that the log can tell the cause.
    if (failure) throw failure;
    return fromAnswer(answer);
  };
}

function hasReachedService(error: unknown): boolean {
  return error instanceof FinancingServiceError && !(error instanceof ServiceUnreachableError);
}

type KeptProblem = Pick<ProblemError, 'code' | 'detail' | 'extras'>;

function toAnswer({ code, detail, status, extras }: ProblemError): Answer {
  const { service, headers } = extras;
  const kept: KeptProblem = {
    code,
    detail,
    extras: { status, ...(service && { service }), ...(headers && { headers }) },
  };
  return { status, body: JSON.stringify(kept) };
}

/** What a kept answer says was created; throws a kept problem anew. */
function fromAnswer({ status, body, seed }: Answer): Created {
  const value: unknown = JSON.parse(body);
  if (status < 400) return { body: value, seed };
  const { code, detail, extras } = value as KeptProblem;
  throw new ProblemError(code, detail, extras);
}
