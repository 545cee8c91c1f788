/**
 * Gathers the questions of many requests into few calls of the service. Amounts that share location, time zone
 * and representative and arrive within one turn of the event loop go out together, up to 500 a call; an amount
 * that already waits or is in flight is not asked again. A request that leaves takes nothing from the others; a
 * call that nobody waits for any more is aborted at once. A call that fails, fails for all who wait for it.
 *
 * It does not know where else an answer may be found, how long it may be kept, nor who has asked.
 */
import type { EstimateItem, EstimateQuery, EstimateResult } from '../contract/index.js';
import type { FinancingService } from '../service/index.js';
import { reasonOf, type CallerSignal } from './caller-signal.js';

/** One amount. */
export interface EstimateQuestion {
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

/** The calls that wait for the end of the turn, and those in flight. */
export interface EstimateCalls {
  /**
   * Asks for amounts of one group. Resolves with an answer for each, undefined where the service left it out.
   * Rejects with the error of a call, or with the signal's reason.
   */
  ask(
    group: EstimateGroup,
    questions: readonly EstimateQuestion[],
    signal: CallerSignal | undefined,
  ): Promise<readonly (EstimateResult | undefined)[]>;
}

/** Estimates by amounts in US cents. */
export type Answers = ReadonlyMap<number, EstimateResult>;

/** Options of `createEstimateCalls`. */
export interface EstimateCallsOptions {
  /** Looks elsewhere before the service is asked. Never rejects. */
  readonly find?:
    | ((group: EstimateGroup, questions: readonly EstimateQuestion[]) => Promise<Answers>)
    | undefined;
  /** Is told what the service answered, once. */
  readonly keep: (group: EstimateGroup, questions: readonly AnsweredQuestion[]) => void;
}

/** A question and its answer, unless the service left it out. */
export interface AnsweredQuestion {
  readonly cents: number;
  readonly answer: EstimateResult | undefined;
}

/** A question that waits or is in flight. */
interface Asked extends EstimateQuestion {
  readonly call: Call;
  answer: EstimateResult | undefined;
}

interface Call {
  readonly group: OpenGroup;
  /** By cents. */
  readonly questions: Map<number, Asked>;
  readonly controller: AbortController;
  readonly end: Promise<void>;
  settle(end: Promise<void>): void;
  /** How many requests wait for it. */
  waiters: number;
  isInFlight: boolean;
}

/**
 * A group of which something waits or is in flight. Its calls hold their questions, and go with them: a map of all that
 * is asked would live on, and V8's young collections take what it once held for alive.
 */
interface OpenGroup extends EstimateGroup {
  calls: readonly Call[];
  /** The call that waits for the end of the turn, and is not full. */
  waiting: Call | undefined;
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
  const open = new Map<string, OpenGroup>();
  let waiting: Call[] = [];

  function openGroup({ key, query }: EstimateGroup): OpenGroup {
    const group = open.get(key) ?? { key, query, calls: [], waiting: undefined };
    open.set(key, group);
    return group;
  }

  function enlist(group: OpenGroup, { id, cents }: EstimateQuestion): Asked {
    for (const { questions } of group.calls) {
      const known = questions.get(cents);
      if (known) return known;
    }
    const call = waitingCall(group);
    const question = { id, cents, call, answer: undefined };
    call.questions.set(cents, question);
    return question;
  }

  function waitingCall(group: OpenGroup): Call {
    if (group.waiting && group.waiting.questions.size < mostPerCall) return group.waiting;
    const call = createCall(group);
    group.waiting = call;
    group.calls = [...group.calls, call];
    if (waiting.push(call) === 1) atEndOfTurn(flush);
    return call;
  }

  function flush(): void {
    const calls = waiting;
    waiting = [];
    for (const call of calls) {
      call.group.waiting = undefined;
      if (call.waiters === 0) forget(call);
      else call.settle(send(call).finally(() => forget(call)));
    }
  }

  async function send(call: Call): Promise<void> {
    const { group, controller } = call;
    const { signal } = controller;
    const questions = [...call.questions.values()];
    call.isInFlight = true;
    if (!find) return askService(group, questions, signal);
    const found = await find(group, questions);
    signal.throwIfAborted();
    for (const question of questions) question.answer = found.get(question.cents);
    const open = questions.filter(({ answer }) => !answer);
    if (open.length > 0) await askService(group, open, signal);
  }

  async function askService(
    group: EstimateGroup,
    questions: readonly Asked[],
    signal: AbortSignal,
  ): Promise<void> {
    const items = itemsOf(questions);
    const results = await service.estimatePayments(items, group.query, { signal });
    const byId = new Map(results.map((result) => [result.id, result]));
    questions.forEach((question, index) => {
      question.answer = byId.get(items[index]?.id ?? '');
    });
    keep(group, questions);
  }

  function leave(call: Call): void {
    call.waiters -= 1;
    if (call.waiters > 0 || !call.isInFlight) return;
    // Before the abort, so that nobody joins a call that is being given up.
    forget(call);
    call.controller.abort();
  }

  function forget(call: Call): void {
    const { group } = call;
    group.calls = group.calls.filter((each) => each !== call);
    if (group.calls.length === 0 && open.get(group.key) === group) open.delete(group.key);
  }

  return {
    async ask(group, questions, signal) {
      if (signal?.aborted) throw reasonOf(signal);
      const opened = openGroup(group);
      const asked = questions.map((question) => enlist(opened, question));
      const calls = callsOf(asked);
      for (const call of calls) call.waiters += 1;
      try {
        await orAborted(endOf(calls), signal);
        return asked.map(({ answer }) => answer);
      } catch (error) {
        calls.forEach(leave);
        throw error;
      }
    },
  };
}

/** The calls that questions belong to: nearly always one. */
function callsOf(questions: readonly Asked[]): Call[] {
  const calls: Call[] = [];
  for (const { call } of questions) if (!calls.includes(call)) calls.push(call);
  return calls;
}

function endOf(calls: readonly Call[]): Promise<unknown> {
  return calls[0] && calls.length === 1 ? calls[0].end : Promise.all(calls.map(({ end }) => end));
}

/** With the callers' own ids. Requests that meet may have given one id to two amounts: then with their positions. */
function itemsOf(questions: readonly EstimateQuestion[]): EstimateItem[] {
  const seen = new Set<string>();
  const differ = questions.every(({ id }, index) => seen.add(id).size > index);
  return questions.map(({ id, cents }, index) => ({
    id: differ ? id : String(index),
    totalAmount: cents / 100,
  }));
}

function createCall(group: OpenGroup): Call {
  let settle!: Call['settle'];
  const end = new Promise<void>((resolve) => (settle = resolve));
  const controller = new AbortController();
  return { group, questions: new Map(), controller, end, settle, waiters: 0, isInFlight: false };
}

/** Settles as `work` does, or rejects with the signal's reason if that comes first. */
function orAborted(work: Promise<unknown>, signal: CallerSignal | undefined): Promise<unknown> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => {
      if (signal.aborted) reject(reasonOf(signal));
    };
    signal.addEventListener('abort', abort);
    const stopListening = () => signal.removeEventListener('abort', abort);
    work.then(
      (value) => {
        stopListening();
        resolve(value);
      },
      (error: Error) => {
        stopListening();
        reject(error);
      },
    );
  });
}
