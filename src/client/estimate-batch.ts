/**
 * Gathers the questions of a page into few calls. Questions that share everything but the amount go together,
 * up to 500 a call, the proxy's limit; a question that is already waiting or in flight is not asked again.
 * One caller's abort leaves the others alone; a call that nobody waits for any more is aborted.
 *
 * It does not know how a call is made, nor what an answer means, nor for how long one may be kept.
 */
import type { EstimateResult } from '../contract/estimate.js';
import { FinancingError } from './financing-error.js';

/** What an estimate is asked for. `cents` is the purchase amount; the rest goes into the query where it is set. */
export interface EstimateQuestion {
  readonly endpoint: string;
  readonly location?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly representative?: string | undefined;
  readonly cents: number;
}

export interface EstimateBatchOptions {
  /** Makes one call for questions that differ only in their amount; the answers by their cents. */
  call(questions: readonly EstimateQuestion[], signal: AbortSignal): Promise<Answers>;
  /** Holds the batch back while it is loading. */
  document: Pick<Document, 'readyState' | 'addEventListener'> | undefined;
}

export interface EstimateBatch {
  ask(question: EstimateQuestion, signal: AbortSignal | undefined): Promise<EstimateResult>;
  /** Sends what waits, now. */
  flush(): void;
}

type Answers = ReadonlyMap<number, EstimateResult>;

interface Ask {
  readonly question: EstimateQuestion;
  readonly batch: Batch;
  readonly answer: Promise<EstimateResult>;
  /** How many still want it. */
  callers: number;
}

interface Batch {
  readonly group: string;
  readonly asks: Map<string, Ask>;
  readonly answers: Promise<Answers>;
  readonly controller: AbortController;
  settle(answers: Promise<Answers>): void;
}

const mostPerCall = 500;

/** A text that is the same for the same question, and for no other whatever its values contain. */
export function questionKey(question: EstimateQuestion): string {
  return groupKey(question) + question.cents;
}

function groupKey({ endpoint, location, timeZone, representative }: EstimateQuestion): string {
  return JSON.stringify([endpoint, location, timeZone, representative]);
}

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

  function find(key: string): Ask | undefined {
    for (const batch of batches) {
      const ask = batch.asks.get(key);
      if (ask) return ask;
    }
    return undefined;
  }

  function enqueue(key: string, question: EstimateQuestion): Ask {
    const group = groupKey(question);
    let batch = waiting.find((open) => open.group === group && open.asks.size < mostPerCall);
    if (!batch) {
      batch = createBatch(group);
      batches.add(batch);
      if (waiting.push(batch) === 1) schedule();
    }
    const answer = batch.answers.then((answers) => {
      const found = answers.get(question.cents);
      if (!found) throw new FinancingError('invalid-response', 'estimatePayments');
      return found;
    });
    const ask = { question, batch, answer, callers: 0 };
    batch.asks.set(key, ask);
    return ask;
  }

  function flush(): void {
    waiting.forEach(send);
    waiting = [];
  }

  function send(batch: Batch): void {
    for (const [key, { callers }] of batch.asks) if (!callers) batch.asks.delete(key);
    if (!batch.asks.size) return void batches.delete(batch);
    const questions = Array.from(batch.asks.values(), (ask) => ask.question);
    const answers = call(questions, batch.controller.signal);
    batch.settle(answers.finally(() => batches.delete(batch)));
  }

  function leave(ask: Ask): void {
    const { batch } = ask;
    ask.callers -= 1;
    if (waiting.includes(batch)) return;
    for (const { callers } of batch.asks.values()) if (callers) return;
    batches.delete(batch);
    batch.controller.abort();
  }

  return {
    flush,
    ask(question, signal) {
      const key = questionKey(question);
      const ask = find(key) ?? enqueue(key, question);
      ask.callers += 1;
      return new Promise((resolve, reject) => {
        const abort = () => {
          reject(signal?.reason as Error);
          leave(ask);
        };
        signal?.addEventListener('abort', abort);
        ask.answer.finally(() => signal?.removeEventListener('abort', abort)).then(resolve, reject);
      });
    },
  };
}

function createBatch(group: string): Batch {
  let settle!: Batch['settle'];
  const answers = new Promise<Answers>((resolve) => (settle = resolve));
  return { group, asks: new Map(), answers, settle, controller: new AbortController() };
}
