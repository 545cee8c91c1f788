import { ProblemError, toServiceProblem, type ProblemCode } from '../http/index.js';
import type { SendOnce } from '../links/index.js';
import type { Observer } from './observer.js';

/** Codes of calls that the service may have carried out. */
const perhapsSent: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'outcome-unknown',
  'service-error',
  'invalid-service-response',
]);

/** Reports to an observer what becomes of each text message that is requested. Without an observer it is `sendOnce`. */
export function observeTexts(sendOnce: SendOnce, observe: Observer | undefined): SendOnce {
  if (!observe) return sendOnce;
  return async (send, call) => {
    if (send.smsRecipient === undefined) return sendOnce(send, call);
    let isCalled = false;
    try {
      const created = await sendOnce(send, () => {
        isCalled = true;
        return call();
      });
      observe({ type: 'text', outcome: isCalled ? 'sent' : 'repeated' });
      return created;
    } catch (error) {
      const problem = toServiceProblem(error);
      const reason = problem instanceof ProblemError ? problem.code : undefined;
      observe({ type: 'text', outcome: describeFailure(reason, isCalled), reason });
      throw error;
    }
  };
}

function describeFailure(reason: ProblemCode | undefined, isCalled: boolean) {
  if (reason === undefined || !perhapsSent.has(reason)) return 'refused';
  return isCalled ? 'unknown' : 'repeated';
}
