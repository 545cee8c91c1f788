import type { OperationName } from '../../contract/index.js';
import { FinancingServiceError, ServiceUnreachableError } from '../../service/index.js';
import { ProblemError, toServiceProblem } from '../http/index.js';
import type { Idempotency } from './idempotency.js';
import type { SmsLimits } from './sms-limits.js';

/** A link or a location to create, which has passed all gates but the last. */
export interface Send {
  readonly request: Request;
  readonly operation: OperationName;
  readonly body: { readonly location: string };
  /** The phone number that gets a text, in canonical form; undefined when no text is sent. */
  readonly smsRecipient: string | undefined;
  /** The `transactionId` or `referral`. */
  readonly reference?: string | undefined;
}

/**
 * Makes a call once for each `Idempotency-Key`; without a key, which only a text requires, makes it each time. Resolves
 * with what `call` resolved with, which is any JSON value. Throws 400 `idempotency-key-required`, 429 `sms-limit`, the
 * problems of `Idempotency.run`, and those of the call.
 */
export type IdempotentSend = <Created>(
  send: Send,
  call: () => Promise<Created>,
) => Promise<Created>;

/** The stored outcome: the created value, or the problem that the service led to. */
type SendOutcome<Created> = { readonly created: Created } | { readonly problem: StoredProblem };

type StoredProblem = Pick<ProblemError, 'code' | 'detail' | 'extras'>;

/**
 * Creates the idempotency gate. Stores an outcome when the request reached the service, failures included. A request that
 * never reached the service can be tried again with the same key.
 */
export function createIdempotentSend(
  idempotency: Idempotency,
  smsLimits: SmsLimits,
): IdempotentSend {
  return async <Created>(
    { request, operation, body, smsRecipient, reference }: Send,
    call: () => Promise<Created>,
  ) => {
    const key = checkIdempotencyKey(request.headers.get('idempotency-key'));
    if (key === undefined && smsRecipient === undefined) return call();
    if (key === undefined) {
      throw new ProblemError('idempotency-key-required', 'A text needs an Idempotency-Key header.');
    }

    let failure: ProblemError | undefined;
    async function callAndCount(): Promise<SendOutcome<Created>> {
      if (smsRecipient !== undefined) await smsLimits.count(smsRecipient);
      try {
        return { created: await call() };
      } catch (error) {
        const problem = toServiceProblem(error);
        if (!(problem instanceof ProblemError)) throw problem;
        if (hasReachedService(error)) {
          failure = problem;
          return { problem: toStored(problem) };
        }
        // While the service is down, texts that were not sent must not use up the hour's limit.
        if (smsRecipient !== undefined) await smsLimits.uncount(smsRecipient);
        throw problem;
      }
    }

    const { location } = body;
    const idempotent = { key, operation, location, body, smsRecipient, reference };
    const outcome = await idempotency.run(idempotent, callAndCount);
    if (failure) throw failure; // the first time with its cause, for the log
    if ('created' in outcome) return outcome.created;
    const { code, detail, extras } = outcome.problem;
    throw new ProblemError(code, detail, extras);
  };
}

/** Returns the key of an `Idempotency-Key` header. Throws 400 `invalid-request` unless it is 16 to 128 visible ASCII characters. */
function checkIdempotencyKey(header: string | null): string | undefined {
  if (header === null) return undefined;
  if (/^[\x21-\x7e]{16,128}$/.test(header)) return header;
  const detail = 'An Idempotency-Key has 16 to 128 visible ASCII characters.';
  throw new ProblemError('invalid-request', detail);
}

function hasReachedService(error: unknown): boolean {
  return error instanceof FinancingServiceError && !(error instanceof ServiceUnreachableError);
}

/** Leaves out the cause, which is for the log. */
function toStored({ code, detail, status, extras }: ProblemError): StoredProblem {
  const { service, retryAfterSeconds } = extras;
  return {
    code,
    detail,
    extras: {
      status,
      ...(service && { service }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  };
}
