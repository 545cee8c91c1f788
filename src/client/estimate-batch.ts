/**
 * Gathers the questions of a page into few calls. Questions that share everything but the amount go together,
 * up to 500 a call, the proxy's limit; a question that is already waiting or in flight is not asked again.
 * One listener's leave does not disturb the others; a call that nobody waits for any more is aborted.
 *
 * It does not know how a call is made, nor what an answer means, nor for how long one may be kept.
 */
import type { EstimateResult } from '../contract/estimate.js';
import { FinancingError } from './financing-error.js';

/** What the questions of one call share. What is set goes into the query. */
export interface EstimateGroup {
  readonly endpoint: string;
  readonly location?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly representative?: string | undefined;
}

/** What an estimate is asked for. `cents` is the purchase amount. */
export interface EstimateQuestion extends EstimateGroup {
  readonly cents: number;
}

/**
 * Hears what becomes of a question, once. No promise and no signal, which for hundreds of elements would be most of
 * the work.
 */
export interface EstimateListener {
  onAnswer(answer: EstimateResult | FinancingError): void;
}

export interface EstimateBatchOptions {
  /** Makes one call for amounts of one group; the answers by their id, the cents as text. */
  call(group: EstimateGroup, cents: readonly number[], signal: AbortSignal): Promise<Answers>;
  /** Holds the batch back while it is loading. */
  document: Pick<Document, 'readyState' | 'addEventListener'> | undefined;
}

export interface EstimateBatch {
  ask(question: EstimateQuestion, listener: EstimateListener): void;
  /** Forgets a listener that has asked this and has not heard yet. */
  leave(question: EstimateQuestion, listener: EstimateListener): void;
  /** Sends what waits, now. The answers are told when `until` has resolved; whoever asks the same before then joins. */
  flush(until?: Promise<void>): void;
}

type Answers = ReadonlyMap<string, EstimateResult>;

interface Batch {
  readonly key: string;
  readonly group: EstimateGroup;
  /** Who waits, by cents. */
  readonly asks: Map<number, Set<EstimateListener>>;
  readonly controller: AbortController;
}

const mostPerCall = 500;

export function createEstimateBatch({ call, document }: EstimateBatchOptions): EstimateBatch {
  const batches = new Set<Batch>(); // waiting or in flight
  let waiting: Batch[] = [];

  // The end of the turn is a task, not a microtask: the browser empties the microtask queue between any two
  // elements that the parser makes, and elements update in microtasks, so a batch per microtask splits on a slow
  // machine. While the document loads, elements arrive over many turns; the first task after it has loaded ends
  // that. DOMContentLoaded would come later still: it waits for other scripts.
  function schedule(): void {
    const atEndOfTurn = () => setTimeout(flush);
    if (document?.readyState !== 'loading') atEndOfTurn();
    else document.addEventListener('readystatechange', atEndOfTurn, { once: true });
  }

  function batchOf(question: EstimateQuestion): Batch | undefined {
    const key = groupKey(question);
    return [...batches].find((batch) => batch.key === key && batch.asks.has(question.cents));
  }

  function openBatch(group: EstimateGroup): Batch {
    const key = groupKey(group);
    const open = waiting.find((batch) => batch.key === key && batch.asks.size < mostPerCall);
    if (open) return open;
    const batch = { key, group, asks: new Map(), controller: new AbortController() };
    batches.add(batch);
    if (waiting.push(batch) === 1) schedule();
    return batch;
  }

  function flush(until?: Promise<void>): void {
    waiting.forEach((batch) => void send(batch, until));
    waiting = [];
  }

  async function send(batch: Batch, until?: Promise<void>): Promise<void> {
    const { group, asks, controller } = batch;
    for (const [cents, { size }] of asks) if (!size) asks.delete(cents);
    if (!asks.size) return void batches.delete(batch);
    const answers = await call(group, [...asks.keys()], controller.signal).catch(
      (error: FinancingError) => error,
    );
    await until;
    batches.delete(batch);
    for (const [cents, listeners] of asks) {
      const answer =
        answers instanceof Error
          ? answers
          : (answers.get(String(cents)) ??
            new FinancingError('invalid-response', 'estimatePayments'));
      for (const listener of listeners) listener.onAnswer(answer);
    }
  }

  return {
    flush,
    ask(question, listener) {
      const { asks } = batchOf(question) ?? openBatch(question);
      const listeners = asks.get(question.cents) ?? new Set();
      asks.set(question.cents, listeners.add(listener));
    },
    leave(question, listener) {
      const batch = batchOf(question);
      if (!batch?.asks.get(question.cents)?.delete(listener) || waiting.includes(batch)) return;
      for (const { size } of batch.asks.values()) if (size) return;
      batches.delete(batch);
      batch.controller.abort();
    },
  };
}

/** A text that is the same for the same group, and for no other whatever its values contain. */
export function groupKey({ endpoint, location, timeZone, representative }: EstimateGroup): string {
  return JSON.stringify([endpoint, location, timeZone, representative]);
}
