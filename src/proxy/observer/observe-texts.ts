import { ProblemError, toServiceProblem, type ProblemCode } from '../http/index.js';
import type { IdempotentSend } from '../links/index.js';
import type { Observer } from './observer.js';

/** Codes of calls that the service may have carried out. */
const perhapsSent: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'outcome-unknown',
  'service-error',
  'invalid-service-response',
]);

/** Reports to an observer what becomes of each text message that is requested. Without an observer it is `idempotentSend`. */
export function observeTexts(
  idempotentSend: IdempotentSend,
  observe: Observer | undefined,
): IdempotentSend {
  if (!observe) return idempotentSend;
  return async (send, call) => {
    if (send.smsRecipient === undefined) return idempotentSend(send, call);
    let isCalled = false;
    try {
      const created = await idempotentSend(send, () => {
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
