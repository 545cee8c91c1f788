/**
 * Batches the amounts of many requests into few calls of the service. Amounts with the same location, time zone and
 * representative that arrive within one turn of the event loop go out together, up to 500 a call; an amount that waits
 * or is in flight is not requested again. A caller that goes away does not affect the others, and a call without any
 * subscriber left is aborted. A failed call fails for all its subscribers.
 */
import type { EstimateItem, EstimateQuery, EstimateResult } from '../../contract/index.js';
import { maxEstimateItems } from '../../internal/dollars.js';
import type { CallOptions, FinancingService } from '../../service/index.js';
import type { Observer } from '../observer/index.js';

/** One amount to estimate. */
export interface EstimateRequest {
  /** The id that its first caller chose. */
  readonly id: string;
  /** The purchase amount in US cents. */
  readonly cents: number;
}

/** A query, and the text that identifies it. Amounts of one group can share a call. */
export interface EstimateGroup {
  readonly key: string;
  readonly query: EstimateQuery;
}

/** An amount and its estimate, or undefined when the service left it out. */
export interface EstimatedAmount {
  readonly cents: number;
  readonly estimate: EstimateResult | undefined;
}

/** Options of `createEstimateBatcher`. */
export interface EstimateBatcherOptions {
  /** Looks in a shared cache before the service is called; estimates by cents. Never rejects. */
  readonly lookUp?:
    | ((
        group: EstimateGroup,
        requests: readonly EstimateRequest[],
      ) => Promise<ReadonlyMap<number, EstimateResult>>)
    | undefined;
  /** Receives where estimates come from. */
  readonly observer?: Observer | undefined;
  /** Called with the estimates of each answer of the service. */
  readonly onEstimates: (group: EstimateGroup, amounts: readonly EstimatedAmount[]) => void;
  /** Called when the service answers fewer amounts than a call asked for. */
  readonly onMissing?: ((counts: { amounts: number; missing: number }) => void) | undefined;
}

/**
 * Loads amounts of one group. Resolves with an estimate for each, undefined when the service left it out. Rejects with
 * the error of a call, or with the signal's reason.
 */
export type EstimateBatcher = (
  group: EstimateGroup,
  requests: readonly EstimateRequest[],
  options: CallOptions,
) => Promise<readonly (EstimateResult | undefined)[]>;

/** An amount that waits or is in flight. */
interface PendingAmount extends EstimateRequest {
  readonly batch: EstimateBatch;
  estimate: EstimateResult | undefined;
}

/** The amounts of one call. */
interface EstimateBatch {
  readonly group: OpenGroup;
  /** By cents. */
  readonly amounts: Map<number, PendingAmount>;
  readonly controller: AbortController;
  /** That of the first request that has one: a call belongs to one trace. */
  traceparent: string | undefined;
  readonly done: Promise<void>;
  settle(done: Promise<void>): void;
  /** Number of requests that wait for it. */
  subscribers: number;
  isInFlight: boolean;
}

/** A group with amounts that wait or are in flight. */
interface OpenGroup extends EstimateGroup {
  batches: readonly EstimateBatch[];
  /** The batch that waits for the end of the turn and is not full. */
  collecting: EstimateBatch | undefined;
}

/** Runs a task at the end of the turn: by `setImmediate` where it exists, since a timer adds a millisecond. */
const atEndOfTurn: (task: () => void) => unknown = globalThis.setImmediate ?? globalThis.setTimeout;

/** Creates a batcher in front of a service client. */
export function createEstimateBatcher(
  service: Pick<FinancingService, 'estimatePayments'>,
  { lookUp, onEstimates, onMissing, observer }: EstimateBatcherOptions,
): EstimateBatcher {
  const groups = new Map<string, OpenGroup>();
  let collecting: EstimateBatch[] = [];

  function openGroup({ key, query }: EstimateGroup): OpenGroup {
    const group = groups.get(key) ?? { key, query, batches: [], collecting: undefined };
    groups.set(key, group);
    return group;
  }

  function subscribe(group: OpenGroup, { id, cents }: EstimateRequest): PendingAmount {
    for (const { amounts } of group.batches) {
      const pending = amounts.get(cents);
      if (!pending) continue;
      observer?.({ type: 'estimates', source: 'in-flight', count: 1 });
      return pending;
    }
    const batch = collectingBatch(group);
    const amount = { id, cents, batch, estimate: undefined };
    batch.amounts.set(cents, amount);
    return amount;
  }

  function collectingBatch(group: OpenGroup): EstimateBatch {
    if (group.collecting && group.collecting.amounts.size < maxEstimateItems) {
      return group.collecting;
    }
    const batch = createBatch(group);
    group.collecting = batch;
    group.batches = [...group.batches, batch];
    if (collecting.push(batch) === 1) atEndOfTurn(dispatch);
    return batch;
  }

  function dispatch(): void {
    const batches = collecting;
    collecting = [];
    for (const batch of batches) {
      batch.group.collecting = undefined;
      if (batch.subscribers === 0) remove(batch);
      else batch.settle(send(batch).finally(() => remove(batch)));
    }
  }

  async function send(batch: EstimateBatch): Promise<void> {
    const { group, controller } = batch;
    const { signal } = controller;
    const amounts = [...batch.amounts.values()];
    batch.isInFlight = true;
    if (!lookUp) return requestEstimates(batch, amounts);
    const found = await lookUp(group, amounts);
    signal.throwIfAborted();
    if (found.size > 0) observer?.({ type: 'estimates', source: 'shared', count: found.size });
    for (const amount of amounts) amount.estimate = found.get(amount.cents);
    const notShared = amounts.filter(({ estimate }) => !estimate);
    if (notShared.length > 0) await requestEstimates(batch, notShared);
  }

  async function requestEstimates(
    { group, controller: { signal }, traceparent }: EstimateBatch,
    amounts: readonly PendingAmount[],
  ): Promise<void> {
    observer?.({ type: 'estimates', source: 'service', count: amounts.length });
    const items = itemsOf(amounts);
    const results = await service.estimatePayments(items, group.query, { signal, traceparent });
    const missing = items.length - results.length;
    if (missing > 0) onMissing?.({ amounts: items.length, missing });
    const byId = new Map(results.map((result) => [result.id, result]));
    amounts.forEach((amount, index) => {
      amount.estimate = byId.get(items[index]?.id ?? '');
    });
    onEstimates(group, amounts);
  }

  function unsubscribe(batch: EstimateBatch): void {
    batch.subscribers -= 1;
    if (batch.subscribers > 0 || !batch.isInFlight) return;
    // Before the abort, so that no request joins a call that is being aborted.
    remove(batch);
    batch.controller.abort();
  }

  function remove(batch: EstimateBatch): void {
    const { group } = batch;
    group.batches = group.batches.filter((each) => each !== batch);
    if (group.batches.length === 0 && groups.get(group.key) === group) groups.delete(group.key);
  }

  return async (group, requests, { signal, traceparent }) => {
    signal?.throwIfAborted();
    const opened = openGroup(group);
    const amounts = requests.map((request) => subscribe(opened, request));
    const batches = [...new Set(amounts.map(({ batch }) => batch))];
    for (const batch of batches) {
      batch.subscribers += 1;
      batch.traceparent ??= traceparent;
    }
    try {
      await orAborted(Promise.all(batches.map(({ done }) => done)), signal);
      return amounts.map(({ estimate }) => estimate);
    } catch (error) {
      batches.forEach(unsubscribe);
      throw error;
    }
  };
}

/** Uses the callers' ids, or positions when two callers chose the same id for different amounts. */
function itemsOf(amounts: readonly EstimateRequest[]): EstimateItem[] {
  const isUnique = new Set(amounts.map(({ id }) => id)).size === amounts.length;
  return amounts.map(({ id, cents }, index) => ({
    id: isUnique ? id : String(index),
    totalAmount: cents / 100,
  }));
}

function createBatch(group: OpenGroup): EstimateBatch {
  let settle!: EstimateBatch['settle'];
  const done = new Promise<void>((resolve) => (settle = resolve));
  const controller = new AbortController();
  return {
    group,
    amounts: new Map(),
    controller,
    traceparent: undefined,
    done,
    settle,
    subscribers: 0,
    isInFlight: false,
  };
}

/** Settles as `work` does, or rejects with the signal's reason if the signal aborts first. */
async function orAborted(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return void (await work);
  let stop!: () => void;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop);
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
