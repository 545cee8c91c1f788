/**
 * Requests estimates from the service, and joins the amounts of several requests into one call.
 *
 * Amounts with the same query that are requested in one turn of the event loop share a call of up to 500 amounts. An amount
 * that is already in a call isn't requested again. A failed call fails for all its callers. A caller that disconnects
 * doesn't affect the others, and a call is aborted when its last caller disconnects.
 *
 * On Cloudflare Workers, canceling a request also cancels its call. The call's promise never settles then, and no
 * `finally` runs. So every wait for a call has a limit, and no request joins an older call.
 */
import type { EstimateItem, EstimateQuery, EstimateResult } from '../../contract/index.js';
import { isTimeout, untilAborted, withTimeLimit } from '../../internal/deadline.js';
import { maxEstimateItems } from '../../contract/estimate-query.js';
import {
  ServiceTimeoutError,
  type CallOptions,
  type FinancingService,
} from '../../service/index.js';
import type { Report } from '../report.js';
import { callGraceMs } from '../service-guard.js';

/**
 * The maximum number of calls in flight with the same query. Beyond that, amounts wait until one of them ends, and go out
 * together. Without this, the limit of the service guard refused 27 of 200 different pages that opened at once after a deploy.
 */
const maxCallsInFlight = 4;

/** The time that amounts wait for another call to end, in ms. Short, because a hanging service would use up all of it. */
const maxWaitMs = 200;

/** An amount of one query. */
interface Amount {
  /** The id that its first caller chose. */
  readonly id: string;
  readonly cents: number;
  /** Different for different queries and amounts. */
  readonly key: string;
}

/** Estimates by the key of their amount. Amounts that the service omitted have no entry. */
type Estimates = ReadonlyMap<string, EstimateResult>;

/**
 * Requests the estimates of these amounts, in the same order. An amount that the service left out is undefined. `queryKey` is
 * different for different queries. Rejects with the error of a call, or with the signal's reason.
 */
export type RequestEstimates = (
  queryKey: string,
  query: EstimateQuery,
  amounts: readonly Amount[],
  options: CallOptions,
) => Promise<readonly (EstimateResult | undefined)[]>;

interface EstimateCallsOptions {
  readonly service: Pick<FinancingService, 'estimatePayments'>;
  readonly report: Pick<Report, 'observe' | 'log'>;
  /** The timeout of the service client, in ms. */
  readonly timeoutMs: number;
  /** Called once per call with its estimates. */
  onEstimates(estimates: Estimates): void;
}

interface Call {
  readonly queryKey: string;
  readonly query: EstimateQuery;
  /** By key. */
  readonly amounts: Map<string, Amount>;
  /** Open calls take more amounts. There is at most one per query. */
  state: 'open' | 'full' | 'in flight' | 'ended';
  /** The time by which the call has ended, by `performance.now()`. After that, it was canceled. */
  readonly endsBy: number;
  readonly controller: AbortController;
  /** The trace of the first caller that has one, because a call belongs to one trace. */
  traceparent: string | undefined;
  /** The number of requests that wait for the call. */
  callers: number;
  /** Resolves when the estimates are there. */
  done: Promise<void>;
  estimates: Estimates;
}

/** Creates the function that requests estimates. */
export function createRequestEstimates(options: EstimateCallsOptions): RequestEstimates {
  const { service, report, timeoutMs, onEstimates } = options;
  const maxCallMs = timeoutMs + callGraceMs;
  /**
   * The calls that wait or are in flight. A list and not a map, because V8 keeps the removed entries of a long-lived map, and
   * the requests that they refer to, in memory until a full garbage collection.
   */
  let calls: readonly Call[] = [];

  const callsOf = (queryKey: string, state: Call['state']) =>
    calls.filter((call) => call.queryKey === queryKey && call.state === state);

  function join(queryKey: string, query: EstimateQuery, amount: Amount): Call {
    const known = calls.find(({ amounts }) => amounts.has(amount.key));
    if (known) {
      report.observe({ type: 'estimates', source: 'in-flight', count: 1 });
      return known;
    }
    const call = callsOf(queryKey, 'open')[0] ?? openCall(queryKey, query);
    call.amounts.set(amount.key, amount);
    if (call.amounts.size >= maxEstimateItems) call.state = 'full';
    return call;
  }

  function openCall(queryKey: string, query: EstimateQuery): Call {
    const call = createCall(queryKey, query, performance.now() + maxCallMs);
    calls = [...calls, call];
    call.done = send(call).finally(() => forget(call));
    return call;
  }

  // Runs for the request that opened the call: when a request ends, Cloudflare Workers cancel what it has begun.
  async function send(call: Call): Promise<void> {
    await endOfTurn();
    if (call.state === 'open') {
      await waitForOthers(callsOf(call.queryKey, 'in flight'));
    }
    if (call.callers === 0) return;
    call.state = 'in flight';
    call.estimates = await requestEstimates(service, call, report);
    onEstimates(call.estimates);
  }

  function forget(call: Call): void {
    call.state = 'ended';
    calls = calls.filter((other) => other !== call);
  }

  function leave(call: Call): void {
    call.callers -= 1;
    // Don't abort a call that has ended: on Cloudflare Workers, the abort can throw and would hide the call's own error.
    if (call.callers > 0 || call.state !== 'in flight') return;
    forget(call); // before the abort, so that no request joins an aborted call
    call.controller.abort();
  }

  return async (queryKey, query, amounts, { signal, traceparent }) => {
    const now = performance.now();
    calls.filter(({ endsBy }) => endsBy < now).forEach(forget);
    const joined = amounts.map((amount) => join(queryKey, query, amount));
    const joinedCalls = new Set(joined);
    for (const call of joinedCalls) {
      call.callers += 1;
      call.traceparent ??= traceparent;
    }
    try {
      const done = Promise.all([...joinedCalls].map((call) => call.done));
      await untilAborted(signal, withTimeLimit(maxCallMs, done));
      return amounts.map(({ key }, index) => joined[index]!.estimates.get(key));
    } catch (error) {
      joinedCalls.forEach(leave);
      if (!isTimeout(error) || signal?.aborted) throw error;
      throw new ServiceTimeoutError('estimatePayments', { cause: error });
    }
  };
}

/** Creates a call without amounts or callers. */
function createCall(queryKey: string, query: EstimateQuery, endsBy: number): Call {
  return {
    queryKey,
    query,
    amounts: new Map(),
    state: 'open',
    controller: new AbortController(),
    traceparent: undefined,
    callers: 0,
    endsBy,
    done: Promise.resolve(),
    estimates: new Map(),
  };
}

/** Waits until one of these calls ends, if there are too many. The timer also keeps a request on Cloudflare Workers alive. */
async function waitForOthers(others: readonly Call[]): Promise<void> {
  if (others.length < maxCallsInFlight) return;
  const oneIsDone = Promise.race(others.map(({ done }) => done));
  await withTimeLimit(maxWaitMs, oneIsDone).catch(() => undefined);
}

/** Resolves at the end of the turn. Uses `setImmediate` where it exists, because a timer adds a millisecond. */
function endOfTurn(): Promise<void> {
  const schedule: (task: () => void) => unknown = globalThis.setImmediate ?? globalThis.setTimeout;
  return new Promise((resolve) => void schedule(resolve));
}

/** Makes one call of the service. */
async function requestEstimates(
  service: Pick<FinancingService, 'estimatePayments'>,
  { query, amounts, controller, traceparent }: Call,
  { observe, log }: Pick<Report, 'observe' | 'log'>,
): Promise<Estimates> {
  observe({ type: 'estimates', source: 'service', count: amounts.size });
  const items = itemsOf([...amounts.values()]);
  const { signal } = controller;
  const results = await service.estimatePayments(items, query, { signal, traceparent });
  const missing = items.length - results.length;
  if (missing > 0) log('estimates-missing', { amounts: items.length, missing });
  const byId = new Map(results.map((result) => [result.id, result]));
  const estimates = new Map<string, EstimateResult>();
  [...amounts.keys()].forEach((key, index) => {
    const estimate = byId.get(items[index]!.id);
    if (estimate) estimates.set(key, estimate);
  });
  return estimates;
}

/** Matches ids that any service can be expected to handle. */
const plainId = /^[\w.:-]{1,64}$/;

/**
 * Uses the callers' ids. Uses positions instead if two callers chose the same id for different amounts, or if an id is
 * unusual: a service that fails for one id would fail for all callers, and open the circuit of their location.
 */
function itemsOf(amounts: readonly Amount[]): EstimateItem[] {
  const plainIds = new Set(amounts.map(({ id }) => id).filter((id) => plainId.test(id)));
  const areUsable = plainIds.size === amounts.length;
  return amounts.map(({ id, cents }, index) => ({
    id: areUsable ? id : String(index),
    totalAmount: cents / 100,
  }));
}
