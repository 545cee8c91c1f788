import type { EstimateItem, EstimateQuery, EstimateResult } from '../../../src/contract/index.js';
import type { FinancingService } from '../../../src/service/index.js';
import { financed } from '../../support/samples.js';

/** A call of the service that a test answers when it likes. */
export interface HeldCall {
  readonly items: readonly EstimateItem[];
  readonly query: EstimateQuery;
  readonly signal: AbortSignal;
  /** Settled by the test, or given up by its caller. */
  isOver(): boolean;
  /** Answers, by default each item with `estimateOf`. */
  answer(results?: EstimateResult[]): void;
  fail(error: Error): void;
}

/** Lets everything happen that waits for no timer, among it the end of the turn. */
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The one right estimate of an amount: it tells the query and the amount that it belongs to. */
export function estimateOf(id: string, totalAmount: number, query: EstimateQuery = {}) {
  const { location: place = '?', timeZone = '?', representative = '?' } = query;
  const mark = [...JSON.stringify([place, timeZone, representative])];
  const amountFinanced = mark.reduce((sum, char) => (sum * 31 + char.codePointAt(0)!) % 1e6, 7);
  return financed(id, { monthlyAmount: totalAmount, amountFinanced });
}

/**
 * An estimation whose calls wait for the test. A call that is given up rejects with its signal's reason, unless
 * this estimation heeds no signal.
 */
export function createHeldEstimation({ heedsSignal = true } = {}) {
  const calls: HeldCall[] = [];
  const estimatePayments: FinancingService['estimatePayments'] = (items, query = {}, options) =>
    new Promise((resolve, reject) => {
      const signal = options?.signal ?? new AbortController().signal;
      let isOver = false;
      signal.addEventListener('abort', () => {
        isOver = true;
        if (heedsSignal) reject(signal.reason as Error);
      });
      calls.push({
        items,
        query,
        signal,
        isOver: () => isOver,
        answer(results = items.map((item) => estimateOf(item.id, item.totalAmount, query))) {
          isOver = true;
          resolve(results);
        },
        fail(error) {
          isOver = true;
          reject(error);
        },
      });
    });
  return { calls, estimatePayments };
}
