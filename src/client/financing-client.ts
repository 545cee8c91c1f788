import type { EstimateResult } from '../contract/estimate.js';
import type { EstimateQuestion } from './estimate-batch.js';
import type { EstimateCacheMode } from './estimate-cache.js';
import { createEstimates } from './estimates.js';
import type { FinancingError } from './financing-error.js';
import { createLinks, type Links } from './links.js';
import { defaultAccess, type FinancingClientOptions } from './proxy-access.js';

export interface EstimateOptions {
  signal?: AbortSignal;
  /** @default 'default' */
  cache?: EstimateCacheMode;
}

export interface FinancingClient extends Links {
  /** Asks for an estimate, together with whatever else is asked in the same turn. */
  estimate(question: EstimateQuestion, options?: EstimateOptions): Promise<EstimateResult>;
  /** Sends the estimates asked for so far now, and not at the end of the turn. */
  flush(): void;
}

/** Creates what a page asks its proxy with. Every method rejects with a `FinancingError`, or as aborted. */
export function createFinancingClient({
  fetch = defaultAccess.fetch,
  now = defaultAccess.now,
  timeouts = defaultAccess.timeouts,
  document = defaultAccess.document,
  storage,
}: FinancingClientOptions = {}): FinancingClient {
  const access = {
    fetch,
    now,
    timeouts,
    document,
    storage: () => storage ?? defaultAccess.storage(),
  };
  const { ask, leave, flush } = createEstimates(access);
  return {
    ...createLinks(access),
    flush,
    estimate(question, { signal, cache } = {}) {
      let abort = () => {};
      return new Promise<EstimateResult>((resolve, reject) => {
        signal?.throwIfAborted();
        const onAnswer = (answer: EstimateResult | FinancingError) =>
          answer instanceof Error ? reject(answer) : resolve(answer);
        const listener = { onAnswer };
        const waiting = ask(question, listener, cache);
        abort = () => {
          if (waiting) leave(waiting, listener);
          reject(signal?.reason as Error);
        };
        signal?.addEventListener('abort', abort);
      }).finally(() => signal?.removeEventListener('abort', abort));
    },
  };
}
