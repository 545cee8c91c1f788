import type { PayOverTimeLinkRequest, PrequalLinkRequest } from '../../contract/index.js';
import { ProblemError } from '../http/index.js';
import { callHook } from './call-hook.js';

/** Options of the human gate. */
export interface HumanOptions {
  /**
   * Decides whether a person made the request, before a link is created: strictly `true` passes. It usually checks the
   * token of a challenge that the page sends in a header or in the query. The body of the request has been read; the
   * second argument is a copy of it, and changes to the copy are not sent.
   */
  readonly verifyHuman?:
    | ((
        request: Request,
        body: Readonly<PayOverTimeLinkRequest> | Readonly<PrequalLinkRequest>,
      ) => boolean | Promise<boolean>)
    | undefined;
}

/**
 * Admits persons. Throws 403 `verification-failed`; when `verifyHuman` throws or takes longer than 5 s, with that as the
 * `cause`, for the operator's log.
 */
export async function checkHuman(
  { verifyHuman }: HumanOptions,
  request: Request,
  body: PayOverTimeLinkRequest | PrequalLinkRequest,
): Promise<void> {
  if (!verifyHuman) return;
  let answer: unknown;
  try {
    answer = await callHook(request.signal, () => verifyHuman(request, structuredClone(body)));
  } catch (cause) {
    throw refusal(cause);
  }
  if (answer !== true) throw refusal();
}

function refusal(cause?: unknown): ProblemError {
  return new ProblemError('verification-failed', 'Human verification failed.', { cause });
}
