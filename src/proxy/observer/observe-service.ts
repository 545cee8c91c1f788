import { operationNames, type OperationName } from '../../contract/index.js';
import { FinancingServiceError, type FinancingService } from '../../service/index.js';
import { ProblemError, toServiceProblem } from '../http/index.js';
import type { Observer, ObserverEvent } from './observer.js';

/** Reports each call of a service client to an observer. Without an observer it is the client itself. */
export function observeService(
  service: FinancingService,
  observe: Observer | undefined,
): FinancingService {
  if (!observe) return service;
  const wrap = (operation: OperationName) => {
    const call: (...args: never[]) => Promise<unknown> = service[operation];
    return async (...args: never[]): Promise<unknown> => {
      const start = performance.now();
      const end = (outcome: Extract<ObserverEvent, { type: 'service-call' }>['outcome']) =>
        observe({
          type: 'service-call',
          operation,
          outcome,
          durationMs: performance.now() - start,
        });
      observe({ type: 'service-call-started', operation });
      try {
        const result = await call(...args);
        end('success');
        return result;
      } catch (error) {
        end(callOutcomeOf(error));
        throw error;
      }
    };
  };
  const observed = operationNames.map((operation) => [operation, wrap(operation)]);
  return Object.fromEntries(observed) as FinancingService;
}

function callOutcomeOf(error: unknown) {
  if (!(error instanceof FinancingServiceError)) return 'aborted';
  const problem = toServiceProblem(error);
  return problem instanceof ProblemError ? problem.code : 'service-error';
}
