import type { EstimateItem, EstimateResult } from '../contract/estimate.js';
import { pagePaths } from '../contract/routes.js';
import { resolveEndpoint } from './endpoint.js';
import {
  createEstimateBatch,
  type EstimateBatch,
  type EstimateGroup,
  type EstimateListener,
  type EstimateQuestion,
} from './estimate-batch.js';
import { createEstimateCache, type EstimateCacheMode } from './estimate-cache.js';
import { isEstimate } from './estimate-result.js';
import { FinancingError } from './financing-error.js';
import { postJson } from './post-json.js';
import type { ProxyAccess } from './proxy-access.js';

const operation = 'estimatePayments';

export interface Estimates extends Omit<EstimateBatch, 'ask'> {
  /**
   * Asks for an estimate, together with whatever else is asked in the same turn. What needs no call is told to the
   * listener at once. Else it returns the question by which the listener may leave; if it does not, it is told once.
   */
  ask(
    question: EstimateQuestion,
    listener: EstimateListener,
    cache?: EstimateCacheMode,
  ): EstimateQuestion | undefined;
}

/** Creates what asks for estimates, and keeps them. */
export function createEstimates(access: ProxyAccess): Estimates {
  const { fetch, timeouts, now, storage, document } = access;
  const cache = createEstimateCache(storage, now);
  const batch = createEstimateBatch({ call: estimatePayments, document });

  async function estimatePayments(
    group: EstimateGroup,
    cents: readonly number[],
    signal: AbortSignal,
  ): Promise<Map<string, EstimateResult>> {
    const { endpoint, timeZone, location: store, representative } = group;
    const set = Object.entries({ timeZone, location: store, representative }).filter(
      (parameter): parameter is [string, string] => Boolean(parameter[1]),
    );
    const query = String(new URLSearchParams(set));
    const items = cents.map((each): EstimateItem => ({
      id: String(each),
      totalAmount: each / 100,
    }));
    const { json: answer } = await postJson(
      endpoint + pagePaths[operation] + (query && `?${query}`),
      items,
      {
        operation,
        fetch,
        timeout: timeouts.estimates,
        signal,
      },
    );
    if (!Array.isArray(answer)) throw new FinancingError('invalid-response', operation);

    const answers = new Map(answer.filter(isEstimate).map((estimate) => [estimate.id, estimate]));
    cache.keep(group, answers);
    return answers;
  }

  function ask(
    asked: EstimateQuestion,
    listener: EstimateListener,
    mode: EstimateCacheMode = 'default',
  ): EstimateQuestion | undefined {
    const endpoint = resolveEndpoint(asked.endpoint);
    if (!endpoint || !(asked.cents > 0)) {
      const code = endpoint ? 'invalid-amount' : 'invalid-endpoint';
      return void listener.onAnswer(new FinancingError(code, operation));
    }
    const question = endpoint === asked.endpoint ? asked : { ...asked, endpoint };
    const kept = mode === 'default' && cache.get(question, question.cents);
    if (kept) return void listener.onAnswer(kept);
    batch.ask(question, listener);
    return question;
  }

  return { ask, leave: batch.leave, flush: batch.flush };
}
