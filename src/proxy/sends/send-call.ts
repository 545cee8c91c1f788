import {
  FinancingServiceError,
  ServiceResponseError,
  ServiceUnreachableError,
} from '../../service/index.js';
import { ProblemError, toServiceProblem } from '../problems.js';
import type { Sender, TextLimits } from '../limits/text-limits.js';

/** The outcome of a call. `isSent`: a text message may have been sent despite the problem. */
export type CallResult<Created> =
  | { readonly created: Created }
  | { readonly problem: ProblemError; readonly isSent: boolean };

/** The parts of a send that the call uses. */
interface ServiceCall<Created> {
  readonly smsRecipient: string | undefined;
  readonly sender: Sender;
  call(): Promise<Created>;
}

/**
 * Counts the text message, if any, and calls the service. Resolves with the outcome to store. Rejects with a `ProblemError` if
 * nothing was sent, so the key can be used again, and with any other error if the outcome is unknown.
 */
export async function callWithinLimits<Created>(
  limits: Pick<TextLimits, 'countText' | 'uncountText'>,
  { call, smsRecipient, sender }: ServiceCall<Created>,
): Promise<CallResult<Created>> {
  if (smsRecipient !== undefined) await limits.countText(smsRecipient, sender);
  try {
    return { created: await call() };
  } catch (error) {
    const problem = toServiceProblem(error);
    if (!(problem instanceof ProblemError)) throw problem;
    // Text messages that were not sent must not use up the limits of others.
    const isSent = hasReachedService(error) && !isRefusal(error);
    if (smsRecipient !== undefined && !isSent) await limits.uncountText(smsRecipient, sender);
    if (!hasReachedService(error)) throw problem;
    return { problem, isSent };
  }
}

function hasReachedService(error: unknown): boolean {
  return error instanceof FinancingServiceError && !(error instanceof ServiceUnreachableError);
}

/** True for a refusal that the contract lists, after which the service has sent no text message. */
function isRefusal(error: unknown): boolean {
  return error instanceof ServiceResponseError && error.status < 500 && error.conditions.length > 0;
}
