/**
 * Gathers the questions of many requests into few calls of the service. Amounts that share location, time zone
 * and representative and arrive within one turn of the event loop go out together, up to 500 a call; an amount
 * that already waits or is in flight is not asked again. A request that leaves takes nothing from the others; a
 * call that nobody waits for any more is aborted at once. A call that fails, fails for all who wait for it.
 *
 * It does not know where else an answer may be found, how long it may be kept, nor who has asked.
 */
import type { EstimateQuery, EstimateResult } from '../contract/index.js';
import type { FinancingService } from '../service/index.js';

/** One amount. Its `key` stands for the amount and its query together, and for nothing else. */
export interface EstimateQuestion {
  readonly key: string;
  /** The id that its first caller gave it. */
  readonly id: string;
  /** The purchase amount in US cents. */
  readonly cents: number;
}

/** What requests have in common when only their amounts differ: a query, and the text that stands for it. */
export interface EstimateGroup {
  readonly key: string;
  readonly query: EstimateQuery;
}

/** Finds the answer to a question by its key. The service may have left it out. */
export type FindEstimate = (key: string) => EstimateResult | undefined;

/** The calls that wait for the end of the turn, and those in flight. */
export interface EstimateCalls {
  /** Asks for amounts of one group. Rejects with the error of a call, or with the signal's reason. */
  ask(
    group: EstimateGroup,
    questions: readonly EstimateQuestion[],
    signal: AbortSignal | undefined,
  ): Promise<FindEstimate>;
}

/** Estimates by the keys of their questions. */
export type Answers = ReadonlyMap<string, EstimateResult>;

/** Options of `createEstimateCalls`. */
export interface EstimateCallsOptions {
  /** Looks elsewhere before the service is asked. Never rejects. */
  readonly find?: ((group: EstimateGroup, keys: readonly string[]) => Promise<Answers>) | undefined;
  /** Is told each answer of the service once. */
  readonly keep: (group: EstimateGroup, answers: Answers) => void;
}

interface Call {
  readonly group: EstimateGroup;
  readonly questions: EstimateQuestion[];
  readonly controller: AbortController;
  readonly answers: Promise<Answers>;
  settle(answers: Promise<Answers>): void;
  /** How many requests wait for it. */
  waiters: number;
  isInFlight: boolean;
}

/** As many as the proxy takes from one page, so that one page is one call. */
const mostPerCall = 500;

/** Runs a task at the end of the turn: where there is `setImmediate`, without a timer's millisecond. */
const atEndOfTurn: (task: () => void) => unknown = globalThis.setImmediate ?? globalThis.setTimeout;

/** Creates the place where questions meet. */
export function createEstimateCalls(
  service: Pick<FinancingService, 'estimatePayments'>,
  { find, keep }: EstimateCallsOptions,
): EstimateCalls {
  const byQuestion = new Map<string, Call>(); // waiting or in flight
  const byGroup = new Map<string, Call>(); // waiting, and not full
  let waiting: Call[] = [];

  function enlist(group: EstimateGroup, question: EstimateQuestion): Call {
    const known = byQuestion.get(question.key);
    if (known) return known;
    let call = byGroup.get(group.key);
    if (!call || call.questions.length === mostPerCall) {
      call = createCall(group);
      byGroup.set(group.key, call);
      if (waiting.push(call) === 1) atEndOfTurn(flush);
    }
    call.questions.push(question);
    byQuestion.set(question.key, call);
    return call;
  }

  function flush(): void {
    const calls = waiting;
    waiting = [];
    byGroup.clear();
    for (const call of calls) {
      if (call.waiters === 0) forget(call);
      else call.settle(send(call).finally(() => forget(call)));
    }
  }

  async function send(call: Call): Promise<Answers> {
    const { group, questions, controller } = call;
    const { signal } = controller;
    call.isInFlight = true;
    if (!find) return askService(group, questions, signal);
    const found = await find(
      group,
      questions.map(({ key }) => key),
    );
    signal.throwIfAborted();
    const open = questions.filter(({ key }) => !found.has(key));
    if (open.length === 0) return found;
    return new Map([...found, ...(await askService(group, open, signal))]);
  }

  async function askService(
    group: EstimateGroup,
    questions: readonly EstimateQuestion[],
    signal: AbortSignal,
  ): Promise<Answers> {
    const ids = idsOf(questions);
    const items = questions.map(({ cents }, index) => ({
      id: ids[index] ?? '',
      totalAmount: cents / 100,
    }));
    const results = await service.estimatePayments(items, group.query, { signal });
    const keys = new Map(questions.map(({ key }, index) => [ids[index], key]));
    const answers = new Map<string, EstimateResult>();
    for (const result of results) {
      const key = keys.get(result.id);
      if (key !== undefined) answers.set(key, result);
    }
    keep(group, answers);
    return answers;
  }

  function leave(call: Call): void {
    call.waiters -= 1;
    if (call.waiters > 0 || !call.isInFlight) return;
    // Before the abort, so that nobody joins a call that is being given up.
    forget(call);
    call.controller.abort();
  }

  function forget(call: Call): void {
    for (const { key } of call.questions) {
      // A question of a call that was given up may have been asked again since.
      if (byQuestion.get(key) === call) byQuestion.delete(key);
    }
  }

  return {
    async ask(group, questions, signal) {
      signal?.throwIfAborted();
      const calls = [...new Set(questions.map((question) => enlist(group, question)))];
      for (const call of calls) call.waiters += 1;
      try {
        const all = await orAborted(Promise.all(calls.map(({ answers }) => answers)), signal);
        return (key) => {
          for (const answers of all) {
            const answer = answers.get(key);
            if (answer) return answer;
          }
          return undefined;
        };
      } catch (error) {
        calls.forEach(leave);
        throw error;
      }
    },
  };
}

/** The callers' own ids. Requests that meet may have given one id to two amounts: then the amounts, which all differ. */
function idsOf(questions: readonly EstimateQuestion[]): string[] {
  const ids = questions.map(({ id }) => id);
  return new Set(ids).size === ids.length ? ids : questions.map(({ cents }) => String(cents));
}

function createCall(group: EstimateGroup): Call {
  let settle!: Call['settle'];
  const answers = new Promise<Answers>((resolve) => (settle = resolve));
  const controller = new AbortController();
  return { group, questions: [], controller, answers, settle, waiters: 0, isInFlight: false };
}

/** Settles as `work` does, or rejects with the signal's reason if that comes first. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort);
    const stopListening = () => signal.removeEventListener('abort', abort);
    work.finally(stopListening).then(resolve, reject);
  });
}
