import type { PayOverTimeLinkRequest, PrequalLinkRequest } from '../../contract/index.js';
import { ProblemError } from '../problem.js';
import { askIntegrator } from './ask-integrator.js';

/** Options of `checkHuman`. */
export interface HumanOptions {
  /**
   * Tells people from programs before a link is made, for example by the token of a challenge that the page sends
   * in a header or in the query: strictly `true` passes. The body of the request has been read by then and comes beside it,
   * a copy: what is changed in it is not sent.
   */
  readonly verifyHuman?:
    | ((
        request: Request,
        body: Readonly<PayOverTimeLinkRequest> | Readonly<PrequalLinkRequest>,
      ) => boolean | Promise<boolean>)
    | undefined;
}

/**
 * Lets people pass, as the integrator tells them. Throws 403 `verification-failed`, also when `verifyHuman` throws
 * or takes longer than 5 s; then with that as its `cause`, which is an operator's matter.
 */
export async function checkHuman(
  { verifyHuman }: HumanOptions,
  request: Request,
  body: PayOverTimeLinkRequest | PrequalLinkRequest,
): Promise<void> {
  if (!verifyHuman) return;
  let answer: unknown;
  try {
    answer = await askIntegrator(request, () => verifyHuman(request, structuredClone(body)));
  } catch (cause) {
    throw refusal(cause);
  }
  if (answer !== true) throw refusal();
}

function refusal(cause?: unknown): ProblemError {
  return new ProblemError('verification-failed', 'This needs a person.', { cause });
}
