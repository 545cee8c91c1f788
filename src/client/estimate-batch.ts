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
 * Hears what becomes of a question: one of the two, once. No promise and no signal, which for hundreds of elements
 * would be most of the work.
 */
export interface EstimateListener {
  onEstimate(estimate: EstimateResult): void;
  onError(error: FinancingError): void;
}

export interface EstimateBatchOptions {
  /** Makes one call for amounts of one group; the answers by their cents. */
  call(group: EstimateGroup, cents: readonly number[], signal: AbortSignal): Promise<Answers>;
  /** Holds the batch back while it is loading. */
  document: Pick<Document, 'readyState' | 'addEventListener'> | undefined;
}

export interface EstimateBatch {
  ask(question: EstimateQuestion, listener: EstimateListener): void;
  /** Forgets a listener that has asked this and has not heard yet. */
  leave(question: EstimateQuestion, listener: EstimateListener): void;
  /** Sends what waits, now. */
  flush(): void;
}

type Answers = ReadonlyMap<number, EstimateResult>;

interface Batch {
  readonly key: string;
  readonly group: EstimateGroup;
  /** Who waits, by cents. */
  readonly asks: Map<number, EstimateListener[]>;
  readonly controller: AbortController;
  /** How many wait in all. */
  listeners: number;
}

const mostPerCall = 500;

export function createEstimateBatch({ call, document }: EstimateBatchOptions): EstimateBatch {
  const batches = new Set<Batch>(); // waiting or in flight
  let waiting: Batch[] = [];

  // The end of the turn is a task, not a microtask: the browser empties the microtask queue between any two
  // elements that the parser makes, and lit updates each element in a microtask of its own, so a batch per
  // microtask splits on a slow machine. While the document loads, elements arrive over many turns; the first
  // task after it has loaded ends that. DOMContentLoaded would come later still: it waits for other scripts.
  function schedule(): void {
    const atEndOfTurn = () => setTimeout(flush);
    if (document?.readyState !== 'loading') atEndOfTurn();
    else document.addEventListener('readystatechange', atEndOfTurn, { once: true });
  }

  function batchOf(question: EstimateQuestion): Batch | undefined {
    const key = groupKey(question);
    for (const batch of batches) {
      if (batch.key === key && batch.asks.has(question.cents)) return batch;
    }
    return undefined;
  }

  function openBatch(group: EstimateGroup): Batch {
    const key = groupKey(group);
    const open = waiting.find((batch) => batch.key === key && batch.asks.size < mostPerCall);
    if (open) return open;
    const batch = { key, group, asks: new Map(), controller: new AbortController(), listeners: 0 };
    batches.add(batch);
    if (waiting.push(batch) === 1) schedule();
    return batch;
  }

  function flush(): void {
    waiting.forEach((batch) => void send(batch));
    waiting = [];
  }

  async function send(batch: Batch): Promise<void> {
    const { group, asks, controller } = batch;
    for (const [cents, { length }] of asks) if (!length) asks.delete(cents);
    if (!asks.size) return void batches.delete(batch);
    const answers = await call(group, [...asks.keys()], controller.signal).catch(
      (error: FinancingError) => error,
    );
    batches.delete(batch);
    for (const [cents, listeners] of asks) {
      const answer = answers instanceof Error ? answers : answers.get(cents);
      for (const listener of listeners) tell(listener, answer);
    }
  }

  return {
    flush,
    ask(question, listener) {
      const batch = batchOf(question) ?? openBatch(question);
      const listeners = batch.asks.get(question.cents);
      if (listeners) listeners.push(listener);
      else batch.asks.set(question.cents, [listener]);
      batch.listeners += 1;
    },
    leave(question, listener) {
      const batch = batchOf(question);
      const listeners = batch?.asks.get(question.cents);
      const index = listeners?.indexOf(listener) ?? -1;
      if (!batch || index < 0) return;
      listeners?.splice(index, 1);
      batch.listeners -= 1;
      if (batch.listeners || waiting.includes(batch)) return;
      batches.delete(batch);
      batch.controller.abort();
    },
  };
}

function tell(
  listener: EstimateListener,
  answer: EstimateResult | FinancingError | undefined,
): void {
  if (answer && !(answer instanceof Error)) listener.onEstimate(answer);
  else listener.onError(answer ?? new FinancingError('invalid-response', 'estimatePayments'));
}

let last: EstimateGroup | undefined;
let lastKey = '';

/**
 * A text that is the same for the same group, and for no other whatever its values contain. That of the last one is
 * kept: a page with hundreds of questions has one.
 */
export function groupKey(group: EstimateGroup): string {
  if (!last || !isSameGroup(group, last)) {
    const { endpoint, location, timeZone, representative } = (last = group);
    lastKey = JSON.stringify([endpoint, location, timeZone, representative]);
  }
  return lastKey;
}

function isSameGroup(one: EstimateGroup, other: EstimateGroup): boolean {
  return (
    one.endpoint === other.endpoint &&
    one.location === other.location &&
    one.timeZone === other.timeZone &&
    one.representative === other.representative
  );
}

/** Whether two ask the same. An amount that is none is as good as another. */
export function isSameQuestion(
  one: EstimateQuestion | undefined,
  other: EstimateQuestion | undefined,
): boolean {
  if (!one || !other) return one === other;
  return Object.is(one.cents, other.cents) && isSameGroup(one, other);
}
